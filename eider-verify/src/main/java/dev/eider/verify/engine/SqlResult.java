// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A complete result.
 *
 * @param columnNames labels, in order; duplicates are possible
 * @param columnTypes type names in the dialect's spelling, one per column
 * @param rows cells as the text of a VARCHAR cast, null for NULL
 * @param isQuery false when the statement has no result set of its own and {@code rows} holds only
 *     the count of changed rows, or nothing
 */
public record SqlResult(
    List<String> columnNames,
    List<String> columnTypes,
    List<List<@Nullable String>> rows,
    boolean isQuery) {
  /** The result of a statement that answers nothing. */
  public static SqlResult nothing() {
    return new SqlResult(List.of("Success"), List.of("BOOLEAN"), List.of(), false);
  }

  /** The result of a statement that answers how many rows it changed. */
  public static SqlResult count(long rowCount) {
    return new SqlResult(
        List.of("Count"), List.of("BIGINT"), List.of(List.of(Long.toString(rowCount))), false);
  }

  /** Number of columns. */
  public int columnCount() {
    return columnTypes.size();
  }

  /** Number of rows. */
  public int rowCount() {
    return rows.size();
  }
}
