// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.explain;

import dev.eider.base.table.FetchCounts;
import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.OperatorNode.Detail;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A plan as JSON. */
final class JsonPlan {
  private static final String STEP = "    ";

  private final PlanReport report;
  private final StringBuilder out = new StringBuilder();

  JsonPlan(PlanReport report) {
    this.report = report;
  }

  String text() {
    if (report.profile() == null) {
      out.append("[\n").append(STEP);
      node(report.root(), STEP);
      return out.append("\n]").toString();
    }
    out.append("{\n").append(STEP).append("\"io\": {\n");
    out.append(STEP).append(STEP).append("\"total_bytes_read\": ").append(report.bytesRead());
    FetchCounts fetched = report.fetched();
    if (fetched.isAny()) {
      io("requests", String.valueOf(fetched.requests()));
      io("bytes_fetched", String.valueOf(fetched.bytes()));
      io("bytes_kept", String.valueOf(fetched.cachedBytes()));
      io("most_tasks_read_ahead", String.valueOf(fetched.mostAhead()));
      io("second_requests", String.valueOf(fetched.hedges()));
      io("workers_waited", number(report.waitedSeconds()));
    }
    out.append('\n').append(STEP).append("},\n").append(STEP).append("\"operator\": [\n");
    out.append(STEP).append(STEP);
    node(report.root(), STEP + STEP);
    out.append('\n').append(STEP).append("],\n").append(STEP).append("\"query\": {\n");
    out.append(STEP).append(STEP).append("\"sql\": ").append(quote(report.sql())).append(",\n");
    out.append(STEP).append(STEP).append("\"total_time\": ").append(number(report.totalSeconds()));
    return out.append('\n').append(STEP).append("}\n}").toString();
  }

  private void io(String key, String value) {
    out.append(",\n").append(STEP).append(STEP).append(quote(key)).append(": ").append(value);
  }

  private void node(OperatorNode node, String indent) {
    String inner = indent + STEP;
    boolean measured = report.profile() != null;
    out.append("{\n");
    out.append(inner).append(measured ? "\"type\": " : "\"name\": ").append(quote(node.name()));
    out.append(",\n").append(inner).append("\"children\": [");
    for (int i = 0; i < node.inputs().size(); i++) {
      out.append(i == 0 ? "\n" : ",\n").append(inner).append(STEP);
      node(node.inputs().get(i), inner + STEP);
    }
    out.append(node.inputs().isEmpty() ? "],\n" : "\n" + inner + "],\n");
    if (report.measures(node)) {
      out.append(inner).append("\"intermediate_rows\": ").append(report.rows(node)).append(",\n");
      out.append(inner).append("\"timing\": ").append(number(report.seconds(node))).append(",\n");
    }
    out.append(inner).append("\"extra_info\": {");
    List<Detail> details = new ArrayList<>(node.details());
    if (node.estimate() >= 0) {
      details.add(Detail.of("Estimated Cardinality", String.valueOf(node.estimate())));
    }
    for (int i = 0; i < details.size(); i++) {
      out.append(i == 0 ? "\n" : ",\n").append(inner).append(STEP);
      detail(details.get(i), inner + STEP);
    }
    out.append(details.isEmpty() ? "}\n" : "\n" + inner + "}\n").append(indent).append('}');
  }

  private void detail(Detail detail, String indent) {
    out.append(quote(detail.key())).append(": ");
    List<String> values = detail.values();
    if (values.size() == 1) {
      out.append(quote(values.getFirst()));
      return;
    }
    out.append('[');
    for (int i = 0; i < values.size(); i++) {
      out.append(i == 0 ? "\n" : ",\n").append(indent).append(STEP).append(quote(values.get(i)));
    }
    out.append(values.isEmpty() ? "]" : "\n" + indent + "]");
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.9f", value);
  }

  static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        default -> {
          if (c < 0x20) {
            quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }
}
