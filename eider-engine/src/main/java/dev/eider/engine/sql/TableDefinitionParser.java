// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.DefinitionStatement;
import dev.eider.engine.sql.ast.DefinitionStatement.ColumnConstraint;
import dev.eider.engine.sql.ast.DefinitionStatement.ColumnDefinition;
import dev.eider.engine.sql.ast.DefinitionStatement.IfExists;
import dev.eider.engine.sql.ast.DefinitionStatement.TableConstraint;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Option;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.Statement;
import dev.eider.engine.sql.ast.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** CREATE TABLE, columns and constraints. */
final class TableDefinitionParser {
  private final Parsers p;
  private final Cursor c;

  TableDefinitionParser(Parsers parsers) {
    this.p = parsers;
    this.c = parsers.cursor;
  }

  /** The statement behind CREATE TABLE. */
  Statement create(boolean replace, boolean temporary, int first) {
    IfExists ifExists = p.creates.ifExists(replace);
    QualifiedName name = p.expressions.qualifiedNameOrString();
    if (name.name().isEmpty()) {
      throw c.error("Empty table name not supported");
    }
    if (c.atSymbol(Symbols.LEFT_PAREN) && !isNameList()) {
      return withColumns(ifExists, temporary, name, first);
    }
    List<String> names = c.atSymbol(Symbols.LEFT_PAREN) ? c.parenthesized(c::name) : List.of();
    DefinitionStatement.TableStorage storage = storage();
    c.expect(Keyword.AS);
    Statement source = p.statements.statement();
    if (!(source instanceof DataStatement.Select)) {
      throw c.error("CREATE TABLE AS requires a SELECT clause");
    }
    boolean withData = true;
    if (c.accept(Keyword.WITH)) {
      withData = !c.accept(Keyword.NO);
      c.expect(Keyword.DATA);
    }
    onCommit();
    return new DefinitionStatement.CreateTable(
        ifExists, temporary, name, List.of(), names, source, withData, storage, c.span(first));
  }

  /** True at {@code (a, b)} followed by AS or WITH: column names without types. */
  private boolean isNameList() {
    int at = 1;
    while (c.atLabel(at)) {
      at++;
      if (c.atSymbol(at, Symbols.RIGHT_PAREN)) {
        return c.at(at + 1, Keyword.AS)
            || c.at(at + 1, Keyword.PARTITIONED)
            || c.at(at + 1, Keyword.SORTED);
      }
      if (!c.atSymbol(at, Symbols.COMMA)) {
        return false;
      }
      at++;
    }
    return c.atSymbol(at, Symbols.RIGHT_PAREN) && at > 1 && c.at(at + 1, Keyword.AS);
  }

  private Statement withColumns(
      IfExists ifExists, boolean temporary, QualifiedName name, int first) {
    c.expectSymbol(Symbols.LEFT_PAREN);
    if (c.atSymbol(Symbols.RIGHT_PAREN)) {
      throw c.error("Table must have at least one column!");
    }
    List<DefinitionStatement.TableElement> elements = c.list(this::element);
    c.expectSymbol(Symbols.RIGHT_PAREN);
    boolean anyColumn = false;
    for (DefinitionStatement.TableElement element : elements) {
      anyColumn |= element instanceof ColumnDefinition;
    }
    if (!anyColumn) {
      throw c.error("Table must have at least one column!");
    }
    DefinitionStatement.TableStorage storage = storage();
    onCommit();
    return new DefinitionStatement.CreateTable(
        ifExists, temporary, name, elements, List.of(), null, true, storage, c.span(first));
  }

  private DefinitionStatement.TableStorage storage() {
    List<Expr> partitioned = List.of();
    List<Expr> sorted = List.of();
    List<Option> options = List.of();
    for (int i = 0; i < 2; i++) {
      if (c.accept(Keyword.PARTITIONED, Keyword.BY)) {
        partitioned = c.parenthesized(p.expressions::expression);
      } else if (c.accept(Keyword.SORTED, Keyword.BY)) {
        sorted = c.parenthesized(p.expressions::expression);
      }
    }
    if (c.at(Keyword.WITH) && c.atSymbol(1, Symbols.LEFT_PAREN)) {
      c.advance();
      options = p.options.assigned();
    }
    return new DefinitionStatement.TableStorage(partitioned, sorted, options);
  }

  private void onCommit() {
    if (!c.accept(Keyword.ON, Keyword.COMMIT)) {
      return;
    }
    if (c.at(Keyword.DELETE)) {
      throw c.error("Only ON COMMIT PRESERVE ROWS is supported");
    }
    c.expect(Keyword.PRESERVE);
    c.expect(Keyword.ROWS);
  }

  // --- columns

  private DefinitionStatement.TableElement element() {
    if (atTableConstraint()) {
      return tableConstraint();
    }
    return column();
  }

  private boolean atTableConstraint() {
    return c.at(Keyword.CONSTRAINT)
        || c.at(Keyword.PRIMARY)
        || c.at(Keyword.UNIQUE)
        || c.at(Keyword.CHECK)
        || c.at(Keyword.FOREIGN);
  }

  /** The column of ADD COLUMN. */
  ColumnDefinition addedColumn() {
    ColumnDefinition column = anyColumn();
    if (column.generated() != null) {
      throw c.error("Adding generated columns after table creation is not supported yet");
    }
    if (column.type() == null) {
      throw c.error("Column definition requires a type or generated expression");
    }
    return checked(column);
  }

  private ColumnDefinition column() {
    ColumnDefinition column = anyColumn();
    if (column.type() == null && column.generated() == null) {
      throw c.error(
          "Column \""
              + column.name().getLast()
              + "\" must have a type or be defined as a GENERATED column.");
    }
    return checked(column);
  }

  /** {@code name type constraints}. */
  private ColumnDefinition anyColumn() {
    int first = c.position();
    List<String> name = p.expressions.dottedName();
    @Nullable TypeName type = null;
    if (!atAfterType()) {
      type = p.types.type();
    }
    @Nullable Expr generated = null;
    DefinitionStatement.GeneratedKind kind = DefinitionStatement.GeneratedKind.DEFAULT;
    if (atGenerated()) {
      int queries = p.queries.count();
      generated = generated();
      if (p.queries.count() != queries) {
        throw c.error(
            "Expression of generated column \""
                + name.getLast()
                + "\" contains a subquery, which isn't allowed");
      }
      if (c.accept(Keyword.VIRTUAL)) {
        kind = DefinitionStatement.GeneratedKind.VIRTUAL;
      } else if (c.accept(Keyword.STORED)) {
        kind = DefinitionStatement.GeneratedKind.STORED;
      }
    }
    List<ColumnConstraint> constraints = new ArrayList<>();
    while (true) {
      @Nullable ColumnConstraint constraint = columnConstraint();
      if (constraint == null) {
        break;
      }
      constraints.add(constraint);
    }
    return new ColumnDefinition(name, type, generated, kind, constraints, c.span(first));
  }

  private ColumnDefinition checked(ColumnDefinition column) {
    int defaults = 0;
    for (ColumnConstraint constraint : column.constraints()) {
      if (constraint instanceof ColumnConstraint.DefaultValue) {
        defaults++;
      } else if (constraint instanceof ColumnConstraint.Collation) {
        checkCollation(column);
      }
    }
    if (defaults > 1) {
      throw c.error("Cannot define a default value twice");
    }
    if (defaults > 0 && column.generated() != null) {
      throw c.error("Not allowed to set default on a generated column");
    }
    return column;
  }

  private void checkCollation(ColumnDefinition column) {
    if (column.generated() != null) {
      throw c.error("Collations are not supported on generated columns");
    }
    String type = column.type() == null ? "" : SqlText.render(column.type());
    switch (type.toUpperCase(Locale.ROOT)) {
      case "VARCHAR", "TEXT", "STRING", "BPCHAR" -> {}
      default -> {
        if (!type.startsWith("VARCHAR(")) {
          throw c.error("Only VARCHAR columns can have collations!");
        }
      }
    }
  }

  private boolean atAfterType() {
    return c.atSymbol(Symbols.COMMA)
        || c.atSymbol(Symbols.RIGHT_PAREN)
        || c.atSymbol(Symbols.SEMICOLON)
        || c.atEnd()
        || atGenerated()
        || c.at(Keyword.PRIMARY)
        || c.at(Keyword.UNIQUE)
        || c.at(Keyword.CHECK)
        || c.at(Keyword.NOT)
        || c.at(Keyword.DEFAULT)
        || c.at(Keyword.CONSTRAINT);
  }

  private boolean atGenerated() {
    return (c.at(Keyword.GENERATED)
            && (c.at(1, Keyword.ALWAYS) || c.at(1, Keyword.AS) || c.at(1, Keyword.BY)))
        || (c.at(Keyword.AS) && c.atSymbol(1, Symbols.LEFT_PAREN));
  }

  private Expr generated() {
    if (c.accept(Keyword.GENERATED)) {
      if (!c.accept(Keyword.ALWAYS) && c.accept(Keyword.BY)) {
        c.expect(Keyword.DEFAULT);
      }
    }
    c.expect(Keyword.AS);
    c.expectSymbol(Symbols.LEFT_PAREN);
    Expr value = p.expressions.expression();
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return value;
  }

  private @Nullable ColumnConstraint columnConstraint() {
    if (c.accept(Keyword.CONSTRAINT)) {
      c.nameOrString();
    }
    if (c.accept(Keyword.NOT, Keyword.NULL)) {
      return new ColumnConstraint.NotNull();
    }
    if (c.accept(Keyword.NULL)) {
      return new ColumnConstraint.Nullable();
    }
    if (c.accept(Keyword.UNIQUE)) {
      return new ColumnConstraint.Unique();
    }
    if (c.accept(Keyword.PRIMARY)) {
      c.expect(Keyword.KEY);
      return new ColumnConstraint.PrimaryKey();
    }
    if (c.accept(Keyword.DEFAULT)) {
      return new ColumnConstraint.DefaultValue(p.expressions.columnDefault());
    }
    if (c.accept(Keyword.CHECK)) {
      return new ColumnConstraint.Check(check());
    }
    if (c.at(Keyword.REFERENCES)) {
      return new ColumnConstraint.References(foreignTarget());
    }
    if (c.accept(Keyword.COLLATE)) {
      return new ColumnConstraint.Collation(String.join(".", p.expressions.dottedName()));
    }
    if (c.accept(Keyword.USING, Keyword.COMPRESSION)) {
      return new ColumnConstraint.Compression(c.nameOrString());
    }
    return null;
  }

  // --- constraints

  private Expr check() {
    c.expectSymbol(Symbols.LEFT_PAREN);
    int queries = p.queries.count();
    Expr condition = p.expressions.expression();
    if (p.queries.count() != queries) {
      throw c.error("subqueries prohibited in CHECK constraints");
    }
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return condition;
  }

  /** A constraint of the table, at the cursor. */
  TableConstraint tableConstraint() {
    int first = c.position();
    @Nullable String name = c.accept(Keyword.CONSTRAINT) ? c.name() : null;
    if (c.accept(Keyword.PRIMARY)) {
      c.expect(Keyword.KEY);
      return new TableConstraint.PrimaryKey(name, c.parenthesized(c::name), c.span(first));
    }
    if (c.accept(Keyword.UNIQUE)) {
      return new TableConstraint.Unique(name, c.parenthesized(c::name), c.span(first));
    }
    if (c.accept(Keyword.CHECK)) {
      Expr condition = check();
      return new TableConstraint.Check(name, condition, c.span(first));
    }
    c.expect(Keyword.FOREIGN);
    c.expect(Keyword.KEY);
    List<String> columns = c.parenthesized(c::name);
    DefinitionStatement.ForeignTarget target = foreignTarget();
    if (!target.columns().isEmpty() && target.columns().size() != columns.size()) {
      throw c.error(
          "The number of referencing and referenced columns for foreign keys must be the same");
    }
    return new TableConstraint.ForeignKey(name, columns, target, c.span(first));
  }

  private DefinitionStatement.ForeignTarget foreignTarget() {
    c.expect(Keyword.REFERENCES);
    QualifiedName table = p.expressions.qualifiedNameOrString();
    List<String> columns = c.atSymbol(Symbols.LEFT_PAREN) ? c.parenthesized(c::name) : List.of();
    @Nullable String onUpdate = null;
    @Nullable String onDelete = null;
    while (c.at(Keyword.ON, Keyword.UPDATE) || c.at(Keyword.ON, Keyword.DELETE)) {
      c.advance();
      boolean update = c.at(Keyword.UPDATE);
      c.advance();
      if (update) {
        onUpdate = keyAction();
      } else {
        onDelete = keyAction();
      }
    }
    return new DefinitionStatement.ForeignTarget(table, columns, onUpdate, onDelete);
  }

  private String keyAction() {
    if (c.accept(Keyword.NO)) {
      c.expect(Keyword.ACTION);
      return "NO ACTION";
    }
    if (c.accept(Keyword.RESTRICT)) {
      return "RESTRICT";
    }
    boolean cascade = c.accept(Keyword.CASCADE);
    if (!cascade) {
      c.expect(Keyword.SET);
      if (!c.acceptEither(Keyword.NULL, Keyword.DEFAULT)) {
        throw c.syntaxError();
      }
    }
    throw c.error("FOREIGN KEY constraints cannot use CASCADE, SET NULL or SET DEFAULT");
  }
}
