// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.Interval;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.WideVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Casts from text to numbers, booleans, UUIDs, enums, blobs and bit strings. */
final class ParseCasts {
  private ParseCasts() {}

  /** The kernel for a target type that is neither temporal nor nested. */
  static CastKernel find(LogicalType to) {
    return switch (to.id()) {
      case BOOLEAN -> ParseCasts::toBool;
      case TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          UTINYINT,
          USMALLINT,
          UINTEGER,
          UBIGINT,
          HUGEINT,
          UHUGEINT ->
          ParseCasts::toInteger;
      case DOUBLE -> ParseCasts::toDouble;
      case FLOAT -> ParseCasts::toFloat;
      case DECIMAL -> ParseCasts::toDecimal;
      case BIGNUM -> ParseCasts::toBignum;
      case UUID -> ParseCasts::toUuid;
      case ENUM -> toEnum((LogicalType.EnumOf) to);
      case BLOB -> BlobText::parse;
      case BIT -> ParseCasts::toBit;
      default -> throw new IllegalArgumentException(to.toString());
    };
  }

  /** Fails a row with the usual text: {@code Could not convert string 'x' to INT32}. */
  static void fail(StringVector source, int row, FlatVector result, CastContext context) {
    if (!context.nullInstead(result, row)) {
      throw EiderException.conversion(
          "Could not convert string '"
              + source.getString(row)
              + "' to "
              + InternalNames.of(result.type()));
    }
  }

  private static void toBool(FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    BoolVector out = (BoolVector) result;
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int value = strings.length(i) > 5 ? -1 : bool(strings.getString(i));
      if (value < 0) {
        fail(strings, i, result, context);
      } else {
        out.set(i, (byte) value);
      }
    }
  }

  private static int bool(String text) {
    return switch (text.toLowerCase(java.util.Locale.ROOT)) {
      case "true", "t", "1", "yes", "y" -> 1;
      case "false", "f", "0", "no", "n" -> 0;
      default -> -1;
    };
  }

  private static void toInteger(
      FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    LogicalType type = result.type();
    boolean wide = type.id() == TypeId.HUGEINT || type.id() == TypeId.UHUGEINT;
    long min = wide ? (type.id() == TypeId.UHUGEINT ? 0 : -Long.MAX_VALUE) : IntegerRange.min(type);
    long max = wide ? Long.MAX_VALUE : IntegerRange.max(type);
    TextBytes text = new TextBytes();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      text.load(strings, i, true);
      long fast = NumberParser.integerFast(text);
      if (fast != Long.MIN_VALUE) {
        if (fast < min || fast > max) {
          fail(strings, i, result, context);
        } else {
          putLong(result, i, fast);
        }
        continue;
      }
      BigInteger value = NumberParser.integerSlow(text);
      if (value == null || !IntegerRange.contains(type, value)) {
        fail(strings, i, result, context);
      } else {
        NumericCasts.put(result, i, value);
      }
    }
  }

  private static void putLong(FlatVector result, int row, long value) {
    switch (result) {
      case IntVector v -> v.set(row, (int) value);
      case LongVector v -> v.set(row, value);
      default -> ((WideVector) result).set(row, value, value >> 63);
    }
  }

  private static void toDouble(
      FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    DoubleVector out = (DoubleVector) result;
    TextBytes text = new TextBytes();
    double[] parsed = new double[1];
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      text.load(strings, i, true);
      if (NumberParser.parseDouble(text, parsed)) {
        out.set(i, parsed[0]);
      } else {
        fail(strings, i, result, context);
      }
    }
  }

  private static void toFloat(
      FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    FloatVector out = (FloatVector) result;
    TextBytes text = new TextBytes();
    float[] parsed = new float[1];
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      text.load(strings, i, true);
      if (NumberParser.parseFloat(text, parsed)) {
        out.set(i, parsed[0]);
      } else {
        fail(strings, i, result, context);
      }
    }
  }

  private static void toDecimal(
      FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    LogicalType.Decimal type = (LogicalType.Decimal) result.type();
    BigInteger limit = DecimalCasts.power(type.width());
    TextBytes text = new TextBytes();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      text.load(strings, i, true);
      BigDecimal value = NumberParser.decimal(text.string());
      BigInteger unscaled =
          value == null ? null : value.setScale(type.scale(), RoundingMode.HALF_UP).unscaledValue();
      if (unscaled != null && unscaled.abs().compareTo(limit) < 0) {
        DecimalCasts.put(result, i, unscaled);
      } else if (!context.nullInstead(result, i)) {
        throw EiderException.conversion(
            "Could not convert string \"" + strings.getString(i) + "\" to " + type);
      }
    }
  }

  private static void toBignum(
      FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    TextBytes text = new TextBytes();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      text.load(strings, i, true);
      String digits = text.string();
      boolean plain = digits.indexOf('e') < 0 && digits.indexOf('E') < 0;
      BigInteger value = plain ? NumberParser.integerSlow(text) : null;
      if (value == null) {
        fail(strings, i, result, context);
      } else {
        ((StringVector) result).set(i, value.toString());
      }
    }
  }

  private static void toUuid(FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    WideVector out = (WideVector) result;
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i) && !uuid(strings.getString(i), i, out)) {
        fail(strings, i, result, context);
      }
    }
  }

  private static boolean uuid(String text, int row, WideVector out) {
    String s = text;
    if (s.startsWith("{") && s.endsWith("}")) {
      s = s.substring(1, s.length() - 1);
    }
    long high = 0;
    long low = 0;
    int digits = 0;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c == '-') {
        // Hyphens may stand after whole groups of four digits only.
        if (digits == 0 || digits % 4 != 0 || i + 1 == s.length() || s.charAt(i - 1) == '-') {
          return false;
        }
        continue;
      }
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit < 0 || digits == 32) {
        return false;
      }
      high = high << 4 | low >>> 60;
      low = low << 4 | digit;
      digits++;
    }
    out.set(row, low, high);
    return digits == 32;
  }

  private static CastKernel toEnum(LogicalType.EnumOf type) {
    Map<String, Integer> codes = new HashMap<>();
    for (String value : type.values()) {
      codes.put(value, codes.size());
    }
    return (source, count, result, context) -> {
      StringVector strings = (StringVector) source;
      for (int i = 0; i < count; i++) {
        if (!result.isNull(i)) {
          Integer code = codes.get(strings.getString(i));
          if (code == null) {
            fail(strings, i, result, context);
          } else {
            ((IntVector) result).set(i, code);
          }
        }
      }
    };
  }

  private static void toBit(FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    StringVector out = (StringVector) result;
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      String text = hexBits(strings.getString(i));
      String wrong = text.replace("0", "").replace("1", "");
      if (wrong.isEmpty()) {
        out.set(i, text.isEmpty() ? "0" : text);
      } else if (!context.nullInstead(result, i)) {
        throw EiderException.conversion(
            "Invalid character encountered in string -> bit conversion: '" + wrong.charAt(0) + "'");
      }
    }
  }

  /** {@code xA5} as its bits; other text as it is. */
  private static String hexBits(String text) {
    if (text.length() < 2 || text.charAt(0) != 'x') {
      return text;
    }
    StringBuilder bits = new StringBuilder();
    for (int i = 1; i < text.length(); i++) {
      int digit = text.charAt(i) < 128 ? Character.digit(text.charAt(i), 16) : -1;
      if (digit < 0) {
        return text;
      }
      for (int bit = 3; bit >= 0; bit--) {
        bits.append(digit >> bit & 1);
      }
    }
    return bits.toString();
  }

  /** From text to an interval. */
  static void toInterval(FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    WideVector out = (WideVector) result;
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      @Nullable Interval value;
      try {
        value = IntervalParser.parse(strings.getString(i));
      } catch (EiderException unknownUnit) {
        if (!context.nullInstead(result, i)) {
          throw unknownUnit;
        }
        continue;
      }
      if (value == null) {
        fail(strings, i, result, context);
      } else {
        out.set(i, value.micros(), value.monthsAndDays());
      }
    }
  }
}
