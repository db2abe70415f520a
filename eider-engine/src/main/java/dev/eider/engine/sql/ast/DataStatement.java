// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statements that read or write rows. */
public sealed interface DataStatement extends Statement {

  /**
   * A query as statement; also an expression or table name alone ({@code 1 + 1}, {@code tbl}), and
   * DESCRIBE, SHOW, SUMMARIZE, PIVOT, UNPIVOT, which arrive as {@code SELECT * FROM} that
   * reference.
   */
  record Select(Query query, SourceSpan span) implements DataStatement {}

  /** What INSERT does with a row that breaks a key, when said shortly. */
  enum InsertAction {
    DEFAULT,
    OR_REPLACE,
    OR_IGNORE
  }

  /** How columns are matched. */
  enum ColumnMatch {
    DEFAULT,
    BY_NAME,
    BY_POSITION
  }

  /**
   * INSERT.
   *
   * @param with the WITH list before INSERT
   * @param alias INSERT INTO t AS alias, null when absent
   * @param columns the column list, empty when absent
   * @param source the rows; null for DEFAULT VALUES
   * @param returning empty when absent
   */
  record Insert(
      With with,
      InsertAction action,
      QualifiedName table,
      @Nullable String alias,
      ColumnMatch match,
      List<String> columns,
      @Nullable Query source,
      @Nullable OnConflict onConflict,
      List<SelectItem> returning,
      SourceSpan span)
      implements DataStatement {
    public Insert {
      columns = List.copyOf(columns);
      returning = List.copyOf(returning);
    }
  }

  /** The WITH list before INSERT, UPDATE, DELETE or MERGE. */
  record With(List<Cte> ctes, boolean recursive) {
    /** No WITH list. */
    public static final With NONE = new With(List.of(), false);

    public With {
      ctes = List.copyOf(ctes);
    }
  }

  /**
   * ON CONFLICT.
   *
   * @param target the columns in conflict, empty when not given
   * @param targetWhere WHERE after the target
   * @param constraint ON CONSTRAINT name
   * @param set what DO UPDATE sets; null for DO NOTHING
   * @param where WHERE after DO UPDATE
   */
  record OnConflict(
      List<String> target,
      @Nullable Expr targetWhere,
      @Nullable String constraint,
      @Nullable List<Assignment> set,
      @Nullable Expr where,
      SourceSpan span) {
    public OnConflict {
      target = List.copyOf(target);
      set = set == null ? null : List.copyOf(set);
    }
  }

  /**
   * {@code column = value}. The tuple form {@code (a, b) = (1, 2)} arrives as one assignment per
   * column, as does {@code (a, b) = 3}.
   */
  record Assignment(String column, Expr value, SourceSpan span) {}

  /** UPDATE t SET ... FROM ... WHERE ... RETURNING ... */
  record Update(
      With with,
      QualifiedName table,
      @Nullable String alias,
      List<Assignment> set,
      List<TableRef> from,
      @Nullable Expr where,
      List<SelectItem> returning,
      SourceSpan span)
      implements DataStatement {
    public Update {
      set = List.copyOf(set);
      from = List.copyOf(from);
      returning = List.copyOf(returning);
    }
  }

  /** DELETE FROM t USING ... WHERE ... RETURNING ... */
  record Delete(
      With with,
      QualifiedName table,
      @Nullable String alias,
      List<TableRef> using,
      @Nullable Expr where,
      List<SelectItem> returning,
      SourceSpan span)
      implements DataStatement {
    public Delete {
      using = List.copyOf(using);
      returning = List.copyOf(returning);
    }
  }

  /** TRUNCATE t. */
  record Truncate(QualifiedName table, SourceSpan span) implements DataStatement {}

  /** MERGE INTO. {@code on} is null when {@code usingColumns} are given. */
  record Merge(
      With with,
      QualifiedName table,
      @Nullable String alias,
      TableRef source,
      @Nullable Expr on,
      List<String> usingColumns,
      List<MergeBranch> branches,
      List<SelectItem> returning,
      SourceSpan span)
      implements DataStatement {
    public Merge {
      usingColumns = List.copyOf(usingColumns);
      branches = List.copyOf(branches);
      returning = List.copyOf(returning);
    }
  }

  /** Which rows a branch of MERGE is for. */
  enum MergeWhen {
    MATCHED,
    NOT_MATCHED_BY_TARGET,
    NOT_MATCHED_BY_SOURCE
  }

  /** {@code WHEN ... AND condition THEN action}. */
  record MergeBranch(
      MergeWhen when, @Nullable Expr condition, MergeAction action, SourceSpan span) {}

  /** What a branch of MERGE does. */
  sealed interface MergeAction {
    /** UPDATE SET ...; {@code set} null for UPDATE [BY ...] and UPDATE SET *. */
    record UpdateRow(@Nullable List<Assignment> set, ColumnMatch match) implements MergeAction {
      public UpdateRow {
        set = set == null ? null : List.copyOf(set);
      }
    }

    /** DELETE. */
    record DeleteRow() implements MergeAction {}

    /**
     * INSERT; {@code values} null for all columns of the source ({@code INSERT}, {@code INSERT *},
     * {@code INSERT BY NAME}) and for DEFAULT VALUES.
     */
    record InsertRow(
        List<String> columns, @Nullable List<Expr> values, boolean defaultValues, ColumnMatch match)
        implements MergeAction {
      public InsertRow {
        columns = List.copyOf(columns);
        values = values == null ? null : List.copyOf(values);
      }
    }

    /** DO NOTHING. */
    record DoNothing() implements MergeAction {}

    /** ERROR [message]. */
    record RaiseError(@Nullable Expr message) implements MergeAction {}
  }

  /**
   * COPY t FROM / TO and COPY (query) TO.
   *
   * @param query what is copied out, for COPY (query) TO; null when {@code table} is given
   * @param table the table; null when {@code query} is given
   * @param columns the column list, empty when absent
   * @param isFrom FROM was written
   * @param file the file: a string literal, a parameter, or an expression in parentheses
   * @param options both syntaxes arrive here
   */
  record Copy(
      @Nullable Query query,
      @Nullable QualifiedName table,
      List<String> columns,
      boolean isFrom,
      Expr file,
      List<Option> options,
      SourceSpan span)
      implements DataStatement {
    public Copy {
      columns = List.copyOf(columns);
      options = List.copyOf(options);
    }
  }

  /** What COPY FROM DATABASE takes. */
  enum CopyScope {
    ALL,
    SCHEMA,
    DATA
  }

  /** COPY FROM DATABASE a TO b. */
  record CopyDatabase(String from, String to, CopyScope scope, SourceSpan span)
      implements DataStatement {}

  /** CALL f(...). */
  record Call(QualifiedName function, List<Expr.Argument> arguments, SourceSpan span)
      implements DataStatement {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /** EXPLAIN [ANALYZE] [(options)] statement. */
  record Explain(boolean analyze, List<Option> options, Statement statement, SourceSpan span)
      implements DataStatement {
    public Explain {
      options = List.copyOf(options);
    }
  }
}
