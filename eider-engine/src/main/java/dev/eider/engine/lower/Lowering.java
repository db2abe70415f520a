// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.lower;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.eval.ConstantFolder;
import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.PhysicalPlan;
import dev.eider.engine.execute.ResultSink;
import dev.eider.engine.execute.operator.AggregateSink;
import dev.eider.engine.execute.operator.FilterOperator;
import dev.eider.engine.execute.operator.LateContext;
import dev.eider.engine.execute.operator.LimitSink;
import dev.eider.engine.execute.operator.ProjectOperator;
import dev.eider.engine.execute.operator.SortSink;
import dev.eider.engine.execute.operator.TableScanSource;
import dev.eider.engine.execute.operator.UnionSource;
import dev.eider.engine.execute.operator.ValuesSource;
import dev.eider.engine.execute.pipeline.Chain;
import dev.eider.engine.execute.pipeline.Pipeline;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.plan.LogicalOperator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns a logical plan into pipelines. A part of the plan becomes a chain of chunks; where all of its
 * rows are needed before the next step, the chain is closed by a sink as one pipeline and a new chain
 * starts at what the sink holds. Pipelines run in the order in which they were closed.
 */
public final class Lowering {
  private final LoweringContext context;
  private final List<Pipeline> pipelines = new ArrayList<>();
  private int numbers;

  Lowering(LoweringContext context) {
    this.context = context;
  }

  /** A plan for one execution. */
  public static PhysicalPlan lower(LogicalOperator root, LoweringContext context) {
    return new Lowering(context).plan(root);
  }

  private PhysicalPlan plan(LogicalOperator root) {
    List<LogicalOperator.Project> projects = new ArrayList<>();
    LogicalOperator below = root;
    while (below instanceof LogicalOperator.Project project) {
      projects.add(project);
      below = project.input();
    }
    long limit = -1;
    long offset = 0;
    Lowered lowered;
    if (below instanceof LogicalOperator.Limit top && !top.percent()) {
      // The first rows of the result: the reader's end counts them and stops the pipeline.
      limit = count(top.limit(), -1, "LIMIT");
      offset = count(top.offset(), 0, "OFFSET");
      lowered = limit == 0 ? empty(top.output()) : operator(top.input());
      int number = number();
      lowered =
          new Lowered(
              lowered.chain(),
              lowered.columns(),
              new OperatorNode(
                  number, "STREAMING_LIMIT", limitDetails(limit, offset), inputs(lowered)));
      for (int i = projects.size() - 1; i >= 0; i--) {
        lowered = project(projects.get(i), lowered);
      }
    } else {
      lowered = operator(root);
    }
    List<LogicalType> types = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (ColumnRef column : root.output()) {
      types.add(column.type());
      names.add(column.name());
    }
    ResultSink sink = new ResultSink(types, limit, offset);
    pipelines.add(new Pipeline("RESULT", ordered(lowered, root.output()).chain(), sink, -1));
    return new PhysicalPlan(pipelines, sink, names, types, lowered.node(), numbers);
  }

  // Helpers for this and the other lowering files.

  int number() {
    return numbers++;
  }

  LoweringContext context() {
    return context;
  }

  static List<OperatorNode> inputs(Lowered... lowered) {
    List<OperatorNode> nodes = new ArrayList<>();
    for (Lowered one : lowered) {
      nodes.add(one.node());
    }
    return nodes;
  }

  /** Closes a chain with a sink and starts a new one at {@code source}. */
  Chain breakPipeline(String name, Lowered input, Sink sink, int number, Source source) {
    pipelines.add(new Pipeline(name, input.chain(), sink, number));
    return Chain.of(source, number);
  }

  void addPipeline(Pipeline pipeline) {
    pipelines.add(pipeline);
  }

  /** The same rows with exactly these columns in this order. */
  Lowered ordered(Lowered lowered, List<ColumnRef> wanted) {
    if (lowered.columns().equals(wanted)) {
      return lowered;
    }
    Positions positions = new Positions(lowered.columns());
    List<BoundExpr> expressions = new ArrayList<>();
    for (ColumnRef column : wanted) {
      expressions.add(positions.apply(column));
    }
    return new Lowered(
        lowered.chain().then(new ProjectOperator(expressions), -1), wanted, lowered.node());
  }

  private long count(@Nullable BoundExpr expr, long otherwise, String what) {
    if (expr == null) {
      return otherwise;
    }
    Value value = ConstantFolder.evaluate(new Positions(List.of()).apply(expr), context.eval());
    if (value.isNull()) {
      return otherwise;
    }
    long count = value.asLong();
    if (count < 0) {
      throw new EiderException(
          dev.eider.base.error.ErrorType.BINDER, what + " cannot be negative");
    }
    return count;
  }

  // One method an operator.

  Lowered operator(LogicalOperator plan) {
    return switch (plan) {
      case LogicalOperator.SingleRow row -> {
        int number = number();
        yield new Lowered(
            Chain.of(new ValuesSource(List.of(List.of()), List.of()), number),
            List.of(),
            new OperatorNode(number, "DUMMY_SCAN", List.of(), List.of()));
      }
      case LogicalOperator.Empty none -> empty(none.output());
      case LogicalOperator.Values values -> values(values);
      case LogicalOperator.Scan scan -> scan(scan);
      case LogicalOperator.Filter filter -> filter(filter);
      case LogicalOperator.Project project -> project(project, operator(project.input()));
      case LogicalOperator.Aggregate aggregate -> aggregate(aggregate);
      case LogicalOperator.Distinct distinct -> distinct(distinct);
      case LogicalOperator.Sort sort -> sort(sort.input(), sort.keys(), -1, 0, "ORDER_BY");
      case LogicalOperator.TopN top ->
          sort(top.input(), top.keys(), top.limit(), top.offset(), "TOP_N");
      case LogicalOperator.Limit limit -> limit(limit);
      case LogicalOperator.SetOperation set -> setOperation(set);
      default ->
          throw EiderException.notImplemented(plan.getClass().getSimpleName() + " in a plan");
    };
  }

  private Lowered empty(List<ColumnRef> output) {
    int number = number();
    Lowered none = new Lowered(Chain.of(new ValuesSource(List.of(), List.of()), number), output,
        new OperatorNode(number, "EMPTY_RESULT", List.of(), List.of()));
    return new Lowered(
        Chain.of(new ValuesSource(List.of(), none.types()), number), output, none.node());
  }

  private Lowered values(LogicalOperator.Values values) {
    int number = number();
    Positions none = new Positions(List.of());
    List<List<BoundExpr>> rows = new ArrayList<>();
    for (List<BoundExpr> row : values.rows()) {
      rows.add(none.applyAll(row));
    }
    List<LogicalType> types = new ArrayList<>();
    for (ColumnRef column : values.output()) {
      types.add(column.type());
    }
    return new Lowered(
        Chain.of(new ValuesSource(rows, types), number),
        values.output(),
        new OperatorNode(number, "COLUMN_DATA_SCAN", List.of(rows.size() + " rows"), List.of()));
  }

  private Lowered scan(LogicalOperator.Scan scan) {
    Map<Integer, Integer> tableColumns = new HashMap<>();
    for (int i = 0; i < scan.output().size(); i++) {
      tableColumns.put(scan.output().get(i).id(), scan.columns().get(i));
    }
    for (int i = 0; i < scan.filterOnly().size(); i++) {
      tableColumns.put(scan.filterOnly().get(i).id(), scan.filterOnlyColumns().get(i));
    }
    LateContext contexts = new LateContext();
    ScanFilters split = new ScanFilters(scan.table(), tableColumns, contexts);
    for (BoundExpr filter : scan.filters()) {
      split.add(filter);
    }
    List<ColumnRef> columns = new ArrayList<>(scan.output());
    List<Integer> wanted = new ArrayList<>(scan.columns());
    if (!split.kept().isEmpty()) {
      // Columns that only the engine's own filter reads.
      columns.addAll(scan.filterOnly());
      wanted.addAll(scan.filterOnlyColumns());
    }
    int[] numbersOfColumns = new int[wanted.size()];
    for (int i = 0; i < numbersOfColumns.length; i++) {
      numbersOfColumns[i] = wanted.get(i);
    }
    int number = number();
    List<String> details = new ArrayList<>();
    details.add(scan.table().describe());
    for (BoundExpr filter : scan.filters()) {
      details.add("Filter: " + ExprText.of(filter));
    }
    OperatorNode node = new OperatorNode(number, "TABLE_SCAN", details, List.of());
    long limit = split.kept().isEmpty() ? scan.limit() : -1;
    ScanRequest request = new ScanRequest(numbersOfColumns, split.pushed(), limit);
    Chain chain = Chain.of(new TableScanSource(scan.table(), request, contexts), number);
    if (split.kept().isEmpty()) {
      return new Lowered(chain, columns, node);
    }
    List<BoundExpr> kept = new Positions(columns).applyAll(split.kept());
    BoundExpr condition = kept.size() == 1 ? kept.get(0) : new BoundExpr.And(kept);
    Lowered filtered = new Lowered(chain.then(new FilterOperator(condition), -1), columns, node);
    return ordered(filtered, scan.output());
  }

  private Lowered filter(LogicalOperator.Filter filter) {
    Lowered input = operator(filter.input());
    BoundExpr predicate = new Positions(input.columns()).apply(filter.predicate());
    int number = number();
    return new Lowered(
        input.chain().then(new FilterOperator(predicate), number),
        input.columns(),
        new OperatorNode(
            number, "FILTER", List.of(ExprText.of(filter.predicate())), inputs(input)));
  }

  private Lowered project(LogicalOperator.Project project, Lowered input) {
    Positions positions = new Positions(input.columns());
    List<BoundExpr> expressions = new ArrayList<>();
    List<String> details = new ArrayList<>();
    for (LogicalOperator.Assignment assignment : project.assignments()) {
      expressions.add(positions.apply(assignment.expr()));
      details.add(ExprText.of(assignment.expr()));
    }
    int number = number();
    return new Lowered(
        input.chain().then(new ProjectOperator(expressions), number),
        project.output(),
        new OperatorNode(number, "PROJECTION", details, inputs(input)));
  }

  private Lowered aggregate(LogicalOperator.Aggregate aggregate) {
    Lowered input = operator(aggregate.input());
    Positions positions = new Positions(input.columns());
    List<BoundExpr> groups = new ArrayList<>();
    List<String> details = new ArrayList<>();
    for (LogicalOperator.Assignment group : aggregate.groups()) {
      groups.add(positions.apply(group.expr()));
      details.add(ExprText.of(group.expr()));
    }
    List<int[]> sets = new ArrayList<>();
    for (List<Integer> set : aggregate.groupingSets()) {
      sets.add(toArray(set));
    }
    List<AggregateCall> calls = new ArrayList<>();
    for (LogicalOperator.AggregateAssignment assignment : aggregate.aggregates()) {
      calls.add(positions.apply(assignment.call()));
      details.add(ExprText.of(assignment.call()));
    }
    List<int[]> masks = new ArrayList<>();
    for (LogicalOperator.GroupingAssignment grouping : aggregate.groupings()) {
      masks.add(toArray(grouping.groups()));
    }
    int number = number();
    AggregateSink sink = new AggregateSink(groups, sets, calls);
    String name = groups.isEmpty() ? "UNGROUPED_AGGREGATE" : "HASH_GROUP_BY";
    return new Lowered(
        breakPipeline(name, input, sink, number, sink.source(masks)),
        aggregate.output(),
        new OperatorNode(number, name, details, inputs(input)));
  }

  private static int[] toArray(List<Integer> list) {
    int[] array = new int[list.size()];
    for (int i = 0; i < array.length; i++) {
      array[i] = list.get(i);
    }
    return array;
  }

  private Lowered distinct(LogicalOperator.Distinct distinct) {
    Lowered input = operator(distinct.input());
    Positions positions = new Positions(input.columns());
    List<BoundExpr> keys = positions.applyAll(distinct.keys());
    List<BoundExpr> all = positions.applyAll(List.copyOf(input.columns()));
    int number = number();
    if (!keys.containsAll(all)) {
      throw EiderException.notImplemented("DISTINCT ON");
    }
    int[] set = new int[all.size()];
    for (int i = 0; i < set.length; i++) {
      set[i] = i;
    }
    AggregateSink sink = new AggregateSink(all, List.of(set), List.of());
    return new Lowered(
        breakPipeline("DISTINCT", input, sink, number, sink.source(List.of())),
        input.columns(),
        new OperatorNode(number, "DISTINCT", List.of(), inputs(input)));
  }

  private Lowered sort(
      LogicalOperator plan, List<SortKey> keys, long limit, long offset, String name) {
    Lowered input = operator(plan);
    List<SortKey> lowered = new Positions(input.columns()).applyKeys(keys);
    SortSink sink = new SortSink(input.types(), lowered, limit, offset);
    int number = number();
    List<String> details = new ArrayList<>(limitDetails(limit, offset));
    for (SortKey key : keys) {
      details.add(ExprText.of(key));
    }
    return new Lowered(
        breakPipeline(name, input, sink, number, sink.source()),
        input.columns(),
        new OperatorNode(number, name, details, inputs(input)));
  }

  private static List<String> limitDetails(long limit, long offset) {
    List<String> details = new ArrayList<>();
    if (limit >= 0) {
      details.add("Limit: " + limit);
    }
    if (offset > 0) {
      details.add("Offset: " + offset);
    }
    return details;
  }

  private Lowered limit(LogicalOperator.Limit limit) {
    double percent = -1;
    long rows = -1;
    BoundExpr amount = limit.limit();
    if (amount != null && limit.percent()) {
      Value value = ConstantFolder.evaluate(new Positions(List.of()).apply(amount), context.eval());
      percent = value.isNull() ? 100 : value.asDouble();
      if (!(percent >= 0 && percent <= 100)) {
        throw EiderException.outOfRange("Limit percent out of range, should be between 0% and 100%");
      }
    } else {
      rows = count(amount, -1, "LIMIT");
    }
    long offset = count(limit.offset(), 0, "OFFSET");
    Lowered input = rows == 0 ? empty(limit.output()) : operator(limit.input());
    LimitSink sink = new LimitSink(input.types(), rows, offset, percent);
    int number = number();
    return new Lowered(
        breakPipeline("LIMIT", input, sink, number, sink.source()),
        input.columns(),
        new OperatorNode(number, "LIMIT", limitDetails(rows, offset), inputs(input)));
  }

  private Lowered setOperation(LogicalOperator.SetOperation set) {
    if (set.kind() != LogicalOperator.SetKind.UNION || !set.all()) {
      throw EiderException.notImplemented("EXCEPT and INTERSECT");
    }
    List<Chain> chains = new ArrayList<>();
    List<OperatorNode> nodes = new ArrayList<>();
    for (LogicalOperator input : set.inputs()) {
      Lowered lowered = ordered(operator(input), input.output());
      chains.add(lowered.chain());
      nodes.add(lowered.node());
    }
    int number = number();
    return new Lowered(
        Chain.of(new UnionSource(chains, false), number),
        set.output(),
        new OperatorNode(number, "UNION", List.of(), nodes));
  }
}
