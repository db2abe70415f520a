// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

import dev.eider.base.env.SessionZone;
import dev.eider.base.type.Interval;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.ArrayVector;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import dev.eider.base.vector.WideVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;

/** Writes values as the dialect's cast to VARCHAR does. One thread's. */
public final class ValueText {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final SessionZone zone;

  /** A writer of values that shows times with a zone in the session's. */
  public ValueText(SessionZone zone) {
    this.zone = zone;
  }

  /** Appends the text of a row that is not NULL. */
  public void append(Bytes out, FlatVector vector, int row) {
    switch (vector) {
      case IntVector v -> appendInt(out, v, row);
      case LongVector v -> appendLong(out, v, row);
      case BoolVector v -> out.put(v.get(row) != 0 ? "true" : "false");
      case DoubleVector v -> out.put(real(v.get(row), Double.toString(v.get(row))));
      case FloatVector v -> out.put(real(v.get(row), Float.toString(v.get(row))));
      case StringVector v -> appendString(out, v, row);
      case WideVector v -> appendWide(out, v, row);
      case ListVector v -> appendList(out, v, row);
      case ArrayVector v -> {
        out.put((byte) '[');
        for (int i = 0; i < v.size(); i++) {
          separate(out, i);
          element(out, v.child(), row * v.size() + i);
        }
        out.put((byte) ']');
      }
      case StructVector v -> appendStruct(out, v, row);
    }
  }

  private static void separate(Bytes out, int index) {
    if (index > 0) {
      out.put(", ");
    }
  }

  private void element(Bytes out, FlatVector vector, int row) {
    if (vector.isNull(row)) {
      out.put("NULL");
    } else {
      append(out, vector, row);
    }
  }

  private void appendList(Bytes out, ListVector v, int row) {
    int from = v.offsets()[row];
    int count = v.lengths()[row];
    if (v.type().id() == TypeId.MAP) {
      StructVector entries = (StructVector) v.child();
      out.put((byte) '{');
      for (int i = 0; i < count; i++) {
        separate(out, i);
        element(out, entries.child(0), from + i);
        out.put((byte) '=');
        element(out, entries.child(1), from + i);
      }
      out.put((byte) '}');
      return;
    }
    out.put((byte) '[');
    for (int i = 0; i < count; i++) {
      separate(out, i);
      element(out, v.child(), from + i);
    }
    out.put((byte) ']');
  }

  private void appendStruct(Bytes out, StructVector v, int row) {
    if (v.type() instanceof LogicalType.Struct struct) {
      boolean tuple = !struct.fields().isEmpty() && struct.fields().get(0).name().isEmpty();
      out.put((byte) (tuple ? '(' : '{'));
      for (int i = 0; i < v.fieldCount(); i++) {
        separate(out, i);
        if (!tuple) {
          out.put("'" + struct.fields().get(i).name().replace("'", "''") + "': ");
        }
        element(out, v.child(i), row);
      }
      out.put((byte) (tuple ? ')' : '}'));
    } else {
      int tag = ((IntVector) v.child(0)).get(row);
      element(out, v.child(tag + 1), row);
    }
  }

  private void appendInt(Bytes out, IntVector v, int row) {
    switch (v.type().id()) {
      case DATE -> date(out, v.get(row));
      case ENUM -> out.put(((LogicalType.EnumOf) v.type()).values().get(v.get(row)));
      default -> out.putLong(v.get(row));
    }
  }

  private void appendLong(Bytes out, LongVector v, int row) {
    long value = v.get(row);
    switch (v.type().id()) {
      case UBIGINT -> out.put(Long.toUnsignedString(value));
      case DECIMAL ->
          decimal(out, BigInteger.valueOf(value), ((LogicalType.Decimal) v.type()).scale());
      case TIME -> time(out, value * 1000, 1000);
      case TIME_NS -> time(out, value, 1);
      case TIME_TZ -> {
        time(out, (value >>> 24) * 1000, 1000);
        offset(out, 16 * 60 * 60 - 1 - (int) (value & 0xFFFFFF));
      }
      case TIMESTAMP -> timestamp(out, value, 0);
      case TIMESTAMP_S -> timestamp(out, scale(value, 1_000_000L), 0);
      case TIMESTAMP_MS -> timestamp(out, scale(value, 1000), 0);
      case TIMESTAMP_NS ->
          timestamp(out, Math.floorDiv(value, 1000L), (int) Math.floorMod(value, 1000L));
      case TIMESTAMP_TZ -> {
        if (value == Long.MAX_VALUE || value == -Long.MAX_VALUE) {
          timestamp(out, value, 0);
        } else {
          int seconds =
              zone.get()
                  .getRules()
                  .getOffset(Instant.ofEpochSecond(Math.floorDiv(value, 1_000_000L)))
                  .getTotalSeconds();
          timestamp(out, value + seconds * 1_000_000L, 0);
          offset(out, seconds);
        }
      }
      default -> out.putLong(value);
    }
  }

  private static long scale(long value, long factor) {
    return value == Long.MAX_VALUE || value == -Long.MAX_VALUE ? value : value * factor;
  }

  private static void appendString(Bytes out, StringVector v, int row) {
    int length = v.length(row);
    if (v.type().id() != TypeId.BLOB) {
      out.room(length + StringVector.INLINE);
      v.copyBytes(row, out.data, out.length);
      out.length += length;
      return;
    }
    byte[] bytes = v.getBytes(row);
    for (byte b : bytes) {
      if (b >= 32 && b <= 126 && b != '\\' && b != '\'' && b != '"') {
        out.put(b);
      } else {
        out.put("\\x");
        out.put((byte) "0123456789ABCDEF".charAt(b >> 4 & 15));
        out.put((byte) "0123456789ABCDEF".charAt(b & 15));
      }
    }
  }

  private void appendWide(Bytes out, WideVector v, int row) {
    switch (v.type().id()) {
      case INTERVAL -> interval(out, Interval.ofWords(v.low(row), v.high(row)));
      case DECIMAL -> decimal(out, v.getBig(row), ((LogicalType.Decimal) v.type()).scale());
      case UUID -> {
        String hex = String.format("%016x%016x", v.high(row), v.low(row));
        out.put(
            hex.substring(0, 8)
                + "-"
                + hex.substring(8, 12)
                + "-"
                + hex.substring(12, 16)
                + "-"
                + hex.substring(16, 20)
                + "-"
                + hex.substring(20));
      }
      default -> out.put(v.getBig(row).toString());
    }
  }

  private static void decimal(Bytes out, BigInteger unscaled, int scale) {
    out.put(new BigDecimal(unscaled, scale).toPlainString());
  }

  static void date(Bytes out, int day) {
    if (day == Integer.MAX_VALUE || day == -Integer.MAX_VALUE) {
      out.put(day > 0 ? "infinity" : "-infinity");
      return;
    }
    LocalDate date = LocalDate.ofEpochDay(day);
    int year = date.getYear();
    boolean beforeChrist = year <= 0;
    if (beforeChrist) {
      year = 1 - year;
    }
    out.putPadded(year, Math.max(4, Integer.toString(year).length()));
    out.put((byte) '-');
    out.putPadded(date.getMonthValue(), 2);
    out.put((byte) '-');
    out.putPadded(date.getDayOfMonth(), 2);
    if (beforeChrist) {
      out.put(" (BC)");
    }
  }

  private static void time(Bytes out, long nanos, long unit) {
    long seconds = nanos / 1_000_000_000L;
    out.putPadded(seconds / 3600, 2);
    out.put((byte) ':');
    out.putPadded(seconds / 60 % 60, 2);
    out.put((byte) ':');
    out.putPadded(seconds % 60, 2);
    long fraction = nanos % 1_000_000_000L / unit;
    if (fraction != 0) {
      out.put((byte) '.');
      out.putPadded(fraction, unit == 1 ? 9 : 6);
      while (out.data[out.length - 1] == '0') {
        out.length--;
      }
    }
  }

  private static void timestamp(Bytes out, long micros, int nanos) {
    if (micros == Long.MAX_VALUE || micros == -Long.MAX_VALUE) {
      out.put(micros > 0 ? "infinity" : "-infinity");
      return;
    }
    date(out, (int) Math.floorDiv(micros, MICROS_PER_DAY));
    out.put((byte) ' ');
    long ofDay = Math.floorMod(micros, MICROS_PER_DAY);
    time(out, ofDay * 1000 + nanos, nanos == 0 ? 1000 : 1);
  }

  private static void offset(Bytes out, int seconds) {
    out.put((byte) (seconds < 0 ? '-' : '+'));
    int absolute = Math.abs(seconds);
    out.putPadded(absolute / 3600, 2);
    if (absolute % 3600 != 0) {
      out.put((byte) ':');
      out.putPadded(absolute / 60 % 60, 2);
      if (absolute % 60 != 0) {
        out.put((byte) ':');
        out.putPadded(absolute % 60, 2);
      }
    }
  }

  private static void interval(Bytes out, Interval interval) {
    int start = out.length;
    unit(out, start, interval.months() / 12, "year");
    unit(out, start, interval.months() % 12, "month");
    unit(out, start, interval.days(), "day");
    if (interval.micros() != 0 || out.length == start) {
      if (out.length > start) {
        out.put((byte) ' ');
      }
      long micros = interval.micros();
      if (micros < 0) {
        out.put((byte) '-');
        micros = -micros;
      }
      long hours = micros / 3_600_000_000L;
      out.putPadded(hours, Math.max(2, Long.toString(hours).length()));
      out.put((byte) ':');
      out.putPadded(micros / 60_000_000L % 60, 2);
      out.put((byte) ':');
      out.putPadded(micros / 1_000_000L % 60, 2);
      if (micros % 1_000_000L != 0) {
        out.put((byte) '.');
        out.putPadded(micros % 1_000_000L, 6);
      }
    }
  }

  private static void unit(Bytes out, int start, int value, String name) {
    if (value != 0) {
      if (out.length > start) {
        out.put((byte) ' ');
      }
      out.putLong(value);
      out.put(" " + name + (value == 1 || value == -1 ? "" : "s"));
    }
  }

  /** The shortest digits in the dialect's form: plain from 1e-4 to 1e15, else with an exponent. */
  public static String real(double value, String shortest) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (shortest.indexOf('E') < 0) {
      return shortest;
    }
    BigDecimal digits = new BigDecimal(shortest).stripTrailingZeros();
    if (digits.signum() == 0) {
      return shortest;
    }
    int exponent = digits.precision() - digits.scale() - 1;
    if (exponent >= -4 && exponent < 16) {
      String plain = digits.toPlainString();
      return plain.indexOf('.') < 0 ? plain + ".0" : plain;
    }
    String unscaled = digits.unscaledValue().abs().toString();
    StringBuilder text = new StringBuilder();
    text.append(digits.signum() < 0 ? "-" : "").append(unscaled.charAt(0));
    if (unscaled.length() > 1) {
      text.append('.').append(unscaled, 1, unscaled.length());
    }
    text.append('e').append(exponent < 0 ? '-' : '+');
    int absolute = Math.abs(exponent);
    return text.append(absolute < 10 ? "0" : "").append(absolute).toString();
  }
}
