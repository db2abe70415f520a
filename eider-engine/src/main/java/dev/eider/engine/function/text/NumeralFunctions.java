// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;

/** Numbers as text: other bases, sizes in bytes, bars. */
final class NumeralFunctions {
  private static final int MIN_LENGTH_MAX = 64;
  private static final double DEFAULT_BAR = 80;
  private static final String[] EIGHTHS = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  private static final BigInteger UBIGINT_MAX =
      BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private NumeralFunctions() {}

  static void register(FunctionRegistry registry) {
    for (LogicalType type :
        List.of(
            LogicalType.BIGINT, LogicalType.UBIGINT, LogicalType.HUGEINT, LogicalType.UHUGEINT)) {
      for (String name : List.of("hex", "to_hex")) {
        radix(registry, name, type, 16);
      }
      for (String name : List.of("bin", "to_binary")) {
        radix(registry, name, type, 2);
      }
    }
    toBase(registry, List.of(LogicalType.BIGINT, LogicalType.INTEGER));
    toBase(registry, List.of(LogicalType.BIGINT, LogicalType.INTEGER, LogicalType.INTEGER));
    for (String name : List.of("format_bytes", "formatReadableSize")) {
      bytes(registry, name, 1024);
    }
    bytes(registry, "formatReadableDecimalSize", 1000);
    Kernels.add(
        registry,
        "parse_formatted_bytes",
        Kernels.ONE,
        LogicalType.UBIGINT,
        () ->
            (arguments, count, result, context) -> {
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  ((LongVector) result).set(i, parseBytes(SearchFunctions.string(arguments[0], i)));
                }
              }
            });
    LogicalType number = LogicalType.DOUBLE;
    for (List<LogicalType> types :
        List.of(List.of(number, number, number), List.of(number, number, number, number))) {
      Kernels.add(registry, "bar", types, LogicalType.VARCHAR, () -> NumeralFunctions::bars);
    }
  }

  /** Two's complement for negative numbers, without leading zeros. */
  private static void radix(FunctionRegistry registry, String name, LogicalType type, int radix) {
    Kernels.add(
        registry,
        name,
        List.of(type),
        LogicalType.VARCHAR,
        () ->
            (arguments, count, result, context) -> {
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  int at = arguments[0].index(i);
                  String digits =
                      switch (arguments[0].vector()) {
                        case LongVector v ->
                            radix == 16
                                ? Long.toHexString(v.get(at))
                                : Long.toBinaryString(v.get(at));
                        default -> {
                          WideVector v = (WideVector) arguments[0].vector();
                          yield WideVector.toBig(v.low(at), v.high(at), true).toString(radix);
                        }
                      };
                  ((StringVector) result).set(i, digits.toUpperCase(Locale.ROOT));
                }
              }
            });
  }

  private static void toBase(FunctionRegistry registry, List<LogicalType> types) {
    Kernels.add(
        registry,
        "to_base",
        types,
        LogicalType.VARCHAR,
        () ->
            (arguments, count, result, context) -> {
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  long number = ((LongVector) arguments[0].vector()).get(arguments[0].index(i));
                  int radix = ((IntVector) arguments[1].vector()).get(arguments[1].index(i));
                  int length =
                      arguments.length < 3
                          ? 0
                          : ((IntVector) arguments[2].vector()).get(arguments[2].index(i));
                  ((StringVector) result).set(i, toBase(number, radix, length));
                }
              }
            });
  }

  private static String toBase(long number, int radix, int length) {
    if (number < 0) {
      throw EiderException.invalidInput("'to_base' number must be greater than or equal to 0");
    }
    if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) {
      throw EiderException.invalidInput("'to_base' radix must be between 2 and 36");
    }
    if (length < 0 || length > MIN_LENGTH_MAX) {
      throw EiderException.invalidInput("'to_base' min_length must be between 0 and 64");
    }
    String digits = Long.toString(number, radix).toUpperCase(Locale.ROOT);
    return "0".repeat(Math.max(0, length - digits.length())) + digits;
  }

  private static void bytes(FunctionRegistry registry, String name, long unit) {
    Kernels.add(
        registry,
        name,
        List.of(LogicalType.BIGINT),
        LogicalType.VARCHAR,
        () ->
            (arguments, count, result, context) -> {
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  long size = ((LongVector) arguments[0].vector()).get(arguments[0].index(i));
                  ((StringVector) result).set(i, readable(size, unit));
                }
              }
            });
  }

  private static String readable(long bytes, long unit) {
    String sign = bytes < 0 ? "-" : "";
    // The negative of the least long is its own bits, read as unsigned.
    long size = bytes < 0 ? -bytes : bytes;
    if (Long.compareUnsigned(size, unit) < 0) {
      return sign + size + (size == 1 ? " byte" : " bytes");
    }
    String letters = unit == 1000 ? "kMGTP" : "KMGTP";
    int power = 0;
    long whole = Long.divideUnsigned(size, unit);
    long rest = Long.remainderUnsigned(size, unit);
    while (whole >= unit && power < letters.length() - 1) {
      rest = whole % unit;
      whole /= unit;
      power++;
    }
    return sign
        + whole
        + "."
        + rest * 10 / unit
        + " "
        + letters.charAt(power)
        + (unit == 1000 ? "B" : "iB");
  }

  private static long parseBytes(String text) {
    int at = 0;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    int from = at;
    while (at < text.length() && "0123456789.eE-".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    if (at == from) {
      throw EiderException.invalidInput("Memory must have a number (e.g. 1GB)");
    }
    BigDecimal size;
    try {
      size = new BigDecimal(text.substring(from, at));
    } catch (NumberFormatException e) {
      throw EiderException.invalidInput("Invalid memory limit: '" + text.substring(from, at) + "'");
    }
    String unit = text.substring(at).strip().toLowerCase(Locale.ROOT);
    int end = 0;
    while (end < unit.length() && !Character.isWhitespace(unit.charAt(end))) {
      end++;
    }
    unit = unit.substring(0, end);
    if (size.signum() < 0) {
      throw EiderException.invalidInput("Memory cannot be negative");
    }
    long multiplier =
        switch (unit) {
          case "byte", "bytes", "b" -> 1L;
          case "kilobyte", "kilobytes", "kb", "k" -> 1_000L;
          case "megabyte", "megabytes", "mb", "m" -> 1_000_000L;
          case "gigabyte", "gigabytes", "gb", "g" -> 1_000_000_000L;
          case "terabyte", "terabytes", "tb", "t" -> 1_000_000_000_000L;
          case "kib" -> 1L << 10;
          case "mib" -> 1L << 20;
          case "gib" -> 1L << 30;
          case "tib" -> 1L << 40;
          default ->
              throw EiderException.invalidInput(
                  "Unknown unit for memory: '"
                      + unit
                      + "' (expected: KB, MB, GB, TB for 1000^i units or KiB, MiB, GiB, TiB for"
                      + " 1024^i units)");
        };
    if (size.precision() - size.scale() > 40
        || size.multiply(BigDecimal.valueOf(multiplier)).compareTo(new BigDecimal(UBIGINT_MAX))
            > 0) {
      throw EiderException.invalidInput("Memory value out of range: value is too large");
    }
    return size.multiply(BigDecimal.valueOf(multiplier)).toBigInteger().longValue();
  }

  private static void bars(Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        double width = arguments.length == 4 ? number(arguments[3], i) : DEFAULT_BAR;
        ((StringVector) result)
            .set(
                i,
                bar(
                    number(arguments[0], i),
                    number(arguments[1], i),
                    number(arguments[2], i),
                    width));
      }
    }
  }

  private static double number(Operand argument, int row) {
    return ((DoubleVector) argument.vector()).get(argument.index(row));
  }

  private static String bar(double x, double min, double max, double widest) {
    if (!Double.isFinite(widest)) {
      throw outOfRange("Max bar width must not be NaN or infinity");
    }
    if (widest < 1) {
      throw outOfRange("Max bar width must be >= 1");
    }
    if (widest > 1000) {
      throw outOfRange("Max bar width must be <= 1000");
    }
    double width;
    if (Double.isNaN(x) || Double.isNaN(min) || Double.isNaN(max) || x <= min) {
      width = 0;
    } else {
      width = x >= max ? widest : widest * (x - min) / (max - min);
    }
    if (!Double.isFinite(width)) {
      throw outOfRange("Bar width must not be NaN or infinity");
    }
    int eighths = (int) (width * 8);
    StringBuilder bar = new StringBuilder("█".repeat(eighths / 8));
    if (eighths % 8 != 0) {
      bar.append(EIGHTHS[eighths % 8]);
    }
    return bar.append(" ".repeat(Math.max(0, (int) widest - bar.length()))).toString();
  }

  private static EiderException outOfRange(String text) {
    return new EiderException(ErrorType.OUT_OF_RANGE, text);
  }
}
