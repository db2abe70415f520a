// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarKernel;
import java.text.BreakIterator;
import java.util.List;
import java.util.Locale;

/**
 * Functions that count what readers see as one character: extended grapheme clusters (Unicode annex
 * 29), as the JDK finds them.
 */
final class GraphemeFunctions {
  private GraphemeFunctions() {}

  static void register(FunctionRegistry registry) {
    Kernels.add(
        registry,
        "length_grapheme",
        Kernels.ONE,
        LogicalType.BIGINT,
        () -> {
          Clusters clusters = new Clusters();
          return (arguments, count, result, context) -> {
            for (int i = 0; i < count; i++) {
              if (!result.isNull(i)) {
                ((LongVector) result)
                    .set(i, clusters.of(SearchFunctions.string(arguments[0], i)).count);
              }
            }
          };
        });
    Kernels.add(registry, "reverse", Kernels.ONE, LogicalType.VARCHAR, ReverseKernel::new);
    side(registry, "left_grapheme", true);
    side(registry, "right_grapheme", false);
    for (List<LogicalType> types :
        List.of(
            List.of(LogicalType.VARCHAR, LogicalType.BIGINT),
            List.of(LogicalType.VARCHAR, LogicalType.BIGINT, LogicalType.BIGINT))) {
      Kernels.add(
          registry,
          "substring_grapheme",
          types,
          LogicalType.VARCHAR,
          () -> {
            Clusters clusters = new Clusters();
            return (arguments, count, result, context) -> {
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  ((StringVector) result).set(i, substring(clusters, arguments, i));
                }
              }
            };
          });
    }
  }

  /** The borders of a text's clusters. One thread. */
  private static final class Clusters {
    private final BreakIterator breaks = BreakIterator.getCharacterInstance(Locale.ROOT);
    private int[] borders = new int[64];
    private String text = "";
    int count;

    Clusters of(String newText) {
      text = newText;
      count = 0;
      breaks.setText(newText);
      breaks.first();
      borders[0] = 0;
      for (int at = breaks.next(); at != BreakIterator.DONE; at = breaks.next()) {
        count++;
        if (count == borders.length) {
          borders = java.util.Arrays.copyOf(borders, 2 * count);
        }
        borders[count] = at;
      }
      return this;
    }

    /** Clusters {@code [from, to)}, cut to what there is. */
    String part(long from, long to) {
      int start = (int) Math.clamp(from, 0, count);
      int end = (int) Math.clamp(to, start, count);
      return text.substring(borders[start], borders[end]);
    }
  }

  private static final class ReverseKernel implements ScalarKernel {
    private final TextCursor cursor = new TextCursor();
    private final Clusters clusters = new Clusters();

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      StringVector out = (StringVector) result;
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        cursor.load((StringVector) arguments[0].vector(), arguments[0].index(i));
        if (cursor.isAscii()) {
          int at = out.reserve(cursor.length);
          byte[] target = out.ownBuffer();
          for (int k = 0; k < cursor.length; k++) {
            target[at + k] = cursor.bytes[cursor.end() - 1 - k];
          }
          out.setOwn(i, at, cursor.length);
        } else {
          clusters.of(cursor.text());
          StringBuilder reversed = new StringBuilder();
          for (int k = clusters.count - 1; k >= 0; k--) {
            reversed.append(clusters.part(k, k + 1L));
          }
          out.set(i, reversed.toString());
        }
      }
    }
  }

  private static long number(Operand argument, int row) {
    return ((LongVector) argument.vector()).get(argument.index(row));
  }

  private static void side(FunctionRegistry registry, String name, boolean left) {
    Kernels.add(
        registry,
        name,
        List.of(LogicalType.VARCHAR, LogicalType.BIGINT),
        LogicalType.VARCHAR,
        () -> {
          Clusters clusters = new Clusters();
          return (arguments, count, result, context) -> {
            for (int i = 0; i < count; i++) {
              if (result.isNull(i)) {
                continue;
              }
              clusters.of(SearchFunctions.string(arguments[0], i));
              long n = number(arguments[1], i);
              long size = clusters.count;
              long keep = n >= 0 ? Math.min(n, size) : Math.max(0, size + Math.max(n, -size));
              ((StringVector) result)
                  .set(i, left ? clusters.part(0, keep) : clusters.part(size - keep, size));
            }
          };
        });
  }

  private static String substring(Clusters clusters, Operand[] arguments, int row) {
    clusters.of(SearchFunctions.string(arguments[0], row));
    long start = number(arguments[1], row);
    long length = arguments.length == 3 ? number(arguments[2], row) : Integer.MAX_VALUE;
    long from;
    if (start > 0) {
      from = start - 1;
    } else if (start < 0) {
      from = Math.max(start, -(1L << 40)) + clusters.count;
    } else {
      from = 0;
      length = length == Integer.MAX_VALUE ? length : length - 1;
    }
    return length < 0
        ? clusters.part(from + Math.max(length, -(1L << 40)), from)
        : clusters.part(from, from + Math.min(length, 1L << 40));
  }
}
