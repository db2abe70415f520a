// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.DefinitionStatement;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Option;
import dev.eider.engine.sql.ast.SessionStatement;
import dev.eider.engine.sql.ast.Statement;
import java.util.List;

/** Writes statements about the session and hands the others to their writers. */
final class StatementText {
  private final SqlWriter w;

  StatementText(SqlWriter writer) {
    this.w = writer;
  }

  void write(Statement statement) {
    switch (statement) {
      case DataStatement data -> new DataStatementText(w).write(data);
      case DefinitionStatement definition -> new DefinitionText(w).write(definition);
      case SessionStatement session -> session(session);
    }
  }

  private void session(SessionStatement statement) {
    switch (statement) {
      case SessionStatement.Prepare prepare -> {
        w.add("PREPARE ").name(prepare.name());
        if (!prepare.types().isEmpty()) {
          w.add('(').list(prepare.types(), w.types::write).add(')');
        }
        w.add(" AS ");
        write(prepare.statement());
      }
      case SessionStatement.Execute execute -> {
        w.add("EXECUTE ").name(execute.name());
        arguments(execute.arguments());
      }
      case SessionStatement.Deallocate deallocate -> w.add("DEALLOCATE ").name(deallocate.name());
      case SessionStatement.SetSetting set -> {
        w.add("SET ").add(scope(set.scope())).name(set.name()).add(" = ");
        w.expressions.write(set.value());
      }
      case SessionStatement.SetVariable set -> {
        w.add("SET VARIABLE ").name(set.name()).add(" = ");
        w.expressions.write(set.value());
      }
      case SessionStatement.ResetSetting reset ->
          w.add("RESET ").add(scope(reset.scope())).name(reset.name());
      case SessionStatement.ResetVariable reset -> w.add("RESET VARIABLE ").name(reset.name());
      case SessionStatement.PragmaCall pragma -> {
        w.add("PRAGMA ").name(pragma.name());
        arguments(pragma.arguments());
      }
      case SessionStatement.Use use -> w.add("USE ").name(use.name());
      case SessionStatement.Attach attach -> attach(attach);
      case SessionStatement.Detach detach ->
          w.add("DETACH DATABASE ").addIf(detach.ifExists(), "IF EXISTS ").name(detach.name());
      case SessionStatement.Begin begin -> {
        w.add("BEGIN TRANSACTION");
        switch (begin.mode()) {
          case READ_ONLY -> w.add(" READ ONLY");
          case READ_WRITE -> w.add(" READ WRITE");
          case DEFAULT -> {}
        }
      }
      case SessionStatement.Commit ignored -> w.add("COMMIT");
      case SessionStatement.Rollback ignored -> w.add("ROLLBACK");
      case SessionStatement.Checkpoint checkpoint -> {
        w.addIf(checkpoint.force(), "FORCE ").add("CHECKPOINT");
        if (checkpoint.database() != null) {
          w.add(' ').name(checkpoint.database());
        }
      }
      case SessionStatement.Vacuum vacuum -> vacuum(vacuum);
      case SessionStatement.Load load -> {
        w.add("LOAD ").literal(load.extension());
        if (load.alias() != null) {
          w.add(" AS ").name(load.alias());
        }
      }
      case SessionStatement.Install install -> {
        w.addIf(install.force(), "FORCE ").add("INSTALL ").literal(install.extension());
        if (install.repository() != null) {
          w.add(" FROM ").literal(install.repository());
        }
        if (install.version() != null) {
          w.add(" VERSION ").literal(install.version());
        }
      }
      case SessionStatement.UpdateExtensions update -> {
        w.add("UPDATE EXTENSIONS");
        if (!update.names().isEmpty()) {
          w.add(' ').nameList(update.names());
        }
      }
      case SessionStatement.ExportDatabase export -> {
        w.add("EXPORT DATABASE ");
        if (export.database() != null) {
          w.name(export.database()).add(" TO ");
        }
        w.literal(export.directory());
        optionList(export.options());
      }
      case SessionStatement.ImportDatabase imported ->
          w.add("IMPORT DATABASE ").literal(imported.directory());
    }
  }

  private static String scope(SessionStatement.SettingScope scope) {
    return switch (scope) {
      case DEFAULT -> "";
      case LOCAL -> "LOCAL ";
      case SESSION -> "SESSION ";
      case GLOBAL -> "GLOBAL ";
    };
  }

  private void arguments(List<Expr.Argument> arguments) {
    if (!arguments.isEmpty()) {
      w.add('(').list(arguments, w.expressions::argument).add(')');
    }
  }

  private void attach(SessionStatement.Attach attach) {
    w.add("ATTACH ");
    switch (attach.ifExists()) {
      case REPLACE -> w.add("OR REPLACE ");
      case SKIP -> w.add("IF NOT EXISTS ");
      case FAIL -> {}
    }
    w.expressions.write(attach.path());
    if (attach.alias() != null) {
      w.add(" AS ").name(attach.alias());
    }
    optionList(attach.options());
  }

  private void vacuum(SessionStatement.Vacuum vacuum) {
    w.add(vacuum.vacuum() ? "VACUUM" : "ANALYZE");
    if (!vacuum.options().isEmpty()) {
      w.add(" (").list(vacuum.options(), w::add).add(')');
    }
    if (vacuum.table() != null) {
      w.add(' ').name(vacuum.table());
      if (!vacuum.columns().isEmpty()) {
        w.add(' ').nameList(vacuum.columns());
      }
    }
  }

  /** {@code (NAME value, NAME (a, b))} with a space in front; nothing for no options. */
  void optionList(List<Option> options) {
    if (!options.isEmpty()) {
      w.add(" (").list(options, this::option).add(')');
    }
  }

  private void option(Option option) {
    w.name(option.name());
    if (!option.orderBy().isEmpty()) {
      w.add(" (").list(option.orderBy(), w.expressions::orderItem).add(')');
    } else if (option.values().size() > 1) {
      w.add(" (").list(option.values(), w.expressions::write).add(')');
    } else if (!option.values().isEmpty()) {
      w.add(' ');
      w.expressions.write(option.values().getFirst());
    }
  }

  /** {@code (name = value)} with a space in front; nothing for no options. */
  void assignedOptions(String word, List<Option> options) {
    if (options.isEmpty()) {
      return;
    }
    w.add(word).add('(');
    w.list(
        options,
        option -> {
          w.literal(option.name());
          if (!option.values().isEmpty()) {
            w.add(" = ");
            w.expressions.write(option.values().getFirst());
          }
        });
    w.add(')');
  }
}
