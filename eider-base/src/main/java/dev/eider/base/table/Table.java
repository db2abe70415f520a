// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that can be scanned: a file, many files, a table in memory or in a bucket, a table
 * function's result. Safe for use by many queries at once.
 */
public interface Table {
  /**
   * The columns, in order; positions in this list are the column numbers of {@link ScanRequest}.
   */
  List<TableColumn> columns();

  /** What is known of the rows without reading them. */
  default TableStats stats() {
    return TableStats.UNKNOWN;
  }

  /**
   * What a scan does with such a filter. The engine keeps evaluating filters that are not {@link
   * FilterSupport#EXACT}.
   */
  default FilterSupport supports(ScanFilter filter) {
    return FilterSupport.NONE;
  }

  /**
   * This table with one more column behind the others: a part of one of its columns of type
   * TIMESTAMP, as a BIGINT that is NULL where the timestamp is NULL or infinite. Errors in the
   * values are those that reading the column itself has. Null: the table does not offer it, and
   * whoever asked computes the part.
   */
  default @Nullable Table withPart(int column, ColumnPart part) {
    return null;
  }

  /**
   * This table with only those of its parts (files, say) that may hold rows for which the filters
   * are true; the same columns. A table that has not yet looked for all of its parts does so here.
   * The filters still have to be evaluated.
   *
   * @param filters those of a scan that this table {@link #supports}, as far as they are known when
   *     a query is planned
   */
  default Table narrowed(List<ScanFilter> filters) {
    return this;
  }

  /** A short text for EXPLAIN, for instance {@code READ_CSV taxi.csv}. */
  String describe();

  /** Begins a scan. The caller closes it. */
  TableScan scan(ScanRequest request, ScanContext context);

  /** How far a scan goes with a pushed filter. */
  enum FilterSupport {
    /** Ignores it. */
    NONE,
    /** Leaves out parts that cannot match, but may still yield rows that do not match. */
    PRUNING,
    /** Yields exactly the rows that match. */
    EXACT
  }
}
