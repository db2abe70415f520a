// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.rowgroup;

import org.jspecify.annotations.Nullable;

/**
 * Which rows of the row groups of a scan there are for whoever scans. Made by the caller for one
 * snapshot; any thread.
 */
public interface VisibleRows {
  /** All of them. */
  VisibleRows ALL = (group, vector) -> null;

  /**
   * The visible rows of a vector: bit {@code i} is set when row {@code i} of the vector is visible,
   * in 32 words; null when all are. The words are not changed after.
   *
   * @param group the number of the row group in the list that is scanned
   * @param vector the number of the vector in the row group
   */
  long @Nullable [] visible(int group, int vector);
}
