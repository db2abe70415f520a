// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.env.SessionZone;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.FlatVector;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Guesses the types of columns: each starts as the most special candidate and falls back to more
 * general ones as values do not fit. Date and timestamp formats are found on the way: of all
 * formats for a separator the last one that every value fits stays, so an ambiguous {@code
 * 01/02/2024} is decided by the whole sample.
 */
final class TypeSniffer {
  private static final String[] DATE_TEMPLATES = {
    "%m-%d-%Y", "%m-%d-%y", "%d-%m-%Y", "%d-%m-%y", "%Y-%m-%d", "%y-%m-%d"
  };
  private static final String[] TIMESTAMP_TEMPLATES = {
    "%Y-%m-%d %H:%M:%S.%f",
    "%m-%d-%Y %I:%M:%S %p",
    "%m-%d-%y %I:%M:%S %p",
    "%d-%m-%Y %H:%M:%S",
    "%d-%m-%y %H:%M:%S",
    "%Y-%m-%d %H:%M:%S",
    "%y-%m-%d %H:%M:%S"
  };

  private final CsvOptions options;
  private final SessionZone zone;

  /** By column, general first; the last is the guess. */
  final List<List<LogicalType>> candidates = new ArrayList<>();

  private final Map<TypeId, Formats> formats = new EnumMap<>(TypeId.class);
  private final Map<LogicalType, ValueParser> parsers = new java.util.HashMap<>();
  private final Map<LogicalType, FlatVector> scratch = new java.util.HashMap<>();

  /** The formats that are left for a type, best last. */
  private static final class Formats {
    final boolean byUser;
    List<TimeFormat> left = new ArrayList<>();
    int initial;
    boolean initialized;
    boolean hadMatch;
    @Nullable TimeFormat current;

    Formats(@Nullable TimeFormat user) {
      byUser = user != null;
      current = user;
    }
  }

  TypeSniffer(CsvOptions options, int columns, SessionZone zone) {
    this.options = options;
    this.zone = zone;
    for (int i = 0; i < columns; i++) {
      candidates.add(new ArrayList<>(options.candidates));
    }
    formats.put(TypeId.DATE, new Formats(options.dateFormat));
    formats.put(TypeId.TIMESTAMP, new Formats(options.timestampFormat));
  }

  @Nullable TimeFormat dateFormat() {
    return format(TypeId.DATE).current;
  }

  @Nullable TimeFormat timestampFormat() {
    return format(TypeId.TIMESTAMP).current;
  }

  private Formats format(TypeId id) {
    Formats found = formats.get(id);
    if (found == null) {
      throw new IllegalStateException("no formats for " + id);
    }
    return found;
  }

  LogicalType guess(int column) {
    List<LogicalType> left = candidates.get(column);
    return left.get(left.size() - 1);
  }

  /** A first row of values, by column: null for NULL. */
  void sniffColumn(
      int column, byte[][] values, int from, int count, boolean[] hasDate, boolean[] hasStamp) {
    List<LogicalType> left = candidates.get(column);
    for (int row = from; row < count; row++) {
      byte[] value = values[row];
      LogicalType top = left.get(left.size() - 1);
      while (left.size() > 1) {
        LogicalType type = left.get(left.size() - 1);
        if (value != null
            && (type.id() == TypeId.TIMESTAMP && !hasStamp[0]
                || type.id() == TypeId.DATE && !hasDate[0])) {
          detectFormat(type.id(), value);
        }
        if (value == null || fits(value, type)) {
          break;
        }
        boolean settled =
            switch (top.id()) {
              case BOOLEAN, DATE, TIME, TIMESTAMP_TZ -> true;
              case TIMESTAMP ->
                  left.size() < 2 || left.get(left.size() - 2).id() != TypeId.TIMESTAMP_TZ;
              default -> false;
            };
        if (row != from && settled) {
          while (left.get(left.size() - 1).id() != TypeId.VARCHAR) {
            left.remove(left.size() - 1);
          }
          break;
        }
        left.remove(left.size() - 1);
      }
    }
    TypeId id = guess(column).id();
    hasDate[0] |= id == TypeId.DATE;
    hasStamp[0] |= id == TypeId.TIMESTAMP;
  }

  /** Whether a value's text is one of the type, strictly. */
  boolean fits(byte[] value, LogicalType type) {
    return switch (type.id()) {
      case VARCHAR -> true;
      case SQLNULL -> false;
      case BIGINT -> plainInteger(value) || parse(value, type);
      case DOUBLE -> plainInteger(value) || parse(value, type);
      case DATE, TIME, TIMESTAMP, TIMESTAMP_TZ, BOOLEAN -> parse(value, type);
      default ->
          (ValueParser.supported(type) || options.casts.of(type) != null) && parse(value, type);
    };
  }

  private static boolean plainInteger(byte[] value) {
    if (value.length == 0 || value.length > 18 || value[0] == '0' && value.length > 1) {
      return false;
    }
    for (byte b : value) {
      if (b < '0' || b > '9') {
        return false;
      }
    }
    return true;
  }

  private boolean parse(byte[] value, LogicalType type) {
    ValueParser parser = parsers.get(type);
    if (parser == null) {
      parser =
          new ValueParser(
              type,
              true,
              parserFormat(),
              ValueParser.supported(type) ? null : options.casts.of(type));
      parsers.put(type, parser);
    }
    FlatVector vector = scratch.get(type);
    if (vector == null) {
      vector = FlatVector.allocate(type, 4);
      scratch.put(type, vector);
    }
    vector.reset();
    return parser.parse(value, 0, value.length, vector, 0);
  }

  /** The format that values are read with now. */
  ValueParser.Format parserFormat() {
    return new ValueParser.Format(
        options.decimalSeparator, options.thousands, dateFormat(), timestampFormat(), zone);
  }

  private void setFormat(Formats f, TypeId id, @Nullable TimeFormat chosen) {
    f.current = chosen;
    parsers.remove(id == TypeId.DATE ? LogicalType.DATE : LogicalType.TIMESTAMP);
    if (id == TypeId.TIMESTAMP) {
      parsers.remove(LogicalType.TIMESTAMP_TZ);
    }
  }

  private void detectFormat(TypeId id, byte[] value) {
    Formats f = format(id);
    if (f.byUser) {
      return;
    }
    String separator = numericSeparator(value);
    if (separator == null
        || !(separator.equals("-")
            || separator.equals(".")
            || separator.equals("/")
            || separator.equals(" "))) {
      return;
    }
    if (!f.initialized) {
      f.initialized = true;
      String[] templates = id == TypeId.DATE ? DATE_TEMPLATES : TIMESTAMP_TEMPLATES;
      for (String template : templates) {
        String pattern = template.replace("-", separator);
        // ISO dates are read without a format.
        if (!pattern.contains("%Y-%m-%d")) {
          f.left.add(TimeFormat.of(pattern));
        }
      }
      f.initial = f.left.size();
    }
    setFormat(f, id, f.left.get(f.left.size() - 1));
    List<TimeFormat> saved = new ArrayList<>(f.left);
    while (!f.left.isEmpty()) {
      TimeFormat last = f.left.get(f.left.size() - 1);
      if (last.fits(value, 0, value.length)) {
        f.hadMatch = true;
        setFormat(f, id, last);
        return;
      }
      f.left.remove(f.left.size() - 1);
    }
    if (saved.size() == f.initial && !f.hadMatch) {
      f.initialized = false;
      setFormat(f, id, null);
      return;
    }
    f.left = saved;
    setFormat(f, id, saved.get(saved.size() - 1));
  }

  /** What stands between three numbers of a value, the same twice; or null. */
  private static @Nullable String numericSeparator(byte[] value) {
    int at = 0;
    while (at < value.length && ValueParser.space(value[at])) {
      at++;
    }
    int[] bounds = new int[4];
    if (at >= value.length || !ValueParser.digit(value[at])) {
      return null;
    }
    for (int i = 0; i < 4; i++) {
      boolean digits = i % 2 == 0;
      while (at < value.length && ValueParser.digit(value[at]) == digits) {
        at++;
      }
      bounds[i] = at;
      if (at >= value.length) {
        return null;
      }
    }
    int length = bounds[1] - bounds[0];
    if (bounds[3] - bounds[2] != length) {
      return null;
    }
    StringBuilder separator = new StringBuilder();
    for (int i = 0; i < length; i++) {
      byte b = value[bounds[0] + i];
      if (b != value[bounds[2] + i]) {
        return null;
      }
      separator.append((char) b);
    }
    return separator.toString();
  }
}
