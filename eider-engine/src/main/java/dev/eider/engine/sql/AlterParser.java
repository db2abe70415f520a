// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.DefinitionStatement;
import dev.eider.engine.sql.ast.DefinitionStatement.AlterAction;
import dev.eider.engine.sql.ast.DefinitionStatement.EntryKind;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Option;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.Statement;
import dev.eider.engine.sql.ast.TypeName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ALTER, DROP and COMMENT ON. */
final class AlterParser {
  private final Parsers p;
  private final Cursor c;

  AlterParser(Parsers parsers) {
    this.p = parsers;
    this.c = parsers.cursor;
  }

  Statement statement(Keyword word) {
    int first = c.position();
    c.advance();
    return switch (word) {
      case ALTER -> alter(first);
      case DROP -> drop(first);
      case COMMENT -> comment(first);
      default -> throw c.syntaxError();
    };
  }

  private boolean ifExists() {
    return c.accept(Keyword.IF, Keyword.EXISTS);
  }

  // --- ALTER

  private Statement alter(int first) {
    Keyword word = c.keyword(0);
    if (word == null) {
      throw c.syntaxError();
    }
    c.advance();
    switch (word) {
      case TABLE:
        boolean ifExists = ifExists();
        QualifiedName table = p.expressions.qualifiedNameOrString();
        List<AlterAction> actions = c.list(this::action);
        if (actions.size() > 1) {
          throw c.error("Only one ALTER command per statement is supported");
        }
        return new DefinitionStatement.AlterTable(
            ifExists, table, actions.getFirst(), c.span(first));
      case VIEW:
        return rename(EntryKind.VIEW, first);
      case SCHEMA:
        return rename(EntryKind.SCHEMA, first);
      case SEQUENCE:
        return alterSequence(first);
      case DATABASE:
        boolean databaseIfExists = ifExists();
        String database = c.name();
        c.expect(Keyword.SET);
        if (!c.acceptWord("ALIAS")) {
          throw c.syntaxError();
        }
        c.expect(Keyword.TO);
        return new DefinitionStatement.AlterDatabase(
            databaseIfExists, database, c.name(), c.span(first));
      default:
        c.reset(c.position() - 1);
        throw c.syntaxError();
    }
  }

  private Statement rename(EntryKind kind, int first) {
    boolean ifExists = ifExists();
    QualifiedName name = p.expressions.qualifiedNameOrString();
    c.expect(Keyword.RENAME);
    c.expect(Keyword.TO);
    return new DefinitionStatement.RenameEntry(kind, ifExists, name, c.name(), c.span(first));
  }

  private Statement alterSequence(int first) {
    boolean ifExists = ifExists();
    QualifiedName name = p.expressions.qualifiedNameOrString();
    if (c.accept(Keyword.RENAME)) {
      c.expect(Keyword.TO);
      return new DefinitionStatement.RenameEntry(
          EntryKind.SEQUENCE, ifExists, name, c.name(), c.span(first));
    }
    List<DefinitionStatement.SequenceOption> options = p.creates.sequenceOptions();
    if (options.isEmpty()) {
      throw c.syntaxError();
    }
    return new DefinitionStatement.AlterSequence(ifExists, name, options, c.span(first));
  }

  private AlterAction action() {
    Keyword word = c.keyword(0);
    if (word == null) {
      throw c.syntaxError();
    }
    switch (word) {
      case ADD:
        return add();
      case DROP:
        c.advance();
        c.accept(Keyword.COLUMN);
        boolean ifExists = ifExists();
        List<String> dropped = p.expressions.dottedName();
        return new AlterAction.DropColumn(ifExists, dropped, dropBehavior());
      case ALTER:
        c.advance();
        c.accept(Keyword.COLUMN);
        return alterColumn(p.expressions.dottedName());
      case RENAME:
        c.advance();
        if (c.at(Keyword.TO) && c.atName(1)) {
          c.advance();
          return new AlterAction.RenameTable(c.name());
        }
        c.accept(Keyword.COLUMN);
        List<String> renamed = p.expressions.dottedName();
        c.expect(Keyword.TO);
        return new AlterAction.RenameColumn(renamed, c.name());
      case SET, RESET:
        c.advance();
        return setOrReset(word == Keyword.RESET);
      default:
        throw c.syntaxError();
    }
  }

  private AlterAction add() {
    c.expect(Keyword.ADD);
    if (c.at(Keyword.CONSTRAINT)
        || c.at(Keyword.PRIMARY)
        || c.at(Keyword.UNIQUE)
        || c.at(Keyword.CHECK)
        || c.at(Keyword.FOREIGN)) {
      return new AlterAction.AddConstraint(p.tableDefinitions.tableConstraint());
    }
    c.accept(Keyword.COLUMN);
    boolean ifNotExists = false;
    if (c.at(Keyword.IF, Keyword.NOT) && c.at(2, Keyword.EXISTS)) {
      c.advance();
      c.advance();
      c.advance();
      ifNotExists = true;
    }
    DefinitionStatement.ColumnDefinition column = p.tableDefinitions.addedColumn();
    return new AlterAction.AddColumn(ifNotExists, column);
  }

  private AlterAction alterColumn(List<String> column) {
    if (c.at(Keyword.SET, Keyword.DEFAULT)) {
      c.advance();
      c.advance();
      return new AlterAction.SetDefault(column, p.expressions.expression());
    }
    if (c.accept(Keyword.DROP, Keyword.DEFAULT)) {
      return new AlterAction.SetDefault(column, null);
    }
    if (c.at(Keyword.SET, Keyword.NOT) || c.at(Keyword.DROP, Keyword.NOT)) {
      boolean set = c.at(Keyword.SET);
      c.advance();
      c.advance();
      c.expect(Keyword.NULL);
      return new AlterAction.SetNotNull(column, set);
    }
    if (c.accept(Keyword.SET)) {
      c.accept(Keyword.DATA);
    }
    c.expect(Keyword.TYPE);
    @Nullable TypeName type = c.at(Keyword.USING) ? null : p.types.type();
    @Nullable Expr using = c.accept(Keyword.USING) ? p.expressions.expression() : null;
    if (type == null && using == null) {
      throw c.error("Omitting the type is only possible in combination with USING");
    }
    return new AlterAction.SetType(column, type, using);
  }

  private AlterAction setOrReset(boolean reset) {
    if (c.accept(Keyword.PARTITIONED)) {
      c.expect(Keyword.BY);
      return new AlterAction.SetPartitionedBy(
          reset ? List.of() : c.parenthesized(p.expressions::expression));
    }
    if (c.accept(Keyword.SORTED)) {
      c.expect(Keyword.BY);
      if (reset) {
        return new AlterAction.SetSortedBy(List.of());
      }
      return new AlterAction.SetSortedBy(c.parenthesized(p.queries::orderItem));
    }
    List<Option> options = p.options.assigned();
    if (reset) {
      for (Option option : options) {
        if (!option.values().isEmpty()) {
          throw c.error(
              "Reset option \""
                  + option.name()
                  + "\" cannot set any value. Did you mean to use SET?");
        }
      }
    }
    return new AlterAction.SetOptions(options, reset);
  }

  // --- DROP

  private boolean dropBehavior() {
    if (c.accept(Keyword.CASCADE)) {
      return true;
    }
    c.accept(Keyword.RESTRICT);
    return false;
  }

  private Statement drop(int first) {
    @Nullable String persistence = p.creates.persistence();
    if (c.accept(Keyword.SECRET)) {
      boolean ifExists = ifExists();
      String name = c.name();
      @Nullable String storage = c.accept(Keyword.FROM) ? c.nameOrString() : null;
      dropBehavior();
      return new DefinitionStatement.DropSecret(
          persistence, ifExists, name, storage, c.span(first));
    }
    if (persistence != null) {
      throw c.syntaxError();
    }
    if (c.accept(Keyword.TRIGGER)) {
      boolean ifExists = ifExists();
      String name = c.name();
      c.expect(Keyword.ON);
      QualifiedName table = p.expressions.qualifiedNameOrString();
      dropBehavior();
      return new DefinitionStatement.DropTrigger(ifExists, name, table, c.span(first));
    }
    EntryKind kind = entryKind(false);
    boolean ifExists = ifExists();
    List<QualifiedName> names = c.list(() -> droppedName(kind));
    boolean cascade = dropBehavior();
    return new DefinitionStatement.Drop(kind, ifExists, names, cascade, c.span(first));
  }

  private QualifiedName droppedName(EntryKind kind) {
    boolean function =
        kind == EntryKind.MACRO || kind == EntryKind.FUNCTION || kind == EntryKind.MACRO_TABLE;
    if (function && c.atFunctionName(0) && !c.atSymbol(1, Symbols.DOT)) {
      int nameAt = c.position();
      String name = c.takeWord();
      return QualifiedName.of(name, c.span(nameAt));
    }
    return p.expressions.qualifiedNameOrString();
  }

  private EntryKind entryKind(boolean forComment) {
    Keyword word = c.keyword(0);
    if (word == null) {
      throw c.syntaxError();
    }
    EntryKind kind =
        switch (word) {
          case TABLE -> EntryKind.TABLE;
          case VIEW -> EntryKind.VIEW;
          case MATERIALIZED -> EntryKind.MATERIALIZED_VIEW;
          case SCHEMA -> EntryKind.SCHEMA;
          case INDEX -> EntryKind.INDEX;
          case SEQUENCE -> EntryKind.SEQUENCE;
          case MACRO -> c.at(1, Keyword.TABLE) ? EntryKind.MACRO_TABLE : EntryKind.MACRO;
          case FUNCTION -> EntryKind.FUNCTION;
          case TYPE -> EntryKind.TYPE;
          case COLLATION -> EntryKind.COLLATION;
          case DATABASE -> EntryKind.DATABASE;
          case COLUMN -> EntryKind.COLUMN;
          default -> throw c.syntaxError();
        };
    boolean onlyComment = kind == EntryKind.DATABASE || kind == EntryKind.COLUMN;
    boolean onlyDrop = kind == EntryKind.COLLATION || kind == EntryKind.MATERIALIZED_VIEW;
    if (forComment ? onlyDrop : onlyComment) {
      throw c.syntaxError();
    }
    c.advance();
    if (kind == EntryKind.MACRO_TABLE || kind == EntryKind.MATERIALIZED_VIEW) {
      c.advance();
    }
    return kind;
  }

  // --- COMMENT

  private Statement comment(int first) {
    c.expect(Keyword.ON);
    EntryKind kind = entryKind(true);
    int nameAt = c.position();
    List<String> parts = p.expressions.dottedName();
    QualifiedName name = new QualifiedName(parts, c.span(nameAt));
    if (kind == EntryKind.COLUMN && parts.size() < 2) {
      throw c.error("Invalid column reference: " + SqlText.quote(parts.getFirst()));
    }
    c.expect(Keyword.IS);
    @Nullable String text = c.accept(Keyword.NULL) ? null : c.string();
    return new DefinitionStatement.CommentOn(kind, name, text, c.span(first));
  }
}
