// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.ANY;
import static dev.eider.base.type.LogicalType.BIGINT;
import static dev.eider.base.type.LogicalType.BOOLEAN;
import static dev.eider.base.type.LogicalType.LAMBDA;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.BoundScalar.Stability;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionTypes;
import dev.eider.engine.function.LambdaBody;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import dev.eider.engine.function.cast.CastContext;
import dev.eider.engine.function.cast.Casts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * list_transform, list_filter and list_reduce. The body runs on batches of elements of many lists
 * at once; reduce runs it once a round, on the next element of each list that has one.
 */
final class LambdaFunctions {
  private static final LogicalType ANY_LIST = FunctionTypes.ANY_LIST;

  private LambdaFunctions() {}

  static void register(FunctionRegistry registry) {
    Lists.add(
        registry,
        List.of("list_transform", "list_apply", "array_transform", "array_apply", "apply"),
        List.of(ANY_LIST, LAMBDA),
        ANY_LIST,
        (arguments, scope) ->
            bound(
                "list_transform",
                List.of(Lists.listOf(arguments.getFirst()), LAMBDA),
                LogicalType.list(bodyType(arguments.get(1))),
                TransformKernel::new));
    Lists.add(
        registry,
        List.of("list_filter", "array_filter", "filter"),
        List.of(ANY_LIST, LAMBDA),
        ANY_LIST,
        (arguments, scope) -> {
          LogicalType list = Lists.listOf(arguments.getFirst());
          return bound("list_filter", List.of(list, LAMBDA), list, FilterKernel::new);
        });
    for (List<LogicalType> parameters :
        List.of(List.of(ANY_LIST, LAMBDA), List.of(ANY_LIST, LAMBDA, ANY))) {
      Lists.add(
          registry,
          List.of("list_reduce", "array_reduce", "reduce"),
          parameters,
          ANY,
          (arguments, scope) -> reduce(arguments));
    }
  }

  private static LogicalType bodyType(Argument lambda) {
    LogicalType type = lambda.lambdaResult();
    return type == null ? ANY : type;
  }

  private static BoundScalar bound(
      String name,
      List<LogicalType> parameters,
      LogicalType result,
      java.util.function.Supplier<dev.eider.engine.function.ScalarKernel> kernels) {
    return new BoundScalar(
        name,
        parameters,
        result,
        NullHandling.PROPAGATE,
        Stability.CONSISTENT,
        true,
        kernels,
        null);
  }

  private static BoundScalar reduce(List<Argument> arguments) {
    LogicalType element = Lists.element(arguments.getFirst().type());
    boolean initial = arguments.size() == 3;
    LogicalType type =
        initial
            ? Lists.common("list_reduce(T[], LAMBDA, T) -> T", element, arguments.get(2))
            : element;
    LogicalType list = LogicalType.list(type);
    return new BoundScalar(
        "list_reduce",
        initial ? List.of(list, LAMBDA, type) : List.of(list, LAMBDA),
        type,
        NullHandling.SPECIAL,
        Stability.CONSISTENT,
        true,
        ReduceKernel::new,
        null);
  }

  /** Runs a body on batches of elements; the shared part of transform and filter. */
  private abstract static class ElementKernel implements LambdaBody.LambdaKernel {
    private @Nullable LambdaBody body;
    private @Nullable FlatVector elements;
    private final LongVector positions = new LongVector(BIGINT, Vector.CAPACITY);
    private int[] elementRows = new int[Vector.CAPACITY];
    private int[] outerRows = new int[Vector.CAPACITY];

    @Override
    public void bind(LambdaBody[] bodies) {
      body = bodies[0];
    }

    final LambdaBody body() {
      LambdaBody bound = body;
      if (bound == null) {
        throw new IllegalStateException("a lambda kernel runs before it was bound");
      }
      return bound;
    }

    /** Told the body's values for elements at these rows of the source's child. */
    abstract void accept(
        FlatVector values,
        FlatVector child,
        int[] elementRows,
        int[] outerRows,
        int count,
        ListVector result);

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      Operand lists = arguments[0];
      ListVector out = (ListVector) result;
      FlatVector child = Lists.child(lists);
      for (int i = 0; i < count; i++) {
        out.setList(i, 0, 0);
      }
      int batch = 0;
      for (int i = 0; i < count; i++) {
        int length = out.isNull(i) ? 0 : Lists.length(lists, i);
        for (int k = 0; k < length; k++) {
          elementRows[batch] = Lists.offset(lists, i) + k;
          outerRows[batch] = i;
          positions.set(batch, k + 1L);
          if (++batch == Vector.CAPACITY) {
            run(child, batch, out);
            batch = 0;
          }
        }
      }
      if (batch > 0) {
        run(child, batch, out);
      }
    }

    private void run(FlatVector child, int count, ListVector result) {
      FlatVector gathered = elements;
      if (gathered == null) {
        gathered = FlatVector.allocate(child.type(), Vector.CAPACITY);
        elements = gathered;
      }
      gathered.gather(child, elementRows, count);
      Vector values = body().evaluate(new FlatVector[] {gathered, positions}, outerRows, count);
      accept(values.flatten(count), child, elementRows, outerRows, count, result);
    }

    /** Adds one element to the list of a row; rows come in ascending order. */
    static void addTo(ListVector result, int row, FlatVector source, int sourceRow) {
      int at = result.appendChildren(1);
      result.child().copyRow(source, sourceRow, at);
      int length = result.lengths()[row];
      result.setList(row, length == 0 ? at : result.offsets()[row], length + 1);
    }
  }

  private static final class TransformKernel extends ElementKernel {
    @Override
    void accept(
        FlatVector values,
        FlatVector child,
        int[] elementRows,
        int[] outerRows,
        int count,
        ListVector result) {
      for (int i = 0; i < count; i++) {
        addTo(result, outerRows[i], values, i);
      }
    }
  }

  private static final class FilterKernel extends ElementKernel {
    @Override
    void accept(
        FlatVector values,
        FlatVector child,
        int[] elementRows,
        int[] outerRows,
        int count,
        ListVector result) {
      FlatVector marks = values;
      if (!values.type().equals(BOOLEAN)) {
        marks = FlatVector.allocate(BOOLEAN, count);
        marks.copyValidity(values, count);
        Casts.find(values.type(), BOOLEAN)
            .cast(values, count, marks, new CastContext(false, java.time.ZoneOffset.UTC));
      }
      for (int i = 0; i < count; i++) {
        if (!marks.isNull(i) && ((BoolVector) marks).get(i) != 0) {
          addTo(result, outerRows[i], child, elementRows[i]);
        }
      }
    }
  }

  private static final class ReduceKernel implements LambdaBody.LambdaKernel {
    private @Nullable LambdaBody body;

    @Override
    public void bind(LambdaBody[] bodies) {
      body = bodies[0];
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      Operand lists = arguments[0];
      FlatVector child = Lists.child(lists);
      boolean initial = arguments.length == 2;
      int[] open = new int[count];
      int left = 0;
      for (int i = 0; i < count; i++) {
        if (lists.isNull(i)) {
          result.setNull(i);
          continue;
        }
        int length = Lists.length(lists, i);
        if (initial) {
          result.copyRow(arguments[1].vector(), arguments[1].index(i), i);
        } else if (length == 0) {
          throw new EiderException(
              ErrorType.PARAMETER_NOT_ALLOWED, "Cannot perform list_reduce on an empty input list");
        } else {
          result.copyRow(child, Lists.offset(lists, i), i);
        }
        open[left++] = i;
      }
      for (int k = initial ? 0 : 1; left > 0; k++) {
        int still = 0;
        for (int j = 0; j < left; j++) {
          if (k < Lists.length(lists, open[j])) {
            open[still++] = open[j];
          }
        }
        left = still;
        if (left > 0) {
          round(lists, child, k, open, left, result);
        }
      }
    }

    private void round(
        Operand lists, FlatVector child, int k, int[] open, int left, FlatVector result) {
      LambdaBody bound = body;
      if (bound == null) {
        throw new IllegalStateException("a lambda kernel runs before it was bound");
      }
      FlatVector accumulators = FlatVector.allocate(result.type(), left);
      FlatVector elements = FlatVector.allocate(child.type(), left);
      LongVector positions = new LongVector(BIGINT, left);
      int[] rows = new int[left];
      for (int j = 0; j < left; j++) {
        rows[j] = Lists.offset(lists, open[j]) + k;
        accumulators.copyRow(result, open[j], j);
        positions.set(j, k + 1L);
      }
      elements.gather(child, rows, left);
      FlatVector values =
          bound
              .evaluate(new FlatVector[] {accumulators, elements, positions}, open, left)
              .flatten(left);
      if (!values.type().equals(result.type())) {
        FlatVector cast = FlatVector.allocate(result.type(), left);
        cast.copyValidity(values, left);
        Casts.find(values.type(), result.type())
            .cast(values, left, cast, new CastContext(false, java.time.ZoneOffset.UTC));
        values = cast;
      }
      for (int j = 0; j < left; j++) {
        result.copyRow(values, j, open[j]);
      }
    }
  }
}
