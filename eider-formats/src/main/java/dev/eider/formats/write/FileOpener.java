// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

import dev.eider.base.table.TableWriter;

/** Begins one of the files of a directory that COPY TO writes. */
@FunctionalInterface
public interface FileOpener {
  /** A writer of the file of that name. */
  TableWriter open(String path);
}
