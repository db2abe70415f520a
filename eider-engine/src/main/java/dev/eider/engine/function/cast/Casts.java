// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.NumberText;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The door to casts: which there are, what they cost, whether they can fail. */
public final class Casts {
  private Casts() {}

  /**
   * The cast from one type to another. A pair the dialect does not convert gets a kernel that fails
   * on the first value that is not NULL, as there an error of the data.
   */
  public static CastKernel find(LogicalType from, LogicalType to) {
    CastKernel kernel = from.equals(to) ? Casts::copy : findOther(from, to);
    return kernel != null ? kernel : Casts::unimplemented;
  }

  /** Whether values can be converted at all. */
  public static boolean exists(LogicalType from, LogicalType to) {
    return from.equals(to) || findOther(from, to) != null;
  }

  /** Whether some value may fail to convert. */
  public static boolean canFail(LogicalType from, LogicalType to) {
    if (from.equals(to) || from.id() == TypeId.SQLNULL || to.id() == TypeId.VARCHAR) {
      return false;
    }
    if (from.id() == TypeId.DECIMAL || to.id() == TypeId.DECIMAL) {
      return !DecimalCasts.isSafe(from, to);
    }
    if (NumericCasts.isSupported(from) && NumericCasts.isSupported(to)) {
      return !NumericCasts.isSafe(from, to);
    }
    if (from.id() == TypeId.DATE || TemporalCasts.isTimestamp(from.id())) {
      return to.id() != TypeId.DATE && to.id() != TypeId.TIME && to.id() != TypeId.TIMESTAMP_S;
    }
    return true;
  }

  /** Whether a cast between them may ask for the session's time zone: looking that up is slow. */
  public static boolean needsZone(LogicalType from, LogicalType to) {
    return hasZone(from) || hasZone(to);
  }

  private static boolean hasZone(LogicalType type) {
    return switch (type.id()) {
      case TIMESTAMP_TZ, TIME_TZ -> true;
      case LIST -> hasZone(((LogicalType.ListOf) type).child());
      case ARRAY -> hasZone(((LogicalType.ArrayOf) type).child());
      case MAP ->
          hasZone(((LogicalType.MapOf) type).key()) || hasZone(((LogicalType.MapOf) type).value());
      case STRUCT -> anyHasZone(((LogicalType.Struct) type).fields());
      case UNION -> anyHasZone(((LogicalType.Union) type).members());
      case AGGREGATE_STATE -> hasZone(((LogicalType.AggregateState) type).layout());
      default -> false;
    };
  }

  private static boolean anyHasZone(List<LogicalType.Field> fields) {
    for (LogicalType.Field field : fields) {
      if (hasZone(field.type())) {
        return true;
      }
    }
    return false;
  }

  /** The cost of an implicit cast, -1 when there is none; less is preferred. */
  public static long implicitCost(LogicalType from, LogicalType to) {
    return CastRules.implicitCost(from, to, null);
  }

  /** {@link #implicitCost} of an INTEGER_LITERAL whose value is known. */
  public static long implicitCost(LogicalType from, LogicalType to, @Nullable Value literal) {
    return CastRules.implicitCost(from, to, literal);
  }

  private static @Nullable CastKernel findOther(LogicalType from, LogicalType to) {
    if (from.id() == TypeId.SQLNULL) {
      return (source, count, result, context) -> result.setNulls(0, count);
    }
    if (to.id() == TypeId.SQLNULL) {
      return null;
    }
    if (from instanceof LogicalType.AggregateState state) {
      return exists(state.layout(), to) ? stateAs(find(state.layout(), to)) : null;
    }
    if (to instanceof LogicalType.AggregateState state) {
      return exists(from, state.layout()) ? asState(find(from, state.layout())) : null;
    }
    if (to.id() == TypeId.JSON) {
      return JsonCasts.toJson(from);
    }
    if (from.id() == TypeId.ENUM && to.id() != TypeId.VARCHAR) {
      return viaText(from, to);
    }
    if (to.id() == TypeId.VARCHAR) {
      return JsonCasts.isJsonList(from) ? JsonCasts::listText : TextCasts.find(from);
    }
    if (from.id() == TypeId.JSON) {
      return JsonCasts.fromJson();
    }
    if (from.id() == TypeId.VARCHAR && JsonCasts.isJsonList(to)) {
      return JsonCasts::parseList;
    }
    if (from.isNested() || to.isNested()) {
      return NestedCasts.find(from, to);
    }
    if (from.id() == TypeId.VARCHAR) {
      return switch (to.id()) {
        case DATE,
            TIME,
            TIME_NS,
            TIME_TZ,
            TIMESTAMP_S,
            TIMESTAMP_MS,
            TIMESTAMP,
            TIMESTAMP_NS,
            TIMESTAMP_TZ,
            INTERVAL ->
            TemporalCasts.parse(to);
        default -> ParseCasts.find(to);
      };
    }
    if (to.id() == TypeId.DECIMAL) {
      return from.id() == TypeId.DECIMAL || NumericCasts.isSupported(from)
          ? DecimalCasts.toDecimal(from)
          : null;
    }
    if (from.id() == TypeId.DECIMAL) {
      return NumericCasts.isSupported(to) ? DecimalCasts.fromDecimal(to) : bignum(from, to);
    }
    if (NumericCasts.isSupported(from) && NumericCasts.isSupported(to)) {
      return NumericCasts.find(from, to);
    }
    if (from.id() == TypeId.BIGNUM || to.id() == TypeId.BIGNUM) {
      return bignum(from, to);
    }
    if (to.id() == TypeId.BIT || from.id() == TypeId.BIT) {
      return BitCasts.find(from, to);
    }
    if (to.id() == TypeId.UUID || from.id() == TypeId.UUID) {
      return UuidCasts.find(from, to);
    }
    return TemporalCasts.find(from, to);
  }

  /** BIGNUM is kept as text, so numbers go through it. */
  private static @Nullable CastKernel bignum(LogicalType from, LogicalType to) {
    boolean numeric =
        (from.isNumeric() || from.id() == TypeId.BOOLEAN)
            && (to.isNumeric() || to.id() == TypeId.BOOLEAN);
    if (from.id() == TypeId.DOUBLE || from.id() == TypeId.FLOAT) {
      return Casts::floatToBignum;
    }
    return numeric ? viaText(from, to) : null;
  }

  private static void floatToBignum(
      FlatVector source, int count, FlatVector result, CastContext context) {
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      double x = source instanceof DoubleVector v ? v.get(i) : ((FloatVector) source).get(i);
      if (Double.isFinite(x)) {
        String digits = new BigDecimal(x).setScale(0, RoundingMode.HALF_UP).toPlainString();
        ((StringVector) result).set(i, digits);
      } else if (!context.nullInstead(result, i)) {
        throw EiderException.conversion(
            "Type "
                + source.type()
                + " with value "
                + NumberText.of(x)
                + " can't be cast to the destination type BIGNUM");
      }
    }
  }

  private static CastKernel viaText(LogicalType from, LogicalType to) {
    CastKernel print = TextCasts.find(from);
    CastKernel parse = find(LogicalType.VARCHAR, to);
    return (source, count, result, context) -> {
      FlatVector text = FlatVector.allocate(LogicalType.VARCHAR, Math.max(1, count));
      text.copyValidity(result, count);
      print.cast(source, count, text, context);
      parse.cast(text, count, result, context);
    };
  }

  /** A state is cast as the value it holds. */
  private static CastKernel stateAs(CastKernel layout) {
    return (source, count, result, context) ->
        layout.cast(((StructVector) source).child(0), count, result, context);
  }

  private static CastKernel asState(CastKernel layout) {
    return (source, count, result, context) -> {
      FlatVector value = ((StructVector) result).child(0);
      value.copyValidity(result, count);
      layout.cast(source, count, value, context);
    };
  }

  private static void copy(FlatVector source, int count, FlatVector result, CastContext context) {
    result.copyRange(source, 0, 0, count);
  }

  private static void unimplemented(
      FlatVector source, int count, FlatVector result, CastContext context) {
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i) && !context.nullInstead(result, i)) {
        throw EiderException.conversion(
            "Unimplemented type for cast (" + source.type() + " -> " + result.type() + ")");
      }
    }
  }
}
