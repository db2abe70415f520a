// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.glob;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Columns whose values stand in directory names: {@code year=2024/month=07/part-0.csv}. */
public final class HivePartitions {
  /** What stands in a directory's name for NULL. */
  public static final String NULL_VALUE = "__HIVE_DEFAULT_PARTITION__";

  /** What {@link #parse} answers for NULL: no text of a path. */
  private static final String NULL_TEXT = "\0";

  private HivePartitions() {}

  /** The keys and texts in a file's path, in the order of the keys. */
  public static Map<String, String> parse(String path) {
    Map<String, String> found = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    String[] parts = path.replace('\\', '/').split("/", -1);
    for (int i = 0; i < parts.length - 1; i++) {
      int equals = parts[i].indexOf('=');
      if (equals > 0 && parts[i].indexOf('=', equals + 1) < 0) {
        String value = parts[i].substring(equals + 1);
        found.putIfAbsent(
            parts[i].substring(0, equals), value.equals(NULL_VALUE) ? NULL_TEXT : decode(value));
      }
    }
    return found;
  }

  /**
   * A key or value as directories have it: all but ASCII letters, digits and {@code -_.~} in hex.
   */
  public static String encode(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      if (c >= '0' && c <= '9'
          || c >= 'A' && c <= 'Z'
          || c >= 'a' && c <= 'z'
          || "-_.~".indexOf(c) >= 0) {
        encoded.append(c);
      } else {
        encoded.append('%').append(String.format("%02X", b & 0xFF));
      }
    }
    return encoded.toString();
  }

  /**
   * A value as a part of a directory's name; one that reads like NULL (on a file system that
   * ignores case too) is told apart from it.
   */
  public static String encodeValue(String text) {
    return text.equalsIgnoreCase(NULL_VALUE) ? "%5F" + text.substring(1) : encode(text);
  }

  private static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  /** Whether all files have the same keys, and any at all. */
  public static boolean detect(List<String> files) {
    if (files.isEmpty()) {
      return false;
    }
    Map<String, String> first = parse(files.get(0));
    if (first.isEmpty()) {
      return false;
    }
    for (String file : files) {
      if (!parse(file).keySet().equals(first.keySet())) {
        return false;
      }
    }
    return true;
  }

  /**
   * The partition columns and their types.
   *
   * @param given types that the user set
   * @param autocast whether integers, dates and timestamps are recognised
   * @throws EiderException BINDER when the files' keys differ
   */
  public static Map<String, LogicalType> columns(
      List<String> files, Map<String, LogicalType> given, boolean autocast) {
    Map<String, String> first = parse(files.get(0));
    Map<String, LogicalType> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String key : first.keySet()) {
      types.put(key, autocast ? LogicalType.BIGINT : LogicalType.VARCHAR);
    }
    for (String file : files) {
      Map<String, String> values = parse(file);
      if (!values.keySet().equals(first.keySet())) {
        throw mismatch(files.get(0), file);
      }
      for (Map.Entry<String, LogicalType> entry : types.entrySet()) {
        String text = values.getOrDefault(entry.getKey(), NULL_TEXT);
        while (autocast && !text.equals(NULL_TEXT) && !fits(text, entry.getValue())) {
          entry.setValue(next(entry.getValue()));
        }
      }
    }
    Map<String, LogicalType> folded = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    folded.putAll(given);
    for (Map.Entry<String, LogicalType> entry : types.entrySet()) {
      LogicalType set = folded.remove(entry.getKey());
      if (set != null) {
        entry.setValue(set);
      }
    }
    if (!folded.isEmpty()) {
      throw EiderException.invalidInput(
          "Unknown hive_type: \""
              + folded.keySet().iterator().next()
              + "\" does not appear to be a partition");
    }
    return types;
  }

  private static EiderException mismatch(String one, String other) {
    return EiderException.binder(
        "Hive partition mismatch between file \"" + one + "\" and \"" + other + "\"");
  }

  /**
   * Checks files that were found later.
   *
   * @throws EiderException BINDER when the keys of one are not those of the first file
   */
  static void check(String first, List<String> files) {
    Set<String> keys = parse(first).keySet();
    for (String file : files) {
      if (!parse(file).keySet().equals(keys)) {
        throw mismatch(first, file);
      }
    }
  }

  private static LogicalType next(LogicalType type) {
    return switch (type.id()) {
      case BIGINT -> LogicalType.DATE;
      case DATE -> LogicalType.TIMESTAMP;
      default -> LogicalType.VARCHAR;
    };
  }

  /** Where no text is expected the word means NULL too. */
  private static boolean isWordNull(String text, LogicalType type) {
    return type.id() != TypeId.VARCHAR && text.equalsIgnoreCase("NULL");
  }

  private static boolean fits(String text, LogicalType type) {
    try {
      return !value(text, type).isNull();
    } catch (EiderException e) {
      return false;
    }
  }

  /**
   * The value that a directory name gives a partition column of any type that text is cast to.
   *
   * @throws EiderException CONVERSION when the text is none of the type
   */
  static Value value(String text, LogicalType type, TableFunction.BindContext context) {
    TableFunction.TextCast cast = isPlain(type) ? null : context.textCast(type);
    if (cast == null || text.equals(NULL_TEXT) || isWordNull(text, type)) {
      return value(text, type);
    }
    FlatVector target = FlatVector.allocate(type, 1);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (!cast.cast(bytes, 0, bytes.length, target, 0)) {
      throw EiderException.conversion(
          "Could not convert string '" + text + "' to " + type + " (a hive partition)");
    }
    return target.getValue(0);
  }

  /** Whether text is read here, without the session. */
  private static boolean isPlain(LogicalType type) {
    return switch (type.id()) {
      case VARCHAR, BIGINT, INTEGER, SMALLINT, TINYINT, USMALLINT, UTINYINT, UINTEGER, UBIGINT ->
          true;
      case DOUBLE, FLOAT, BOOLEAN, DATE, TIMESTAMP -> true;
      default -> false;
    };
  }

  /**
   * The value that a directory name gives a partition column.
   *
   * @throws EiderException CONVERSION when the text is none of the type
   */
  public static Value value(String text, LogicalType type) {
    if (text.equals(NULL_TEXT) || isWordNull(text, type)) {
      return Value.nullOf(type);
    }
    try {
      return switch (type.id()) {
        case VARCHAR -> Value.of(text);
        case BIGINT -> Value.of(Long.parseLong(text));
        case INTEGER, SMALLINT, TINYINT, USMALLINT, UTINYINT ->
            new Value(type, Integer.parseInt(text));
        case UINTEGER, UBIGINT -> new Value(type, Long.parseUnsignedLong(text));
        case DOUBLE -> Value.of(Double.parseDouble(text));
        case FLOAT -> new Value(type, Float.parseFloat(text));
        case BOOLEAN -> Value.of(Boolean.parseBoolean(text));
        case DATE -> new Value(type, Math.toIntExact(LocalDate.parse(text).toEpochDay()));
        case TIMESTAMP -> {
          LocalDateTime time = LocalDateTime.parse(text.replace(' ', 'T'));
          yield new Value(
              type, time.toEpochSecond(ZoneOffset.UTC) * 1_000_000L + time.getNano() / 1000);
        }
        default ->
            throw EiderException.notImplemented(
                "a hive partition of type " + type + "; use hive_types with another type");
      };
    } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
      throw new EiderException(
          dev.eider.base.error.ErrorType.CONVERSION,
          "Could not convert string '" + text + "' to " + type + " (a hive partition)",
          e);
    }
  }
}
