// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import dev.eider.base.env.Env;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.secret.SecretLookup;
import dev.eider.base.table.FetchService;
import dev.eider.base.table.ScanContext;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.aggregate.AggregateFunctions;
import dev.eider.engine.lower.Lowering;
import dev.eider.engine.lower.LoweringContext;
import dev.eider.engine.plan.LogicalOperator;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Runs logical plans and checks that nothing is left behind. */
final class PlanRunner implements AutoCloseable {
  static final FunctionRegistry FUNCTIONS = new FunctionRegistry();

  static {
    AggregateFunctions.register(FUNCTIONS);
  }

  final Executor executor;
  final MemoryManager memory;
  final MemorySpill spill = new MemorySpill();
  private static int nextId = 1000;

  PlanRunner(int threads, long memoryLimit) {
    executor = new Executor(Env.system(), threads);
    memory = new MemoryManager(memoryLimit);
  }

  ResultStream start(LogicalOperator plan) {
    PhysicalPlan lowered =
        Lowering.lower(
            plan,
            new LoweringContext(
                new Facts(null), (database, schema, entry) -> {}, part -> -1, memory.limit()));
    QueryServices services =
        new QueryServices(
            Env.system(),
            memory,
            spill,
            "UTC",
            false,
            QueryServices.NO_DEADLINE,
            query -> new Facts(query),
            FetchService.none(),
            SecretLookup.NONE,
            name -> null);
    return executor.execute(lowered, services);
  }

  /** All rows. */
  List<List<Value>> run(LogicalOperator plan) {
    List<List<Value>> rows = new ArrayList<>();
    try (ResultStream stream = start(plan)) {
      DataChunk chunk;
      while ((chunk = stream.next()) != null) {
        for (int i = 0; i < chunk.size(); i++) {
          List<Value> row = new ArrayList<>();
          for (int c = 0; c < chunk.columnCount(); c++) {
            row.add(chunk.column(c).getValue(i));
          }
          rows.add(row);
        }
      }
    }
    assertNothingLeft();
    return rows;
  }

  void assertNothingLeft() {
    if (memory.used() != 0 || !memory.reservations().isEmpty()) {
      throw new AssertionError("memory is left: " + memory.used());
    }
    if (spill.open.get() != 0) {
      throw new AssertionError("spill files are left: " + spill.open.get());
    }
  }

  @Override
  public void close() {
    executor.close();
  }

  // Building plans.

  static ColumnRef column(LogicalType type) {
    int id = nextId++;
    return new ColumnRef(id, "c" + id, type);
  }

  static LogicalOperator.Scan scan(RowTable table, BoundExpr... filters) {
    List<ColumnRef> output = new ArrayList<>();
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < table.types.size(); i++) {
      output.add(column(table.types.get(i)));
      columns.add(i);
    }
    return new LogicalOperator.Scan(
        table, "rows", output, columns, List.of(filters), List.of(), List.of(), -1);
  }

  static AggregateCall call(String name, BoundExpr... arguments) {
    return call(name, false, null, List.of(), arguments);
  }

  static AggregateCall call(
      String name,
      boolean distinct,
      @Nullable BoundExpr filter,
      List<dev.eider.engine.expr.SortKey> order,
      BoundExpr... arguments) {
    List<Argument> bound = new ArrayList<>();
    for (BoundExpr argument : arguments) {
      bound.add(Argument.of(argument.type(), null));
    }
    for (AggregateFunction function : FUNCTIONS.aggregates(name)) {
      boolean fits = function.parameters().size() == arguments.length;
      for (int i = 0; fits && i < arguments.length; i++) {
        LogicalType wanted = function.parameters().get(i);
        fits =
            wanted.equals(LogicalType.ANY)
                || wanted.equals(arguments[i].type())
                || (wanted.id() == arguments[i].type().id());
      }
      if (fits) {
        AggregateFunction.Binding binding = function.bind(bound, setting -> null);
        return new AggregateCall(binding.function(), List.of(arguments), distinct, filter, order);
      }
    }
    throw new IllegalArgumentException(name);
  }

  // Random rows.

  static Value random(LogicalType type, SplittableRandom random, int distinct, int nullPercent) {
    if (random.nextInt(100) < nullPercent) {
      return Value.nullOf(type);
    }
    int k = random.nextInt(distinct);
    return switch (type.physical()) {
      case BOOL -> new Value(type, k % 2 == 0);
      case INT32 -> new Value(type, k - distinct / 3);
      case INT64 -> new Value(type, (k - distinct / 3) * 1_000_003L);
      case INT128 -> new Value(type, java.math.BigInteger.valueOf(k).shiftLeft(70));
      case DOUBLE -> new Value(type, k % 7 == 0 ? k / 4.0 : (double) k);
      case FLOAT -> new Value(type, (float) k);
      case STRING -> new Value(type, k % 3 == 0 ? "a rather long text with number " + k : "t" + k);
      case INTERVAL -> new Value(type, new dev.eider.base.type.Interval(k, 0, 0));
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  static RowTable table(
      List<LogicalType> types, int rows, long seed, int distinct, int nullPercent, int perTask) {
    SplittableRandom random = new SplittableRandom(seed);
    List<List<Value>> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      List<Value> row = new ArrayList<>();
      for (LogicalType type : types) {
        row.add(random(type, random, distinct, nullPercent));
      }
      all.add(row);
    }
    return new RowTable(types, all, perTask);
  }

  /** Rows as sorted texts, to compare without regard to order. */
  static List<String> sorted(List<List<Value>> rows) {
    List<String> texts = new ArrayList<>();
    for (List<Value> row : rows) {
      texts.add(text(row));
    }
    texts.sort(Comparator.naturalOrder());
    return texts;
  }

  static String text(List<Value> row) {
    StringBuilder text = new StringBuilder();
    for (Value value : row) {
      text.append(value.isNull() ? "NULL" : value.get()).append('|');
    }
    return text.toString();
  }

  private record Facts(@Nullable ScanContext query) implements EvalContext {
    @Override
    public long transactionMicros() {
      return 0;
    }

    @Override
    public long clockMicros() {
      return 0;
    }

    @Override
    public ZoneId timeZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public RandomGenerator random() {
      return new SplittableRandom(1);
    }

    @Override
    public void setSeed(double seed) {}

    @Override
    public @Nullable Value setting(String name) {
      return null;
    }

    @Override
    public @Nullable Value variable(String name) {
      return null;
    }

    @Override
    public long nextValue(String sequence) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long currentValue(String sequence) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void checkInterrupted() {
      if (query != null) {
        query.checkInterrupted();
      }
    }
  }
}
