// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.DataStatement.Assignment;
import dev.eider.engine.sql.ast.DataStatement.MergeAction;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Option;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.SelectItem;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.Statement;
import dev.eider.engine.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** INSERT, UPDATE, DELETE, TRUNCATE, MERGE, COPY, CALL, EXPLAIN. */
final class DataStatementParser {
  private final Parsers p;
  private final Cursor c;

  DataStatementParser(Parsers parsers) {
    this.p = parsers;
    this.c = parsers.cursor;
  }

  Statement statement(Keyword word) {
    int first = c.position();
    return switch (word) {
      case TRUNCATE -> truncate(first);
      case COPY -> copy(first);
      case CALL -> call(first);
      case EXPLAIN -> explain(first);
      default -> afterWith(new QueryParser.With(List.of(), false), word, first);
    };
  }

  /** The statement behind a WITH list. */
  Statement afterWith(QueryParser.With list, Keyword word, int first) {
    DataStatement.With with = new DataStatement.With(list.ctes(), list.recursive());
    return switch (word) {
      case INSERT -> insert(with, first);
      case UPDATE -> update(with, first);
      case DELETE -> delete(with, first);
      case MERGE -> merge(with, first);
      default -> throw c.syntaxError();
    };
  }

  // --- INSERT

  private Statement insert(DataStatement.With with, int first) {
    c.expect(Keyword.INSERT);
    DataStatement.InsertAction action = DataStatement.InsertAction.DEFAULT;
    if (c.accept(Keyword.OR)) {
      action =
          c.at(Keyword.REPLACE)
              ? DataStatement.InsertAction.OR_REPLACE
              : DataStatement.InsertAction.OR_IGNORE;
      if (!c.acceptEither(Keyword.REPLACE, Keyword.IGNORE)) {
        throw c.syntaxError();
      }
    }
    c.expect(Keyword.INTO);
    QualifiedName table = p.expressions.qualifiedNameOrString();
    @Nullable String alias = c.accept(Keyword.AS) ? c.name() : null;
    DataStatement.ColumnMatch match = columnMatch();
    List<String> columns = List.of();
    if (c.atSymbol(Symbols.LEFT_PAREN) && !p.queries.atQueryStartOrParenthesis(1)) {
      columns = c.parenthesized(c::name);
    }
    @Nullable Query source = null;
    if (!c.accept(Keyword.DEFAULT, Keyword.VALUES)) {
      source = p.queries.query();
    } else if (!columns.isEmpty()) {
      throw c.error(
          "You can not provide both a column list and DEFAULT VALUES, please remove one of the"
              + " two");
    }
    if (match == DataStatement.ColumnMatch.BY_NAME && !columns.isEmpty()) {
      throw c.error("INSERT BY NAME cannot be combined with an explicit column list");
    }
    DataStatement.@Nullable OnConflict conflict = onConflict();
    if (conflict != null && action != DataStatement.InsertAction.DEFAULT) {
      throw c.error(
          "You can not provide both OR REPLACE|IGNORE and an ON CONFLICT clause, please remove the"
              + " first if you want to have more granular control");
    }
    List<SelectItem> returning = returning();
    return new DataStatement.Insert(
        with, action, table, alias, match, columns, source, conflict, returning, c.span(first));
  }

  private DataStatement.ColumnMatch columnMatch() {
    if (c.accept(Keyword.BY)) {
      if (c.accept(Keyword.NAME)) {
        return DataStatement.ColumnMatch.BY_NAME;
      }
      c.expect(Keyword.POSITION);
      return DataStatement.ColumnMatch.BY_POSITION;
    }
    return DataStatement.ColumnMatch.DEFAULT;
  }

  private DataStatement.@Nullable OnConflict onConflict() {
    int first = c.position();
    if (!c.at(Keyword.ON, Keyword.CONFLICT)) {
      return null;
    }
    c.advance();
    c.advance();
    List<String> target = List.of();
    @Nullable Expr targetWhere = null;
    @Nullable String constraint = null;
    if (c.atSymbol(Symbols.LEFT_PAREN)) {
      target = c.parenthesized(c::name);
      targetWhere = where();
    } else if (c.accept(Keyword.ON)) {
      c.expect(Keyword.CONSTRAINT);
      constraint = c.nameOrString();
    }
    c.expect(Keyword.DO);
    if (c.accept(Keyword.NOTHING)) {
      return new DataStatement.OnConflict(
          target, targetWhere, constraint, null, null, c.span(first));
    }
    c.expect(Keyword.UPDATE);
    c.expect(Keyword.SET);
    List<Assignment> set = assignments();
    @Nullable Expr where = where();
    return new DataStatement.OnConflict(target, targetWhere, constraint, set, where, c.span(first));
  }

  private @Nullable Expr where() {
    return c.accept(Keyword.WHERE) ? p.expressions.expression() : null;
  }

  private List<SelectItem> returning() {
    return c.accept(Keyword.RETURNING) ? c.list(p.queries::selectItem) : List.of();
  }

  // --- UPDATE, DELETE, TRUNCATE

  private Statement update(DataStatement.With with, int first) {
    c.expect(Keyword.UPDATE);
    QualifiedName table = p.expressions.qualifiedNameOrString();
    @Nullable String alias = null;
    if (c.accept(Keyword.AS)) {
      alias = c.name();
    } else if (c.atName(0) && !(c.at(Keyword.SET) && !c.at(1, Keyword.SET))) {
      alias = c.name();
    }
    c.expect(Keyword.SET);
    List<Assignment> set = assignments();
    List<TableRef> from = c.at(Keyword.FROM) ? p.tables.fromClause() : List.of();
    @Nullable Expr where = where();
    return new DataStatement.Update(
        with, table, alias, set, from, where, returning(), c.span(first));
  }

  /** {@code a = 1, b.c = 2} or {@code (a, b) = (1, 2)}. */
  private List<Assignment> assignments() {
    if (c.atSymbol(Symbols.LEFT_PAREN)) {
      return tupleAssignment();
    }
    return c.list(this::assignment);
  }

  private Assignment assignment() {
    int first = c.position();
    List<String> parts = p.expressions.dottedName();
    c.expectSymbol(Symbols.EQUAL);
    if (parts.size() > 1) {
      throw c.error("Qualified column names in UPDATE .. SET not supported");
    }
    return new Assignment(parts.getFirst(), p.expressions.expression(), c.span(first));
  }

  private List<Assignment> tupleAssignment() {
    int first = c.position();
    List<String> columns = c.parenthesized(c::name);
    c.expectSymbol(Symbols.EQUAL);
    Expr value = p.expressions.expression();
    SourceSpan span = c.span(first);
    List<Expr> values = Collections.nCopies(columns.size(), value);
    if (value instanceof Expr.FunctionCall call
        && call.name().isSimple()
        && call.name().name().equals("row")) {
      values = new ArrayList<>();
      for (Expr.Argument argument : call.arguments()) {
        values.add(argument.value());
      }
    }
    if (values.size() != columns.size()) {
      throw c.error(
          "Could not perform assignment, expected "
              + columns.size()
              + " values, got "
              + values.size());
    }
    List<Assignment> result = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      result.add(new Assignment(columns.get(i), values.get(i), span));
    }
    return result;
  }

  private Statement delete(DataStatement.With with, int first) {
    c.expect(Keyword.DELETE);
    c.expect(Keyword.FROM);
    QualifiedName table = p.expressions.qualifiedNameOrString();
    @Nullable String alias = targetAlias();
    List<TableRef> using = c.accept(Keyword.USING) ? c.list(p.tables::tableRef) : List.of();
    @Nullable Expr where = where();
    return new DataStatement.Delete(with, table, alias, using, where, returning(), c.span(first));
  }

  private @Nullable String targetAlias() {
    if (c.accept(Keyword.AS) || c.atName(0)) {
      return c.name();
    }
    return null;
  }

  private Statement truncate(int first) {
    c.expect(Keyword.TRUNCATE);
    c.accept(Keyword.TABLE);
    QualifiedName table = p.expressions.qualifiedNameOrString();
    return new DataStatement.Truncate(table, c.span(first));
  }

  // --- MERGE

  private Statement merge(DataStatement.With with, int first) {
    c.expect(Keyword.MERGE);
    c.expect(Keyword.INTO);
    QualifiedName table = p.expressions.qualifiedNameOrString();
    @Nullable String alias = targetAlias();
    c.expect(Keyword.USING);
    TableRef source = p.tables.tableRef();
    @Nullable Expr on = null;
    List<String> usingColumns = List.of();
    if (c.accept(Keyword.ON)) {
      on = p.expressions.expression();
    } else {
      c.expect(Keyword.USING);
      usingColumns = c.parenthesized(c::name);
    }
    List<DataStatement.MergeBranch> branches = new ArrayList<>();
    do {
      branches.add(mergeBranch());
    } while (c.at(Keyword.WHEN));
    return new DataStatement.Merge(
        with, table, alias, source, on, usingColumns, branches, returning(), c.span(first));
  }

  private DataStatement.MergeBranch mergeBranch() {
    int first = c.position();
    c.expect(Keyword.WHEN);
    DataStatement.MergeWhen when = DataStatement.MergeWhen.MATCHED;
    if (c.accept(Keyword.NOT)) {
      c.expect(Keyword.MATCHED);
      when = DataStatement.MergeWhen.NOT_MATCHED_BY_TARGET;
      if (c.accept(Keyword.BY)) {
        if (c.accept(Keyword.SOURCE)) {
          when = DataStatement.MergeWhen.NOT_MATCHED_BY_SOURCE;
        } else {
          c.expect(Keyword.TARGET);
        }
      }
    } else {
      c.expect(Keyword.MATCHED);
    }
    @Nullable Expr condition = c.accept(Keyword.AND) ? p.expressions.expression() : null;
    c.expect(Keyword.THEN);
    return new DataStatement.MergeBranch(when, condition, mergeAction(), c.span(first));
  }

  private MergeAction mergeAction() {
    if (c.accept(Keyword.UPDATE)) {
      if (c.accept(Keyword.SET)) {
        if (c.acceptSymbol(Symbols.STAR)) {
          return new MergeAction.UpdateRow(null, DataStatement.ColumnMatch.DEFAULT);
        }
        return new MergeAction.UpdateRow(assignments(), DataStatement.ColumnMatch.DEFAULT);
      }
      return new MergeAction.UpdateRow(null, columnMatch());
    }
    if (c.accept(Keyword.DELETE)) {
      return new MergeAction.DeleteRow();
    }
    if (c.accept(Keyword.INSERT)) {
      return mergeInsert();
    }
    if (c.accept(Keyword.DO)) {
      c.expect(Keyword.NOTHING);
      return new MergeAction.DoNothing();
    }
    c.expect(Keyword.ERROR);
    boolean more =
        !c.at(Keyword.WHEN)
            && !c.at(Keyword.RETURNING)
            && !c.atEnd()
            && !c.atSymbol(Symbols.SEMICOLON)
            && !c.atSymbol(Symbols.RIGHT_PAREN);
    return new MergeAction.RaiseError(more ? p.expressions.expression() : null);
  }

  private MergeAction mergeInsert() {
    if (c.accept(Keyword.DEFAULT, Keyword.VALUES)) {
      return new MergeAction.InsertRow(List.of(), null, true, DataStatement.ColumnMatch.DEFAULT);
    }
    if (c.atSymbol(Symbols.LEFT_PAREN) || c.at(Keyword.VALUES)) {
      List<String> columns = c.atSymbol(Symbols.LEFT_PAREN) ? c.parenthesized(c::name) : List.of();
      c.expect(Keyword.VALUES);
      List<Expr> values = c.parenthesized(p.expressions::expression);
      return new MergeAction.InsertRow(columns, values, false, DataStatement.ColumnMatch.DEFAULT);
    }
    DataStatement.ColumnMatch match = columnMatch();
    c.acceptSymbol(Symbols.STAR);
    return new MergeAction.InsertRow(List.of(), null, false, match);
  }

  // --- COPY, CALL, EXPLAIN

  private Statement copy(int first) {
    c.expect(Keyword.COPY);
    if (c.at(Keyword.FROM, Keyword.DATABASE)) {
      return copyDatabase(first);
    }
    if (c.acceptSymbol(Symbols.LEFT_PAREN)) {
      Query query = p.queries.query();
      c.expectSymbol(Symbols.RIGHT_PAREN);
      c.expect(Keyword.TO);
      Expr file = copyFile();
      List<Option> options = p.options.copyOptions();
      return new DataStatement.Copy(query, null, List.of(), false, file, options, c.span(first));
    }
    QualifiedName table = p.expressions.qualifiedNameOrString();
    List<String> columns = c.atSymbol(Symbols.LEFT_PAREN) ? c.parenthesized(c::name) : List.of();
    boolean from = c.at(Keyword.FROM);
    if (!c.acceptEither(Keyword.FROM, Keyword.TO)) {
      throw c.syntaxError();
    }
    Expr file = copyFile();
    List<Option> options = p.options.copyOptions();
    return new DataStatement.Copy(null, table, columns, from, file, options, c.span(first));
  }

  /** A string, a name that stands for one (STDIN), a parameter, or an expression in parentheses. */
  private Expr copyFile() {
    int first = c.position();
    if (c.atString()) {
      String file = c.string();
      return new Expr.StringLiteral(file, c.span(first));
    }
    if (c.atSymbol(Symbols.LEFT_PAREN)
        || c.atSymbol(Symbols.QUESTION)
        || c.atSymbol(Symbols.DOLLAR)) {
      return p.primaries.withPostfix();
    }
    List<String> parts = p.expressions.dottedName();
    return new Expr.StringLiteral(String.join(".", parts), c.span(first));
  }

  private Statement copyDatabase(int first) {
    c.expect(Keyword.FROM);
    c.expect(Keyword.DATABASE);
    String from = c.name();
    c.expect(Keyword.TO);
    String to = c.name();
    DataStatement.CopyScope scope = DataStatement.CopyScope.ALL;
    if (c.acceptSymbol(Symbols.LEFT_PAREN)) {
      scope = c.at(Keyword.SCHEMA) ? DataStatement.CopyScope.SCHEMA : DataStatement.CopyScope.DATA;
      if (!c.acceptEither(Keyword.SCHEMA, Keyword.DATA)) {
        throw c.syntaxError();
      }
      c.expectSymbol(Symbols.RIGHT_PAREN);
    }
    return new DataStatement.CopyDatabase(from, to, scope, c.span(first));
  }

  private Statement call(int first) {
    c.expect(Keyword.CALL);
    QualifiedName function;
    if (c.atSymbol(1, Symbols.LEFT_PAREN) && c.atFunctionName(0)) {
      int nameAt = c.position();
      String name = c.takeWord();
      function = QualifiedName.of(name, c.span(nameAt));
    } else {
      function = p.expressions.qualifiedName();
    }
    List<Expr.Argument> arguments = p.functions.parenthesizedArguments();
    return new DataStatement.Call(function, arguments, c.span(first));
  }

  private Statement explain(int first) {
    c.expect(Keyword.EXPLAIN);
    boolean analyze = c.acceptEither(Keyword.ANALYZE, Keyword.ANALYSE);
    List<Option> options = List.of();
    if (c.atSymbol(Symbols.LEFT_PAREN) && !p.queries.atQueryStartOrParenthesis(1)) {
      options = new ArrayList<>();
      for (Option option : c.parenthesized(p.options::explainOption)) {
        if (option.name().equalsIgnoreCase("analyze") && option.values().isEmpty()) {
          analyze = true;
        } else {
          options.add(option);
        }
      }
    }
    Statement statement = p.statements.statement();
    return new DataStatement.Explain(analyze, options, statement, c.span(first));
  }
}
