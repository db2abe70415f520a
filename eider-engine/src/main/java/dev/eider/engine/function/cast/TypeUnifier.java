// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the type that values of two types are brought to: CASE, UNION, lists, comparisons. */
public final class TypeUnifier {
  private TypeUnifier() {}

  /** The common type; an error when an explicit cast is needed. */
  public static LogicalType maxLogicalType(LogicalType a, LogicalType b) {
    LogicalType type = unify(a, b);
    if (type == null) {
      throw EiderException.notImplemented(
          "Cannot combine types " + a + " and " + b + " - an explicit cast is required");
    }
    return type;
  }

  /** The common type, or null when there is none without an explicit cast. */
  public static @Nullable LogicalType unify(LogicalType a, LogicalType b) {
    if (a.equals(b)) {
      return plain(a);
    }
    if (a.id() == TypeId.SQLNULL || a.id() == TypeId.ANY) {
      return plain(b);
    }
    if (b.id() == TypeId.SQLNULL || b.id() == TypeId.ANY) {
      return plain(a);
    }
    if (a instanceof LogicalType.Struct x && b instanceof LogicalType.Struct y) {
      return struct(x, y);
    }
    if (a.id() == b.id()) {
      return sameKind(a, b);
    }
    if (a.id() == TypeId.ENUM) {
      return unify(LogicalType.VARCHAR, b);
    }
    if (b.id() == TypeId.ENUM) {
      return unify(a, LogicalType.VARCHAR);
    }
    if (a.id() == TypeId.STRING_LITERAL) {
      return plain(b);
    }
    if (b.id() == TypeId.STRING_LITERAL) {
      return plain(a);
    }
    if (a instanceof LogicalType.ArrayOf x && b instanceof LogicalType.ListOf y) {
      return listOf(x.child(), y.child());
    }
    if (a instanceof LogicalType.ListOf x && b instanceof LogicalType.ArrayOf y) {
      return listOf(x.child(), y.child());
    }
    return different(plain(a), plain(b));
  }

  /** A type that a comparison for equality falls back to when {@link #unify} finds none. */
  public static LogicalType force(LogicalType a, LogicalType b) {
    LogicalType type = unify(a, b);
    return type != null ? type : score(a) < score(b) ? plain(b) : plain(a);
  }

  /** Literal types as the type a value of them has. */
  public static LogicalType plain(LogicalType type) {
    return switch (type.id()) {
      case STRING_LITERAL -> LogicalType.VARCHAR;
      case INTEGER_LITERAL -> LogicalType.INTEGER;
      default -> type;
    };
  }

  private static @Nullable LogicalType different(LogicalType a, LogicalType b) {
    long forth = CastRules.implicitCost(a, b, null);
    long back = CastRules.implicitCost(b, a, null);
    if (forth >= 0 && (forth < back || back < 0)) {
      return grown(a, b);
    }
    if (back >= 0) {
      return grown(b, a);
    }
    if (a.isNumeric() && b.isNumeric()) {
      return signedAndUnsigned(a.id(), b.id());
    }
    if (a.id() == TypeId.BOOLEAN && b.isIntegral()) {
      return b;
    }
    if (b.id() == TypeId.BOOLEAN && a.isIntegral()) {
      return a;
    }
    return null;
  }

  /** A DECIMAL target gets room for all digits of the source. */
  private static LogicalType grown(LogicalType from, LogicalType to) {
    if (!(to instanceof LogicalType.Decimal decimal)) {
      return to;
    }
    int digits = decimalWidth(from);
    return digits > decimal.width() - decimal.scale()
        ? LogicalType.decimal(
            Math.min(LogicalType.Decimal.MAX_WIDTH, digits + decimal.scale()), decimal.scale())
        : to;
  }

  /** Digits before the point that a DECIMAL needs for a type; -1 when it has no decimal form. */
  public static int decimalWidth(LogicalType type) {
    return switch (type.id()) {
      case BOOLEAN -> 1;
      case TINYINT, UTINYINT -> 3;
      case SMALLINT, USMALLINT -> 5;
      case INTEGER, UINTEGER, INTEGER_LITERAL -> 10;
      case BIGINT -> 19;
      case UBIGINT -> 20;
      case HUGEINT, UHUGEINT -> 38;
      case DECIMAL -> ((LogicalType.Decimal) type).width();
      case SQLNULL -> 0;
      default -> -1;
    };
  }

  /** The scale of a DECIMAL, 0 for others. */
  public static int decimalScale(LogicalType type) {
    return type instanceof LogicalType.Decimal decimal ? decimal.scale() : 0;
  }

  private static LogicalType signedAndUnsigned(TypeId a, TypeId b) {
    if (either(a, b, TypeId.BIGNUM)) {
      return LogicalType.BIGNUM;
    }
    if (either(a, b, TypeId.HUGEINT)) {
      return either(a, b, TypeId.UHUGEINT) ? LogicalType.DOUBLE : LogicalType.HUGEINT;
    }
    // UHUGEINT with a smaller signed type is the next larger signed type, as the dialect has it.
    if (either(a, b, TypeId.BIGINT) || either(a, b, TypeId.UBIGINT)) {
      return LogicalType.HUGEINT;
    }
    if (either(a, b, TypeId.INTEGER) || either(a, b, TypeId.UINTEGER)) {
      return LogicalType.BIGINT;
    }
    if (either(a, b, TypeId.SMALLINT) || either(a, b, TypeId.USMALLINT)) {
      return LogicalType.INTEGER;
    }
    return LogicalType.SMALLINT;
  }

  private static boolean either(TypeId a, TypeId b, TypeId wanted) {
    return a == wanted || b == wanted;
  }

  private static @Nullable LogicalType sameKind(LogicalType a, LogicalType b) {
    return switch (a) {
      case LogicalType.Decimal x -> decimal(x, (LogicalType.Decimal) b);
      case LogicalType.EnumOf x -> LogicalType.VARCHAR;
      case LogicalType.ListOf x -> listOf(x.child(), ((LogicalType.ListOf) b).child());
      case LogicalType.ArrayOf x -> {
        LogicalType.ArrayOf y = (LogicalType.ArrayOf) b;
        LogicalType child = unify(x.child(), y.child());
        yield child == null ? null : LogicalType.array(child, Math.max(x.size(), y.size()));
      }
      case LogicalType.MapOf x -> {
        LogicalType.MapOf y = (LogicalType.MapOf) b;
        LogicalType key = unify(x.key(), y.key());
        LogicalType value = unify(x.value(), y.value());
        yield key == null || value == null ? null : LogicalType.map(key, value);
      }
      case LogicalType.Struct x -> struct(x, (LogicalType.Struct) b);
      case LogicalType.Union x ->
          ((LogicalType.Union) b).members().size() > x.members().size() ? b : a;
      case LogicalType.AggregateState x -> sameStates(x, (LogicalType.AggregateState) b);
      case LogicalType.Simple x -> plain(a);
    };
  }

  /** States of one function and layout go together; the first says how they are finished. */
  private static @Nullable LogicalType sameStates(
      LogicalType.AggregateState a, LogicalType.AggregateState b) {
    return a.function().equals(b.function())
            && a.order().equals(b.order())
            && a.layout().equals(b.layout())
        ? a
        : null;
  }

  private static LogicalType decimal(LogicalType.Decimal a, LogicalType.Decimal b) {
    int whole = Math.max(a.width() - a.scale(), b.width() - b.scale());
    int scale = Math.max(a.scale(), b.scale());
    int width = whole + scale;
    if (width > LogicalType.Decimal.MAX_WIDTH) {
      width = LogicalType.Decimal.MAX_WIDTH;
      scale = width - whole;
    }
    return LogicalType.decimal(width, scale);
  }

  private static @Nullable LogicalType listOf(LogicalType a, LogicalType b) {
    LogicalType child = unify(a, b);
    return child == null ? null : LogicalType.list(child);
  }

  private static @Nullable LogicalType struct(LogicalType.Struct a, LogicalType.Struct b) {
    boolean named = CastRules.isNamed(a) && CastRules.isNamed(b);
    if (!named) {
      return structByPosition(a, b);
    }
    Map<String, LogicalType.Field> rest = new LinkedHashMap<>();
    for (LogicalType.Field field : b.fields()) {
      rest.put(field.name().toLowerCase(Locale.ROOT), field);
    }
    List<LogicalType.Field> fields = new ArrayList<>();
    for (LogicalType.Field field : a.fields()) {
      LogicalType.Field other = rest.remove(field.name().toLowerCase(Locale.ROOT));
      LogicalType type = other == null ? field.type() : unify(field.type(), other.type());
      if (type == null) {
        return null;
      }
      fields.add(new LogicalType.Field(field.name(), type));
    }
    fields.addAll(rest.values());
    return LogicalType.struct(fields);
  }

  private static @Nullable LogicalType structByPosition(
      LogicalType.Struct a, LogicalType.Struct b) {
    if (a.fields().size() != b.fields().size()) {
      return null;
    }
    List<LogicalType.Field> fields = new ArrayList<>();
    for (int i = 0; i < a.fields().size(); i++) {
      LogicalType type = unify(a.fields().get(i).type(), b.fields().get(i).type());
      if (type == null) {
        return null;
      }
      String name = a.fields().get(i).name();
      fields.add(new LogicalType.Field(name.isEmpty() ? b.fields().get(i).name() : name, type));
    }
    return LogicalType.struct(fields);
  }

  private static int score(LogicalType type) {
    return switch (type.id()) {
      case SQLNULL, ANY, STRING_LITERAL, INTEGER_LITERAL -> 0;
      case BOOLEAN -> 10;
      case UTINYINT -> 11;
      case TINYINT -> 12;
      case USMALLINT -> 13;
      case SMALLINT -> 14;
      case UINTEGER -> 15;
      case INTEGER -> 16;
      case UBIGINT -> 17;
      case BIGINT -> 18;
      case UHUGEINT -> 19;
      case HUGEINT -> 20;
      case DECIMAL -> 21;
      case FLOAT -> 22;
      case DOUBLE -> 23;
      case TIME, TIME_TZ -> 50;
      case TIME_NS -> 51;
      case DATE -> 52;
      case TIMESTAMP_S -> 53;
      case TIMESTAMP_MS -> 54;
      case TIMESTAMP, TIMESTAMP_TZ -> 55;
      case TIMESTAMP_NS -> 56;
      case INTERVAL -> 58;
      case VARCHAR, JSON -> 77;
      case ENUM -> 78;
      case BIT -> 100;
      case BLOB -> 101;
      case UUID -> 102;
      case BIGNUM -> 103;
      case STRUCT -> 125;
      case LIST, ARRAY -> 126;
      case MAP -> 127;
      case UNION -> 150;
      case AGGREGATE_STATE -> 151;
      case LAMBDA -> 1_000;
    };
  }
}
