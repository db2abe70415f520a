// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.lower;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.RuntimeFilter;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.Table.FilterSupport;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.eval.ConstantFolder;
import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.OperatorNode.Detail;
import dev.eider.engine.execute.PhysicalPlan;
import dev.eider.engine.execute.ResultSink;
import dev.eider.engine.execute.operator.AggregateSink;
import dev.eider.engine.execute.operator.CollectSink;
import dev.eider.engine.execute.operator.DistinctOnSink;
import dev.eider.engine.execute.operator.FilterOperator;
import dev.eider.engine.execute.operator.LateContext;
import dev.eider.engine.execute.operator.LimitSink;
import dev.eider.engine.execute.operator.ProjectOperator;
import dev.eider.engine.execute.operator.ReservoirSource;
import dev.eider.engine.execute.operator.SampleOperator;
import dev.eider.engine.execute.operator.TableScanSource;
import dev.eider.engine.execute.operator.UnnestOperator;
import dev.eider.engine.execute.operator.ValuesSource;
import dev.eider.engine.execute.pipeline.Chain;
import dev.eider.engine.execute.pipeline.Pipeline;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.row.StoredRows;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.ExprText;
import dev.eider.engine.plan.LogicalOperator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns a logical plan into pipelines. A part of the plan becomes a chain of chunks; where all of
 * its rows are needed before the next step, the chain is closed by a sink as one pipeline and a new
 * chain starts at what the sink holds. Pipelines run in the order in which they were closed.
 */
public final class Lowering {
  private final LoweringContext context;
  private final List<@Nullable Pipeline> pipelines = new ArrayList<>();
  private final Map<Integer, List<RuntimeFilter>> runtimeFilters = new HashMap<>();
  private final Map<Integer, Supplier<StoredRows>> ctes = new HashMap<>();
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
      limit = count(top.limit(), -1);
      offset = count(top.offset(), 0);
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
    return new PhysicalPlan(pipelines(), sink, names, types, lowered.node(), numbers);
  }

  List<Pipeline> pipelines() {
    List<Pipeline> complete = new ArrayList<>();
    for (Pipeline pipeline : pipelines) {
      complete.add(java.util.Objects.requireNonNull(pipeline));
    }
    return complete;
  }

  // Helpers for this and the other lowering files.

  int number() {
    return numbers++;
  }

  int nextNumber() {
    return numbers;
  }

  void skipNumbers(int next) {
    numbers = next;
  }

  /** Bytes one worker may count on. */
  long memoryPerWorker() {
    return context.memoryPerWorker();
  }

  /** Rows of common table expressions by id. */
  Map<Integer, Supplier<StoredRows>> ctes() {
    return ctes;
  }

  /** Lowering of a part that runs inside a sink, with its own pipelines. */
  Lowering nested(int firstNumber, Map<Integer, Supplier<StoredRows>> more) {
    Lowering nested = new Lowering(context);
    nested.numbers = firstNumber;
    nested.ctes.putAll(ctes);
    nested.ctes.putAll(more);
    return nested;
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

  /** Keeps a place in the order of pipelines, for {@link #setPipeline}. */
  int reservePipeline() {
    pipelines.add(null);
    return pipelines.size() - 1;
  }

  void setPipeline(int place, Pipeline pipeline) {
    pipelines.set(place, pipeline);
  }

  /** Scans that yield this column from now on get the filter. */
  void announce(int columnId, RuntimeFilter filter) {
    runtimeFilters.computeIfAbsent(columnId, id -> new ArrayList<>()).add(filter);
  }

  /** Takes filters back: their column's scans are lowered. */
  void forget(RuntimeFilter @Nullable [] filters) {
    if (filters != null) {
      for (RuntimeFilter filter : filters) {
        for (List<RuntimeFilter> announced : runtimeFilters.values()) {
          announced.remove(filter);
        }
      }
    }
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

  private long count(@Nullable BoundExpr expr, long otherwise) {
    if (expr == null) {
      return otherwise;
    }
    Value value = ConstantFolder.evaluate(new Positions(List.of()).apply(expr), context.eval());
    if (value.isNull()) {
      return otherwise;
    }
    long count = value.asLong();
    if (count < 0) {
      throw EiderException.binder("LIMIT/OFFSET cannot be negative");
    }
    return count;
  }

  // One method an operator.

  Lowered operator(LogicalOperator plan) {
    return lower(plan).estimated(context.estimates().applyAsLong(plan));
  }

  private Lowered lower(LogicalOperator plan) {
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
      case LogicalOperator.Sort sort -> new SortLowering(this).sort(sort);
      case LogicalOperator.TopN top -> new SortLowering(this).topN(top);
      case LogicalOperator.Limit limit -> limit(limit);
      case LogicalOperator.Join join -> new JoinLowering(this).lower(join);
      case LogicalOperator.SetOperation set -> new SetLowering(this).lower(set);
      case LogicalOperator.Unnest unnest -> unnest(unnest);
      case LogicalOperator.Sample sample -> sample(sample);
      case LogicalOperator.MaterializedCte cte -> new CteLowering(this).materialized(cte);
      case LogicalOperator.RecursiveCte cte -> new CteLowering(this).recursive(cte);
      case LogicalOperator.CteRead read -> new CteLowering(this).read(read);
      case LogicalOperator.Insert insert -> new ChangeLowering(this).insert(insert);
      case LogicalOperator.Update update -> new ChangeLowering(this).update(update);
      case LogicalOperator.Delete delete -> new ChangeLowering(this).delete(delete);
      case LogicalOperator.CreateTableAs create -> new ChangeLowering(this).createTableAs(create);
      case LogicalOperator.CopyTo copy -> new ChangeLowering(this).copyTo(copy);
      case LogicalOperator.Window window -> new SortLowering(this).window(window);
    };
  }

  private Lowered empty(List<ColumnRef> output) {
    int number = number();
    Lowered none =
        new Lowered(
            Chain.of(new ValuesSource(List.of(), List.of()), number),
            output,
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
        new OperatorNode(number, "COLUMN_DATA_SCAN", List.of(), List.of(), rows.size()));
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
    List<ScanFilter> pushed = new ArrayList<>(split.pushed());
    List<String> dynamic = new ArrayList<>();
    for (int i = 0; i < scan.output().size(); i++) {
      for (RuntimeFilter filter :
          runtimeFilters.getOrDefault(scan.output().get(i).id(), List.of())) {
        ScanFilter runtime = new ScanFilter.Runtime(scan.columns().get(i), filter);
        if (scan.table().supports(runtime) != FilterSupport.NONE) {
          pushed.add(runtime);
          dynamic.add(scan.output().get(i).name());
        }
      }
    }
    OperatorNode node = scanNode(scan, columns, split.kept(), dynamic, number);
    long limit = split.kept().isEmpty() ? scan.limit() : -1;
    ScanRequest request = new ScanRequest(numbersOfColumns, pushed, limit);
    Chain chain = Chain.of(new TableScanSource(scan.table(), request, contexts), number);
    if (split.kept().isEmpty()) {
      return new Lowered(chain, columns, node);
    }
    List<BoundExpr> kept = new Positions(columns).applyAll(split.kept());
    BoundExpr condition = kept.size() == 1 ? kept.get(0) : new BoundExpr.And(kept);
    int filterNumber = number();
    OperatorNode filterNode =
        new OperatorNode(
            filterNumber,
            "FILTER",
            List.of(Detail.of("Expression", split.kept().stream().map(ExprText::top).toList())),
            List.of(node));
    Lowered filtered =
        new Lowered(chain.then(new FilterOperator(condition), filterNumber), columns, filterNode);
    return ordered(filtered, scan.output());
  }

  /**
   * What a scan reads; {@code kept} are the conditions that it leaves to a filter above it, {@code
   * dynamic} the columns for which filters arrive while the query runs.
   */
  private static OperatorNode scanNode(
      LogicalOperator.Scan scan,
      List<ColumnRef> columns,
      List<BoundExpr> kept,
      List<String> dynamic,
      int number) {
    List<Detail> details = new ArrayList<>();
    String described = scan.table().describe();
    int space = described.indexOf(' ');
    String function =
        (space < 0 ? described : described.substring(0, space)).toUpperCase(Locale.ROOT);
    String name = function;
    if (scan.name() != null) {
      name = "SEQ_SCAN";
      details.add(Detail.of("Table", scan.name()));
      details.add(Detail.of("Type", "Sequential Scan"));
    } else {
      details.add(Detail.of("Function", function));
      if (space >= 0) {
        details.add(Detail.of("Files", described.substring(space + 1)));
      }
    }
    if (!columns.isEmpty()) {
      details.add(Detail.of("Projections", columns.stream().map(ColumnRef::name).toList()));
    }
    List<String> filters = new ArrayList<>();
    for (BoundExpr filter : scan.filters()) {
      if (!kept.contains(filter)) {
        filters.add(ExprText.top(filter));
      }
    }
    if (!filters.isEmpty()) {
      details.add(Detail.of("Filters", filters));
    }
    if (!dynamic.isEmpty()) {
      details.add(Detail.of("Dynamic Filters", dynamic));
    }
    if (scan.limit() >= 0) {
      details.add(Detail.of("Limit", String.valueOf(scan.limit())));
    }
    return new OperatorNode(number, name, details, List.of());
  }

  private Lowered filter(LogicalOperator.Filter filter) {
    Lowered input = operator(filter.input());
    BoundExpr predicate = new Positions(input.columns()).apply(filter.predicate());
    int number = number();
    return new Lowered(
        input.chain().then(new FilterOperator(predicate), number),
        input.columns(),
        new OperatorNode(
            number,
            "FILTER",
            List.of(Detail.of("Expression", ExprText.top(filter.predicate()))),
            inputs(input)));
  }

  private Lowered project(LogicalOperator.Project project, Lowered input) {
    Positions positions = new Positions(input.columns());
    List<BoundExpr> expressions = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (LogicalOperator.Assignment assignment : project.assignments()) {
      expressions.add(positions.apply(assignment.expr()));
      texts.add(ExprText.top(assignment.expr()));
    }
    int number = number();
    return new Lowered(
        input.chain().then(new ProjectOperator(expressions), number),
        project.output(),
        new OperatorNode(
            number, "PROJECTION", List.of(Detail.of("Projections", texts)), inputs(input)));
  }

  private Lowered aggregate(LogicalOperator.Aggregate aggregate) {
    Lowered input = operator(aggregate.input());
    Positions positions = new Positions(input.columns());
    List<BoundExpr> groups = new ArrayList<>();
    List<String> groupTexts = new ArrayList<>();
    for (LogicalOperator.Assignment group : aggregate.groups()) {
      groups.add(positions.apply(group.expr()));
      groupTexts.add(ExprText.top(group.expr()));
    }
    List<int[]> sets = new ArrayList<>();
    for (List<Integer> set : aggregate.groupingSets()) {
      sets.add(toArray(set));
    }
    List<AggregateCall> calls = new ArrayList<>();
    List<String> callTexts = new ArrayList<>();
    for (LogicalOperator.AggregateAssignment assignment : aggregate.aggregates()) {
      calls.add(positions.apply(assignment.call()));
      callTexts.add(ExprText.of(assignment.call()));
    }
    List<int[]> masks = new ArrayList<>();
    for (LogicalOperator.GroupingAssignment grouping : aggregate.groupings()) {
      masks.add(toArray(grouping.groups()));
    }
    int number = number();
    AggregateSink sink = new AggregateSink(groups, sets, calls);
    List<Detail> details = new ArrayList<>();
    if (!groupTexts.isEmpty()) {
      details.add(Detail.of("Groups", groupTexts));
    }
    if (!callTexts.isEmpty()) {
      details.add(Detail.of("Aggregates", callTexts));
    }
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
    if (keys.containsAll(all)) {
      return distinctRows(input);
    }
    DistinctOnSink sink = new DistinctOnSink(input.types(), keys);
    int number = number();
    return new Lowered(
        breakPipeline("DISTINCT ON", input, sink, number, sink.source()),
        input.columns(),
        new OperatorNode(
            number,
            "DISTINCT_ON",
            List.of(Detail.of("Keys", distinct.keys().stream().map(ExprText::top).toList())),
            inputs(input)));
  }

  /** Each row once. */
  Lowered distinctRows(Lowered input) {
    List<BoundExpr> all = new Positions(input.columns()).applyAll(List.copyOf(input.columns()));
    int number = number();
    int[] set = new int[all.size()];
    for (int i = 0; i < set.length; i++) {
      set[i] = i;
    }
    AggregateSink sink = new AggregateSink(all, List.of(set), List.of());
    return new Lowered(
        breakPipeline("DISTINCT", input, sink, number, sink.source(List.of())),
        input.columns(),
        new OperatorNode(
            number,
            "HASH_GROUP_BY",
            List.of(Detail.of("Groups", input.columns().stream().map(ColumnRef::name).toList())),
            inputs(input)));
  }

  private Lowered unnest(LogicalOperator.Unnest unnest) {
    Lowered input = operator(unnest.input());
    Positions positions = new Positions(input.columns());
    List<BoundExpr> lists = new ArrayList<>();
    List<LogicalType> types = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    List<ColumnRef> columns = new ArrayList<>(input.columns());
    for (LogicalOperator.Assignment list : unnest.lists()) {
      lists.add(positions.apply(list.expr()));
      types.add(list.column().type());
      columns.add(list.column());
      texts.add(ExprText.top(list.expr()));
    }
    if (unnest.ordinality() != null) {
      columns.add(unnest.ordinality());
    }
    int number = number();
    UnnestOperator operator =
        new UnnestOperator(lists, types, unnest.ordinality() != null, unnest.keepEmpty());
    return new Lowered(
        input.chain().then(operator, number),
        columns,
        new OperatorNode(number, "UNNEST", List.of(Detail.of("Lists", texts)), inputs(input)));
  }

  private Lowered sample(LogicalOperator.Sample sample) {
    Lowered input = operator(sample.input());
    int number = number();
    String amount = sample.amount() + (sample.percent() ? "%" : " rows");
    String method =
        sample.method().name().charAt(0)
            + sample.method().name().substring(1).toLowerCase(Locale.ROOT);
    boolean streams = sample.percent() && sample.method() != LogicalOperator.SampleMethod.RESERVOIR;
    OperatorNode node =
        new OperatorNode(
            number,
            streams ? "STREAMING_SAMPLE" : "RESERVOIR_SAMPLE",
            List.of(Detail.of("Sample Method", method + ": " + amount)),
            inputs(input));
    if (streams) {
      boolean wholeChunks = sample.method() == LogicalOperator.SampleMethod.SYSTEM;
      SampleOperator operator = new SampleOperator(sample.amount(), wholeChunks, sample.seed());
      return new Lowered(input.chain().then(operator, number), input.columns(), node);
    }
    CollectSink rows = new CollectSink(input.types(), "SAMPLE");
    ReservoirSource source =
        new ReservoirSource(rows, sample.amount(), sample.percent(), sample.seed());
    return new Lowered(breakPipeline("SAMPLE", input, rows, number, source), input.columns(), node);
  }

  private static List<Detail> limitDetails(long limit, long offset) {
    List<Detail> details = new ArrayList<>();
    if (limit >= 0) {
      details.add(Detail.of("Limit", String.valueOf(limit)));
    }
    if (offset > 0) {
      details.add(Detail.of("Offset", String.valueOf(offset)));
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
        throw EiderException.outOfRange(
            "Limit percent out of range, should be between 0% and 100%");
      }
    } else {
      rows = count(amount, -1);
    }
    long offset = count(limit.offset(), 0);
    Lowered input = rows == 0 ? empty(limit.output()) : operator(limit.input());
    LimitSink sink = new LimitSink(input.types(), rows, offset, percent);
    int number = number();
    return new Lowered(
        breakPipeline("LIMIT", input, sink, number, sink.source()),
        input.columns(),
        percent < 0
            ? new OperatorNode(number, "LIMIT", limitDetails(rows, offset), inputs(input))
            : new OperatorNode(
                number,
                "LIMIT_PERCENT",
                List.of(Detail.of("Limit", percent + "%")),
                inputs(input)));
  }
}
