// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.explain;

import dev.eider.base.error.EiderException;
import java.util.Locale;

/** The formats of EXPLAIN (FORMAT ...). */
public enum ExplainFormat {
  TEXT,
  JSON,
  YAML,
  GRAPHVIZ,
  MERMAID,
  COMPACT,
  NO_OUTPUT;

  private static final String NAMES =
      "default, text, query_tree, query_tree_optimizer, no_output, json, html, graphviz, yaml,"
          + " mermaid, compact";

  /**
   * The format of a name.
   *
   * @throws EiderException when there is none, or it is one that is not made here
   */
  public static ExplainFormat of(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "default", "text", "query_tree", "query_tree_optimizer" -> TEXT;
      case "json" -> JSON;
      case "yaml" -> YAML;
      case "graphviz" -> GRAPHVIZ;
      case "mermaid" -> MERMAID;
      case "compact" -> COMPACT;
      case "no_output" -> NO_OUTPUT;
      case "html" ->
          throw EiderException.notImplemented(
              "EXPLAIN (FORMAT html) is not supported: use graphviz or mermaid for a picture");
      default ->
          throw EiderException.invalidInput(
              "\"" + name + "\" is not a valid FORMAT argument, valid options are: " + NAMES);
    };
  }

  /** The text of a plan. */
  public String render(PlanReport report, TextOptions options) {
    return switch (this) {
      case TEXT -> new TextPlan(report, options).text();
      case JSON -> new JsonPlan(report).text();
      case YAML -> LinePlans.yaml(report);
      case COMPACT -> LinePlans.compact(report);
      case GRAPHVIZ -> GraphPlans.graphviz(report);
      case MERMAID -> GraphPlans.mermaid(report);
      case NO_OUTPUT -> "";
    };
  }
}
