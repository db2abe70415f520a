// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.plan;

import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.table.FileFormat;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.table.Table;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.expr.SubPlan;
import dev.eider.engine.expr.WindowCall;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A node of a logical plan. */
public sealed interface LogicalOperator extends SubPlan {
  /** The inputs, left to right. */
  List<LogicalOperator> inputs();

  /** One row without columns: what SELECT without FROM reads. */
  record SingleRow() implements LogicalOperator {
    @Override
    public List<LogicalOperator> inputs() {
      return List.of();
    }

    @Override
    public List<ColumnRef> output() {
      return List.of();
    }
  }

  /** No rows, with columns. */
  record Empty(List<ColumnRef> output) implements LogicalOperator {
    public Empty {
      output = List.copyOf(output);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of();
    }
  }

  /**
   * A table read: {@code output[i]} is column {@code columns[i]} of the table. {@code filters} are
   * conjuncts pushed into the scan; they refer to {@code output} ids or to {@code filterColumns}
   * (read for filtering only: ids and their table columns, not put out). {@code limit} is the most
   * rows wanted, or -1. {@code name} is the qualified name of a table of the catalog, null for what
   * a function or a file yields.
   */
  record Scan(
      Table table,
      @Nullable String name,
      List<ColumnRef> output,
      List<Integer> columns,
      List<BoundExpr> filters,
      List<ColumnRef> filterOnly,
      List<Integer> filterOnlyColumns,
      long limit)
      implements LogicalOperator {
    public Scan {
      output = List.copyOf(output);
      columns = List.copyOf(columns);
      filters = List.copyOf(filters);
      filterOnly = List.copyOf(filterOnly);
      filterOnlyColumns = List.copyOf(filterOnlyColumns);
    }

    /** The same with the name of the table of the catalog. */
    public Scan named(String qualifiedName) {
      return new Scan(
          table, qualifiedName, output, columns, filters, filterOnly, filterOnlyColumns, limit);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of();
    }
  }

  /** Literal rows; every row has one expression (free of columns) for each output column. */
  record Values(List<List<BoundExpr>> rows, List<ColumnRef> output) implements LogicalOperator {
    public Values {
      rows = List.copyOf(rows);
      output = List.copyOf(output);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of();
    }
  }

  /** Keeps rows for which the predicate is true. */
  record Filter(LogicalOperator input, BoundExpr predicate) implements LogicalOperator {
    @Override
    public List<LogicalOperator> inputs() {
      return List.of(input);
    }

    @Override
    public List<ColumnRef> output() {
      return input.output();
    }
  }

  /** Computes columns; only these are put out. */
  record Project(LogicalOperator input, List<Assignment> assignments) implements LogicalOperator {
    public Project {
      assignments = List.copyOf(assignments);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of(input);
    }

    @Override
    public List<ColumnRef> output() {
      return assignments.stream().map(Assignment::column).toList();
    }
  }

  /** A new column and what it is; {@code expr} may be the same column reference (passed on). */
  record Assignment(ColumnRef column, BoundExpr expr) {}

  /**
   * Groups and aggregates. {@code groupingSets} lists positions in {@code groups}; one set with all
   * of them is an ordinary GROUP BY; without groups and with one empty set there is exactly one
   * row. Output: groups, aggregates, then the GROUPING() masks.
   */
  record Aggregate(
      LogicalOperator input,
      List<Assignment> groups,
      List<List<Integer>> groupingSets,
      List<AggregateAssignment> aggregates,
      List<GroupingAssignment> groupings)
      implements LogicalOperator {
    public Aggregate {
      groups = List.copyOf(groups);
      groupingSets = List.copyOf(groupingSets);
      aggregates = List.copyOf(aggregates);
      groupings = List.copyOf(groupings);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of(input);
    }

    @Override
    public List<ColumnRef> output() {
      List<ColumnRef> columns = new java.util.ArrayList<>();
      groups.forEach(group -> columns.add(group.column()));
      aggregates.forEach(aggregate -> columns.add(aggregate.column()));
      groupings.forEach(grouping -> columns.add(grouping.column()));
      return columns;
    }
  }

  /** An aggregate's result column. */
  record AggregateAssignment(ColumnRef column, AggregateCall call) {}

  /** {@code GROUPING(groups)}: a BIGINT mask over positions in the groups. */
  record GroupingAssignment(ColumnRef column, List<Integer> groups) {}

  /** The first row for each value of the keys; in the input's order. DISTINCT and DISTINCT ON. */
  record Distinct(LogicalOperator input, List<BoundExpr> keys) implements LogicalOperator {
    public Distinct {
      keys = List.copyOf(keys);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of(input);
    }

    @Override
    public List<ColumnRef> output() {
      return input.output();
    }
  }

  /** Sorts; stable. */
  record Sort(LogicalOperator input, List<SortKey> keys) implements LogicalOperator {
    public Sort {
      keys = List.copyOf(keys);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of(input);
    }

    @Override
    public List<ColumnRef> output() {
      return input.output();
    }
  }

  /**
   * Skips {@code offset} rows, then passes {@code limit}. Both are free of columns of the input
   * (null: none); with {@code percent} the limit is a share of the rows (0 to 100).
   */
  record Limit(
      LogicalOperator input, @Nullable BoundExpr limit, @Nullable BoundExpr offset, boolean percent)
      implements LogicalOperator {
    @Override
    public List<LogicalOperator> inputs() {
      return List.of(input);
    }

    @Override
    public List<ColumnRef> output() {
      return input.output();
    }
  }

  /** Sort and limit in one: the first {@code limit} rows after {@code offset}. */
  record TopN(LogicalOperator input, List<SortKey> keys, long limit, long offset)
      implements LogicalOperator {
    public TopN {
      keys = List.copyOf(keys);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of(input);
    }

    @Override
    public List<ColumnRef> output() {
      return input.output();
    }
  }

  /**
   * A join. All conditions and the residual must hold. A condition's left side refers to the left
   * input only, its right side to the right input only; everything else is in {@code residual}.
   * SEMI and ANTI put out the left columns, RIGHT_SEMI and RIGHT_ANTI the right ones, MARK the left
   * columns and {@code mark} (three-valued IN result; see {@link JoinType}), others left then right
   * columns. {@code dependent} is a join whose right side refers to left columns; decorrelation
   * removes it.
   */
  record Join(
      JoinType type,
      LogicalOperator left,
      LogicalOperator right,
      List<JoinCondition> conditions,
      @Nullable BoundExpr residual,
      @Nullable ColumnRef mark,
      boolean dependent)
      implements LogicalOperator {
    public Join {
      conditions = List.copyOf(conditions);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of(left, right);
    }

    @Override
    public List<ColumnRef> output() {
      List<ColumnRef> columns = new java.util.ArrayList<>(left.output());
      switch (type) {
        case SEMI, ANTI -> {}
        case RIGHT_SEMI, RIGHT_ANTI -> columns = new java.util.ArrayList<>(right.output());
        case MARK -> columns.add(java.util.Objects.requireNonNull(mark));
        case INNER,
            LEFT,
            RIGHT,
            FULL,
            CROSS,
            SINGLE,
            POSITIONAL,
            ASOF,
            ASOF_LEFT,
            ASOF_RIGHT,
            ASOF_FULL ->
            columns.addAll(right.output());
      }
      return columns;
    }
  }

  /** {@code left op right}; with {@code nullSafe} and EQ it is IS NOT DISTINCT FROM. */
  record JoinCondition(BoundExpr left, CompareOp op, BoundExpr right, boolean nullSafe) {}

  /** The kinds of joins. */
  enum JoinType {
    INNER,
    LEFT,
    RIGHT,
    FULL,
    CROSS,
    SEMI,
    ANTI,
    /** The right rows that have a match: SEMI with its sides exchanged. */
    RIGHT_SEMI,
    /** The right rows that have none. */
    RIGHT_ANTI,
    /**
     * Each left row once with a boolean: true when a right row matches, else NULL when some
     * comparison was NULL, else false.
     */
    MARK,
    /** LEFT, but an error when a left row has several matches: a scalar subquery. */
    SINGLE,
    /** Rows side by side; the shorter side is padded with NULLs. */
    POSITIONAL,
    /** For each left row the right row with the nearest key by the one inequality condition. */
    ASOF,
    /** ASOF, and left rows without a right row with NULLs. */
    ASOF_LEFT,
    /** ASOF, and right rows that are nobody's nearest with NULLs. */
    ASOF_RIGHT,
    ASOF_FULL
  }

  /** UNION ALL, EXCEPT [ALL], INTERSECT [ALL]; inputs have the same types position by position. */
  record SetOperation(
      SetKind kind, boolean all, List<LogicalOperator> inputs, List<ColumnRef> output)
      implements LogicalOperator {
    public SetOperation {
      inputs = List.copyOf(inputs);
      output = List.copyOf(output);
    }
  }

  /** UNION without ALL is a Distinct over a UNION ALL. */
  enum SetKind {
    UNION,
    EXCEPT,
    INTERSECT
  }

  /** Adds window function results to the input's columns. */
  record Window(LogicalOperator input, List<WindowAssignment> windows) implements LogicalOperator {
    public Window {
      windows = List.copyOf(windows);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of(input);
    }

    @Override
    public List<ColumnRef> output() {
      List<ColumnRef> columns = new java.util.ArrayList<>(input.output());
      windows.forEach(window -> columns.add(window.column()));
      return columns;
    }
  }

  /** A window function's result column. */
  record WindowAssignment(ColumnRef column, WindowCall call) {}

  /**
   * For each input row as many rows as its longest list has elements: the input's columns and one
   * column for each list (NULL past its end), then the 1-based position if {@code ordinality}.
   * {@code keepEmpty}: a row whose lists are all empty is kept once with NULLs.
   */
  record Unnest(
      LogicalOperator input,
      List<Assignment> lists,
      @Nullable ColumnRef ordinality,
      boolean keepEmpty)
      implements LogicalOperator {
    public Unnest {
      lists = List.copyOf(lists);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of(input);
    }

    @Override
    public List<ColumnRef> output() {
      List<ColumnRef> columns = new java.util.ArrayList<>(input.output());
      lists.forEach(list -> columns.add(list.column()));
      if (ordinality != null) {
        columns.add(ordinality);
      }
      return columns;
    }
  }

  /**
   * Computes {@code definition} once; {@code body} reads it through {@link CteRead}s of that id.
   */
  record MaterializedCte(int cteId, LogicalOperator definition, LogicalOperator body)
      implements LogicalOperator {
    @Override
    public List<LogicalOperator> inputs() {
      return List.of(definition, body);
    }

    @Override
    public List<ColumnRef> output() {
      return body.output();
    }
  }

  /**
   * {@code anchor UNION [ALL] step}, where the step reads the rows of the last round through {@link
   * CteRead} of {@code cteId} (and all rows so far through {@code recurringId}, -1: none), until a
   * round adds nothing. With {@code keys} (positions) rows replace earlier rows of the same key.
   */
  record RecursiveCte(
      int cteId,
      int recurringId,
      LogicalOperator anchor,
      LogicalOperator step,
      boolean all,
      List<Integer> keys,
      List<ColumnRef> output)
      implements LogicalOperator {
    public RecursiveCte {
      keys = List.copyOf(keys);
      output = List.copyOf(output);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of(anchor, step);
    }
  }

  /** Reads the rows of a materialized or recursive CTE. */
  record CteRead(int cteId, List<ColumnRef> output) implements LogicalOperator {
    public CteRead {
      output = List.copyOf(output);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of();
    }
  }

  /** A random sample: a share of rows (0 to 100) or a number of rows; seed -1: none given. */
  record Sample(
      LogicalOperator input, SampleMethod method, boolean percent, double amount, long seed)
      implements LogicalOperator {
    @Override
    public List<LogicalOperator> inputs() {
      return List.of(input);
    }

    @Override
    public List<ColumnRef> output() {
      return input.output();
    }
  }

  /** Sampling methods. */
  enum SampleMethod {
    SYSTEM,
    BERNOULLI,
    RESERVOIR
  }

  /**
   * Inserts the input's columns, one for each column of the table in order. Output: the number of
   * rows, or with {@code returning} the inserted rows in the table's column order.
   */
  record Insert(
      LogicalOperator input,
      String schema,
      TableEntry target,
      boolean returning,
      List<ColumnRef> output)
      implements LogicalOperator {
    public Insert {
      output = List.copyOf(output);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of(input);
    }
  }

  /**
   * Updates: the input's first column is the row id, then one column for each of {@code columns}
   * (numbers in the table). With {@code returning} the input goes on with the whole new row, which
   * is put out.
   */
  record Update(
      LogicalOperator input,
      TableEntry target,
      List<Integer> columns,
      boolean returning,
      List<ColumnRef> output)
      implements LogicalOperator {
    public Update {
      columns = List.copyOf(columns);
      output = List.copyOf(output);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of(input);
    }
  }

  /**
   * Deletes: the input's first column is the row id; with {@code returning} the rest is put out.
   */
  record Delete(LogicalOperator input, TableEntry target, boolean returning, List<ColumnRef> output)
      implements LogicalOperator {
    public Delete {
      output = List.copyOf(output);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of(input);
    }
  }

  /** Writes the input to a new table, which is put into the catalog at the end. */
  record CreateTableAs(
      LogicalOperator input,
      String database,
      String schema,
      TableEntry target,
      List<ColumnRef> output)
      implements LogicalOperator {
    public CreateTableAs {
      output = List.copyOf(output);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of(input);
    }
  }

  /** Writes the input to a file. */
  record CopyTo(
      LogicalOperator input,
      FileFormat format,
      String path,
      List<String> columnNames,
      Map<String, Value> options,
      List<ColumnRef> output)
      implements LogicalOperator {
    public CopyTo {
      columnNames = List.copyOf(columnNames);
      options = Map.copyOf(options);
      output = List.copyOf(output);
    }

    @Override
    public List<LogicalOperator> inputs() {
      return List.of(input);
    }
  }
}
