// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.DefinitionStatement;
import dev.eider.engine.sql.ast.DefinitionStatement.AlterAction;
import dev.eider.engine.sql.ast.DefinitionStatement.EntryKind;
import dev.eider.engine.sql.ast.DefinitionStatement.IfExists;
import dev.eider.engine.sql.ast.DefinitionStatement.SequenceOption;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes statements that change the catalog; tables have a writer of their own. */
final class DefinitionText {
  private final SqlWriter w;
  private final TableDefinitionText tables;

  DefinitionText(SqlWriter writer) {
    this.w = writer;
    this.tables = new TableDefinitionText(writer);
  }

  void write(DefinitionStatement statement) {
    switch (statement) {
      case DefinitionStatement.CreateTable create -> createTable(create);
      case DefinitionStatement.CreateView create -> {
        create(
            create.ifExists(), create.temporary(), create.recursive() ? "RECURSIVE VIEW" : "VIEW");
        w.name(create.name());
        if (!create.columns().isEmpty()) {
          w.add(' ').nameList(create.columns());
        }
        w.add(" AS ");
        w.queries.write(create.query());
      }
      case DefinitionStatement.CreateSchema create -> {
        create(create.ifExists(), false, "SCHEMA");
        w.name(create.name());
      }
      case DefinitionStatement.CreateSequence create -> {
        create(create.ifExists(), create.temporary(), "SEQUENCE");
        w.name(create.name());
        create.options().forEach(this::sequenceOption);
      }
      case DefinitionStatement.CreateMacro create -> {
        create(create.ifExists(), create.temporary(), "MACRO");
        w.name(create.name()).add(' ').list(create.definitions(), this::macro);
      }
      case DefinitionStatement.CreateType create -> createType(create);
      case DefinitionStatement.CreateIndex create -> createIndex(create);
      case DefinitionStatement.CreateSecret create -> createSecret(create);
      case DefinitionStatement.CreateTrigger create -> createTrigger(create);
      case DefinitionStatement.AlterTable alter -> {
        w.add("ALTER TABLE ").addIf(alter.ifExists(), "IF EXISTS ").name(alter.table()).add(' ');
        action(alter.action());
      }
      case DefinitionStatement.RenameEntry rename -> {
        w.add("ALTER ").add(kind(rename.kind())).add(' ').addIf(rename.ifExists(), "IF EXISTS ");
        w.name(rename.name()).add(" RENAME TO ").name(rename.to());
      }
      case DefinitionStatement.AlterSequence alter -> {
        w.add("ALTER SEQUENCE ").addIf(alter.ifExists(), "IF EXISTS ").name(alter.name());
        alter.options().forEach(this::sequenceOption);
      }
      case DefinitionStatement.AlterDatabase alter -> {
        w.add("ALTER DATABASE ").addIf(alter.ifExists(), "IF EXISTS ").name(alter.name());
        w.add(" SET ALIAS TO ").name(alter.alias());
      }
      case DefinitionStatement.Drop drop -> {
        w.add("DROP ").add(kind(drop.kind())).add(' ').addIf(drop.ifExists(), "IF EXISTS ");
        w.list(drop.names(), name -> w.name(name)).addIf(drop.cascade(), " CASCADE");
      }
      case DefinitionStatement.DropSecret drop -> {
        w.add("DROP ");
        persistence(drop.persistence());
        w.add("SECRET ").addIf(drop.ifExists(), "IF EXISTS ").name(drop.name());
        if (drop.storage() != null) {
          w.add(" FROM ").name(drop.storage());
        }
      }
      case DefinitionStatement.DropTrigger drop ->
          w.add("DROP TRIGGER ")
              .addIf(drop.ifExists(), "IF EXISTS ")
              .name(drop.name())
              .add(" ON ")
              .name(drop.table());
      case DefinitionStatement.CommentOn comment -> {
        w.add("COMMENT ON ").add(kind(comment.kind())).add(' ').name(comment.name()).add(" IS ");
        if (comment.comment() == null) {
          w.add("NULL");
        } else {
          w.literal(comment.comment());
        }
      }
    }
  }

  private void create(IfExists ifExists, boolean temporary, String what) {
    w.add("CREATE ").addIf(ifExists == IfExists.REPLACE, "OR REPLACE ");
    w.addIf(temporary, "TEMPORARY ").add(what).add(' ');
    w.addIf(ifExists == IfExists.SKIP, "IF NOT EXISTS ");
  }

  private static String kind(EntryKind kind) {
    return kind.name().replace('_', ' ');
  }

  private void persistence(@Nullable String persistence) {
    if (persistence != null) {
      w.add(persistence.equals("temporary") ? "TEMPORARY " : "PERSISTENT ");
    }
  }

  private void createTable(DefinitionStatement.CreateTable create) {
    create(create.ifExists(), create.temporary(), "TABLE");
    w.name(create.name());
    if (!create.elements().isEmpty()) {
      w.add('(').list(create.elements(), tables::element).add(')');
    }
    if (!create.columnNames().isEmpty()) {
      w.add(' ').nameList(create.columnNames());
    }
    tables.storage(create.storage());
    Statement source = create.asQuery();
    if (source != null) {
      w.add(" AS ");
      w.statements.write(source);
      w.addIf(!create.withData(), " WITH NO DATA");
    }
  }

  private void sequenceOption(SequenceOption option) {
    switch (option) {
      case SequenceOption.Cycle cycle -> w.add(cycle.cycle() ? " CYCLE" : " NO CYCLE");
      case SequenceOption.Increment increment -> value(" INCREMENT BY ", increment.by());
      case SequenceOption.MinValue min -> bound("MINVALUE", min.value());
      case SequenceOption.MaxValue max -> bound("MAXVALUE", max.value());
      case SequenceOption.StartWith start -> value(" START WITH ", start.value());
      case SequenceOption.OwnedBy owned -> w.add(" OWNED BY ").name(owned.owner());
    }
  }

  private void bound(String word, @Nullable Expr value) {
    if (value == null) {
      w.add(" NO ").add(word);
    } else {
      value(" " + word + " ", value);
    }
  }

  private void value(String word, Expr value) {
    w.add(word);
    w.expressions.write(value);
  }

  private void macro(DefinitionStatement.MacroDefinition macro) {
    w.add('(');
    w.list(
        macro.parameters(),
        parameter -> {
          w.name(parameter.name());
          if (parameter.type() != null) {
            w.add(' ');
            w.types.write(parameter.type());
          }
          if (parameter.defaultValue() != null) {
            value(" := ", parameter.defaultValue());
          }
        });
    w.add(") AS ");
    if (macro.scalar() != null) {
      w.expressions.write(macro.scalar());
    }
    Query table = macro.table();
    if (table != null) {
      w.add("TABLE (");
      w.queries.write(table);
      w.add(')');
    }
  }

  private void createType(DefinitionStatement.CreateType create) {
    create(create.ifExists(), create.temporary(), "TYPE");
    w.name(create.name()).add(" AS ");
    List<String> labels = create.labels();
    Query query = create.labelQuery();
    if (create.alias() != null) {
      w.types.write(create.alias());
    } else if (labels != null) {
      w.add("ENUM (").list(labels, w::literal).add(')');
    } else if (query != null) {
      w.add("ENUM (");
      w.queries.write(query);
      w.add(')');
    }
  }

  private void createIndex(DefinitionStatement.CreateIndex create) {
    create(create.ifExists(), false, create.unique() ? "UNIQUE INDEX" : "INDEX");
    if (create.name() != null) {
      w.name(create.name()).add(' ');
    }
    w.add("ON ").name(create.table());
    if (create.method() != null) {
      w.add(" USING ").name(create.method());
    }
    w.add(" (").list(create.elements(), w.expressions::orderItem).add(')');
    w.statements.assignedOptions(" WITH ", create.options());
    if (create.where() != null) {
      value(" WHERE ", create.where());
    }
  }

  private void createSecret(DefinitionStatement.CreateSecret create) {
    w.add("CREATE ").addIf(create.ifExists() == IfExists.REPLACE, "OR REPLACE ");
    persistence(create.persistence());
    w.add("SECRET ").addIf(create.ifExists() == IfExists.SKIP, "IF NOT EXISTS ");
    if (create.name() != null) {
      w.name(create.name());
    }
    if (create.storage() != null) {
      w.add(" IN ").name(create.storage());
    }
    w.statements.optionList(create.options());
  }

  private void createTrigger(DefinitionStatement.CreateTrigger create) {
    create(create.ifExists(), create.temporary(), "TRIGGER");
    w.name(create.name()).add(' ').add(create.timing()).add(' ').add(create.event());
    if (!create.columns().isEmpty()) {
      w.add(" OF ").names(create.columns());
    }
    w.add(" ON ").name(create.table());
    if (create.newTable() != null || create.oldTable() != null) {
      w.add(" REFERENCING");
      if (create.newTable() != null) {
        w.add(" NEW TABLE AS ").name(create.newTable());
      }
      if (create.oldTable() != null) {
        w.add(" OLD TABLE AS ").name(create.oldTable());
      }
    }
    w.add(create.forEachRow() ? " FOR EACH ROW " : " FOR EACH STATEMENT ");
    w.statements.write(create.body());
  }

  // --- ALTER TABLE

  private void action(AlterAction action) {
    switch (action) {
      case AlterAction.AddColumn add -> {
        w.add("ADD COLUMN ").addIf(add.ifNotExists(), "IF NOT EXISTS ");
        tables.column(add.column());
      }
      case AlterAction.DropColumn drop ->
          w.add("DROP COLUMN ")
              .addIf(drop.ifExists(), "IF EXISTS ")
              .dotted(drop.column())
              .addIf(drop.cascade(), " CASCADE");
      case AlterAction.RenameColumn rename ->
          w.add("RENAME COLUMN ").dotted(rename.column()).add(" TO ").name(rename.to());
      case AlterAction.RenameTable rename -> w.add("RENAME TO ").name(rename.to());
      case AlterAction.SetDefault set -> {
        w.add("ALTER COLUMN ").dotted(set.column());
        if (set.value() == null) {
          w.add(" DROP DEFAULT");
        } else {
          value(" SET DEFAULT ", set.value());
        }
      }
      case AlterAction.SetNotNull set ->
          w.add("ALTER COLUMN ")
              .dotted(set.column())
              .add(set.notNull() ? " SET NOT NULL" : " DROP NOT NULL");
      case AlterAction.SetType set -> {
        w.add("ALTER COLUMN ").dotted(set.column()).add(" SET DATA TYPE");
        if (set.type() != null) {
          w.add(' ');
          w.types.write(set.type());
        }
        if (set.using() != null) {
          value(" USING ", set.using());
        }
      }
      case AlterAction.AddConstraint add -> {
        w.add("ADD ");
        tables.element(add.constraint());
      }
      case AlterAction.SetPartitionedBy set -> {
        if (set.keys().isEmpty()) {
          w.add("RESET PARTITIONED BY");
        } else {
          w.add("SET PARTITIONED BY (").list(set.keys(), w.expressions::write).add(')');
        }
      }
      case AlterAction.SetSortedBy set -> {
        if (set.keys().isEmpty()) {
          w.add("RESET SORTED BY");
        } else {
          w.add("SET SORTED BY (").list(set.keys(), w.expressions::orderItem).add(')');
        }
      }
      case AlterAction.SetOptions set ->
          w.statements.assignedOptions(set.reset() ? "RESET " : "SET ", set.options());
    }
  }
}
