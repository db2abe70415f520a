// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify;

import dev.eider.verify.engine.EngineConfig;
import dev.eider.verify.engine.JdbcEngine;
import dev.eider.verify.engine.SqlEngine;
import dev.eider.verify.engine.SqlFailure;
import dev.eider.verify.engine.SqlResult;
import dev.eider.verify.engine.SqlSession;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The program behind {@code bin/coverage}: which functions, types and settings the oracle lists and
 * Eider does not. Ends with one line of counts per kind.
 */
public final class Coverage {
  private static final int EXIT_FAILED = 1;
  private static final int LINE_WIDTH = 100;

  /**
   * What is compared.
   *
   * @param question answers two columns: a group and a name
   */
  private record Kind(String name, String question) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              "functions",
              """
              SELECT DISTINCT function_type, lower(function_name) FROM duckdb_functions()
              WHERE function_name NOT LIKE '\\_\\_%' ESCAPE '\\'
                AND function_type IN ('scalar', 'aggregate', 'window', 'table', 'macro', 'table_macro')
              """),
          new Kind("types", "SELECT DISTINCT type_category, upper(type_name) FROM duckdb_types()"),
          new Kind("settings", "SELECT DISTINCT 'setting', lower(name) FROM duckdb_settings()"));

  private Coverage() {}

  /** Compares {@code eider} with {@code duckdb}, or the two engines named by the arguments. */
  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    SqlEngine ours = JdbcEngine.named(arguments.length > 0 ? arguments[0] : "eider");
    SqlEngine theirs = JdbcEngine.named(arguments.length > 1 ? arguments[1] : "duckdb");
    int status = 0;
    try {
      out.print(compare(ours, theirs));
    } catch (SqlFailure refused) {
      System.err.println("coverage: " + refused.text());
      status = EXIT_FAILED;
    }
    out.flush();
    Runtime.getRuntime().halt(status);
  }

  /** The report. A list that our engine cannot answer counts as empty; that is said. */
  static String compare(SqlEngine ours, SqlEngine theirs) throws SqlFailure {
    StringBuilder report = new StringBuilder();
    List<String> counts = new ArrayList<>();
    try (SqlSession mine = ours.open(EngineConfig.memory());
        SqlSession oracle = theirs.open(EngineConfig.memory())) {
      for (Kind kind : KINDS) {
        Map<String, TreeSet<String>> wanted = names(oracle.execute(kind.question()));
        Map<String, TreeSet<String>> have;
        try {
          have = names(mine.execute(kind.question()));
        } catch (SqlFailure noSuchList) {
          report.append(kind.name()).append(": ").append(noSuchList.text()).append('\n');
          have = Map.of();
        }
        counts.add(missing(kind, wanted, have, report));
      }
    }
    counts.forEach(line -> report.append(line).append('\n'));
    return report.toString();
  }

  private static Map<String, TreeSet<String>> names(SqlResult result) {
    Map<String, TreeSet<String>> names = new TreeMap<>();
    for (List<@Nullable String> row : result.rows()) {
      names
          .computeIfAbsent(String.valueOf(row.get(0)), unused -> new TreeSet<>())
          .add(String.valueOf(row.get(1)));
    }
    return names;
  }

  private static String missing(
      Kind kind,
      Map<String, TreeSet<String>> wanted,
      Map<String, TreeSet<String>> have,
      StringBuilder report) {
    // A name counts where it exists under any group: what is a macro there may be a scalar here.
    TreeSet<String> anywhere = new TreeSet<>();
    have.values().forEach(anywhere::addAll);
    int wantedCount = 0;
    int haveCount = 0;
    for (Map.Entry<String, TreeSet<String>> group : wanted.entrySet()) {
      TreeSet<String> lacking = new TreeSet<>(group.getValue());
      lacking.removeAll(anywhere);
      wantedCount += group.getValue().size();
      haveCount += group.getValue().size() - lacking.size();
      if (!lacking.isEmpty()) {
        report.append("missing ").append(kind.name()).append(", ").append(group.getKey());
        report.append(" (").append(lacking.size()).append(" of ");
        report.append(group.getValue().size()).append("):\n");
        appendWrapped(report, lacking);
      }
    }
    return kind.name() + ": " + haveCount + " of " + wantedCount;
  }

  private static void appendWrapped(StringBuilder report, Iterable<String> names) {
    StringBuilder line = new StringBuilder(" ");
    for (String name : names) {
      if (line.length() + name.length() > LINE_WIDTH) {
        report.append(line).append('\n');
        line = new StringBuilder(" ");
      }
      line.append(' ').append(name);
    }
    report.append(line).append('\n');
  }
}
