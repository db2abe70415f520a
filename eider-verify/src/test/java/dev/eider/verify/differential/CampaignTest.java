// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.verify.engine.JdbcEngine;
import dev.eider.verify.engine.SqlFailure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The harness against itself: no difference between equals, and planted ones are found. */
class CampaignTest {
  private static final AgreedDifferences NONE = AgreedDifferences.parse("");

  private static Campaign honest(long seed) {
    return new Campaign(JdbcEngine.duckDb(), JdbcEngine.duckDb(), seed, NONE);
  }

  private static Campaign planted(long seed, AgreedDifferences agreed) {
    PlantedEngine faulty = new PlantedEngine(JdbcEngine.duckDb(), PlantedEngine::wrongSum);
    return new Campaign(faulty, JdbcEngine.duckDb(), seed, agreed);
  }

  @Test
  void anEngineAgreesWithItself() throws SqlFailure {
    Campaign.Outcome outcome = honest(42).run(0, 200, (finding, tables) -> {});
    assertEquals(List.of(), outcome.findings());
    assertEquals(200, outcome.passed());
    int refused = outcome.refusals().values().stream().mapToInt(Integer::intValue).sum();
    assertTrue(refused < 20, () -> "the grammar makes nonsense: " + outcome.refusals());
  }

  @Test
  void aPlantedDifferenceIsFoundAndShrunk() throws SqlFailure {
    Campaign campaign = planted(42, NONE);
    Campaign.Outcome outcome = campaign.run(0, 200, (finding, tables) -> {});
    assertFalse(outcome.findings().isEmpty());
    for (Campaign.Finding finding : outcome.findings()) {
      assertEquals(Difference.Kind.VALUE, finding.difference().kind());
      String shrunk = finding.query().sql();
      String whole = campaign.query(finding.index(), campaign.tablesOf(finding.index())).sql();
      assertTrue(shrunk.contains("sum("), shrunk);
      assertTrue(shrunk.length() <= whole.length(), shrunk);
    }
    // The one line that a report prints finds it again.
    Campaign.Finding first = outcome.findings().getFirst();
    Campaign.Outcome again =
        planted(42, NONE).run(first.index(), first.index() + 1, (finding, tables) -> {});
    assertEquals(List.of(first), again.findings());
  }

  @Test
  void agreedDifferencesPass() throws SqlFailure {
    AgreedDifferences agreed = AgreedDifferences.parse("sum\\(\t^VALUE:\tplanted on purpose\n");
    Campaign.Outcome outcome = planted(42, agreed).run(0, 200, (finding, tables) -> {});
    assertEquals(List.of(), outcome.findings());
    assertTrue(outcome.agreed() > 0);
  }

  @Test
  void everythingComesFromTheSeed() {
    List<String> first = texts(honest(7));
    assertEquals(first, texts(honest(7)));
    assertNotEquals(first, texts(honest(8)));
  }

  private static List<String> texts(Campaign campaign) {
    List<String> texts = new ArrayList<>();
    for (int index = 0; index < 60; index++) {
      List<RandomTable> tables = campaign.tablesOf(index);
      tables.forEach(table -> texts.addAll(table.statements()));
      texts.add(campaign.query(index, tables).sql());
    }
    return texts;
  }
}
