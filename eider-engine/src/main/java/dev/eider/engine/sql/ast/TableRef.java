// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that can stand in a FROM clause. */
public sealed interface TableRef extends Node {

  /** The alias, null when there is none. */
  @Nullable TableAlias alias();

  /**
   * A table, view, common table expression or file: {@code t}, {@code s.t}, {@code c.s.t}, {@code
   * 'data.csv'}.
   *
   * @param isFile written as a string literal; {@code name} has one part then
   * @param at {@code AT (VERSION => n)} or {@code AT (TIMESTAMP => t)}
   */
  record NamedTable(
      QualifiedName name,
      boolean isFile,
      @Nullable At at,
      @Nullable TableAlias alias,
      @Nullable Sample sample,
      SourceSpan span)
      implements TableRef {
    /** A table by name alone. */
    public static NamedTable of(QualifiedName name) {
      return new NamedTable(name, false, null, null, null, name.span());
    }
  }

  /** {@code AT (unit => value)}; {@code unit} is {@code VERSION} or {@code TIMESTAMP}. */
  record At(String unit, Expr value) {}

  /**
   * {@code read_csv('x.csv', header := true)}.
   *
   * @param lateral LATERAL was written (it changes nothing: a table function always may refer back)
   * @param withOrdinality WITH ORDINALITY was written
   */
  record TableFunction(
      QualifiedName name,
      List<Expr.Argument> arguments,
      boolean lateral,
      boolean withOrdinality,
      @Nullable TableAlias alias,
      @Nullable Sample sample,
      SourceSpan span)
      implements TableRef {
    public TableFunction {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * {@code (SELECT ...) AS t}; also a parenthesised VALUES and a bare {@code VALUES (1)} as table.
   */
  record Subquery(
      Query query,
      boolean lateral,
      @Nullable TableAlias alias,
      @Nullable Sample sample,
      SourceSpan span)
      implements TableRef {}

  /** {@code (a JOIN b ON ...) AS j} or a parenthesised table with alias or sample of its own. */
  record Parenthesized(
      TableRef inner, @Nullable TableAlias alias, @Nullable Sample sample, SourceSpan span)
      implements TableRef {}

  /** How two tables are joined. */
  enum JoinKind {
    INNER,
    LEFT,
    RIGHT,
    FULL,
    SEMI,
    ANTI,
    CROSS,
    POSITIONAL,
    /** Each left row once, with whether it has a match. */
    MARK,
    /** LEFT, and at most one match for each left row. */
    SINGLE
  }

  /** NATURAL, ASOF, or neither. */
  enum JoinFlavor {
    REGULAR,
    NATURAL,
    ASOF
  }

  /**
   * A join; chains are left-deep.
   *
   * @param on the ON condition, null when absent
   * @param using the USING columns, empty when absent
   */
  record Join(
      JoinKind kind,
      JoinFlavor flavor,
      TableRef left,
      TableRef right,
      @Nullable Expr on,
      List<String> using,
      SourceSpan span)
      implements TableRef {
    public Join {
      using = List.copyOf(using);
    }

    @Override
    public @Nullable TableAlias alias() {
      return null;
    }
  }

  /**
   * PIVOT, as a statement ({@code PIVOT t ON a USING sum(b) GROUP BY c}) or in FROM ({@code t PIVOT
   * (sum(b) FOR a IN (1, 2) GROUP BY c)}).
   *
   * @param aggregates what to compute; empty means count(*)
   * @param columns what to spread over columns
   * @param groupBy rows that stay, empty when not given
   */
  record Pivot(
      TableRef source,
      List<SelectItem> aggregates,
      List<PivotColumn> columns,
      List<String> groupBy,
      @Nullable TableAlias alias,
      SourceSpan span)
      implements TableRef {
    public Pivot {
      aggregates = List.copyOf(aggregates);
      columns = List.copyOf(columns);
      groupBy = List.copyOf(groupBy);
    }
  }

  /**
   * A column to pivot on.
   *
   * @param on one expression, or several when written as a row {@code (a, b) IN ((1, 2), ...)}
   * @param values the values of the IN list; a row literal for several; empty when none is given
   * @param enumName the name of an ENUM type given instead of values, else null
   * @param subquery a query given instead of values, else null
   */
  record PivotColumn(
      List<Expr> on,
      List<SelectItem> values,
      @Nullable String enumName,
      @Nullable Query subquery,
      SourceSpan span) {
    public PivotColumn {
      on = List.copyOf(on);
      values = List.copyOf(values);
    }
  }

  /**
   * UNPIVOT, as a statement or in FROM.
   *
   * @param valueColumns names of the value columns; one, or several when rows are unpivoted
   *     together
   * @param columns the name column with what goes into it
   */
  record Unpivot(
      TableRef source,
      List<String> valueColumns,
      List<UnpivotColumn> columns,
      boolean includeNulls,
      @Nullable TableAlias alias,
      SourceSpan span)
      implements TableRef {
    public Unpivot {
      valueColumns = List.copyOf(valueColumns);
      columns = List.copyOf(columns);
    }
  }

  /**
   * A name column of UNPIVOT.
   *
   * @param name name of the column that receives the names; {@code name} by default
   * @param sources columns to unpivot: expressions (a row for several, COLUMNS(...) and * too) with
   *     the name to use in the alias
   */
  record UnpivotColumn(String name, List<SelectItem> sources, SourceSpan span) {
    public UnpivotColumn {
      sources = List.copyOf(sources);
    }
  }

  /** What a {@link Show} tells. */
  enum ShowKind {
    /** Columns of a table or query. */
    DESCRIBE,
    /** Column statistics of a table or query. */
    SUMMARIZE,
    /** SHOW TABLES, DESCRIBE without anything. */
    TABLES,
    /** SHOW TABLES FROM schema. */
    TABLES_FROM,
    /** SHOW ALL TABLES. */
    ALL_TABLES,
    /** SHOW DATABASES. */
    DATABASES,
    /** SHOW SCHEMAS. */
    SCHEMAS,
    /** SHOW VARIABLES. */
    VARIABLES,
    /** SHOW name: a setting or, when there is none, a table to describe. */
    SETTING_OR_TABLE
  }

  /**
   * DESCRIBE, SUMMARIZE or SHOW used as a table: {@code FROM (DESCRIBE t)}.
   *
   * @param query the query to describe; null when {@code name} is given or nothing is needed
   * @param name the table, schema, setting or (as one part) file; null when not needed
   * @param isFile the name was written as a string literal
   */
  record Show(
      ShowKind kind,
      @Nullable Query query,
      @Nullable QualifiedName name,
      boolean isFile,
      @Nullable TableAlias alias,
      SourceSpan span)
      implements TableRef {}
}
