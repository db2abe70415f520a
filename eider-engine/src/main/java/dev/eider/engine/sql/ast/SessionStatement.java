// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statements about the session, its transactions, and databases as a whole. */
public sealed interface SessionStatement extends Statement {

  /** PREPARE name AS statement; {@code types} as written, empty when absent. */
  record Prepare(String name, List<TypeName> types, Statement statement, SourceSpan span)
      implements SessionStatement {
    public Prepare {
      types = List.copyOf(types);
    }
  }

  /** EXECUTE name (values). */
  record Execute(String name, List<Expr.Argument> arguments, SourceSpan span)
      implements SessionStatement {
    public Execute {
      arguments = List.copyOf(arguments);
    }
  }

  /** DEALLOCATE [PREPARE] name. */
  record Deallocate(String name, SourceSpan span) implements SessionStatement {}

  /** Where a setting lives. */
  enum SettingScope {
    DEFAULT,
    LOCAL,
    SESSION,
    GLOBAL
  }

  /**
   * SET name = value and PRAGMA name = value. SET TIME ZONE and SET SCHEMA arrive as the settings
   * {@code timezone} and {@code schema}; a bare word as value is a string; the value DEFAULT is a
   * {@link ResetSetting}.
   */
  record SetSetting(SettingScope scope, String name, Expr value, SourceSpan span)
      implements SessionStatement {}

  /** SET VARIABLE name = value. */
  record SetVariable(String name, Expr value, SourceSpan span) implements SessionStatement {}

  /** RESET name. */
  record ResetSetting(SettingScope scope, String name, SourceSpan span)
      implements SessionStatement {}

  /** RESET VARIABLE name. */
  record ResetVariable(String name, SourceSpan span) implements SessionStatement {}

  /** PRAGMA name or PRAGMA name(arguments); {@code name = value} among them is a named one. */
  record PragmaCall(String name, List<Expr.Argument> arguments, SourceSpan span)
      implements SessionStatement {
    public PragmaCall {
      arguments = List.copyOf(arguments);
    }
  }

  /** USE database, USE schema or USE database.schema. */
  record Use(QualifiedName name, SourceSpan span) implements SessionStatement {}

  /** ATTACH. */
  record Attach(
      DefinitionStatement.IfExists ifExists,
      Expr path,
      @Nullable String alias,
      List<Option> options,
      SourceSpan span)
      implements SessionStatement {
    public Attach {
      options = List.copyOf(options);
    }
  }

  /** DETACH. */
  record Detach(boolean ifExists, String name, SourceSpan span) implements SessionStatement {}

  /** What kind of transaction BEGIN asks for. */
  enum TransactionMode {
    DEFAULT,
    READ_ONLY,
    READ_WRITE
  }

  /** BEGIN. */
  record Begin(TransactionMode mode, SourceSpan span) implements SessionStatement {}

  /** COMMIT or END. */
  record Commit(SourceSpan span) implements SessionStatement {}

  /** ROLLBACK or ABORT. */
  record Rollback(SourceSpan span) implements SessionStatement {}

  /** [FORCE] CHECKPOINT [database]. */
  record Checkpoint(boolean force, @Nullable String database, SourceSpan span)
      implements SessionStatement {}

  /**
   * VACUUM and ANALYZE.
   *
   * @param vacuum VACUUM was written
   * @param analyze ANALYZE was written
   * @param table null for all tables
   */
  record Vacuum(
      boolean vacuum,
      boolean analyze,
      List<String> options,
      @Nullable QualifiedName table,
      List<String> columns,
      SourceSpan span)
      implements SessionStatement {
    public Vacuum {
      options = List.copyOf(options);
      columns = List.copyOf(columns);
    }
  }

  /** LOAD extension. */
  record Load(String extension, @Nullable String alias, SourceSpan span)
      implements SessionStatement {}

  /** [FORCE] INSTALL extension [FROM repository] [VERSION version]. */
  record Install(
      boolean force,
      String extension,
      @Nullable String repository,
      @Nullable String version,
      SourceSpan span)
      implements SessionStatement {}

  /** UPDATE EXTENSIONS [(names)]. */
  record UpdateExtensions(List<String> names, SourceSpan span) implements SessionStatement {
    public UpdateExtensions {
      names = List.copyOf(names);
    }
  }

  /** EXPORT DATABASE [name TO] 'directory' (options). */
  record ExportDatabase(
      @Nullable String database, String directory, List<Option> options, SourceSpan span)
      implements SessionStatement {
    public ExportDatabase {
      options = List.copyOf(options);
    }
  }

  /** IMPORT DATABASE 'directory'. */
  record ImportDatabase(String directory, SourceSpan span) implements SessionStatement {}
}
