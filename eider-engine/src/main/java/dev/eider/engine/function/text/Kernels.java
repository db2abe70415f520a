// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.BoundScalar.Stability;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import java.util.List;

/** The loops that functions over text share: one call through an interface a row. */
final class Kernels {
  static final List<LogicalType> ONE = List.of(LogicalType.VARCHAR);
  static final List<LogicalType> TWO = List.of(LogicalType.VARCHAR, LogicalType.VARCHAR);
  static final List<LogicalType> THREE =
      List.of(LogicalType.VARCHAR, LogicalType.VARCHAR, LogicalType.VARCHAR);

  private Kernels() {}

  /** Text to number. */
  interface TextToLong {
    long apply(TextCursor text);
  }

  /** Two texts to number. */
  interface TextsToLong {
    long apply(TextCursor first, TextCursor second);
  }

  /** Two texts to double. */
  interface TextsToDouble {
    double apply(String first, String second);
  }

  /** Two texts to boolean. */
  interface TextsToBool {
    boolean apply(TextCursor first, TextCursor second);
  }

  /** Text to text, written to a row of the result. */
  interface TextToText {
    void apply(TextCursor text, StringVector result, int row);
  }

  /** Two texts to text. */
  interface TextsToText {
    void apply(TextCursor first, TextCursor second, StringVector result, int row);
  }

  /** Text and number to text. */
  interface TextLongToText {
    void apply(TextCursor text, long number, StringVector result, int row);
  }

  static void toLong(FunctionRegistry registry, String name, LogicalType type, TextToLong body) {
    add(
        registry,
        name,
        List.of(type),
        LogicalType.BIGINT,
        () -> {
          TextCursor text = new TextCursor();
          return (arguments, count, result, context) -> {
            StringVector input = (StringVector) arguments[0].vector();
            long[] out = ((LongVector) result).values();
            for (int i = 0; i < count; i++) {
              if (!result.isNull(i)) {
                text.load(input, arguments[0].index(i));
                out[i] = body.apply(text);
              }
            }
          };
        });
  }

  static void toLong(FunctionRegistry registry, String name, TextsToLong body) {
    add(
        registry,
        name,
        TWO,
        LogicalType.BIGINT,
        () -> {
          TextCursor first = new TextCursor();
          TextCursor second = new TextCursor();
          return (arguments, count, result, context) -> {
            StringVector a = (StringVector) arguments[0].vector();
            StringVector b = (StringVector) arguments[1].vector();
            long[] out = ((LongVector) result).values();
            for (int i = 0; i < count; i++) {
              if (!result.isNull(i)) {
                first.load(a, arguments[0].index(i));
                second.load(b, arguments[1].index(i));
                out[i] = body.apply(first, second);
              }
            }
          };
        });
  }

  static void toBool(
      FunctionRegistry registry, String name, List<LogicalType> types, TextsToBool body) {
    add(
        registry,
        name,
        types,
        LogicalType.BOOLEAN,
        () -> {
          TextCursor first = new TextCursor();
          TextCursor second = new TextCursor();
          return (arguments, count, result, context) -> {
            StringVector a = (StringVector) arguments[0].vector();
            StringVector b = (StringVector) arguments[1].vector();
            byte[] out = ((BoolVector) result).values();
            for (int i = 0; i < count; i++) {
              if (!result.isNull(i)) {
                first.load(a, arguments[0].index(i));
                second.load(b, arguments[1].index(i));
                out[i] = (byte) (body.apply(first, second) ? 1 : 0);
              }
            }
          };
        });
  }

  static void toText(FunctionRegistry registry, String name, LogicalType type, TextToText body) {
    toText(registry, name, type, LogicalType.VARCHAR, body);
  }

  static void toText(
      FunctionRegistry registry,
      String name,
      LogicalType type,
      LogicalType returns,
      TextToText body) {
    add(
        registry,
        name,
        List.of(type),
        returns,
        () -> {
          TextCursor text = new TextCursor();
          return (arguments, count, result, context) -> {
            StringVector input = (StringVector) arguments[0].vector();
            StringVector out = (StringVector) result;
            for (int i = 0; i < count; i++) {
              if (!result.isNull(i)) {
                text.load(input, arguments[0].index(i));
                body.apply(text, out, i);
              }
            }
          };
        });
  }

  static void mergeTexts(FunctionRegistry registry, String name, TextsToText body) {
    add(
        registry,
        name,
        TWO,
        LogicalType.VARCHAR,
        () -> {
          TextCursor first = new TextCursor();
          TextCursor second = new TextCursor();
          return (arguments, count, result, context) -> {
            StringVector a = (StringVector) arguments[0].vector();
            StringVector b = (StringVector) arguments[1].vector();
            for (int i = 0; i < count; i++) {
              if (!result.isNull(i)) {
                first.load(a, arguments[0].index(i));
                second.load(b, arguments[1].index(i));
                body.apply(first, second, (StringVector) result, i);
              }
            }
          };
        });
  }

  static void scaleText(FunctionRegistry registry, String name, TextLongToText body) {
    scaleText(registry, name, LogicalType.VARCHAR, body);
  }

  static void scaleText(
      FunctionRegistry registry, String name, LogicalType type, TextLongToText body) {
    add(
        registry,
        name,
        List.of(type, LogicalType.BIGINT),
        type,
        () -> {
          TextCursor text = new TextCursor();
          return (arguments, count, result, context) -> {
            StringVector a = (StringVector) arguments[0].vector();
            long[] numbers = ((LongVector) arguments[1].vector()).values();
            for (int i = 0; i < count; i++) {
              if (!result.isNull(i)) {
                text.load(a, arguments[0].index(i));
                body.apply(text, numbers[arguments[1].index(i)], (StringVector) result, i);
              }
            }
          };
        });
  }

  static void toDouble(FunctionRegistry registry, String name, TextsToDouble body) {
    add(
        registry,
        name,
        TWO,
        LogicalType.DOUBLE,
        () ->
            (arguments, count, result, context) -> {
              StringVector a = (StringVector) arguments[0].vector();
              StringVector b = (StringVector) arguments[1].vector();
              double[] out = ((dev.eider.base.vector.DoubleVector) result).values();
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  out[i] =
                      body.apply(
                          a.getString(arguments[0].index(i)), b.getString(arguments[1].index(i)));
                }
              }
            });
  }

  /** An overload that propagates NULL and may fail on its data. */
  static void add(
      FunctionRegistry registry,
      String name,
      List<LogicalType> types,
      LogicalType returns,
      java.util.function.Supplier<ScalarKernel> kernels) {
    registry.add(ScalarFunction.of(name, types, returns, true, kernels));
  }

  /** An overload that decides itself what NULL means. */
  static BoundScalar special(
      String name,
      List<LogicalType> types,
      LogicalType returns,
      java.util.function.Supplier<ScalarKernel> kernels) {
    return new BoundScalar(
        name, types, returns, NullHandling.SPECIAL, Stability.CONSISTENT, false, kernels, null);
  }
}
