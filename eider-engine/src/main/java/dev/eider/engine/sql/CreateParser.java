// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.DefinitionStatement;
import dev.eider.engine.sql.ast.DefinitionStatement.IfExists;
import dev.eider.engine.sql.ast.DefinitionStatement.SequenceOption;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Option;
import dev.eider.engine.sql.ast.OrderItem;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.Statement;
import dev.eider.engine.sql.ast.TypeName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** CREATE of everything; tables have a parser of their own. */
final class CreateParser {
  private final Parsers p;
  private final Cursor c;

  CreateParser(Parsers parsers) {
    this.p = parsers;
    this.c = parsers.cursor;
  }

  Statement create() {
    int first = c.position();
    c.expect(Keyword.CREATE);
    boolean replace = c.accept(Keyword.OR, Keyword.REPLACE);
    @Nullable String persistence = persistence();
    boolean temporary = "temporary".equals(persistence);
    Keyword word = c.keyword(0);
    if (word == null) {
      throw c.syntaxError();
    }
    switch (word) {
      case TABLE:
        c.advance();
        return p.tableDefinitions.create(replace, temporary, first);
      case VIEW, RECURSIVE, SECURE:
        return view(replace, temporary, first);
      case SCHEMA:
        c.advance();
        return new DefinitionStatement.CreateSchema(
            ifExists(replace), p.expressions.qualifiedNameOrString(), c.span(first));
      case SEQUENCE:
        return sequence(replace, temporary, first);
      case MACRO, FUNCTION:
        return macro(replace, temporary, first);
      case TYPE:
        return type(replace, temporary, first);
      case INDEX, UNIQUE:
        return index(replace, first);
      case SECRET:
        return secret(replace, persistence, first);
      case TRIGGER:
        return trigger(replace, temporary, first);
      default:
        throw c.syntaxError();
    }
  }

  /** {@code temporary}, {@code persistent} or null. */
  @Nullable String persistence() {
    if (c.acceptEither(Keyword.TEMP, Keyword.TEMPORARY)) {
      return "temporary";
    }
    return c.accept(Keyword.PERSISTENT) ? "persistent" : null;
  }

  /** IF NOT EXISTS at the cursor, joined with OR REPLACE read before. */
  IfExists ifExists(boolean replace) {
    if (c.at(Keyword.IF, Keyword.NOT) && c.at(2, Keyword.EXISTS)) {
      c.advance();
      c.advance();
      c.advance();
      if (replace) {
        throw c.error(
            "Cannot specify both OR REPLACE and IF NOT EXISTS within single create statement");
      }
      return IfExists.SKIP;
    }
    return replace ? IfExists.REPLACE : IfExists.FAIL;
  }

  private List<String> columnNames() {
    return c.atSymbol(Symbols.LEFT_PAREN) ? c.parenthesized(c::nameOrString) : List.of();
  }

  private Statement view(boolean replace, boolean temporary, int first) {
    c.accept(Keyword.SECURE);
    boolean recursive = c.accept(Keyword.RECURSIVE);
    c.expect(Keyword.VIEW);
    IfExists ifExists = ifExists(replace);
    QualifiedName name = p.expressions.qualifiedNameOrString();
    List<String> columns = columnNames();
    if (c.accept(Keyword.WITH)) {
      p.options.assigned();
    }
    c.expect(Keyword.AS);
    Query query = p.queries.query();
    p.pivots.refuseValuesFromData("view");
    return new DefinitionStatement.CreateView(
        ifExists, temporary, recursive, name, columns, query, c.span(first));
  }

  // --- sequences

  private Statement sequence(boolean replace, boolean temporary, int first) {
    c.expect(Keyword.SEQUENCE);
    IfExists ifExists = ifExists(replace);
    QualifiedName name = p.expressions.qualifiedNameOrString();
    List<SequenceOption> options = sequenceOptions();
    SequenceChecks.check(c, options);
    return new DefinitionStatement.CreateSequence(
        ifExists, temporary, name, options, c.span(first));
  }

  /** Options of CREATE or ALTER SEQUENCE, each at most once. */
  List<SequenceOption> sequenceOptions() {
    List<SequenceOption> options = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    while (true) {
      @Nullable SequenceOption option = sequenceOption();
      if (option == null) {
        return options;
      }
      String kind = SequenceChecks.label(option);
      if (!seen.add(kind)) {
        throw c.error(kind + " should be passed at most once");
      }
      options.add(option);
    }
  }

  private @Nullable SequenceOption sequenceOption() {
    if (c.accept(Keyword.CYCLE)) {
      return new SequenceOption.Cycle(true);
    }
    if (c.accept(Keyword.INCREMENT)) {
      c.accept(Keyword.BY);
      return new SequenceOption.Increment(p.expressions.expression());
    }
    if (c.accept(Keyword.MINVALUE)) {
      return new SequenceOption.MinValue(p.expressions.expression());
    }
    if (c.accept(Keyword.MAXVALUE)) {
      return new SequenceOption.MaxValue(p.expressions.expression());
    }
    if (c.accept(Keyword.START)) {
      c.accept(Keyword.WITH);
      return new SequenceOption.StartWith(p.expressions.expression());
    }
    if (c.accept(Keyword.OWNED)) {
      c.expect(Keyword.BY);
      return new SequenceOption.OwnedBy(p.expressions.qualifiedNameOrString());
    }
    if (c.accept(Keyword.NO)) {
      if (c.accept(Keyword.CYCLE)) {
        return new SequenceOption.Cycle(false);
      }
      if (c.accept(Keyword.MINVALUE)) {
        return new SequenceOption.MinValue(null);
      }
      c.expect(Keyword.MAXVALUE);
      return new SequenceOption.MaxValue(null);
    }
    return null;
  }

  // --- macros

  private Statement macro(boolean replace, boolean temporary, int first) {
    c.advance();
    IfExists ifExists = ifExists(replace);
    QualifiedName name = macroName();
    List<DefinitionStatement.MacroDefinition> definitions = c.list(this::macroDefinition);
    boolean table = definitions.getFirst().table() != null;
    for (DefinitionStatement.MacroDefinition definition : definitions) {
      if ((definition.table() != null) != table) {
        throw c.error("Cannot mix table and scalar macro function definitions");
      }
    }
    return new DefinitionStatement.CreateMacro(
        ifExists, temporary, name, definitions, c.span(first));
  }

  private QualifiedName macroName() {
    if (c.atSymbol(1, Symbols.LEFT_PAREN) && c.atFunctionName(0)) {
      int nameAt = c.position();
      String name = c.takeWord();
      return QualifiedName.of(name, c.span(nameAt));
    }
    return p.expressions.qualifiedNameOrString();
  }

  private DefinitionStatement.MacroDefinition macroDefinition() {
    int first = c.position();
    c.expectSymbol(Symbols.LEFT_PAREN);
    List<DefinitionStatement.MacroParameter> parameters =
        c.atSymbol(Symbols.RIGHT_PAREN) ? List.of() : c.list(this::macroParameter);
    c.expectSymbol(Symbols.RIGHT_PAREN);
    checkParameters(parameters);
    c.expect(Keyword.AS);
    if (c.accept(Keyword.TABLE)) {
      Query query = p.queries.query();
      p.pivots.refuseValuesFromData("macro");
      return new DefinitionStatement.MacroDefinition(parameters, null, query, c.span(first));
    }
    Expr body = p.expressions.expression();
    p.pivots.refuseValuesFromData("macro");
    return new DefinitionStatement.MacroDefinition(parameters, body, null, c.span(first));
  }

  private DefinitionStatement.MacroParameter macroParameter() {
    String name = c.parameterName();
    @Nullable TypeName type = null;
    if (!c.atSymbol(Symbols.COMMA)
        && !c.atSymbol(Symbols.RIGHT_PAREN)
        && !c.atSymbol(Symbols.ASSIGN)
        && !c.atSymbol(Symbols.FAT_ARROW)) {
      type = p.types.type();
    }
    @Nullable Expr value = null;
    if (c.acceptSymbol(Symbols.ASSIGN) || c.acceptSymbol(Symbols.FAT_ARROW)) {
      value = p.expressions.expression();
    }
    return new DefinitionStatement.MacroParameter(name, type, value);
  }

  private void checkParameters(List<DefinitionStatement.MacroParameter> parameters) {
    Set<String> names = new HashSet<>();
    boolean hasDefault = false;
    for (DefinitionStatement.MacroParameter parameter : parameters) {
      if (!names.add(parameter.name().toLowerCase(Locale.ROOT))) {
        throw c.error("Duplicate parameter \"" + parameter.name() + "\" in macro definition");
      }
      if (hasDefault && parameter.defaultValue() == null) {
        throw c.error("Parameter without a default follows parameter with a default");
      }
      hasDefault |= parameter.defaultValue() != null;
    }
  }

  // --- types, indexes, secrets, triggers

  private Statement type(boolean replace, boolean temporary, int first) {
    c.expect(Keyword.TYPE);
    IfExists ifExists = ifExists(replace);
    QualifiedName name = p.expressions.qualifiedNameOrString();
    c.expect(Keyword.AS);
    if (c.at(Keyword.ENUM) && c.atSymbol(1, Symbols.LEFT_PAREN)) {
      c.advance();
      if (p.queries.atQueryStartOrParenthesis(1)) {
        c.advance();
        Query query = p.queries.query();
        c.expectSymbol(Symbols.RIGHT_PAREN);
        return new DefinitionStatement.CreateType(
            ifExists, temporary, name, null, null, query, c.span(first));
      }
      c.expectSymbol(Symbols.LEFT_PAREN);
      List<String> labels = c.atSymbol(Symbols.RIGHT_PAREN) ? List.of() : c.list(c::string);
      c.expectSymbol(Symbols.RIGHT_PAREN);
      return new DefinitionStatement.CreateType(
          ifExists, temporary, name, null, labels, null, c.span(first));
    }
    TypeName alias = p.types.type();
    return new DefinitionStatement.CreateType(
        ifExists, temporary, name, alias, null, null, c.span(first));
  }

  private Statement index(boolean replace, int first) {
    boolean unique = c.accept(Keyword.UNIQUE);
    c.expect(Keyword.INDEX);
    IfExists ifExists = ifExists(replace);
    @Nullable String name = c.at(Keyword.ON) ? null : c.name();
    c.expect(Keyword.ON);
    QualifiedName table = p.expressions.qualifiedNameOrString();
    @Nullable String method = c.accept(Keyword.USING) ? c.name() : null;
    List<OrderItem> elements = c.parenthesized(p.queries::orderItem);
    if (method == null && c.accept(Keyword.USING)) {
      method = c.name();
    }
    List<Option> options = c.accept(Keyword.WITH) ? p.options.assigned() : List.of();
    @Nullable Expr where = c.accept(Keyword.WHERE) ? p.expressions.expression() : null;
    return new DefinitionStatement.CreateIndex(
        ifExists, unique, name, table, method, elements, options, where, c.span(first));
  }

  private Statement secret(boolean replace, @Nullable String persistence, int first) {
    c.expect(Keyword.SECRET);
    IfExists ifExists = ifExists(replace);
    @Nullable String name = c.atSymbol(Symbols.LEFT_PAREN) || c.at(Keyword.IN) ? null : c.name();
    @Nullable String storage = c.accept(Keyword.IN) ? c.nameOrString() : null;
    List<Option> options = p.options.generic();
    boolean typed = false;
    Set<String> names = new HashSet<>();
    for (Option option : options) {
      if (!names.add(option.name().toLowerCase(Locale.ROOT))) {
        throw c.error("Unexpected duplicate option \"" + option.name() + "\"");
      }
      typed |= option.name().equalsIgnoreCase("type");
    }
    if (!typed) {
      throw c.error("Failed to create secret - secret must have a type defined");
    }
    return new DefinitionStatement.CreateSecret(
        ifExists, persistence, name, storage, options, c.span(first));
  }

  private Statement trigger(boolean replace, boolean temporary, int first) {
    c.expect(Keyword.TRIGGER);
    IfExists ifExists = ifExists(replace);
    String name = c.name();
    String timing = c.label().toUpperCase(Locale.ROOT);
    switch (timing) {
      case "BEFORE", "AFTER":
        break;
      case "INSTEAD":
        c.expect(Keyword.OF);
        timing = "INSTEAD OF";
        break;
      default:
        throw c.syntaxError();
    }
    String event = c.text().toUpperCase(Locale.ROOT);
    if (!c.accept(Keyword.INSERT) && !c.acceptEither(Keyword.DELETE, Keyword.UPDATE)) {
      throw c.syntaxError();
    }
    List<String> columns = c.accept(Keyword.OF) ? c.list(c::name) : List.of();
    c.expect(Keyword.ON);
    QualifiedName table = p.expressions.qualifiedNameOrString();
    @Nullable String newTable = null;
    @Nullable String oldTable = null;
    if (c.accept(Keyword.REFERENCING)) {
      while (c.atEither(Keyword.NEW, Keyword.OLD)) {
        boolean isNew = c.at(Keyword.NEW);
        c.advance();
        c.expect(Keyword.TABLE);
        c.expect(Keyword.AS);
        if ((isNew ? newTable : oldTable) != null) {
          throw c.error(
              (isNew ? "NEW" : "OLD")
                  + " TABLE cannot be specified multiple times in REFERENCING clause");
        }
        if (isNew) {
          newTable = c.name();
        } else {
          oldTable = c.name();
        }
      }
    }
    if (newTable != null && newTable.equalsIgnoreCase(oldTable)) {
      throw c.error("REFERENCING aliases must be distinct");
    }
    boolean row = false;
    if (c.accept(Keyword.FOR)) {
      c.expect(Keyword.EACH);
      row = c.at(Keyword.ROW);
      if (!c.acceptEither(Keyword.ROW, Keyword.STATEMENT)) {
        throw c.syntaxError();
      }
    }
    Statement body = p.statements.cteBody();
    return new DefinitionStatement.CreateTrigger(
        ifExists,
        temporary,
        name,
        timing,
        event,
        columns,
        table,
        newTable,
        oldTable,
        row,
        body,
        c.span(first));
  }
}
