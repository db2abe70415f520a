// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import dev.eider.base.env.SessionZone;
import dev.eider.base.table.TableFunction.TextCast;
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
import dev.eider.formats.scan.Utf8;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The exact reading of one value's text as a type. Strict reading is what types are guessed with
 * and what guessed types are read with: no leading zeros, no plus sign, no fraction for an integer,
 * so that a text never loses something it said. Types that a user declared are read as a cast
 * would. Immutable; safe for any number of threads.
 */
final class ValueParser {
  /** The options of a reader that change how values are read. */
  record Format(
      byte decimalSeparator,
      byte thousands,
      @Nullable TimeFormat date,
      @Nullable TimeFormat timestamp,
      SessionZone zone) {}

  private static final BigInteger HUGE_MAX = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);
  private static final BigInteger HUGE_MIN = BigInteger.ONE.shiftLeft(127).negate();
  private static final BigInteger UHUGE_MAX =
      BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE);

  private final LogicalType type;
  private final TypeId id;
  private final boolean strict;
  private final Format format;
  private final Map<String, Integer> labels = new HashMap<>();

  private final @Nullable TextCast cast;

  ValueParser(LogicalType type, boolean strict, Format format) {
    this(type, strict, format, null);
  }

  /**
   * A parser that leaves types it does not know itself to a cast of the session, if there is one.
   */
  ValueParser(LogicalType type, boolean strict, Format format, @Nullable TextCast cast) {
    this.cast = cast;
    this.type = type;
    this.id = type.id();
    this.strict = strict;
    this.format = format;
    if (type instanceof LogicalType.EnumOf labelled) {
      for (String label : labelled.values()) {
        labels.put(label, labels.size());
      }
    }
    if (!supported(type) && cast == null) {
      throw CsvErrors.typeNotSupported(type);
    }
  }

  /** Whether text of this type can be read here. */
  static boolean supported(LogicalType type) {
    return switch (type.id()) {
      case BOOLEAN,
          TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          HUGEINT,
          UTINYINT,
          USMALLINT,
          UINTEGER,
          UBIGINT,
          UHUGEINT,
          BIGNUM,
          DECIMAL,
          FLOAT,
          DOUBLE,
          VARCHAR,
          BLOB,
          UUID,
          DATE,
          TIME,
          TIME_NS,
          TIMESTAMP_S,
          TIMESTAMP_MS,
          TIMESTAMP,
          TIMESTAMP_NS,
          TIMESTAMP_TZ,
          ENUM,
          SQLNULL ->
          true;
      case BIT,
          JSON,
          TIME_TZ,
          INTERVAL,
          LIST,
          ARRAY,
          STRUCT,
          MAP,
          UNION,
          AGGREGATE_STATE,
          ANY,
          INTEGER_LITERAL,
          STRING_LITERAL,
          LAMBDA ->
          false;
    };
  }

  /** Whether the text itself is the value. */
  boolean isText() {
    return id == TypeId.VARCHAR;
  }

  /** Whether the plain form of a value is what no option changes. */
  boolean plain() {
    return switch (id) {
      case DATE -> format.date() == null;
      case TIMESTAMP -> format.timestamp() == null;
      case DOUBLE, DECIMAL -> format.decimalSeparator() == '.' && format.thousands() == 0;
      case TINYINT, SMALLINT, INTEGER, UTINYINT, USMALLINT, BIGINT -> format.thousands() == 0;
      default -> true;
    };
  }

  /** The least value of an integer type of up to 64 signed bits. */
  long min() {
    return switch (id) {
      case TINYINT -> Byte.MIN_VALUE;
      case SMALLINT -> Short.MIN_VALUE;
      case INTEGER -> Integer.MIN_VALUE;
      case BIGINT -> Long.MIN_VALUE;
      default -> 0;
    };
  }

  /** The greatest value of an integer type of up to 64 signed bits. */
  long max() {
    return switch (id) {
      case TINYINT -> Byte.MAX_VALUE;
      case SMALLINT -> Short.MAX_VALUE;
      case INTEGER -> Integer.MAX_VALUE;
      case UTINYINT -> 0xFF;
      case USMALLINT -> 0xFFFF;
      case UINTEGER -> 0xFFFF_FFFFL;
      default -> Long.MAX_VALUE;
    };
  }

  /** Sets a row to the value of the text, or answers false and leaves the row as it is. */
  boolean parse(byte[] text, int from, int to, FlatVector target, int row) {
    TextCast lent = cast;
    if (lent != null) {
      return Utf8.valid(text, from, to) && lent.cast(text, from, to, target, row);
    }
    return switch (id) {
      case BOOLEAN -> {
        int value = bool(text, from, to);
        if (value >= 0) {
          ((BoolVector) target).set(row, (byte) value);
        }
        yield value >= 0;
      }
      case TINYINT, SMALLINT, INTEGER, UTINYINT, USMALLINT, BIGINT, UINTEGER ->
          integer(text, from, to, target, row);
      case UBIGINT, HUGEINT, UHUGEINT -> wide(text, from, to, target, row);
      case DECIMAL -> decimal(text, from, to, target, row);
      case DOUBLE -> {
        double value = real(text, from, to);
        ((DoubleVector) target).set(row, value);
        yield isReal(value);
      }
      case FLOAT -> {
        double value = real(text, from, to);
        ((FloatVector) target).set(row, (float) value);
        yield isReal(value);
      }
      case DATE -> {
        long value =
            format.date() != null
                ? format.date().parseDate(text, from, to)
                : TimeText.date(text, from, to, strict);
        ((IntVector) target).set(row, (int) value);
        yield value != TimeText.NONE;
      }
      case TIME, TIME_NS -> {
        long value = TimeText.time(text, from, to);
        ((LongVector) target).set(row, id == TypeId.TIME ? value : value * 1000);
        yield value != TimeText.NONE;
      }
      case TIMESTAMP, TIMESTAMP_TZ, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS ->
          timestamp(text, from, to, (LongVector) target, row);
      case UUID -> uuid(text, from, to, (WideVector) target, row);
      case BLOB -> blob(text, from, to, (StringVector) target, row);
      case BIGNUM -> bignum(text, from, to, (StringVector) target, row);
      case ENUM -> {
        Integer code = labels.get(new String(text, from, to - from, StandardCharsets.UTF_8));
        if (code != null) {
          ((IntVector) target).set(row, code);
        }
        yield code != null;
      }
      case VARCHAR -> {
        ((StringVector) target).set(row, text, from, to - from);
        yield Utf8.valid(text, from, to);
      }
      default -> false;
    };
  }

  // ---- integers and decimals -------------------------------------------------------------------

  private boolean integer(byte[] text, int from, int to, FlatVector target, int row) {
    BigInteger value = whole(text, from, to);
    if (value == null || value.bitLength() > 63) {
      return false;
    }
    long number = value.longValue();
    if (number < min() || number > max()) {
      return false;
    }
    if (target instanceof IntVector ints) {
      ints.set(row, (int) number);
    } else {
      ((LongVector) target).set(row, number);
    }
    return true;
  }

  private boolean wide(byte[] text, int from, int to, FlatVector target, int row) {
    BigInteger value = whole(text, from, to);
    if (value == null) {
      return false;
    }
    if (target instanceof LongVector longs) {
      if (value.signum() < 0 || value.bitLength() > 64) {
        return false;
      }
      longs.set(row, value.longValue());
      return true;
    }
    boolean fits =
        id == TypeId.HUGEINT
            ? value.compareTo(HUGE_MIN) >= 0 && value.compareTo(HUGE_MAX) <= 0
            : value.signum() >= 0 && value.compareTo(UHUGE_MAX) <= 0;
    if (fits) {
      ((WideVector) target).setBig(row, value);
    }
    return fits;
  }

  private boolean decimal(byte[] text, int from, int to, FlatVector target, int row) {
    LogicalType.Decimal decimal = (LogicalType.Decimal) type;
    BigInteger value = scaled(text, from, to, decimal.scale(), false);
    if (value == null || value.abs().compareTo(BigInteger.TEN.pow(decimal.width())) >= 0) {
      return false;
    }
    if (target instanceof LongVector longs) {
      longs.set(row, value.longValueExact());
    } else {
      ((WideVector) target).setBig(row, value);
    }
    return true;
  }

  private @Nullable BigInteger whole(byte[] text, int from, int to) {
    return scaled(text, from, to, 0, true);
  }

  /** The number times 10^scale, rounded half away from zero, or null when it is none. */
  private @Nullable BigInteger scaled(byte[] text, int from, int to, int scale, boolean integral) {
    int at = from;
    int end = to;
    while (at < end && space(text[at])) {
      at++;
    }
    while (end > at && space(text[end - 1])) {
      end--;
    }
    boolean negative = false;
    if (at < end && (text[at] == '-' || text[at] == '+')) {
      negative = text[at] == '-';
      if (!negative && strict) {
        return null;
      }
      at++;
    }
    StringBuilder digits = new StringBuilder(end - at);
    int behind = -1;
    int exponent = 0;
    boolean any = false;
    int lead = at;
    for (; at < end; at++) {
      byte b = text[at];
      if (b >= '0' && b <= '9') {
        digits.append((char) b);
        any = true;
        if (behind >= 0) {
          behind++;
        }
      } else if (b == format.decimalSeparator() && behind < 0 && !(integral && strict)) {
        behind = 0;
      } else if (b == format.thousands() && b != 0) {
        continue;
      } else if (b == '_' && any && at + 1 < end && digit(text[at + 1]) && !strict) {
        continue;
      } else if ((b == 'e' || b == 'E') && any) {
        exponent = exponent(text, at + 1, end);
        if (exponent == Integer.MIN_VALUE) {
          return null;
        }
        break;
      } else {
        return null;
      }
    }
    if (!any) {
      return null;
    }
    if (strict && integral && digits.length() > 1 && text[lead] == '0') {
      return null;
    }
    return scale(digits, Math.max(behind, 0), exponent, scale, negative, integral && strict);
  }

  private static @Nullable BigInteger scale(
      CharSequence digits, int behind, int exponent, int scale, boolean negative, boolean exact) {
    int shift = scale + exponent - behind;
    if (shift > 80 || digits.length() > 4000) {
      return new BigInteger(digits.toString()).signum() == 0 ? BigInteger.ZERO : null;
    }
    BigInteger value = new BigInteger(digits.toString());
    if (shift >= 0) {
      value = value.multiply(BigInteger.TEN.pow(shift));
    } else if (-shift > digits.length()) {
      if (exact && value.signum() != 0) {
        return null;
      }
      value = BigInteger.ZERO;
    } else {
      BigInteger power = BigInteger.TEN.pow(-shift);
      BigInteger[] parts = value.divideAndRemainder(power);
      if (exact && parts[1].signum() != 0) {
        return null;
      }
      value = parts[0];
      if (parts[1].shiftLeft(1).compareTo(power) >= 0) {
        value = value.add(BigInteger.ONE);
      }
    }
    return negative ? value.negate() : value;
  }

  private static int exponent(byte[] text, int from, int to) {
    int at = from;
    boolean negative = false;
    if (at < to && (text[at] == '-' || text[at] == '+')) {
      negative = text[at++] == '-';
    }
    if (at >= to || to - at > 6) {
      return Integer.MIN_VALUE;
    }
    int value = 0;
    for (; at < to; at++) {
      if (!digit(text[at])) {
        return Integer.MIN_VALUE;
      }
      value = value * 10 + text[at] - '0';
    }
    return negative ? -value : value;
  }

  // ---- floating point --------------------------------------------------------------------------

  /** What {@link #real} answers for text that is no number: a NaN that no text stands for. */
  private static final long NO_REAL = 0x7FF8_0000_DEAD_0001L;

  private static double noReal() {
    return Double.longBitsToDouble(NO_REAL);
  }

  private static boolean isReal(double value) {
    return Double.doubleToRawLongBits(value) != NO_REAL;
  }

  private double real(byte[] text, int from, int to) {
    int at = from;
    int end = to;
    while (at < end && space(text[at])) {
      at++;
    }
    while (end > at && space(text[end - 1])) {
      end--;
    }
    if (at == end) {
      return noReal();
    }
    byte[] source = text;
    boolean plus = text[at] == '+';
    if (plus && (strict || ++at == end)) {
      return noReal();
    }
    if (plus && (text[at] == '-' || text[at] == '+')) {
      return noReal();
    }
    if (format.decimalSeparator() != '.' || format.thousands() != 0) {
      source = new byte[end - at];
      int length = 0;
      for (int i = at; i < end; i++) {
        if (text[i] == format.decimalSeparator()) {
          source[length++] = '.';
        } else if (text[i] == '.' && format.thousands() != '.') {
          return noReal();
        } else if (text[i] != format.thousands()) {
          source[length++] = text[i];
        }
      }
      at = 0;
      end = length;
    }
    int sign = at < end && source[at] == '-' ? 1 : 0;
    if (at + sign >= end) {
      return noReal();
    }
    byte lead = source[at + sign];
    if (strict && lead == '0' && at + sign + 1 < end && digit(source[at + sign + 1])) {
      return noReal();
    }
    if (lead == 'n' || lead == 'N' || lead == 'i' || lead == 'I') {
      return special(new String(source, at, end - at, StandardCharsets.ISO_8859_1));
    }
    byte last = source[end - 1];
    if (!(digit(lead) || lead == '.') || !(digit(last) || last == '.')) {
      return noReal();
    }
    for (int i = at; i < end; i++) {
      if (source[i] == 'x' || source[i] == 'X') {
        return noReal();
      }
    }
    try {
      double value = JavaDoubleParser.parseDouble(source, at, end - at);
      return value;
    } catch (NumberFormatException e) {
      return noReal();
    }
  }

  private static double special(String word) {
    String lower = word.toLowerCase(java.util.Locale.ROOT);
    double value;
    switch (lower) {
      case "nan", "-nan" -> value = Double.NaN;
      case "inf", "infinity" -> value = Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> value = Double.NEGATIVE_INFINITY;
      default -> {
        return noReal();
      }
    }
    return value;
  }

  // ---- the rest --------------------------------------------------------------------------------

  private int bool(byte[] text, int from, int to) {
    String word =
        to - from > 5
            ? ""
            : new String(text, from, to - from, StandardCharsets.ISO_8859_1)
                .toLowerCase(java.util.Locale.ROOT);
    return switch (word) {
      case "true", "t", "yes" -> 1;
      case "false", "f", "no" -> 0;
      case "1", "y" -> strict ? -1 : 1;
      case "0", "n" -> strict ? -1 : 0;
      default -> -1;
    };
  }

  private boolean timestamp(byte[] text, int from, int to, LongVector target, int row) {
    if (id == TypeId.TIMESTAMP_NS) {
      long nanos = TimeText.timestampNanos(text, from, to);
      if (nanos == TimeText.NONE) {
        return false;
      }
      target.set(row, nanos);
      return true;
    }
    long micros;
    boolean zoned = id == TypeId.TIMESTAMP_TZ;
    if (format.timestamp() != null && (id == TypeId.TIMESTAMP || zoned)) {
      micros = format.timestamp().parseTimestamp(text, from, to);
    } else {
      micros =
          TimeText.timestamp(text, from, to, strict, zoned, zoned ? format.zone().get() : null);
    }
    if (micros == TimeText.NONE) {
      return false;
    }
    boolean infinite = micros == Long.MAX_VALUE || micros == -Long.MAX_VALUE;
    target.set(
        row,
        infinite
            ? micros
            : switch (id) {
              case TIMESTAMP_S -> Math.floorDiv(micros, 1_000_000L);
              case TIMESTAMP_MS -> Math.floorDiv(micros, 1_000L);
              default -> micros;
            });
    return true;
  }

  private static boolean uuid(byte[] text, int from, int to, WideVector target, int row) {
    int at = from;
    int end = to;
    if (end - at >= 2 && text[at] == '{' && text[end - 1] == '}') {
      at++;
      end--;
    }
    long high = 0;
    long low = 0;
    int count = 0;
    for (; at < end; at++) {
      int d = Character.digit(text[at], 16);
      if (d < 0) {
        if (text[at] == '-' && count > 0 && text[at - 1] != '-') {
          continue;
        }
        return false;
      }
      if (count < 16) {
        high = high << 4 | d;
      } else {
        low = low << 4 | d;
      }
      count++;
    }
    if (count != 32) {
      return false;
    }
    target.set(row, low, high);
    return true;
  }

  private static boolean blob(byte[] text, int from, int to, StringVector target, int row) {
    byte[] bytes = new byte[to - from];
    int length = 0;
    for (int at = from; at < to; at++) {
      byte b = text[at];
      if (b < 0) {
        return false;
      }
      if (b == '\\') {
        if (at + 3 >= to || text[at + 1] != 'x') {
          return false;
        }
        int high = Character.digit(text[at + 2], 16);
        int low = Character.digit(text[at + 3], 16);
        if (high < 0 || low < 0) {
          return false;
        }
        bytes[length++] = (byte) (high << 4 | low);
        at += 3;
      } else {
        bytes[length++] = b;
      }
    }
    target.set(row, bytes, 0, length);
    return true;
  }

  private boolean bignum(byte[] text, int from, int to, StringVector target, int row) {
    BigInteger value = whole(text, from, to);
    if (value == null) {
      return false;
    }
    target.set(row, value.toString());
    return true;
  }

  static boolean space(byte b) {
    return b == ' ' || b >= 9 && b <= 13;
  }

  static boolean digit(byte b) {
    return b >= '0' && b <= '9';
  }
}
