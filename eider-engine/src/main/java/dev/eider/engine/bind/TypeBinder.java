// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.TypeName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the types that type names mean. */
final class TypeBinder {
  private static final int MAX_ARRAY_SIZE = 100_000;

  /** Names without parameters; several mean the same type. */
  private static final Map<String, LogicalType> SIMPLE =
      Map.ofEntries(
          Map.entry("boolean", LogicalType.BOOLEAN),
          Map.entry("bool", LogicalType.BOOLEAN),
          Map.entry("logical", LogicalType.BOOLEAN),
          Map.entry("tinyint", LogicalType.TINYINT),
          Map.entry("int1", LogicalType.TINYINT),
          Map.entry("smallint", LogicalType.SMALLINT),
          Map.entry("int2", LogicalType.SMALLINT),
          Map.entry("short", LogicalType.SMALLINT),
          Map.entry("int16", LogicalType.SMALLINT),
          Map.entry("integer", LogicalType.INTEGER),
          Map.entry("int", LogicalType.INTEGER),
          Map.entry("int4", LogicalType.INTEGER),
          Map.entry("int32", LogicalType.INTEGER),
          Map.entry("signed", LogicalType.INTEGER),
          Map.entry("integral", LogicalType.INTEGER),
          Map.entry("bigint", LogicalType.BIGINT),
          Map.entry("int8", LogicalType.BIGINT),
          Map.entry("int64", LogicalType.BIGINT),
          Map.entry("long", LogicalType.BIGINT),
          Map.entry("oid", LogicalType.BIGINT),
          Map.entry("hugeint", LogicalType.HUGEINT),
          Map.entry("int128", LogicalType.HUGEINT),
          Map.entry("utinyint", LogicalType.UTINYINT),
          Map.entry("uint8", LogicalType.UTINYINT),
          Map.entry("usmallint", LogicalType.USMALLINT),
          Map.entry("uint16", LogicalType.USMALLINT),
          Map.entry("uinteger", LogicalType.UINTEGER),
          Map.entry("uint32", LogicalType.UINTEGER),
          Map.entry("ubigint", LogicalType.UBIGINT),
          Map.entry("uint64", LogicalType.UBIGINT),
          Map.entry("uhugeint", LogicalType.UHUGEINT),
          Map.entry("uint128", LogicalType.UHUGEINT),
          Map.entry("bignum", LogicalType.BIGNUM),
          Map.entry("varint", LogicalType.BIGNUM),
          Map.entry("float", LogicalType.FLOAT),
          Map.entry("float4", LogicalType.FLOAT),
          Map.entry("real", LogicalType.FLOAT),
          Map.entry("double", LogicalType.DOUBLE),
          Map.entry("float8", LogicalType.DOUBLE),
          Map.entry("double precision", LogicalType.DOUBLE),
          Map.entry("varchar", LogicalType.VARCHAR),
          Map.entry("char", LogicalType.VARCHAR),
          Map.entry("bpchar", LogicalType.VARCHAR),
          Map.entry("text", LogicalType.VARCHAR),
          Map.entry("string", LogicalType.VARCHAR),
          Map.entry("nvarchar", LogicalType.VARCHAR),
          Map.entry("character", LogicalType.VARCHAR),
          Map.entry("character varying", LogicalType.VARCHAR),
          Map.entry("json", LogicalType.JSON),
          Map.entry("blob", LogicalType.BLOB),
          Map.entry("bytea", LogicalType.BLOB),
          Map.entry("binary", LogicalType.BLOB),
          Map.entry("varbinary", LogicalType.BLOB),
          Map.entry("bit", LogicalType.BIT),
          Map.entry("bitstring", LogicalType.BIT),
          Map.entry("uuid", LogicalType.UUID),
          Map.entry("guid", LogicalType.UUID),
          Map.entry("date", LogicalType.DATE),
          Map.entry("time", LogicalType.TIME),
          Map.entry("time_ns", LogicalType.TIME_NS),
          Map.entry("timetz", LogicalType.TIME_TZ),
          Map.entry("time with time zone", LogicalType.TIME_TZ),
          Map.entry("timestamp", LogicalType.TIMESTAMP),
          Map.entry("datetime", LogicalType.TIMESTAMP),
          Map.entry("timestamp_us", LogicalType.TIMESTAMP),
          Map.entry("timestamp_s", LogicalType.TIMESTAMP_S),
          Map.entry("timestamp_ms", LogicalType.TIMESTAMP_MS),
          Map.entry("timestamp_ns", LogicalType.TIMESTAMP_NS),
          Map.entry("timestamptz", LogicalType.TIMESTAMP_TZ),
          Map.entry("timestamp with time zone", LogicalType.TIMESTAMP_TZ),
          Map.entry("interval", LogicalType.INTERVAL),
          Map.entry("null", LogicalType.SQLNULL));

  private final StatementContext context;

  TypeBinder(StatementContext context) {
    this.context = context;
  }

  static boolean isBuiltin(String name) {
    String key = name.toLowerCase(Locale.ROOT);
    return switch (key) {
      case "decimal", "dec", "numeric", "enum", "list", "struct", "map", "union" -> true;
      default -> SIMPLE.containsKey(key);
    };
  }

  LogicalType bind(TypeName name) {
    return switch (name) {
      case TypeName.Named named -> named(named);
      case TypeName.ListOf list -> LogicalType.list(bind(list.element()));
      case TypeName.ArrayOf array -> array(array);
      case TypeName.Struct struct -> LogicalType.struct(fields(struct.fields(), "STRUCT"));
      case TypeName.Union union -> new LogicalType.Union(fields(union.members(), "UNION"));
      case TypeName.MapOf map -> LogicalType.map(bind(map.key()), bind(map.value()));
      case TypeName.Tuple tuple -> {
        List<LogicalType.Field> fields = new ArrayList<>();
        tuple.elements().forEach(e -> fields.add(new LogicalType.Field("", bind(e))));
        yield LogicalType.struct(fields);
      }
    };
  }

  private List<LogicalType.Field> fields(List<TypeName.Field> written, String what) {
    List<LogicalType.Field> fields = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (TypeName.Field field : written) {
      if (!field.name().isEmpty() && !names.add(field.name().toLowerCase(Locale.ROOT))) {
        throw EiderException.parser(
            "Duplicate " + what + " type argument name \"" + field.name() + "\"",
            field.type().span().start());
      }
      fields.add(new LogicalType.Field(field.name(), bind(field.type())));
    }
    return fields;
  }

  private LogicalType array(TypeName.ArrayOf array) {
    int at = array.span().start();
    long size = integer(array.size(), at);
    if (size < 1) {
      throw EiderException.binder("Array size must be greater than 0", at);
    }
    if (size > MAX_ARRAY_SIZE) {
      throw EiderException.binder("Arrays must have a maximum size of " + MAX_ARRAY_SIZE, at);
    }
    return LogicalType.array(bind(array.element()), (int) size);
  }

  private long integer(Expr expr, int at) {
    Value value = constant(expr);
    if (value == null || value.isNull() || !value.type().isIntegral()) {
      throw EiderException.binder("The modifier of a type must be an integer", at);
    }
    return value.asLong();
  }

  private @Nullable Value constant(Expr expr) {
    BoundExpr bound =
        new ExpressionBinder(context, new Scope(), null, CteScope.EMPTY)
            .bind(expr, Clause.CONSTANT);
    return bound instanceof BoundExpr.Constant constant ? constant.value() : null;
  }

  private LogicalType named(TypeName.Named named) {
    String name = named.name().name().toLowerCase(Locale.ROOT);
    int at = named.span().start();
    List<Expr> modifiers = named.modifiers();
    Databases.Found user = context.env.databases().find(EntryKind.TYPE, named.name());
    if (user != null) {
      return ((CatalogEntry.TypeEntry) user.entry()).type();
    }
    switch (name) {
      case "decimal", "dec", "numeric" -> {
        return decimal(modifiers, at);
      }
      case "enum" -> {
        return enumOf(modifiers, at);
      }
      case "list", "array", "struct", "map", "union", "row" ->
          throw EiderException.binder(
              "The type " + named.name().name() + " needs the types of its parts", at);
      case "float" -> {
        if (!modifiers.isEmpty()) {
          long bits = integer(modifiers.getFirst(), at);
          return bits <= 24 ? LogicalType.FLOAT : LogicalType.DOUBLE;
        }
      }
      case "timestamp", "datetime" -> {
        if (!modifiers.isEmpty()) {
          return switch ((int) integer(modifiers.getFirst(), at)) {
            case 0 -> LogicalType.TIMESTAMP_S;
            case 1, 2, 3 -> LogicalType.TIMESTAMP_MS;
            case 4, 5, 6 -> LogicalType.TIMESTAMP;
            case 7, 8, 9 -> LogicalType.TIMESTAMP_NS;
            default ->
                throw EiderException.binder(
                    "TIMESTAMP only supports until nano-second precision (9)", at);
          };
        }
      }
      case "varint", "bignum" -> {}
      default -> {}
    }
    LogicalType simple = SIMPLE.get(name);
    if (simple != null) {
      return simple;
    }
    List<String> names = new ArrayList<>(SIMPLE.keySet());
    names.add("decimal");
    names.addAll(context.env.databases().names(EntryKind.TYPE));
    throw new EiderException(
        ErrorType.CATALOG,
        "Type with name "
            + named.name().name()
            + " does not exist!"
            + SimilarNames.didYouMean(names, name),
        at,
        null);
  }

  private LogicalType decimal(List<Expr> modifiers, int at) {
    long width = modifiers.isEmpty() ? 18 : integer(modifiers.get(0), at);
    long scale =
        modifiers.isEmpty() ? 3 : modifiers.size() == 1 ? 0 : integer(modifiers.get(1), at);
    if (modifiers.size() > 2) {
      throw EiderException.binder(
          "DECIMAL type can take at most two type modifiers, width and scale", at);
    }
    if (width < 1 || width > LogicalType.Decimal.MAX_WIDTH) {
      throw EiderException.binder(
          "DECIMAL type width must be between 1 and " + LogicalType.Decimal.MAX_WIDTH, at);
    }
    if (scale > width || scale < 0) {
      throw EiderException.binder("DECIMAL type scale cannot be greater than width", at);
    }
    return LogicalType.decimal((int) width, (int) scale);
  }

  private LogicalType enumOf(List<Expr> modifiers, int at) {
    if (modifiers.isEmpty()) {
      throw EiderException.binder("ENUM type requires a set of string labels", at);
    }
    List<String> labels = new ArrayList<>();
    for (Expr modifier : modifiers) {
      Value value = constant(modifier);
      if (value == null || value.isNull() || !(value.object() instanceof String label)) {
        throw EiderException.binder("ENUM type requires a set of string labels", at);
      }
      labels.add(label);
    }
    return enumType(labels, at);
  }

  /** An ENUM of labels that must be distinct. */
  static LogicalType enumType(List<String> labels, int at) {
    Set<String> seen = new HashSet<>();
    for (String label : labels) {
      if (!seen.add(label)) {
        throw new EiderException(
            ErrorType.INVALID_INPUT,
            "Attempted to create ENUM type with duplicate value!\n"
                + "The value \""
                + label
                + "\" occurs more than once",
            at,
            null);
      }
    }
    return LogicalType.enumOf(labels);
  }
}
