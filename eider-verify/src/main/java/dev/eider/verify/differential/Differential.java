// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import dev.eider.verify.engine.JdbcEngine;
import dev.eider.verify.engine.SqlFailure;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The program behind {@code bin/differential}. */
public final class Differential {
  private static final String USAGE =
      """
      usage: differential [--queries N] [--seed S] [--only I] [--left ENGINE] [--right ENGINE] [--print] [--refusals]
        Runs N seeded random queries (default 2000) on both engines (default: eider, duckdb) and
        reports where they differ. --only I runs query I alone, with its tables; --print shows
        queries instead of running them; --refusals
        lists what both engines refuse. Ends with the line "N passed, N failed".
      """;
  private static final int EXIT_FAILED = 1;
  private static final int EXIT_USAGE = 2;

  private int queryCount = 2_000;
  private long seed = 1;
  private int only = -1;
  private String left = "eider";
  private String right = "duckdb";
  private boolean print;
  private boolean refusals;

  private Differential() {}

  /** Runs and exits: 0 for agreement, 1 for differences, 2 for a wrong command line. */
  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    int status;
    try {
      Differential program = new Differential();
      program.parse(arguments);
      status = program.run(out) ? 0 : EXIT_FAILED;
    } catch (IllegalArgumentException wrong) {
      System.err.println("differential: " + wrong.getMessage());
      System.err.print(USAGE);
      status = EXIT_USAGE;
    } catch (SqlFailure broken) {
      System.err.println("differential: the tables cannot be made: " + broken.text());
      status = EXIT_FAILED;
    }
    out.flush();
    Runtime.getRuntime().halt(status);
  }

  private void parse(String[] arguments) {
    for (int i = 0; i < arguments.length; i++) {
      String argument = arguments[i];
      if (argument.equals("--print") || argument.equals("--refusals")) {
        print |= argument.equals("--print");
        refusals |= argument.equals("--refusals");
        continue;
      }
      if (i + 1 >= arguments.length) {
        throw new IllegalArgumentException("unknown option, or no value: " + argument);
      }
      String value = arguments[++i];
      switch (argument) {
        case "--queries" -> queryCount = Integer.parseInt(value);
        case "--seed" -> seed = Long.parseLong(value);
        case "--only" -> only = Integer.parseInt(value);
        case "--left" -> left = value;
        case "--right" -> right = value;
        default -> throw new IllegalArgumentException("unknown option " + argument);
      }
    }
  }

  private boolean run(PrintStream out) throws SqlFailure {
    JdbcEngine leftEngine = engine(left);
    JdbcEngine rightEngine = engine(right);
    Campaign campaign = new Campaign(leftEngine, rightEngine, seed, AgreedDifferences.load());
    int from = Math.max(0, only);
    int to = only < 0 ? queryCount : only + 1;
    if (print) {
      for (int index = from; index < to; index++) {
        out.println(campaign.query(index, campaign.tablesOf(index)).sql() + ";");
      }
      return true;
    }
    Map<String, Integer> groups = new TreeMap<>();
    Campaign.Outcome outcome =
        campaign.run(
            from,
            to,
            (finding, tables) -> {
              groups.merge(groupOf(finding.difference()), 1, Integer::sum);
              show(finding, tables, out);
            });
    groups.forEach((group, count) -> out.printf("%6d  %s%n", count, group));
    if (outcome.agreed() > 0) {
      out.println(outcome.agreed() + " differences are agreed and count as passed");
    }
    int refused = outcome.refusals().values().stream().mapToInt(Integer::intValue).sum();
    out.println(refused + " queries are errors of the same class on both engines");
    if (refusals) {
      outcome.refusals().forEach((message, count) -> out.printf("%6d  %s%n", count, message));
    }
    int failed = outcome.findings().size();
    out.println((outcome.passed() + outcome.agreed()) + " passed, " + failed + " failed");
    return failed == 0;
  }

  private static JdbcEngine engine(String name) {
    JdbcEngine engine = JdbcEngine.named(name);
    if (!engine.isAvailable()) {
      throw new IllegalArgumentException("no JDBC driver for engine '" + name + "'");
    }
    return engine;
  }

  private void show(Campaign.Finding finding, List<RandomTable> tables, PrintStream out) {
    Difference difference = finding.difference();
    out.println("DIFFERENCE " + difference.kind());
    out.println("  " + left + ": " + difference.left().replace("\n", "\n    "));
    out.println("  " + right + ": " + difference.right().replace("\n", "\n    "));
    String sql = finding.query().sql();
    if (only >= 0) {
      tables.forEach(table -> table.statements().forEach(made -> out.println("  " + made + ";")));
    }
    out.println("  " + sql + ";");
    out.println("  again: bin/differential --seed " + seed + " --only " + finding.index());
    out.println();
  }

  private static String groupOf(Difference difference) {
    return difference.headline().replaceAll("\"[^\"]*\"|'[^']*'|\\[.*]|[0-9]+", "…");
  }
}
