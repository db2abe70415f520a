// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.util.List;
import java.util.Map;

/**
 * Everything a run found out.
 *
 * @param command the command line that repeats it
 * @param facts machine and settings, by name
 * @param versions engine versions, by engine name
 * @param files generated files with their sizes, one line each
 * @param figures numbers to reach that are no ratio of one query between two engines
 */
public record Report(
    String command,
    Map<String, String> facts,
    Map<String, String> versions,
    List<String> files,
    List<Section> sections,
    List<Figure> figures,
    List<Plot> plots) {
  public boolean allAnswersAgree() {
    return sections.stream().allMatch(Section::allAnswersAgree);
  }

  public boolean targetsHold() {
    return sections.stream().allMatch(Section::targetsHold)
        && figures.stream().allMatch(Figure::holds);
  }
}
