// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One line of a table of numbers to reach: what was reached, and how far the rounds lie apart.
 *
 * @param name short, for {@code --only} and for the raw figures
 * @param what in words
 * @param value median over the rounds, or the ratio of two medians
 * @param min of a single round
 * @param max of a single round
 * @param unit of all numbers; {@code x} for a ratio
 * @param goal the number to reach, null for a figure that only informs
 * @param remark what else a reader must know, empty for nothing; why there is no number, if {@code
 *     value} is not one
 */
public record Figure(
    String name,
    String what,
    double value,
    double min,
    double max,
    String unit,
    @Nullable Goal goal,
    String remark) {
  /** A number to reach: at least or at most {@code limit}. */
  public record Goal(boolean atLeast, double limit) {
    boolean holds(double value) {
      return atLeast ? value >= limit : value <= limit;
    }
  }

  public static Goal atLeast(double limit) {
    return new Goal(true, limit);
  }

  public static Goal atMost(double limit) {
    return new Goal(false, limit);
  }

  /** The median of a few measurements. */
  public static Figure of(
      String name, String what, double[] rounds, String unit, @Nullable Goal goal) {
    return new Figure(
        name, what, Series.median(rounds), Series.min(rounds), Series.max(rounds), unit, goal, "");
  }

  /** How many times longer {@code longer} takes: the ratio of medians, and of single rounds. */
  public static Figure ratio(
      String name, String what, double[] longer, double[] shorter, @Nullable Goal goal) {
    Ratio ratio = Ratio.of("", shorter, "", longer);
    return new Figure(name, what, ratio.value(), ratio.min(), ratio.max(), "x", goal, "");
  }

  /** A figure that could not be measured; its number is not reached. */
  public static Figure missing(String name, String what, @Nullable Goal goal, String reason) {
    return new Figure(name, what, Double.NaN, Double.NaN, Double.NaN, "", goal, reason);
  }

  /** This one with a remark. */
  public Figure remark(String text) {
    return new Figure(name, what, value, min, max, unit, goal, text);
  }

  public boolean isMissing() {
    return Double.isNaN(value);
  }

  /** Whether the number is reached; a figure without one always holds. */
  public boolean holds() {
    return goal == null || !isMissing() && goal.holds(value);
  }

  String seen() {
    if (isMissing()) {
      return "-";
    }
    String text = decimal(value) + unitText();
    return min == max ? text : text + " (" + decimal(min) + ".." + decimal(max) + ")";
  }

  String toReach() {
    if (goal == null) {
      return "";
    }
    return (goal.atLeast() ? "at least " : "at most ")
        + decimal(goal.limit())
        + (isMissing() ? "" : unitText());
  }

  String verdict() {
    if (isMissing()) {
      return "not measured";
    }
    return goal == null ? "" : holds() ? "reached" : "MISSED";
  }

  private String unitText() {
    return unit.equals("x") || unit.equals("%") || unit.isEmpty() ? unit : " " + unit;
  }

  private static String decimal(double value) {
    double size = Math.abs(value);
    String format = size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }
}
