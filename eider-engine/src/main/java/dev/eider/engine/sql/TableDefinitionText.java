// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.DefinitionStatement;
import dev.eider.engine.sql.ast.DefinitionStatement.ColumnConstraint;
import dev.eider.engine.sql.ast.DefinitionStatement.ColumnDefinition;
import dev.eider.engine.sql.ast.DefinitionStatement.TableConstraint;
import dev.eider.engine.sql.ast.Expr;

/** Writes columns and constraints. */
final class TableDefinitionText {
  private final SqlWriter w;

  TableDefinitionText(SqlWriter writer) {
    this.w = writer;
  }

  void element(DefinitionStatement.TableElement element) {
    switch (element) {
      case ColumnDefinition column -> column(column);
      case TableConstraint constraint -> constraint(constraint);
    }
  }

  void column(ColumnDefinition column) {
    w.dotted(column.name());
    if (column.type() != null) {
      w.add(' ');
      w.types.write(column.type());
    }
    if (column.generated() != null) {
      w.add(" GENERATED ALWAYS AS (");
      w.expressions.write(column.generated());
      w.add(')');
      switch (column.generatedKind()) {
        case VIRTUAL -> w.add(" VIRTUAL");
        case STORED -> w.add(" STORED");
        case DEFAULT -> {}
      }
    }
    for (ColumnConstraint constraint : column.constraints()) {
      w.add(' ');
      columnConstraint(constraint);
    }
  }

  private void columnConstraint(ColumnConstraint constraint) {
    switch (constraint) {
      case ColumnConstraint.NotNull ignored -> w.add("NOT NULL");
      case ColumnConstraint.Nullable ignored -> w.add("NULL");
      case ColumnConstraint.Unique ignored -> w.add("UNIQUE");
      case ColumnConstraint.PrimaryKey ignored -> w.add("PRIMARY KEY");
      case ColumnConstraint.DefaultValue value -> defaultValue(value.value());
      case ColumnConstraint.Check check -> {
        w.add("CHECK (");
        w.expressions.write(check.condition());
        w.add(')');
      }
      case ColumnConstraint.References references -> target(references.target());
      case ColumnConstraint.Collation collation -> w.add("COLLATE ").name(collation.name());
      case ColumnConstraint.Compression compression ->
          w.add("USING COMPRESSION ").name(compression.method());
    }
  }

  /** A COLLATE in a default value would be read as the next constraint. */
  private void defaultValue(Expr value) {
    w.add("DEFAULT ").addIf(value instanceof Expr.Collate, "(");
    w.expressions.write(value);
    w.addIf(value instanceof Expr.Collate, ")");
  }

  private void constraint(TableConstraint constraint) {
    if (constraint.name() != null) {
      w.add("CONSTRAINT ").name(constraint.name()).add(' ');
    }
    switch (constraint) {
      case TableConstraint.PrimaryKey key -> w.add("PRIMARY KEY ").nameList(key.columns());
      case TableConstraint.Unique unique -> w.add("UNIQUE ").nameList(unique.columns());
      case TableConstraint.Check check -> {
        w.add("CHECK (");
        w.expressions.write(check.condition());
        w.add(')');
      }
      case TableConstraint.ForeignKey key -> {
        w.add("FOREIGN KEY ").nameList(key.columns()).add(' ');
        target(key.target());
      }
    }
  }

  private void target(DefinitionStatement.ForeignTarget target) {
    w.add("REFERENCES ").name(target.table());
    if (!target.columns().isEmpty()) {
      w.add(' ').nameList(target.columns());
    }
    if (target.onUpdate() != null) {
      w.add(" ON UPDATE ").add(target.onUpdate());
    }
    if (target.onDelete() != null) {
      w.add(" ON DELETE ").add(target.onDelete());
    }
  }

  void storage(DefinitionStatement.TableStorage storage) {
    if (!storage.partitionedBy().isEmpty()) {
      w.add(" PARTITIONED BY (").list(storage.partitionedBy(), w.expressions::write).add(')');
    }
    if (!storage.sortedBy().isEmpty()) {
      w.add(" SORTED BY (").list(storage.sortedBy(), w.expressions::write).add(')');
    }
    w.statements.assignedOptions(" WITH ", storage.options());
  }
}
