// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.function.builtin.BuiltinFunctions;
import dev.eider.engine.function.cast.ValueText;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Calls functions and casts on values as the engine would, for tests. */
public final class Calls {
  private static final int ROWS = 5;

  private Calls() {}

  /** A context with fixed answers. */
  public static final EvalContext CONTEXT =
      new EvalContext() {
        private final RandomGenerator random = new SplittableRandom(42);

        @Override
        public long transactionMicros() {
          return 1_700_000_000_000_000L;
        }

        @Override
        public long clockMicros() {
          return 1_700_000_000_000_001L;
        }

        @Override
        public ZoneId timeZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public RandomGenerator random() {
          return random;
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
          return 0;
        }

        @Override
        public long currentValue(String sequence) {
          return 0;
        }

        @Override
        public void checkInterrupted() {}
      };

  /** A call bound over expressions; literals are told by {@code literal}. */
  public static BoundExpr bind(String name, boolean literals, BoundExpr... arguments) {
    List<Argument> described = new ArrayList<>();
    for (BoundExpr argument : arguments) {
      LogicalType type = argument.type();
      Value constant = argument instanceof BoundExpr.Constant c ? c.value() : null;
      if (literals && constant != null && !constant.isNull()) {
        type =
            type.isIntegral()
                ? LogicalType.INTEGER_LITERAL
                : type.equals(LogicalType.VARCHAR) ? LogicalType.STRING_LITERAL : type;
      }
      described.add(Argument.of(type, constant));
    }
    BoundScalar bound =
        FunctionResolver.bindScalar(BuiltinFunctions.registry(), name, described, setting -> null);
    if (bound == null) {
      throw new IllegalArgumentException("no function " + name);
    }
    List<BoundExpr> cast = new ArrayList<>();
    for (int i = 0; i < arguments.length; i++) {
      LogicalType target = bound.parameters().get(i);
      cast.add(
          arguments[i].type().equals(target)
              ? arguments[i]
              : new BoundExpr.Cast(arguments[i], target, false));
    }
    return new BoundExpr.Call(bound, cast);
  }

  /** A call of a function of a list and a lambda. */
  public static BoundExpr lambdaCall(String name, BoundExpr list, BoundExpr.Lambda lambda) {
    List<Argument> described =
        List.of(
            Argument.of(list.type(), null),
            new Argument(LogicalType.LAMBDA, null, "", lambda.body().type()));
    BoundScalar bound =
        FunctionResolver.bindScalar(BuiltinFunctions.registry(), name, described, setting -> null);
    return new BoundExpr.Call(java.util.Objects.requireNonNull(bound), List.of(list, lambda));
  }

  /** The text of a call on constants, or {@code ! } and the error's first line. */
  public static String constants(String name, Value... arguments) {
    BoundExpr[] exprs = new BoundExpr[arguments.length];
    for (int i = 0; i < exprs.length; i++) {
      exprs[i] = new BoundExpr.Constant(arguments[i]);
    }
    return guarded(() -> evaluate(bind(name, false, exprs), new DataChunk(new Vector[0], 1), 0));
  }

  /** The text of a call on columns whose last row is these values and whose others are NULL. */
  public static String columns(String name, Value... arguments) {
    return columns(name, -1, arguments);
  }

  /** {@link #columns} with argument {@code constant} passed as a constant. */
  public static String columns(String name, int constant, Value... arguments) {
    Vector[] vectors = new Vector[arguments.length];
    BoundExpr[] exprs = new BoundExpr[arguments.length];
    for (int i = 0; i < exprs.length; i++) {
      FlatVector column = FlatVector.allocate(arguments[i].type(), ROWS);
      column.setNulls(0, ROWS);
      column.setValue(ROWS - 1, arguments[i]);
      vectors[i] = column;
      exprs[i] =
          i == constant
              ? new BoundExpr.Constant(arguments[i])
              : new BoundExpr.InputRef(i, arguments[i].type());
    }
    return guarded(
        () -> evaluate(bind(name, false, exprs), new DataChunk(vectors, ROWS), ROWS - 1));
  }

  /** The text of an expression over no columns. */
  public static String text(BoundExpr expr) {
    return guarded(() -> evaluate(expr, new DataChunk(new Vector[0], 1), 0));
  }

  private static String evaluate(BoundExpr expr, DataChunk chunk, int row) {
    return ValueText.toText(Evaluator.of(expr, CONTEXT).evaluate(chunk).getValue(row));
  }

  private static String guarded(java.util.function.Supplier<String> body) {
    try {
      return body.get();
    } catch (EiderException e) {
      return "! " + Oracle.firstLine(e.getMessage());
    }
  }
}
