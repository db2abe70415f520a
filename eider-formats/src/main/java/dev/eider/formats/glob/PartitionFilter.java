// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.glob;

import dev.eider.base.table.FilterEvaluator;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction.BindContext;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The filters of a scan that look at hive partitions only, to be tried on paths. One thread. */
final class PartitionFilter {
  private final List<ScanFilter> filters;
  private final List<TableColumn> columns;
  private final Map<String, LogicalType> partitions;
  private final BindContext context;

  /** The keys that the filters look at. */
  private final TreeSet<String> keys = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  /**
   * Takes of the filters those that look at partitions only.
   *
   * @param columns those of the table, to whose numbers the filters refer
   * @param partitions names and types of those that are partitions
   */
  PartitionFilter(
      List<ScanFilter> filters,
      List<TableColumn> columns,
      Map<String, LogicalType> partitions,
      BindContext context) {
    this.columns = columns;
    this.partitions = partitions;
    this.context = context;
    boolean[] known = new boolean[columns.size()];
    for (int i = 0; i < known.length; i++) {
      known[i] = partitions.containsKey(columns.get(i).name());
    }
    this.filters = FilterEvaluator.within(filters, known);
    List<Integer> used = new ArrayList<>();
    for (ScanFilter filter : this.filters) {
      FilterEvaluator.columnsOf(filter, used);
    }
    for (int column : used) {
      keys.add(columns.get(column).name());
    }
  }

  /** Whether it lets all pass. */
  boolean isEmpty() {
    return filters.isEmpty();
  }

  /** Whether a path holds all keys that the filters look at: below it nothing is left out. */
  boolean isDecided(String path) {
    return HivePartitions.parse(path).keySet().containsAll(keys);
  }

  /**
   * Whether rows of a file, or of files below a directory (a path that ends in a slash), may pass.
   *
   * @throws dev.eider.base.error.EiderException CONVERSION when a value is not of the key's type
   */
  boolean mayMatch(String path) {
    Map<String, String> texts = HivePartitions.parse(path);
    boolean[] known = new boolean[columns.size()];
    Vector[] values = new Vector[columns.size()];
    for (int i = 0; i < known.length; i++) {
      String name = columns.get(i).name();
      String text = keys.contains(name) ? texts.get(name) : null;
      LogicalType type = partitions.get(name);
      if (text != null && type != null) {
        Value value = HivePartitions.value(text, type, context);
        known[i] = true;
        values[i] = ConstantVector.of(value);
      }
    }
    List<ScanFilter> decided = FilterEvaluator.within(filters, known);
    return decided.isEmpty() || new FilterEvaluator(decided).select(values, 1, new int[1]) > 0;
  }
}
