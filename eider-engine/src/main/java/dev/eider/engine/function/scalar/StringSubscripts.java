// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.BIGINT;
import static dev.eider.base.type.LogicalType.VARCHAR;

import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import java.util.List;

/** {@code text[i]} and {@code text[i:j]}: texts as lists of characters, counted from 1. */
final class StringSubscripts {
  private StringSubscripts() {}

  static void register(FunctionRegistry registry) {
    for (String name : List.of("array_extract", "list_extract", "list_element")) {
      registry.add(
          Kernels.safe(name, List.of(VARCHAR, BIGINT), VARCHAR, StringSubscripts::extract));
    }
    for (String name : List.of("array_slice", "list_slice")) {
      registry.add(
          Kernels.safe(name, List.of(VARCHAR, BIGINT, BIGINT), VARCHAR, StringSubscripts::slice));
    }
  }

  private static String text(Operand operand, int row) {
    return ((StringVector) operand.vector()).getString(operand.index(row));
  }

  private static long position(Operand operand, int row) {
    return ((LongVector) operand.vector()).get(operand.index(row));
  }

  private static void extract(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        String text = text(arguments[0], i);
        long at = position(arguments[1], i);
        ((StringVector) result).set(i, at == 0 ? "" : part(text, at, at));
      }
    }
  }

  private static void slice(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        ((StringVector) result)
            .set(
                i,
                part(text(arguments[0], i), position(arguments[1], i), position(arguments[2], i)));
      }
    }
  }

  /** The characters from {@code begin} to {@code end}, both counted from the end when negative. */
  private static String part(String text, long begin, long end) {
    int length = text.codePointCount(0, text.length());
    long from = Math.max(1, begin < 0 ? length + begin + 1 : begin);
    long to = Math.min(length, end < 0 ? length + end + 1 : end);
    if (from > to || begin < 0 && begin == end && length + begin < 0) {
      return "";
    }
    int start = text.offsetByCodePoints(0, (int) from - 1);
    return text.substring(start, text.offsetByCodePoints(start, (int) (to - from + 1)));
  }
}
