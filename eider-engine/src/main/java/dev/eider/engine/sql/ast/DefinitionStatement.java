// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statements that change the catalog. */
public sealed interface DefinitionStatement extends Statement {

  /** What to do when the name exists. */
  enum IfExists {
    FAIL,
    /** IF NOT EXISTS. */
    SKIP,
    /** OR REPLACE. */
    REPLACE
  }

  /**
   * CREATE TABLE with columns, or AS a query.
   *
   * @param elements columns and constraints, in order; empty for AS
   * @param columnNames names given before AS; empty when absent
   * @param asQuery the statement after AS; null for a table with columns
   * @param withData false for WITH NO DATA
   */
  record CreateTable(
      IfExists ifExists,
      boolean temporary,
      QualifiedName name,
      List<TableElement> elements,
      List<String> columnNames,
      @Nullable Statement asQuery,
      boolean withData,
      TableStorage storage,
      SourceSpan span)
      implements DefinitionStatement {
    public CreateTable {
      elements = List.copyOf(elements);
      columnNames = List.copyOf(columnNames);
    }
  }

  /** PARTITIONED BY, SORTED BY and WITH (...) of a table. */
  record TableStorage(List<Expr> partitionedBy, List<Expr> sortedBy, List<Option> options) {
    /** Nothing given. */
    public static final TableStorage NONE = new TableStorage(List.of(), List.of(), List.of());

    public TableStorage {
      partitionedBy = List.copyOf(partitionedBy);
      sortedBy = List.copyOf(sortedBy);
      options = List.copyOf(options);
    }
  }

  /** A column or a constraint of CREATE TABLE. */
  sealed interface TableElement permits ColumnDefinition, TableConstraint {}

  /**
   * A column.
   *
   * @param name its name; several parts for a field of a struct in ALTER TABLE ADD COLUMN s.f
   * @param type null when a generated column leaves it to its expression
   * @param generated the expression of AS (...), null for a plain column
   * @param generatedKind as written after a generated column
   */
  record ColumnDefinition(
      List<String> name,
      @Nullable TypeName type,
      @Nullable Expr generated,
      GeneratedKind generatedKind,
      List<ColumnConstraint> constraints,
      SourceSpan span)
      implements TableElement {
    public ColumnDefinition {
      name = List.copyOf(name);
      constraints = List.copyOf(constraints);
    }
  }

  /** How a generated column is kept. */
  enum GeneratedKind {
    DEFAULT,
    VIRTUAL,
    STORED
  }

  /** A constraint that stands behind a column. */
  sealed interface ColumnConstraint {
    /** NOT NULL. */
    record NotNull() implements ColumnConstraint {}

    /** NULL. */
    record Nullable() implements ColumnConstraint {}

    /** UNIQUE. */
    record Unique() implements ColumnConstraint {}

    /** PRIMARY KEY. */
    record PrimaryKey() implements ColumnConstraint {}

    /** DEFAULT value. */
    record DefaultValue(Expr value) implements ColumnConstraint {}

    /** CHECK (condition). */
    record Check(Expr condition) implements ColumnConstraint {}

    /** REFERENCES table (columns). */
    record References(ForeignTarget target) implements ColumnConstraint {}

    /** COLLATE name. */
    record Collation(String name) implements ColumnConstraint {}

    /** USING COMPRESSION method. */
    record Compression(String method) implements ColumnConstraint {}
  }

  /** What a foreign key points to; actions are null when not given. */
  record ForeignTarget(
      QualifiedName table,
      List<String> columns,
      @Nullable String onUpdate,
      @Nullable String onDelete) {
    public ForeignTarget {
      columns = List.copyOf(columns);
    }
  }

  /** A constraint of a table. */
  sealed interface TableConstraint extends TableElement {
    /** Its name after CONSTRAINT, null when not given. */
    @Nullable String name();

    /** PRIMARY KEY (columns). */
    record PrimaryKey(@Nullable String name, List<String> columns, SourceSpan span)
        implements TableConstraint {
      public PrimaryKey {
        columns = List.copyOf(columns);
      }
    }

    /** UNIQUE (columns). */
    record Unique(@Nullable String name, List<String> columns, SourceSpan span)
        implements TableConstraint {
      public Unique {
        columns = List.copyOf(columns);
      }
    }

    /** CHECK (condition). */
    record Check(@Nullable String name, Expr condition, SourceSpan span)
        implements TableConstraint {}

    /** FOREIGN KEY (columns) REFERENCES ... */
    record ForeignKey(
        @Nullable String name, List<String> columns, ForeignTarget target, SourceSpan span)
        implements TableConstraint {
      public ForeignKey {
        columns = List.copyOf(columns);
      }
    }
  }

  /** CREATE VIEW. */
  record CreateView(
      IfExists ifExists,
      boolean temporary,
      boolean recursive,
      QualifiedName name,
      List<String> columns,
      Query query,
      SourceSpan span)
      implements DefinitionStatement {
    public CreateView {
      columns = List.copyOf(columns);
    }
  }

  /** CREATE SCHEMA. */
  record CreateSchema(IfExists ifExists, QualifiedName name, SourceSpan span)
      implements DefinitionStatement {}

  /** CREATE SEQUENCE. */
  record CreateSequence(
      IfExists ifExists,
      boolean temporary,
      QualifiedName name,
      List<SequenceOption> options,
      SourceSpan span)
      implements DefinitionStatement {
    public CreateSequence {
      options = List.copyOf(options);
    }
  }

  /** An option of a sequence. */
  sealed interface SequenceOption {
    /** CYCLE or NO CYCLE. */
    record Cycle(boolean cycle) implements SequenceOption {}

    /** INCREMENT BY n. */
    record Increment(Expr by) implements SequenceOption {}

    /** MINVALUE n; null for NO MINVALUE. */
    record MinValue(@Nullable Expr value) implements SequenceOption {}

    /** MAXVALUE n; null for NO MAXVALUE. */
    record MaxValue(@Nullable Expr value) implements SequenceOption {}

    /** START WITH n. */
    record StartWith(Expr value) implements SequenceOption {}

    /** OWNED BY table. */
    record OwnedBy(QualifiedName owner) implements SequenceOption {}
  }

  /** CREATE MACRO or FUNCTION, with one definition or several overloads. */
  record CreateMacro(
      IfExists ifExists,
      boolean temporary,
      QualifiedName name,
      List<MacroDefinition> definitions,
      SourceSpan span)
      implements DefinitionStatement {
    public CreateMacro {
      definitions = List.copyOf(definitions);
    }
  }

  /**
   * One overload of a macro. Exactly one of the two bodies is there.
   *
   * @param scalar the expression of a scalar macro
   * @param table the query of a table macro
   */
  record MacroDefinition(
      List<MacroParameter> parameters,
      @Nullable Expr scalar,
      @Nullable Query table,
      SourceSpan span) {
    public MacroDefinition {
      parameters = List.copyOf(parameters);
    }
  }

  /** A parameter of a macro with its type and default, when given. */
  record MacroParameter(String name, @Nullable TypeName type, @Nullable Expr defaultValue) {}

  /**
   * CREATE TYPE name AS ... Exactly one of the three is there.
   *
   * @param alias another type
   * @param labels ENUM ('a', 'b')
   * @param labelQuery ENUM (SELECT ...)
   */
  record CreateType(
      IfExists ifExists,
      boolean temporary,
      QualifiedName name,
      @Nullable TypeName alias,
      @Nullable List<String> labels,
      @Nullable Query labelQuery,
      SourceSpan span)
      implements DefinitionStatement {
    public CreateType {
      labels = labels == null ? null : List.copyOf(labels);
    }
  }

  /** CREATE [UNIQUE] INDEX. */
  record CreateIndex(
      IfExists ifExists,
      boolean unique,
      @Nullable String name,
      QualifiedName table,
      @Nullable String method,
      List<OrderItem> elements,
      List<Option> options,
      @Nullable Expr where,
      SourceSpan span)
      implements DefinitionStatement {
    public CreateIndex {
      elements = List.copyOf(elements);
      options = List.copyOf(options);
    }
  }

  /** CREATE [PERSISTENT | TEMPORARY] SECRET. */
  record CreateSecret(
      IfExists ifExists,
      @Nullable String persistence,
      @Nullable String name,
      @Nullable String storage,
      List<Option> options,
      SourceSpan span)
      implements DefinitionStatement {
    public CreateSecret {
      options = List.copyOf(options);
    }

    /** Without the options: they hold what is secret, and this may come into a message. */
    @Override
    public String toString() {
      return "CreateSecret[" + name + "]";
    }
  }

  /**
   * CREATE TRIGGER.
   *
   * @param timing BEFORE, AFTER or INSTEAD OF
   * @param event INSERT, DELETE or UPDATE
   * @param columns the columns of UPDATE OF
   * @param forEachRow FOR EACH ROW was written
   */
  record CreateTrigger(
      IfExists ifExists,
      boolean temporary,
      String name,
      String timing,
      String event,
      List<String> columns,
      QualifiedName table,
      @Nullable String newTable,
      @Nullable String oldTable,
      boolean forEachRow,
      Statement body,
      SourceSpan span)
      implements DefinitionStatement {
    public CreateTrigger {
      columns = List.copyOf(columns);
    }
  }

  /** ALTER TABLE with its one action. */
  record AlterTable(boolean ifExists, QualifiedName table, AlterAction action, SourceSpan span)
      implements DefinitionStatement {}

  /** An action of ALTER TABLE. A column may be a path into a struct. */
  sealed interface AlterAction {
    /** ADD COLUMN. */
    record AddColumn(boolean ifNotExists, ColumnDefinition column) implements AlterAction {}

    /** DROP COLUMN. */
    record DropColumn(boolean ifExists, List<String> column, boolean cascade)
        implements AlterAction {}

    /** RENAME COLUMN a TO b. */
    record RenameColumn(List<String> column, String to) implements AlterAction {}

    /** RENAME TO name. */
    record RenameTable(String to) implements AlterAction {}

    /** ALTER COLUMN c SET DEFAULT value; null for DROP DEFAULT. */
    record SetDefault(List<String> column, @Nullable Expr value) implements AlterAction {}

    /** ALTER COLUMN c SET NOT NULL, or DROP NOT NULL. */
    record SetNotNull(List<String> column, boolean notNull) implements AlterAction {}

    /** ALTER COLUMN c SET DATA TYPE t USING expr; the type may be left out when USING is given. */
    record SetType(List<String> column, @Nullable TypeName type, @Nullable Expr using)
        implements AlterAction {}

    /** ADD constraint. */
    record AddConstraint(TableConstraint constraint) implements AlterAction {}

    /** SET PARTITIONED BY (...); an empty list for RESET. */
    record SetPartitionedBy(List<Expr> keys) implements AlterAction {}

    /** SET SORTED BY (...); an empty list for RESET. */
    record SetSortedBy(List<OrderItem> keys) implements AlterAction {}

    /** SET (options) or RESET (options). */
    record SetOptions(List<Option> options, boolean reset) implements AlterAction {}
  }

  /** ALTER VIEW v RENAME TO w, ALTER SCHEMA s RENAME TO t, ALTER SEQUENCE a RENAME TO b. */
  record RenameEntry(
      EntryKind kind, boolean ifExists, QualifiedName name, String to, SourceSpan span)
      implements DefinitionStatement {}

  /** ALTER SEQUENCE s options. */
  record AlterSequence(
      boolean ifExists, QualifiedName name, List<SequenceOption> options, SourceSpan span)
      implements DefinitionStatement {
    public AlterSequence {
      options = List.copyOf(options);
    }
  }

  /** ALTER DATABASE d SET ALIAS TO name. */
  record AlterDatabase(boolean ifExists, String name, String alias, SourceSpan span)
      implements DefinitionStatement {}

  /** Kinds of things in the catalog. */
  enum EntryKind {
    TABLE,
    VIEW,
    MATERIALIZED_VIEW,
    SCHEMA,
    INDEX,
    SEQUENCE,
    MACRO,
    MACRO_TABLE,
    FUNCTION,
    TYPE,
    COLLATION,
    DATABASE,
    COLUMN
  }

  /** DROP kind names [CASCADE]. */
  record Drop(
      EntryKind kind, boolean ifExists, List<QualifiedName> names, boolean cascade, SourceSpan span)
      implements DefinitionStatement {
    public Drop {
      names = List.copyOf(names);
    }
  }

  /** DROP [PERSISTENT | TEMPORARY] SECRET name [FROM storage]. */
  record DropSecret(
      @Nullable String persistence,
      boolean ifExists,
      String name,
      @Nullable String storage,
      SourceSpan span)
      implements DefinitionStatement {}

  /** DROP TRIGGER name ON table. */
  record DropTrigger(boolean ifExists, String name, QualifiedName table, SourceSpan span)
      implements DefinitionStatement {}

  /** COMMENT ON kind name IS 'text'; null for IS NULL. */
  record CommentOn(EntryKind kind, QualifiedName name, @Nullable String comment, SourceSpan span)
      implements DefinitionStatement {}
}
