// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import dev.eider.verify.engine.SqlEngine;
import dev.eider.verify.engine.SqlFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Many queries over many sets of tables, all from one seed. Query {@code i} and its tables depend
 * on the seed and {@code i} alone, so that one query can be run again by itself.
 */
final class Campaign {
  /** Queries that share a set of tables. */
  private static final int QUERIES_PER_SET = 25;

  private final SqlEngine left;
  private final SqlEngine right;
  private final long seed;
  private final Grammar grammar = Grammar.load();
  private final AgreedDifferences agreed;

  /** A difference nobody agreed to. */
  record Finding(int index, Query query, Difference difference) {}

  /**
   * What came out.
   *
   * @param refusals those that passed by being errors on both engines, counted by message: many
   *     would mean that the grammar makes nonsense
   */
  record Outcome(int passed, int agreed, Map<String, Integer> refusals, List<Finding> findings) {}

  /** Told about each finding as it comes. */
  interface Listener {
    /** One more difference. */
    void found(Finding finding, List<RandomTable> tables);
  }

  Campaign(SqlEngine left, SqlEngine right, long seed, AgreedDifferences agreed) {
    this.left = left;
    this.right = right;
    this.seed = seed;
    this.agreed = agreed;
  }

  /**
   * Runs queries {@code from} to {@code to} exclusive.
   *
   * @throws SqlFailure when an engine cannot even be opened or filled
   */
  Outcome run(int from, int to, Listener listener) throws SqlFailure {
    int passed = 0;
    int agreedCount = 0;
    Map<String, Integer> refusals = new TreeMap<>();
    List<Finding> findings = new ArrayList<>();
    Duel duel = null;
    int duelSet = -1;
    List<RandomTable> tables = List.of();
    try {
      for (int index = from; index < to; index++) {
        int set = index / QUERIES_PER_SET;
        if (duel == null || set != duelSet) {
          close(duel);
          tables = tables(set);
          duel = new Duel(left, right, tables);
          duelSet = set;
        }
        Query query = query(index, tables);
        Difference difference = duel.compare(query);
        if (difference == null) {
          passed++;
          String refusal = duel.lastRefusal();
          if (refusal != null) {
            refusals.merge(refusal, 1, Integer::sum);
          }
        } else if (agreed.reason(query.sql(), difference) != null) {
          agreedCount++;
        } else {
          Shrinker.Shrunk shrunk = Shrinker.shrink(duel, query, difference);
          if (agreed.reason(shrunk.query().sql(), shrunk.difference()) != null) {
            agreedCount++;
            continue;
          }
          Finding finding = new Finding(index, shrunk.query(), shrunk.difference());
          findings.add(finding);
          listener.found(finding, tables);
        }
      }
    } finally {
      close(duel);
    }
    return new Outcome(passed, agreedCount, refusals, findings);
  }

  private static void close(@Nullable Duel duel) {
    if (duel != null) {
      duel.close();
    }
  }

  /** The tables that query {@code index} is asked about. */
  List<RandomTable> tablesOf(int index) {
    return tables(index / QUERIES_PER_SET);
  }

  /** The tables of a set; every fourth set holds extreme values. */
  private List<RandomTable> tables(int set) {
    Chance chance = Chance.of(seed, "tables", set);
    boolean extremes = set % 4 == 3;
    List<RandomTable> tables = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      tables.add(RandomTable.small("t" + i, extremes, chance));
    }
    if (set % 2 == 0) {
      tables.add(RandomTable.large("big", chance));
    }
    return tables;
  }

  /** Query number {@code index}. */
  Query query(int index, List<RandomTable> tables) {
    return new QueryGenerator(grammar, tables, Chance.of(seed, "query", index)).generate();
  }
}
