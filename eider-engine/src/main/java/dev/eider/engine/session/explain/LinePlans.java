// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.explain;

import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.OperatorNode.Detail;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Plans as indented lines: YAML, and one line an operator. */
final class LinePlans {
  private LinePlans() {}

  static String yaml(PlanReport report) {
    StringBuilder text = new StringBuilder();
    yaml(report, report.root(), "", text);
    return text.toString();
  }

  private static void yaml(
      PlanReport report, OperatorNode node, String indent, StringBuilder text) {
    text.append(indent).append("- name: ").append(JsonPlan.quote(node.name())).append('\n');
    for (Detail detail : node.details()) {
      text.append(indent).append("  ").append(JsonPlan.quote(detail.key())).append(':');
      if (detail.values().size() == 1) {
        text.append(' ').append(JsonPlan.quote(detail.values().getFirst())).append('\n');
        continue;
      }
      text.append('\n');
      for (String value : detail.values()) {
        text.append(indent).append("    - ").append(JsonPlan.quote(value)).append('\n');
      }
    }
    if (node.estimate() >= 0) {
      pair("Estimated Cardinality", String.valueOf(node.estimate()), indent, text);
    }
    if (report.measures(node)) {
      pair("Cardinality", String.valueOf(report.rows(node)), indent, text);
      pair("Timing", seconds(report.seconds(node)), indent, text);
    }
    if (!node.inputs().isEmpty()) {
      text.append(indent).append("  children:\n");
      node.inputs().forEach(input -> yaml(report, input, indent + "    ", text));
    }
  }

  private static void pair(String key, String value, String indent, StringBuilder text) {
    text.append(indent).append("  ").append(JsonPlan.quote(key)).append(": ");
    text.append(JsonPlan.quote(value)).append('\n');
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.4fs", seconds);
  }

  static String compact(PlanReport report) {
    StringBuilder text = new StringBuilder();
    if (report.profile() != null) {
      text.append("QUERY (time=").append(seconds(report.totalSeconds())).append(")\n");
    }
    compact(report, report.root(), 0, text);
    return text.toString();
  }

  private static void compact(PlanReport report, OperatorNode node, int depth, StringBuilder text) {
    text.append("  ".repeat(depth)).append(node.name());
    List<String> facts = new ArrayList<>();
    if (node.estimate() >= 0) {
      facts.add("est=" + node.estimate());
    }
    if (report.measures(node)) {
      facts.add("rows=" + report.rows(node));
      facts.add("time=" + seconds(report.seconds(node)));
    }
    if (!facts.isEmpty()) {
      text.append(" (").append(String.join(", ", facts)).append(')');
    }
    List<String> details = new ArrayList<>();
    for (Detail detail : node.details()) {
      details.add(detail.key() + ": " + String.join(", ", detail.values()).replace('\n', ' '));
    }
    if (!details.isEmpty()) {
      text.append(' ').append(String.join("; ", details));
    }
    text.append('\n');
    node.inputs().forEach(input -> compact(report, input, depth + 1, text));
  }
}
