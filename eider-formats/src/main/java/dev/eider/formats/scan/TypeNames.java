// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.scan;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the names of types as reader options give them: {@code DECIMAL(18,3)}, {@code INT[]}. */
public final class TypeNames {
  private final String text;
  private final UserTypes userTypes;
  private int at;

  /** Where types that users made are looked for. */
  public interface UserTypes {
    /** The type of a name, or null. */
    @Nullable LogicalType find(String name);
  }

  private TypeNames(String text, UserTypes userTypes) {
    this.text = text;
    this.userTypes = userTypes;
  }

  /**
   * The type of that name.
   *
   * @throws EiderException CATALOG when there is no such type
   */
  public static LogicalType parse(String text, UserTypes userTypes) {
    TypeNames names = new TypeNames(text, userTypes);
    LogicalType type = names.type();
    names.spaces();
    if (names.at < text.length()) {
      throw names.unknown(text);
    }
    return type;
  }

  private EiderException unknown(String name) {
    return EiderException.catalog("Type with name " + name + " does not exist!");
  }

  private void spaces() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean take(char c) {
    spaces();
    if (at < text.length() && text.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  private void expect(char c) {
    if (!take(c)) {
      throw EiderException.parser("expected '" + c + "' in the type \"" + text + "\"", -1);
    }
  }

  private String word() {
    spaces();
    if (at < text.length() && text.charAt(at) == '"') {
      return quoted('"');
    }
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    return text.substring(start, at);
  }

  private String quoted(char quote) {
    spaces();
    expect(quote);
    StringBuilder value = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == quote) {
        if (at < text.length() && text.charAt(at) == quote) {
          at++;
        } else {
          break;
        }
      }
      value.append(c);
    }
    return value.toString();
  }

  private LogicalType type() {
    LogicalType type = base();
    while (take('[')) {
      String size = word();
      expect(']');
      type =
          size.isEmpty() ? LogicalType.list(type) : LogicalType.array(type, Integer.parseInt(size));
    }
    return type;
  }

  private LogicalType base() {
    String name = word();
    String lower = name.toLowerCase(Locale.ROOT);
    switch (lower) {
      case "decimal", "numeric", "dec" -> {
        int width = 18;
        int scale = 3;
        if (take('(')) {
          width = Integer.parseInt(word());
          scale = take(',') ? Integer.parseInt(word()) : 0;
          expect(')');
        }
        return LogicalType.decimal(width, scale);
      }
      case "struct", "row" -> {
        return struct();
      }
      case "union" -> {
        return new LogicalType.Union(fields());
      }
      case "map" -> {
        if (!take('(')) {
          throw EiderException.binder(
              "MAP type requires exactly two type modifiers: key type and value type");
        }
        LogicalType key = type();
        if (!take(',')) {
          throw EiderException.binder(
              "MAP type requires exactly two type modifiers: key type and value type");
        }
        LogicalType value = type();
        expect(')');
        return LogicalType.map(key, value);
      }
      case "enum" -> {
        expect('(');
        List<String> values = new ArrayList<>();
        do {
          values.add(quoted('\''));
        } while (take(','));
        expect(')');
        return LogicalType.enumOf(values);
      }
      default -> {
        LogicalType simple = simple(lower);
        simple = simple == null && !name.isEmpty() ? userTypes.find(name) : simple;
        if (simple == null) {
          throw unknown(name.isEmpty() ? text : name);
        }
        if (take('(')) {
          // A length is read and means nothing.
          word();
          expect(')');
        }
        return withZone(lower, simple);
      }
    }
  }

  private LogicalType withZone(String lower, LogicalType simple) {
    int mark = at;
    if ((lower.equals("timestamp") || lower.equals("time"))
        && word().equalsIgnoreCase("with")
        && word().equalsIgnoreCase("time")
        && word().equalsIgnoreCase("zone")) {
      return lower.equals("time") ? LogicalType.TIME_TZ : LogicalType.TIMESTAMP_TZ;
    }
    at = mark;
    return simple;
  }

  private LogicalType struct() {
    return LogicalType.struct(fields());
  }

  private List<LogicalType.Field> fields() {
    expect('(');
    if (take(')')) {
      throw EiderException.invalidInput(
          "Value \"" + text + "\" can not be converted to a DuckDB Type.");
    }
    List<LogicalType.Field> fields = new ArrayList<>();
    do {
      String name = word();
      fields.add(new LogicalType.Field(name, type()));
    } while (take(','));
    expect(')');
    return fields;
  }

  private static @Nullable LogicalType simple(String name) {
    return switch (name) {
      case "boolean", "bool", "logical" -> LogicalType.BOOLEAN;
      case "tinyint", "int1" -> LogicalType.TINYINT;
      case "smallint", "int2", "short", "int16" -> LogicalType.SMALLINT;
      case "integer", "int", "int4", "signed", "int32", "integral" -> LogicalType.INTEGER;
      case "bigint", "int8", "long", "int64" -> LogicalType.BIGINT;
      case "hugeint", "int128" -> LogicalType.HUGEINT;
      case "utinyint", "uint8" -> LogicalType.UTINYINT;
      case "usmallint", "uint16" -> LogicalType.USMALLINT;
      case "uinteger", "uint32" -> LogicalType.UINTEGER;
      case "ubigint", "uint64" -> LogicalType.UBIGINT;
      case "uhugeint", "uint128" -> LogicalType.UHUGEINT;
      case "bignum", "varint" -> LogicalType.BIGNUM;
      case "float", "float4", "real" -> LogicalType.FLOAT;
      case "double", "float8" -> LogicalType.DOUBLE;
      case "varchar", "text", "string", "char", "bpchar", "nvarchar" -> LogicalType.VARCHAR;
      case "json" -> LogicalType.JSON;
      case "blob", "bytea", "binary", "varbinary" -> LogicalType.BLOB;
      case "bit", "bitstring" -> LogicalType.BIT;
      case "uuid", "guid" -> LogicalType.UUID;
      case "date" -> LogicalType.DATE;
      case "time" -> LogicalType.TIME;
      case "time_ns" -> LogicalType.TIME_NS;
      case "timetz" -> LogicalType.TIME_TZ;
      case "timestamp", "datetime", "timestamp_us" -> LogicalType.TIMESTAMP;
      case "timestamp_s" -> LogicalType.TIMESTAMP_S;
      case "timestamp_ms" -> LogicalType.TIMESTAMP_MS;
      case "timestamp_ns" -> LogicalType.TIMESTAMP_NS;
      case "timestamptz" -> LogicalType.TIMESTAMP_TZ;
      case "interval" -> LogicalType.INTERVAL;
      case "null", "sqlnull" -> LogicalType.SQLNULL;
      default -> null;
    };
  }
}
