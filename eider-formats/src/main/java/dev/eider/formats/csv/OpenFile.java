// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

/**
 * A file under scan. {@code pending} and {@code ended} are guarded by the scan's monitor; the
 * source is closed when the last task of the file is done.
 */
final class OpenFile {
  final int number;
  final CsvFile file;
  final TextSource source;
  final RowStarts starts;

  /** Tasks handed out and not finished. */
  int pending;

  /** No more tasks will be handed out. */
  boolean ended;

  /** Next block to hand out. */
  long nextBlock;

  /** Whether a guessed start turned out wrong: then guesses look harder. */
  volatile boolean quotedNewLines;

  OpenFile(int number, CsvFile file, TextSource source) {
    this.number = number;
    this.file = file;
    this.source = source;
    starts = new RowStarts(file.dataStart());
  }
}
