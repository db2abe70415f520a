// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which casts happen without being asked for, and how dear each is (less is preferred). */
final class CastRules {
  private static final int ANY_COST = 1_000;

  private CastRules() {}

  /** The cost, or -1 when there is no implicit cast. {@code literal}: the value of a literal. */
  static long implicitCost(LogicalType from, LogicalType to, @Nullable Value literal) {
    if (to.id() == TypeId.ANY) {
      // A type that is matched exactly elsewhere is preferred to a parameter that takes all.
      return from.id() == TypeId.SQLNULL ? 5 : ANY_COST;
    }
    if (from.id() == TypeId.SQLNULL) {
      // Text is preferred to JSON, so that a function that takes either can be chosen.
      return to.id() == TypeId.JSON ? targetCost(LogicalType.VARCHAR) + 1 : targetCost(to);
    }
    if (from.id() == TypeId.ANY) {
      return 0;
    }
    if (from.id() == TypeId.STRING_LITERAL) {
      return to.id() == TypeId.VARCHAR ? 1 : isComplete(to) ? 20 : -1;
    }
    if (from.id() == TypeId.INTEGER_LITERAL) {
      return literalCost(literal, to);
    }
    if (from.id() == TypeId.JSON && to.id() == TypeId.VARCHAR) {
      return 1;
    }
    if (to.id() == TypeId.JSON) {
      return jsonCost(from);
    }
    if (from.isNested() || to.isNested()) {
      return nestedCost(from, to);
    }
    if (from.id() == to.id()) {
      return 0;
    }
    return implicit(from.id(), to.id()) ? targetCost(to) : -1;
  }

  /** Everything becomes JSON by itself; text, which may not be JSON, at a price. */
  private static long jsonCost(LogicalType from) {
    if (from.id() == TypeId.VARCHAR) {
      return targetCost(LogicalType.list(LogicalType.VARCHAR)) + 1;
    }
    if (JsonCasts.isJsonList(from)) {
      return 100;
    }
    return from.id() == TypeId.ENUM ? targetCost(LogicalType.VARCHAR) - 1 : 0;
  }

  private static long literalCost(@Nullable Value literal, LogicalType to) {
    LogicalType own = literal == null ? LogicalType.INTEGER : literal.type();
    if (own.id() == to.id()) {
      return 0;
    }
    if (to.isIntegral()
        && literal != null
        && !literal.isNull()
        && IntegerRange.contains(to, big(literal))) {
      return targetCost(to) - 90;
    }
    return to.id() == TypeId.JSON ? -1 : implicitCost(own, to, null);
  }

  static BigInteger big(Value integer) {
    return integer.get() instanceof BigInteger big
        ? big
        : integer.type().id() == TypeId.UBIGINT
            ? new BigInteger(Long.toUnsignedString(integer.asLong()))
            : BigInteger.valueOf(integer.asLong());
  }

  /** Whether the type says all: no ANY inside, no DECIMAL without a width. */
  private static boolean isComplete(LogicalType type) {
    return switch (type) {
      case LogicalType.Simple simple ->
          switch (simple.id()) {
            case ANY, LAMBDA, DECIMAL, ENUM, LIST, ARRAY, STRUCT, MAP, UNION -> false;
            default -> true;
          };
      case LogicalType.Decimal decimal -> true;
      case LogicalType.EnumOf enumOf -> true;
      case LogicalType.ListOf list -> isComplete(list.child());
      case LogicalType.ArrayOf array -> array.size() > 0 && isComplete(array.child());
      case LogicalType.MapOf map -> isComplete(map.key()) && isComplete(map.value());
      case LogicalType.Struct struct ->
          struct.fields().stream().allMatch(field -> isComplete(field.type()));
      case LogicalType.AggregateState state -> true;
      case LogicalType.Union union ->
          union.members().stream().allMatch(field -> isComplete(field.type()));
    };
  }

  static long targetCost(LogicalType type) {
    return switch (type.id()) {
      case BIGINT -> 101;
      case INTEGER -> 102;
      case HUGEINT -> 103;
      case DOUBLE -> 104;
      case DECIMAL -> 105;
      case BIGNUM -> 106;
      case TIMESTAMP_NS -> 119;
      case TIMESTAMP -> 120;
      case TIMESTAMP_MS -> 121;
      case TIMESTAMP_S -> 122;
      case TIMESTAMP_TZ -> 123;
      case VARCHAR -> 149;
      case STRUCT, MAP, LIST, UNION, ARRAY -> 160;
      case ANY -> ANY_COST;
      default -> 110;
    };
  }

  private static boolean implicit(TypeId from, TypeId to) {
    return switch (from) {
      case TINYINT ->
          switch (to) {
            case SMALLINT, INTEGER, BIGINT, HUGEINT, FLOAT, DOUBLE, DECIMAL, BIGNUM -> true;
            default -> false;
          };
      case SMALLINT ->
          switch (to) {
            case INTEGER, BIGINT, HUGEINT, FLOAT, DOUBLE, DECIMAL, BIGNUM -> true;
            default -> false;
          };
      case INTEGER ->
          switch (to) {
            case BIGINT, HUGEINT, FLOAT, DOUBLE, DECIMAL, BIGNUM -> true;
            default -> false;
          };
      case BIGINT ->
          switch (to) {
            case HUGEINT, FLOAT, DOUBLE, DECIMAL, BIGNUM -> true;
            default -> false;
          };
      case UTINYINT ->
          switch (to) {
            case USMALLINT,
                UINTEGER,
                UBIGINT,
                SMALLINT,
                INTEGER,
                BIGINT,
                HUGEINT,
                UHUGEINT,
                FLOAT,
                DOUBLE,
                DECIMAL,
                BIGNUM ->
                true;
            default -> false;
          };
      case USMALLINT ->
          switch (to) {
            case UINTEGER,
                UBIGINT,
                INTEGER,
                BIGINT,
                HUGEINT,
                UHUGEINT,
                FLOAT,
                DOUBLE,
                DECIMAL,
                BIGNUM ->
                true;
            default -> false;
          };
      case UINTEGER ->
          switch (to) {
            case UBIGINT, BIGINT, UHUGEINT, HUGEINT, FLOAT, DOUBLE, DECIMAL, BIGNUM -> true;
            default -> false;
          };
      case UBIGINT ->
          switch (to) {
            case FLOAT, DOUBLE, UHUGEINT, HUGEINT, DECIMAL, BIGNUM -> true;
            default -> false;
          };
      case HUGEINT, UHUGEINT ->
          switch (to) {
            case FLOAT, DOUBLE, DECIMAL, BIGNUM -> true;
            default -> false;
          };
      case FLOAT -> to == TypeId.BIGNUM || to == TypeId.DOUBLE;
      case DOUBLE -> to == TypeId.BIGNUM;
      case DECIMAL -> to == TypeId.FLOAT || to == TypeId.DOUBLE;
      case BIGNUM -> to == TypeId.DOUBLE;
      case DATE ->
          switch (to) {
            case TIMESTAMP, TIMESTAMP_TZ, TIMESTAMP_MS, TIMESTAMP_NS, TIMESTAMP_S -> true;
            default -> false;
          };
      case ENUM -> to == TypeId.VARCHAR;
      case TIMESTAMP_S ->
          to == TypeId.TIMESTAMP || to == TypeId.TIMESTAMP_MS || to == TypeId.TIMESTAMP_NS;
      case TIMESTAMP_MS -> to == TypeId.TIMESTAMP || to == TypeId.TIMESTAMP_NS;
      case TIMESTAMP_NS -> to == TypeId.TIMESTAMP;
      case TIMESTAMP -> to == TypeId.TIMESTAMP_NS || to == TypeId.TIMESTAMP_TZ;
      default -> false;
    };
  }

  private static long nestedCost(LogicalType from, LogicalType to) {
    if (from instanceof LogicalType.ListOf a && to instanceof LogicalType.ListOf b) {
      long cost = implicitCost(a.child(), b.child(), null);
      return cost >= 1 ? cost - 1 : cost;
    }
    if (from instanceof LogicalType.ArrayOf a && to instanceof LogicalType.ArrayOf b) {
      if (a.size() != b.size() && b.size() != 0) {
        return -1;
      }
      long cost = implicitCost(a.child(), b.child(), null);
      return cost >= 100 ? cost - 1 : cost;
    }
    if (from instanceof LogicalType.ArrayOf a && to instanceof LogicalType.ListOf b) {
      long cost = implicitCost(a.child(), b.child(), null);
      return cost < 0 ? -1 : cost + 1;
    }
    if (from instanceof LogicalType.ListOf a && to instanceof LogicalType.ArrayOf b) {
      return b.size() == 0 ? -1 : implicitCost(a.child(), b.child(), null);
    }
    if (from instanceof LogicalType.MapOf a && to instanceof LogicalType.MapOf b) {
      long key = implicitCost(a.key(), b.key(), null);
      long value = implicitCost(a.value(), b.value(), null);
      return key < 0 || value < 0 ? -1 : Math.max(key, value);
    }
    if (from instanceof LogicalType.Struct a && to instanceof LogicalType.Struct b) {
      return structCost(a, b);
    }
    if (from instanceof LogicalType.Union a && to instanceof LogicalType.Union b) {
      long cost = unionCost(a, b);
      if (cost != -1) {
        return cost;
      }
    }
    if (from.id() == to.id()) {
      return 0;
    }
    if (to instanceof LogicalType.Union union) {
      long best = -1;
      for (LogicalType.Field member : union.members()) {
        long cost = implicitCost(from, member.type(), null);
        best = cost >= 0 && (best < 0 || cost < best) ? cost : best;
      }
      return best;
    }
    return -1;
  }

  private static long unionCost(LogicalType.Union from, LogicalType.Union to) {
    long cost = -1;
    for (LogicalType.Field member : from.members()) {
      LogicalType target = null;
      for (LogicalType.Field candidate : to.members()) {
        if (candidate.name().equals(member.name())) {
          target = candidate.type();
        }
      }
      if (target == null) {
        return -1;
      }
      cost = Math.max(cost, implicitCost(member.type(), target, null));
    }
    return cost;
  }

  private static long structCost(LogicalType.Struct from, LogicalType.Struct to) {
    List<LogicalType.Field> a = from.fields();
    List<LogicalType.Field> b = to.fields();
    if (a.size() != b.size()) {
      return -1;
    }
    if (a.isEmpty()) {
      return 0;
    }
    boolean byName = isNamed(from) && isNamed(to);
    Map<String, LogicalType> names = new HashMap<>();
    for (LogicalType.Field field : b) {
      if (names.put(field.name().toLowerCase(Locale.ROOT), field.type()) != null && byName) {
        return -1;
      }
    }
    long cost = -1;
    for (int i = 0; i < a.size(); i++) {
      LogicalType target =
          byName ? names.remove(a.get(i).name().toLowerCase(Locale.ROOT)) : b.get(i).type();
      long child = target == null ? -1 : implicitCost(a.get(i).type(), target, null);
      if (child < 0) {
        return -1;
      }
      cost = Math.max(cost, child);
    }
    return cost;
  }

  static boolean isNamed(LogicalType.Struct struct) {
    return struct.fields().isEmpty() || !struct.fields().getFirst().name().isEmpty();
  }
}
