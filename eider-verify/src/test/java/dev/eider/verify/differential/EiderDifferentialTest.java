// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.verify.engine.JdbcEngine;
import dev.eider.verify.engine.SqlFailure;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A short campaign of Eider against the oracle; {@code bin/differential} runs longer ones. */
class EiderDifferentialTest {
  private static final int QUERIES = 400;

  @Test
  void eiderAgreesWithTheOracle() throws SqlFailure {
    JdbcEngine eider = JdbcEngine.eider();
    assertTrue(eider.isAvailable(), "Eider's JDBC driver must be on the class path");
    Campaign campaign = new Campaign(eider, JdbcEngine.duckDb(), 1, AgreedDifferences.load());
    Campaign.Outcome outcome = campaign.run(0, QUERIES, (finding, tables) -> {});
    assertTrue(
        outcome.findings().isEmpty(),
        () ->
            outcome.findings().stream()
                .map(finding -> finding.difference().headline() + "\n  " + finding.query().sql())
                .collect(Collectors.joining("\n")));
  }
}
