// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a scan left out and why. One of a scan; filled by all its workers under the monitor. Line numbers are those of the text file, positions count bytes from 1.
 */
final class Rejects {
  private final long limit;
  private final List<Reject> rows = new ArrayList<>();

  Rejects(long limit) {
    this.limit = limit;
  }

  synchronized void add(Reject reject) {
    if (limit == 0 || rows.size() < limit) {
      rows.add(reject);
    }
  }

  /** All rejects so far in the order of the files. */
  synchronized List<Reject> list() {
    List<Reject> sorted = new ArrayList<>(rows);
    sorted.sort(
        Comparator.comparingInt(Reject::file)
            .thenComparingLong(Reject::bytePosition)
            .thenComparingInt(Reject::columnIndex));
    return sorted;
  }

  /**
   * One fault.
   *
   * @param file number of the file in the table
   * @param line line number from 1, -1 when unknown
   * @param rowPosition byte position from 1 where the row starts
   * @param bytePosition byte position from 1 where the fault is
   * @param columnIndex field number from 1, or -1
   */
  record Reject(
      int file,
      long line,
      long rowPosition,
      long bytePosition,
      int columnIndex,
      @Nullable String column,
      String kind,
      String row,
      String message) {}
}
