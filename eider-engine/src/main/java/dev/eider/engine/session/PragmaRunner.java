// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.Value;
import dev.eider.engine.bind.Binder;
import dev.eider.engine.bind.SimilarNames;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.SessionStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Runs PRAGMA calls: those that are queries under another name, and switches. */
final class PragmaRunner {
  /**
   * Switches of the dialect that cannot change an answer, with the reason in {@code
   * docs/reference/settings.md}: its self-checks, caches and progress bar, checkpoints of databases
   * that lie in memory, and switching off what is never on.
   */
  private static final Set<String> HINTS =
      Set.of(
          "enable_verification",
          "disable_verification",
          "verify_parallelism",
          "disable_verify_parallelism",
          "verify_serializer",
          "disable_verify_serializer",
          "verify_external",
          "disable_verify_external",
          "verify_fetch_row",
          "disable_verify_fetch_row",
          "enable_object_cache",
          "disable_object_cache",
          "enable_print_progress_bar",
          "disable_print_progress_bar",
          "enable_progress_bar",
          "disable_progress_bar",
          "checkpoint",
          "force_checkpoint",
          "enable_checkpoint_on_shutdown",
          "disable_checkpoint_on_shutdown",
          "disable_logging",
          "truncate_duckdb_logs");

  private final Session session;

  PragmaRunner(Session session) {
    this.session = session;
  }

  QueryResult call(SessionStatement.PragmaCall pragma, String sql, Map<String, Value> parameters) {
    String name = pragma.name().toLowerCase(Locale.ROOT);
    if (HINTS.contains(name) || switched(name)) {
      return QueryResult.nothing();
    }
    List<String> arguments = new ArrayList<>();
    for (Expr.Argument argument : pragma.arguments()) {
      arguments.add(
          argument.value() instanceof Expr.ColumnRef word
              ? String.join(".", word.names())
              : String.valueOf(
                  new Binder(session.environment(), parameters)
                      .evaluate(argument.value())
                      .object()));
    }
    String query = query(name, arguments);
    if (query != null) {
      QueryResult result = session.execute(query);
      return result;
    }
    throw new EiderException(
        ErrorType.CATALOG,
        "Pragma Function with name "
            + name
            + " does not exist!"
            + SimilarNames.didYouMean(names(), name),
        pragma.span().start(),
        null);
  }

  /** Whether the pragma is a switch that acts; then it is done. */
  private boolean switched(String name) {
    switch (name) {
      case "enable_optimizer", "disable_optimizer" ->
          session.settings().useOptimizer(name.equals("enable_optimizer"));
      case "enable_profiling", "enable_profile" ->
          session.settings().set("enable_profiling", Value.of("query_tree"));
      case "disable_profiling", "disable_profile" -> session.settings().reset("enable_profiling");
      case "enable_logging" -> session.settings().set("enable_logging", Value.of("true"));
      default -> {
        return false;
      }
    }
    return true;
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>(HINTS);
    names.addAll(
        List.of(
            "enable_optimizer",
            "disable_optimizer",
            "enable_profiling",
            "disable_profiling",
            "enable_logging",
            "table_info",
            "show_tables",
            "show_tables_expanded",
            "show_databases",
            "show",
            "database_list",
            "database_size",
            "functions",
            "collations",
            "version",
            "platform",
            "storage_info",
            "metadata_info",
            "import_database",
            "user_agent"));
    return names;
  }

  private static @org.jspecify.annotations.Nullable String query(
      String name, List<String> arguments) {
    return switch (name) {
      case "table_info" -> "SELECT * FROM pragma_table_info(" + text(arguments, 0) + ")";
      case "show" -> "SELECT * FROM pragma_show(" + text(arguments, 0) + ")";
      case "show_tables" -> "SHOW TABLES";
      case "show_tables_expanded" -> "SHOW ALL TABLES";
      case "show_databases" -> "SHOW DATABASES";
      case "database_list" -> "SELECT * FROM pragma_database_list()";
      case "functions" ->
          "SELECT function_name AS name, upper(function_type) AS type, parameter_types AS"
              + " parameters, varargs, return_type, has_side_effects AS side_effects FROM"
              + " duckdb_functions() WHERE function_type IN ('scalar', 'aggregate') ORDER BY 1";
      case "collations" -> "SELECT * FROM pragma_collations() ORDER BY 1";
      case "version" -> "SELECT * FROM pragma_version()";
      case "user_agent" -> "SELECT * FROM pragma_user_agent()";
      case "database_size" ->
          "SELECT current_database() AS database_name, '0 bytes' AS database_size, 0::BIGINT AS"
              + " block_size, 0::BIGINT AS total_blocks, 0::BIGINT AS used_blocks, 0::BIGINT AS"
              + " free_blocks, '0 bytes' AS wal_size, '0 bytes' AS memory_usage,"
              + " current_setting('memory_limit') AS memory_limit";
      default -> null;
    };
  }

  private static String text(List<String> arguments, int index) {
    if (index >= arguments.size()) {
      throw EiderException.binder("the pragma needs the name of a table");
    }
    return "'" + arguments.get(index).replace("'", "''") + "'";
  }
}
