// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.lower;

import dev.eider.base.table.RuntimeFilter;
import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.OperatorNode.Detail;
import dev.eider.engine.execute.operator.SortSink;
import dev.eider.engine.execute.operator.TopNFilter;
import dev.eider.engine.execute.operator.TopNSink;
import dev.eider.engine.execute.operator.WindowSink;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.ExprText;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.expr.WindowCall;
import dev.eider.engine.plan.LogicalOperator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lowers sorts, top-ns and windows. */
final class SortLowering {
  private final Lowering lowering;

  SortLowering(Lowering lowering) {
    this.lowering = lowering;
  }

  Lowered sort(LogicalOperator.Sort sort) {
    return sort(sort.input(), sort.keys(), -1, 0, "ORDER_BY");
  }

  /** What a column of a kept row is thought to take. */
  private static final long BYTES_PER_COLUMN = 24;

  /** The part of a worker's memory that a top-n may count on: it holds its rows several times. */
  private static final int TOP_N_PART = 16;

  private Lowered sort(
      LogicalOperator plan, List<SortKey> keys, long limit, long offset, String name) {
    Lowered input = lowering.operator(plan);
    List<SortKey> lowered = new Positions(input.columns()).applyKeys(keys);
    SortSink sink = new SortSink(input.types(), lowered, limit, offset);
    return close(input, sink, sink.source(), name, details(keys, limit, offset));
  }

  /** A top-n; one that keeps many rows (which a sort can spill), or none, is a sort. */
  Lowered topN(LogicalOperator.TopN top) {
    long limit = top.limit();
    long offset = top.offset();
    long bytesPerRow = BYTES_PER_COLUMN * (top.input().output().size() + top.keys().size());
    long affordable = lowering.memoryPerWorker() / TOP_N_PART / bytesPerRow;
    long most = Math.min(TopNSink.MAX_ROWS, affordable);
    boolean isSmall = limit > 0 && limit <= most && offset <= most && limit + offset <= most;
    if (!isSmall || top.keys().isEmpty()) {
      return sort(top.input(), top.keys(), limit, offset, "TOP_N");
    }
    SortKey first = top.keys().get(0);
    int column = first.expr() instanceof ColumnRef key ? scanColumn(top.input(), key) : -1;
    TopNFilter filter = column < 0 ? null : new TopNFilter(first);
    if (filter != null) {
      lowering.announce(column, filter);
    }
    Lowered input = lowering.operator(top.input());
    if (filter != null) {
      lowering.forget(new RuntimeFilter[] {filter});
    }
    List<SortKey> lowered = new Positions(input.columns()).applyKeys(top.keys());
    TopNSink sink = new TopNSink(input.types(), lowered, limit, offset, filter);
    return close(input, sink, sink.source(), "TOP_N", details(top.keys(), limit, offset));
  }

  /**
   * The id a column has where a scan yields it, when leaving out rows of that scan only leaves out
   * rows with the same value here; or -1.
   */
  private static int scanColumn(LogicalOperator plan, ColumnRef column) {
    return switch (plan) {
      case LogicalOperator.Scan scan -> scan.output().contains(column) ? column.id() : -1;
      case LogicalOperator.Filter filter -> scanColumn(filter.input(), column);
      case LogicalOperator.Project project -> {
        BoundExpr source = source(project, column);
        yield source instanceof ColumnRef below ? scanColumn(project.input(), below) : -1;
      }
      case LogicalOperator.Join join ->
          switch (join.type()) {
            case INNER, CROSS ->
                Math.max(scanColumn(join.left(), column), scanColumn(join.right(), column));
            case LEFT, SEMI, ANTI, MARK -> scanColumn(join.left(), column);
            default -> -1;
          };
      default -> -1;
    };
  }

  private static @Nullable BoundExpr source(LogicalOperator.Project project, ColumnRef column) {
    for (LogicalOperator.Assignment assignment : project.assignments()) {
      if (assignment.column().equals(column)) {
        return assignment.expr();
      }
    }
    return null;
  }

  /**
   * Windows: one sort for all calls over the same window, one after the other for different
   * windows.
   */
  Lowered window(LogicalOperator.Window window) {
    Lowered input = lowering.operator(window.input());
    List<LogicalOperator.WindowAssignment> left = new ArrayList<>(window.windows());
    while (!left.isEmpty()) {
      WindowCall first = left.get(0).call();
      List<LogicalOperator.WindowAssignment> same = new ArrayList<>();
      for (LogicalOperator.WindowAssignment assignment : left) {
        if (assignment.call().partitionBy().equals(first.partitionBy())
            && assignment.call().orderBy().equals(first.orderBy())) {
          same.add(assignment);
        }
      }
      left.removeAll(same);
      input = window(input, same);
    }
    return input;
  }

  private Lowered window(Lowered input, List<LogicalOperator.WindowAssignment> assignments) {
    Positions positions = new Positions(input.columns());
    List<WindowCall> calls = new ArrayList<>();
    List<ColumnRef> columns = new ArrayList<>(input.columns());
    List<String> texts = new ArrayList<>();
    for (LogicalOperator.WindowAssignment assignment : assignments) {
      calls.add(positions.apply(assignment.call()));
      columns.add(assignment.column());
      texts.add(ExprText.of(assignment.call()));
    }
    WindowSink sink = new WindowSink(input.types(), calls);
    Lowered closed =
        close(input, sink, sink.source(), "WINDOW", List.of(Detail.of("Projections", texts)));
    return new Lowered(closed.chain(), columns, closed.node());
  }

  private Lowered close(
      Lowered input, Sink sink, Source source, String name, List<Detail> details) {
    int number = lowering.number();
    return new Lowered(
        lowering.breakPipeline(name, input, sink, number, source),
        input.columns(),
        new OperatorNode(number, name, details, Lowering.inputs(input)));
  }

  private static List<Detail> details(List<SortKey> keys, long limit, long offset) {
    List<Detail> details = new ArrayList<>();
    if (limit >= 0) {
      details.add(Detail.of("Top", String.valueOf(limit)));
    }
    if (offset > 0) {
      details.add(Detail.of("Offset", String.valueOf(offset)));
    }
    details.add(Detail.of("Order By", keys.stream().map(ExprText::of).toList()));
    return details;
  }
}
