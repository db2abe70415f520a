// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.table.ScanContext;
import org.jspecify.annotations.Nullable;

/** The files of a table: how each is read is found out when it is reached. Safe for any threads. */
interface CsvFiles {
  int count();

  String path(int number);

  /** How a file is read, or null when it has no rows. */
  @Nullable CsvFile get(int number, ScanContext context);

  TextSource open(CsvFile file, ScanContext context);

  /** Bytes of all files, or -1. */
  long totalBytes();

  /** Blocks that a file will probably have. */
  long estimatedBlocks(int number);

  /** Rows of all files, estimated, or -1. */
  long estimatedRows();

  String describe();
}
