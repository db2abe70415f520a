// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.util.List;

/**
 * Curves over a common axis. The axes begin at zero.
 *
 * @param name of its file, behind the name of the report
 */
public record Plot(
    String name,
    String title,
    String xLabel,
    String yLabel,
    List<Curve> curves,
    List<Level> levels) {
  public Plot {
    curves = List.copyOf(curves);
    levels = List.copyOf(levels);
  }

  /**
   * A value for each of equal intervals, the first of which begins at zero.
   *
   * @param step width of an interval in units of the x axis
   */
  public record Curve(String name, double step, double[] values) {}

  /** A horizontal line, such as a limit. */
  public record Level(String name, double value) {}
}
