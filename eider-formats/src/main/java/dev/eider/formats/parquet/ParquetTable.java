// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ColumnStats;
import dev.eider.base.table.FilterEvaluator;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction.ColumnCast;
import dev.eider.base.table.TableScan;
import dev.eider.base.table.TableStats;
import dev.eider.base.type.Value;
import dev.eider.formats.parquet.Footer.RowGroup;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One or more Parquet files as a table. Immutable; safe for many scans at once. */
public final class ParquetTable implements Table {
  /** In a mapping: the file should have the column but does not, so that it cannot be read. */
  static final int MISSING = -2;

  private final List<TableColumn> columns;
  private final String schemaFile;
  private final List<Part> parts;
  private final int rowNumberColumn;
  private final int groupNumberColumn;
  private final boolean mayHaveNan;
  private @Nullable TableStats stats;

  /**
   * How a file is read.
   *
   * @param mapping for each column of the table the file's column it comes from, -1 for none, or
   *     {@link #MISSING}
   * @param constants for each column of the table the value it has in all rows of this file, or
   *     null
   * @param casts for each column of the table how the file's values become the table's, or null
   */
  record Part(
      ParquetFile file, int[] mapping, @Nullable Value[] constants, @Nullable ColumnCast[] casts) {}

  /**
   * A table.
   *
   * @param schemaFile the path of the file that the columns come from; perhaps none of the parts
   */
  ParquetTable(
      List<TableColumn> columns,
      String schemaFile,
      List<Part> parts,
      int rowNumberColumn,
      int groupNumberColumn,
      boolean mayHaveNan) {
    this.columns = List.copyOf(columns);
    this.schemaFile = schemaFile;
    this.parts = List.copyOf(parts);
    this.rowNumberColumn = rowNumberColumn;
    this.groupNumberColumn = groupNumberColumn;
    this.mayHaveNan = mayHaveNan;
  }

  @Override
  public List<TableColumn> columns() {
    return columns;
  }

  List<Part> parts() {
    return parts;
  }

  /** Whether NaN may hide outside of the bounds that files tell. */
  boolean mayHaveNan() {
    return mayHaveNan;
  }

  /** The column that counts the rows of each file, or -1. */
  int rowNumberColumn() {
    return rowNumberColumn;
  }

  /** The column that holds the number of the row group, or -1. */
  int groupNumberColumn() {
    return groupNumberColumn;
  }

  @Override
  public synchronized TableStats stats() {
    TableStats known = stats;
    if (known == null) {
      long rows = 0;
      for (Part part : parts) {
        for (RowGroup group : part.file().footer().rowGroups()) {
          rows += group.rows();
        }
      }
      known = new TableStats(rows, true, new StatsByColumn());
      stats = known;
    }
    return known;
  }

  /**
   * Of each column what its row groups have in common, summed up when somebody asks: there may be
   * thousands of row groups, and a query looks at few of the columns.
   */
  private final class StatsByColumn extends AbstractList<ColumnStats> {
    /** Immutable records: that two threads make the same one does no harm. */
    private final @Nullable ColumnStats[] made = new @Nullable ColumnStats[columns.size()];

    @Override
    public ColumnStats get(int column) {
      ColumnStats known = made[column];
      if (known == null) {
        known = columnStats(column);
        made[column] = known;
      }
      return known;
    }

    @Override
    public int size() {
      return made.length;
    }
  }

  private ColumnStats columnStats(int column) {
    ColumnStats sum = null;
    for (Part part : parts) {
      for (RowGroup group : part.file().footer().rowGroups()) {
        ColumnStats one = groupStats(part, group, column);
        sum = sum == null ? one : StatsReader.union(sum, one);
        if (sum.min() == null && sum.max() == null && sum.nullCount() < 0) {
          return ColumnStats.UNKNOWN;
        }
      }
    }
    return sum == null ? ColumnStats.UNKNOWN : sum;
  }

  /** What is known of a column of the table within a row group. */
  ColumnStats groupStats(Part part, RowGroup group, int column) {
    Value constant = part.constants()[column];
    if (constant != null) {
      return constant.isNull()
          ? new ColumnStats(null, null, group.rows(), -1)
          : new ColumnStats(constant, constant, 0, 1);
    }
    if (column == rowNumberColumn && group.rows() > 0) {
      long first = group.firstRow();
      return new ColumnStats(Value.of(first), Value.of(first + group.rows() - 1), 0, group.rows());
    }
    int number = part.mapping()[column];
    if (number < 0 || part.casts()[column] != null) {
      return ColumnStats.UNKNOWN;
    }
    SchemaNode node = part.file().columns().get(number);
    return node.kind() == SchemaNode.Kind.LEAF
        ? StatsReader.read(
            node, group.chunks().get(node.leaf()).statistics(), part.file().footer(), mayHaveNan)
        : ColumnStats.UNKNOWN;
  }

  @Override
  public FilterSupport supports(ScanFilter filter) {
    if (filter instanceof ScanFilter.Runtime) {
      return FilterSupport.PRUNING;
    }
    return FilterEvaluator.supported(filter) ? FilterSupport.EXACT : FilterSupport.NONE;
  }

  private EiderException missing(ParquetFile file, String name) {
    StringBuilder candidates = new StringBuilder();
    for (SchemaNode column : file.columns()) {
      candidates.append(candidates.isEmpty() ? "" : ", ").append(column.name());
    }
    return EiderException.invalidInput(
        "Failed to read file \""
            + file.path()
            + "\": schema mismatch in glob: column \""
            + name
            + "\" was read from the original file \""
            + schemaFile
            + "\", but could not be found in file \""
            + file.path()
            + "\".\nCandidate names: "
            + candidates
            + "\nIf you are trying to read files with different schemas, try setting"
            + " union_by_name=True");
  }

  @Override
  public String describe() {
    String first = parts.get(0).file().path();
    return "READ_PARQUET "
        + (parts.size() == 1 ? first : first + " and " + (parts.size() - 1) + " more");
  }

  @Override
  public TableScan scan(ScanRequest request, ScanContext context) {
    List<Integer> used = new ArrayList<>();
    for (ScanFilter filter : request.filters()) {
      FilterEvaluator.columnsOf(filter, used);
    }
    for (int column : request.columns()) {
      used.add(column);
    }
    for (int column : used) {
      for (Part part : parts) {
        if (part.mapping()[column] == MISSING) {
          throw missing(part.file(), columns.get(column).name());
        }
      }
    }
    return new ParquetScan(this, request, context);
  }
}
