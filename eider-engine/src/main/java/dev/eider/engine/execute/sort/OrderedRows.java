// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

/** Rows in order, in memory or as runs to merge. For any number of threads. */
public interface OrderedRows {
  /** All rows. */
  long rowCount();

  /** Whether rows are read from {@link #newMerge} instead of {@link #sorted}. */
  boolean isSpilled();

  /** The rows in memory. */
  SortedRows sorted();

  /** A new pass over spilled rows, in order, of the first columns. */
  RunMerge newMerge(int columns);
}
