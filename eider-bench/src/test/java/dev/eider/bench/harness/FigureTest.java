// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers to reach, their table, and that a missed one is no success. */
class FigureTest {
  private static final double[] SLOW = {30, 40, 50};
  private static final double[] FAST = {10, 10, 20};

  private static Report report(List<Figure> figures, List<Plot> plots) {
    return new Report("bin/bench x", Map.of(), Map.of(), List.of(), List.of(), figures, plots);
  }

  @Test
  void aRatioIsOfMediansAndReachedOrNot() {
    Figure reached = Figure.ratio("a", "slow / fast", SLOW, FAST, Figure.atLeast(3));
    assertEquals(4, reached.value());
    assertEquals(2.5, reached.min());
    assertTrue(reached.holds());
    assertFalse(Figure.ratio("a", "", SLOW, FAST, Figure.atLeast(4.01)).holds());
    assertFalse(Figure.ratio("a", "", SLOW, FAST, Figure.atMost(3.99)).holds());
    assertTrue(Figure.of("a", "", SLOW, "ms", Figure.atMost(40)).holds());
    assertTrue(Figure.of("a", "", SLOW, "ms", null).holds());
  }

  @Test
  void whatCouldNotBeMeasuredIsNotReached() {
    Figure missing = Figure.missing("a", "w", Figure.atLeast(1), "no such server");
    assertFalse(missing.holds());
    assertFalse(report(List.of(missing), List.of()).targetsHold());
    assertTrue(report(List.of(Figure.missing("a", "w", null, "")), List.of()).targetsHold());
  }

  @Test
  void theTableShowsTheNumberToReachBesideTheNumberReached() {
    String text =
        ReportWriter.markdown(
            List.of(
                Figure.ratio("a", "faster", SLOW, FAST, Figure.atLeast(3)).remark("on a fast link"),
                Figure.of("b", "first byte", SLOW, "ms", Figure.atMost(39)),
                Figure.missing("c", "server", Figure.atMost(2), "not there")));
    List<String> lines = text.lines().map(line -> line.replaceAll(" +", " ")).toList();
    assertTrue(lines.contains("| faster | 4.00x (2.50..4.00) | at least 3.00x | reached |"), text);
    assertTrue(
        lines.contains("| first byte | 40.0 ms (30.0..50.0) | at most 39.0 ms | MISSED |"), text);
    assertTrue(lines.contains("| server | - | at most 2.00 | not measured |"), text);
    assertTrue(lines.contains("- faster: on a fast link"), text);
    assertTrue(lines.contains("- server: not there"), text);
  }

  @Test
  void figuresAndPlotsAreWritten(@TempDir Path folder) throws Exception {
    Plot plot =
        new Plot(
            "q",
            "rate",
            "s",
            "MB/s",
            List.of(new Plot.Curve("one", 0.05, new double[] {1, 2})),
            List.of());
    Figure figure = Figure.of("b", "first \"byte\"", SLOW, "ms", Figure.atMost(39));
    ReportWriter.write(report(List.of(figure), List.of(plot)), folder.resolve("r"));
    String json = Files.readString(folder.resolve("r.json"));
    assertTrue(json.contains("\"atMost\": 39.000"), json);
    assertTrue(json.contains("\"reached\": false"), json);
    assertTrue(json.contains("\"values\": [1.000, 2.000]"), json);
    assertTrue(Files.readString(folder.resolve("r.md")).contains("![rate](r-q.svg)"));
    assertTrue(Files.readString(folder.resolve("r-q.svg")).startsWith("<svg "));
  }
}
