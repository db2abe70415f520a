// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.explain;

import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.OperatorNode.Detail;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Plans in the languages of programs that draw graphs. */
final class GraphPlans {
  private GraphPlans() {}

  static String graphviz(PlanReport report) {
    StringBuilder text =
        new StringBuilder("digraph G {\n    node [shape=box, style=rounded, fontsize=10];\n");
    List<String> edges = new ArrayList<>();
    graphviz(report, report.root(), 0, text, edges);
    edges.forEach(edge -> text.append("    ").append(edge).append(";\n"));
    return text.append("}\n").toString();
  }

  /** Writes a node and all below it; answers the next free number. */
  private static int graphviz(
      PlanReport report, OperatorNode node, int number, StringBuilder text, List<String> edges) {
    String label = node.name() + "\n" + String.join("\n", facts(report, node));
    text.append("    node_").append(number).append(" [label=");
    text.append(JsonPlan.quote(label.strip())).append("];\n");
    int next = number + 1;
    for (OperatorNode input : node.inputs()) {
      edges.add("node_" + number + " -> node_" + next);
      next = graphviz(report, input, next, text, edges);
    }
    return next;
  }

  static String mermaid(PlanReport report) {
    StringBuilder text = new StringBuilder("flowchart TD\n");
    List<String> edges = new ArrayList<>();
    mermaid(report, report.root(), 0, text, edges);
    edges.forEach(edge -> text.append("    ").append(edge).append('\n'));
    return text.toString();
  }

  private static int mermaid(
      PlanReport report, OperatorNode node, int number, StringBuilder text, List<String> edges) {
    text.append("    node_").append(number).append("[\"`**").append(node.name()).append("**");
    for (String fact : facts(report, node)) {
      text.append("\n\t").append(fact.replace("\"", "#quot;").replace("`", "#96;"));
    }
    text.append("`\"]\n\n");
    int next = number + 1;
    for (OperatorNode input : node.inputs()) {
      edges.add("node_" + number + " --> node_" + next);
      next = mermaid(report, input, next, text, edges);
    }
    return next;
  }

  private static List<String> facts(PlanReport report, OperatorNode node) {
    List<String> facts = new ArrayList<>();
    for (Detail detail : node.details()) {
      facts.add(detail.key() + ": " + String.join(", ", detail.values()));
    }
    if (node.estimate() >= 0) {
      facts.add("Estimated Cardinality: " + node.estimate());
    }
    if (report.measures(node)) {
      facts.add("Cardinality: " + report.rows(node));
      facts.add(String.format(Locale.ROOT, "Timing: %.4fs", report.seconds(node)));
    }
    return facts;
  }
}
