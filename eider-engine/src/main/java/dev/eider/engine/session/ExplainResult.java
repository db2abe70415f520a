// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.ResultStream;
import dev.eider.engine.execute.pipeline.OperatorProfile;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.PlanText;
import java.util.List;
import java.util.Locale;

/** The answers of EXPLAIN and EXPLAIN ANALYZE. */
final class ExplainResult {
  private static final List<String> NAMES = List.of("explain_key", "explain_value");
  private static final List<LogicalType> TYPES = List.of(LogicalType.VARCHAR, LogicalType.VARCHAR);

  private ExplainResult() {}

  static QueryResult plan(LogicalOperator plan) {
    return row("physical_plan", PlanText.of(plan));
  }

  private static QueryResult row(String key, String text) {
    return QueryResult.of(NAMES, TYPES, List.of(List.of(Value.of(key), Value.of(text))));
  }

  /** Runs the plan and tells rows and time of each operator. */
  static QueryResult analyzed(
      QueryRunner runner, Session session, LogicalOperator plan, String sql) {
    long start = session.services().env().nanoTime();
    try (ResultStream stream = runner.execute(runner.lower(plan), true)) {
      session.running(stream);
      long rows = 0;
      for (DataChunk chunk = stream.next(); chunk != null; chunk = stream.next()) {
        rows += chunk.size();
      }
      long nanos = session.services().env().nanoTime() - start;
      StringBuilder text = new StringBuilder();
      text.append(
          String.format(
              Locale.ROOT,
              "Total: %d rows, %s, %s read\n",
              rows,
              time(nanos),
              MemoryManager.formatBytes(stream.bytesRead())));
      append(stream.root(), stream.profile(), 0, text);
      return row("analyzed_plan", text.toString());
    } catch (EiderException e) {
      throw ErrorText.withLine(e, sql);
    }
  }

  private static void append(
      OperatorNode node, OperatorProfile profile, int depth, StringBuilder text) {
    text.append("  ".repeat(depth)).append(node.name());
    if (!node.details().isEmpty()) {
      text.append(" [").append(String.join("; ", node.details())).append(']');
    }
    if (node.number() >= 0) {
      text.append(
          String.format(
              Locale.ROOT,
              "  (%d rows, %s)",
              profile.rows(node.number()),
              time(profile.nanos(node.number()))));
    }
    text.append('\n');
    node.inputs().forEach(input -> append(input, profile, depth + 1, text));
  }

  private static String time(long nanos) {
    return String.format(Locale.ROOT, "%.3fms", nanos / 1e6);
  }
}
