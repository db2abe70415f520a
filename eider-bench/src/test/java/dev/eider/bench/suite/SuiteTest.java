// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.bench.harness.Query;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SuiteTest {
  private static Options options(String... arguments) {
    return Options.parse(
        "taxi", List.of(arguments), Path.of("/project"), Set.of("rows", "engines", "gate", "data"));
  }

  @Test
  void countsHaveUnits() {
    assertEquals(2_000_000, options("--rows", "2m").count("rows", 1));
    assertEquals(200_000, options("--rows", "200_000").count("rows", 1));
    assertEquals(7, options().count("rows", 7));
    for (String wrong : List.of("0", "-1", "x", "", "k", "9999999999g")) {
      assertThrows(
          IllegalArgumentException.class, () -> options("--rows", wrong).count("rows", 1), wrong);
    }
  }

  @Test
  void wrongOptionsAreNamed() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> options("--row", "5"));
    assertEquals(
        "Unknown option --row of taxi; known are --data --engines --gate --rows", e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> options("--rows"));
    assertThrows(IllegalArgumentException.class, () -> options("rows"));
  }

  @Test
  void theCommandLineCanBeRepeated() {
    Options options = options("--rows", "5", "--gate", "--engines", "a, b");
    assertEquals("bin/bench taxi --rows 5 --gate --engines a, b", options.commandLine());
    assertEquals(List.of("a", "b"), options.list("engines", ""));
    assertTrue(options.flag("gate"));
  }

  @Test
  void thereAre22TpchQueriesWithoutPlaceholders() throws Exception {
    List<Query> queries = TpchSuite.queries(0.1, List.of());
    assertEquals(22, queries.size());
    for (Query query : queries) {
      assertFalse(query.sql().contains("${"), query.sql());
      assertFalse(query.sql().contains("--"), query.sql());
    }
    assertTrue(queries.get(10).sql().contains("* 0.0010000000"), queries.get(10).sql());
    assertEquals("q03", TpchSuite.queries(1, List.of("q03")).getFirst().name());
    assertThrows(IllegalArgumentException.class, () -> TpchSuite.queries(1, List.of("q23")));
    assertEquals(8, TpchSuite.schema().size());
  }

  @Test
  void theFourthTaxiQueryIsOrderedByYearAndCount() {
    List<Query> queries = TaxiSuite.queries("taxi-2m.csv");
    assertEquals(List.of(1, 3), queries.get(3).orderedBy());
    assertTrue(queries.getFirst().sql().contains("FROM 'taxi-2m.csv'"));
  }
}
