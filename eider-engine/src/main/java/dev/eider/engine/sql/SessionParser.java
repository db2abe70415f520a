// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.DefinitionStatement.IfExists;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Option;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.SessionStatement;
import dev.eider.engine.sql.ast.SessionStatement.SettingScope;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.Statement;
import dev.eider.engine.sql.ast.TypeName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Settings, transactions, prepared statements, and whole databases. */
final class SessionParser {
  private final Parsers p;
  private final Cursor c;

  SessionParser(Parsers parsers) {
    this.p = parsers;
    this.c = parsers.cursor;
  }

  /** True for a keyword that starts one of these statements. */
  boolean starts(Keyword word) {
    return switch (word) {
      case SET,
          RESET,
          PRAGMA,
          USE,
          ATTACH,
          DETACH,
          BEGIN,
          START,
          COMMIT,
          END,
          ROLLBACK,
          ABORT,
          CHECKPOINT,
          FORCE,
          VACUUM,
          ANALYZE,
          ANALYSE,
          LOAD,
          INSTALL,
          EXPORT,
          IMPORT,
          PREPARE,
          EXECUTE,
          DEALLOCATE ->
          true;
      default -> false;
    };
  }

  Statement statement(Keyword word) {
    int first = c.position();
    c.advance();
    switch (word) {
      case SET:
        return set(first);
      case RESET:
        return reset(first);
      case PRAGMA:
        return pragma(first);
      case USE:
        return use(first);
      case ATTACH:
        return attach(first);
      case DETACH:
        c.accept(Keyword.DATABASE);
        boolean ifExists = c.accept(Keyword.IF, Keyword.EXISTS);
        return new SessionStatement.Detach(ifExists, c.name(), c.span(first));
      case BEGIN, START:
        return begin(first);
      case COMMIT, END:
        transactionWord();
        return new SessionStatement.Commit(c.span(first));
      case ROLLBACK, ABORT:
        transactionWord();
        return new SessionStatement.Rollback(c.span(first));
      case CHECKPOINT:
        return checkpoint(false, first);
      case FORCE:
        if (c.accept(Keyword.CHECKPOINT)) {
          return checkpoint(true, first);
        }
        c.expect(Keyword.INSTALL);
        return install(true, first);
      case VACUUM:
        return vacuum(first);
      case ANALYZE, ANALYSE:
        c.accept(Keyword.VERBOSE);
        return vacuumTarget(false, true, List.of(), first);
      case LOAD:
        return load(first);
      case INSTALL:
        return install(false, first);
      case EXPORT:
        return exportDatabase(first);
      case IMPORT:
        c.expect(Keyword.DATABASE);
        return new SessionStatement.ImportDatabase(c.string(), c.span(first));
      case PREPARE:
        return prepare(first);
      case EXECUTE:
        return execute(first);
      case DEALLOCATE:
        if (c.at(Keyword.PREPARE) && c.atName(1)) {
          c.advance();
        }
        return new SessionStatement.Deallocate(c.name(), c.span(first));
      default:
        throw c.syntaxError();
    }
  }

  // --- settings

  private Statement set(int first) {
    if (c.at(Keyword.TIME, Keyword.ZONE)) {
      c.advance();
      c.advance();
      return timeZone(first);
    }
    if (c.at(Keyword.SCHEMA) && c.atString(1)) {
      c.advance();
      SourceSpan span = c.here();
      Expr value = new Expr.StringLiteral(c.string(), span);
      return new SessionStatement.SetSetting(SettingScope.DEFAULT, "schema", value, c.span(first));
    }
    if (c.at(Keyword.VARIABLE) && c.atName(1)) {
      c.advance();
      String name = c.name();
      Expr value = assignedValue();
      return new SessionStatement.SetVariable(name, value, c.span(first));
    }
    SettingScope scope = scope();
    String name = c.name();
    Expr value = assignedValue();
    if (scope == SettingScope.LOCAL) {
      throw EiderException.notImplemented("SET LOCAL is not implemented.");
    }
    if (value instanceof Expr.Default) {
      return new SessionStatement.ResetSetting(scope, name, c.span(first));
    }
    return new SessionStatement.SetSetting(scope, name, value, c.span(first));
  }

  /** {@code = value} or {@code TO value}; a bare word is a string. */
  private Expr assignedValue() {
    if (!c.acceptSymbol(Symbols.EQUAL)) {
      c.expect(Keyword.TO);
    }
    List<Expr> values = c.list(p.expressions::expression);
    if (values.size() > 1) {
      throw c.error("SET can only contain a single value");
    }
    return bareWordAsString(values.getFirst());
  }

  private static Expr bareWordAsString(Expr value) {
    if (value instanceof Expr.ColumnRef word) {
      String text = word.names().size() == 1 ? word.name() : String.join(".", word.names());
      return new Expr.StringLiteral(text, word.span());
    }
    return value;
  }

  private SettingScope scope() {
    boolean followedByName = c.atName(1);
    if (followedByName && c.accept(Keyword.LOCAL)) {
      return SettingScope.LOCAL;
    }
    if (followedByName && c.accept(Keyword.SESSION)) {
      return SettingScope.SESSION;
    }
    if (followedByName && c.accept(Keyword.GLOBAL)) {
      return SettingScope.GLOBAL;
    }
    return SettingScope.DEFAULT;
  }

  private Statement timeZone(int first) {
    if (c.acceptEither(Keyword.LOCAL, Keyword.DEFAULT)) {
      return new SessionStatement.ResetSetting(SettingScope.DEFAULT, "timezone", c.span(first));
    }
    Expr value = bareWordAsString(p.expressions.expression());
    return new SessionStatement.SetSetting(SettingScope.DEFAULT, "timezone", value, c.span(first));
  }

  private Statement reset(int first) {
    if (c.at(Keyword.VARIABLE) && c.atName(1)) {
      c.advance();
      return new SessionStatement.ResetVariable(c.name(), c.span(first));
    }
    SettingScope scope = scope();
    return new SessionStatement.ResetSetting(scope, c.name(), c.span(first));
  }

  private Statement pragma(int first) {
    String name = c.name();
    if (c.acceptSymbol(Symbols.EQUAL)) {
      List<Expr> values = c.list(p.expressions::expression);
      if (values.size() != 1) {
        throw c.error("PRAGMA statement with assignment should contain exactly one parameter");
      }
      Expr value = bareWordAsString(values.getFirst());
      if (name.equalsIgnoreCase("table_info")) {
        return new SessionStatement.PragmaCall(
            name, List.of(pragmaArgument(Expr.Argument.of(value))), c.span(first));
      }
      return new SessionStatement.SetSetting(SettingScope.DEFAULT, name, value, c.span(first));
    }
    if (!c.atSymbol(Symbols.LEFT_PAREN)) {
      return new SessionStatement.PragmaCall(name, List.of(), c.span(first));
    }
    if (c.atSymbol(1, Symbols.RIGHT_PAREN)) {
      c.advance();
      throw c.syntaxError();
    }
    List<Expr.Argument> arguments = new ArrayList<>();
    for (Expr.Argument argument : p.functions.parenthesizedArguments()) {
      arguments.add(pragmaArgument(argument));
    }
    return new SessionStatement.PragmaCall(name, arguments, c.span(first));
  }

  private Expr.Argument pragmaArgument(Expr.Argument argument) {
    if (argument.name() == null
        && argument.value() instanceof Expr.Binary comparison
        && comparison.operator().equals("=")) {
      if (!(comparison.left() instanceof Expr.ColumnRef column)) {
        throw c.error("Named parameter requires a column reference on the LHS");
      }
      return new Expr.Argument(column.name(), bareWordAsString(comparison.right()));
    }
    return new Expr.Argument(argument.name(), bareWordAsString(argument.value()));
  }

  // --- databases

  private Statement use(int first) {
    if (c.atString()) {
      int nameAt = c.position();
      String name = c.string();
      return new SessionStatement.Use(QualifiedName.of(name, c.span(nameAt)), c.span(first));
    }
    QualifiedName name = p.expressions.qualifiedName();
    if (name.parts().size() > 2) {
      throw c.error("Expected \"USE database\" or \"USE database.schema\"");
    }
    return new SessionStatement.Use(name, c.span(first));
  }

  private Statement attach(int first) {
    boolean replace = c.accept(Keyword.OR, Keyword.REPLACE);
    IfExists ifExists = replace ? IfExists.REPLACE : IfExists.FAIL;
    boolean database = c.accept(Keyword.DATABASE);
    if (c.at(Keyword.IF, Keyword.NOT) && c.at(2, Keyword.EXISTS)) {
      c.advance();
      c.advance();
      c.advance();
      if (replace) {
        throw c.error("Cannot specify both OR REPLACE and IF NOT EXISTS at the same time");
      }
      ifExists = IfExists.SKIP;
    }
    if (!database) {
      c.accept(Keyword.DATABASE);
    }
    Expr path = bareWordAsString(p.expressions.expression());
    @Nullable String alias = c.accept(Keyword.AS) ? c.name() : null;
    List<Option> options = p.options.genericOrNone();
    return new SessionStatement.Attach(ifExists, path, alias, options, c.span(first));
  }

  private Statement exportDatabase(int first) {
    c.expect(Keyword.DATABASE);
    @Nullable String database = null;
    if (!c.atString()) {
      database = c.name();
      c.expect(Keyword.TO);
    }
    String directory = c.string();
    List<Option> options = p.options.genericOrNone();
    return new SessionStatement.ExportDatabase(database, directory, options, c.span(first));
  }

  private Statement checkpoint(boolean force, int first) {
    @Nullable String database = c.atName(0) ? c.name() : null;
    return new SessionStatement.Checkpoint(force, database, c.span(first));
  }

  // --- transactions

  private void transactionWord() {
    c.acceptEither(Keyword.WORK, Keyword.TRANSACTION);
  }

  private Statement begin(int first) {
    transactionWord();
    SessionStatement.TransactionMode mode = SessionStatement.TransactionMode.DEFAULT;
    if (c.accept(Keyword.READ)) {
      mode =
          c.at(Keyword.ONLY)
              ? SessionStatement.TransactionMode.READ_ONLY
              : SessionStatement.TransactionMode.READ_WRITE;
      if (!c.acceptEither(Keyword.ONLY, Keyword.WRITE)) {
        throw c.syntaxError();
      }
    }
    return new SessionStatement.Begin(mode, c.span(first));
  }

  // --- upkeep and extensions

  private Statement vacuum(int first) {
    List<String> options = new ArrayList<>();
    if (c.atSymbol(Symbols.LEFT_PAREN)) {
      options.addAll(c.parenthesized(c::label));
    } else {
      while (c.at(Keyword.FULL)
          || c.at(Keyword.FREEZE)
          || c.at(Keyword.VERBOSE)
          || c.at(Keyword.ANALYZE)
          || c.at(Keyword.ANALYSE)) {
        options.add(c.label());
      }
    }
    boolean analyze = false;
    for (String option : options) {
      analyze |= option.equalsIgnoreCase("analyze") || option.equalsIgnoreCase("analyse");
    }
    return vacuumTarget(true, analyze, options, first);
  }

  private Statement vacuumTarget(boolean vacuum, boolean analyze, List<String> options, int first) {
    @Nullable QualifiedName table = null;
    List<String> columns = List.of();
    if (c.atName(0) || c.atString()) {
      table = p.expressions.qualifiedNameOrString();
      if (c.atSymbol(Symbols.LEFT_PAREN)) {
        columns = c.parenthesized(c::name);
      }
    }
    return new SessionStatement.Vacuum(vacuum, analyze, options, table, columns, c.span(first));
  }

  private Statement load(int first) {
    String extension = c.nameOrString();
    @Nullable String alias = c.accept(Keyword.AS) ? c.name() : null;
    return new SessionStatement.Load(extension, alias, c.span(first));
  }

  private Statement install(boolean force, int first) {
    String extension = c.nameOrString();
    @Nullable String repository = c.accept(Keyword.FROM) ? c.nameOrString() : null;
    @Nullable String version = c.accept(Keyword.VERSION) ? c.nameOrString() : null;
    return new SessionStatement.Install(force, extension, repository, version, c.span(first));
  }

  /** {@code UPDATE EXTENSIONS (a, b)}. */
  Statement updateExtensions() {
    int first = c.position();
    c.expect(Keyword.UPDATE);
    c.expect(Keyword.EXTENSIONS);
    List<String> names = c.atSymbol(Symbols.LEFT_PAREN) ? c.parenthesized(c::name) : List.of();
    return new SessionStatement.UpdateExtensions(names, c.span(first));
  }

  // --- prepared statements

  private Statement prepare(int first) {
    String name = c.name();
    List<TypeName> types =
        c.atSymbol(Symbols.LEFT_PAREN) ? c.parenthesized(p.types::type) : List.of();
    c.expect(Keyword.AS);
    Statement statement = p.statements.statement();
    if (!StatementParser.isPreparable(statement)) {
      throw c.error(statementType(statement) + " is not a preparable statement");
    }
    return new SessionStatement.Prepare(name, types, statement, c.span(first));
  }

  /** {@code DROP_STATEMENT} for a {@code Drop}. */
  private static String statementType(Statement statement) {
    String name = statement.getClass().getSimpleName();
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char letter = name.charAt(i);
      if (i > 0 && Character.isUpperCase(letter)) {
        break;
      }
      result.append(Character.toUpperCase(letter));
    }
    return result.append("_STATEMENT").toString();
  }

  private Statement execute(int first) {
    String name = c.name();
    List<Expr.Argument> arguments =
        c.atSymbol(Symbols.LEFT_PAREN) ? p.functions.parenthesizedArguments() : List.of();
    return new SessionStatement.Execute(name, arguments, c.span(first));
  }
}
