// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the types of operands meet: casts, common types, literals and parameters that adapt. */
final class Coercion {
  /** The place of rows of VALUES, which have an error of their own. */
  static final String VALUES = "VALUES list";

  private final StatementContext context;

  Coercion(StatementContext context) {
    this.context = context;
  }

  /** The expression as a value of {@code type}; a constant is converted at once when that works. */
  BoundExpr cast(BoundExpr expr, LogicalType type) {
    if (expr.type().equals(type)) {
      return expr;
    }
    if (expr instanceof BoundExpr.Parameter parameter && expr.type().id() == TypeId.ANY) {
      return context.resolveParameter(parameter, type);
    }
    if (expr instanceof BoundExpr.Constant constant) {
      if (constant.value().isNull()) {
        return new BoundExpr.Constant(Value.nullOf(type));
      }
      Value folded = TypeRules.castConstant(constant.value(), type, context.env);
      if (folded != null) {
        return new BoundExpr.Constant(folded);
      }
    }
    return new BoundExpr.Cast(expr, type, false);
  }

  /** {@code CAST} or {@code TRY_CAST} as written. */
  BoundExpr explicitCast(BoundExpr expr, LogicalType type, boolean isTry) {
    if (expr.type().equals(type) && !context.isLiteral(expr)) {
      return expr;
    }
    if (expr instanceof BoundExpr.Constant constant && expr.type().equals(type)) {
      return new BoundExpr.Constant(constant.value());
    }
    if (expr.type().id() != TypeId.ANY && !isTry && !TypeRules.castExists(expr.type(), type)) {
      throw EiderException.conversion(
          isTuple(expr.type()) && type.id() == TypeId.MAP
              ? "Cannot cast unnamed STRUCTs to MAP"
              : "Unimplemented type for cast (" + expr.type() + " -> " + type + ")");
    }
    if (isTry
        && !(expr instanceof BoundExpr.Parameter)
        && !(expr instanceof BoundExpr.Constant constant && constant.value().isNull())) {
      return new BoundExpr.Cast(expr, type, true);
    }
    return cast(expr, type);
  }

  List<BoundExpr> castAll(List<BoundExpr> exprs, LogicalType type) {
    List<BoundExpr> cast = new ArrayList<>(exprs.size());
    for (BoundExpr expr : exprs) {
      cast.add(cast(expr, type));
    }
    return cast;
  }

  /** The expression as a condition. */
  BoundExpr toBoolean(BoundExpr expr, int at) {
    if (expr.type().id() == TypeId.BOOLEAN) {
      return expr;
    }
    if (expr.type().isNested()) {
      throw EiderException.binder(
          "Unimplemented type for cast (" + expr.type() + " -> BOOLEAN)", at);
    }
    return cast(expr, LogicalType.BOOLEAN);
  }

  /** A comparison of two operands. */
  BoundExpr compare(CompareOp op, BoundExpr left, BoundExpr right, int at) {
    boolean equality = op == CompareOp.EQ || op == CompareOp.NE;
    List<BoundExpr> sides = comparable(List.of(left, right), equality, at);
    return new BoundExpr.Compare(op, sides.get(0), sides.get(1));
  }

  /** Two operands cast to a type in which they can be compared. */
  List<BoundExpr> comparable(BoundExpr left, BoundExpr right, int at) {
    return comparable(List.of(left, right), true, at);
  }

  /**
   * Operands cast to one type in which they can be compared. For equality text becomes what it is
   * compared with; an order of text and something else has to be asked for.
   */
  List<BoundExpr> comparable(List<BoundExpr> operands, boolean equality, int at) {
    LogicalType type = null;
    BoundExpr sample = operands.getFirst();
    for (BoundExpr operand : operands) {
      if (type == null) {
        type = context.argumentType(operand);
        sample = operand;
        continue;
      }
      LogicalType next = comparisonType(type, sample, operand, equality);
      if (next == null) {
        throw EiderException.binder(
            "Cannot compare values of type "
                + plain(type, sample)
                + " and type "
                + operand.type()
                + " - an explicit cast is required",
            at);
      }
      if (!next.equals(type)) {
        type = next;
        sample = next.equals(context.argumentType(operand)) ? operand : sample;
      }
    }
    return Collations.unify(operands, castAll(operands, finish(type, sample)), context);
  }

  private static LogicalType plain(LogicalType type, BoundExpr sample) {
    return switch (type.id()) {
      case INTEGER_LITERAL, STRING_LITERAL -> sample.type();
      default -> type;
    };
  }

  private static LogicalType finish(@Nullable LogicalType type, BoundExpr sample) {
    LogicalType result = type == null ? LogicalType.SQLNULL : type;
    result = plain(result, sample);
    return result.id() == TypeId.SQLNULL || result.id() == TypeId.ANY
        ? LogicalType.INTEGER
        : result;
  }

  private @Nullable LogicalType comparisonType(
      LogicalType soFar, BoundExpr sample, BoundExpr operand, boolean equality) {
    LogicalType a = soFar;
    LogicalType b = context.argumentType(operand);
    if (a.id() == TypeId.ENUM && b.id() == TypeId.ENUM && !a.equals(b)) {
      return LogicalType.VARCHAR;
    }
    if (a.id() == TypeId.ENUM && isText(b) || b.id() == TypeId.ENUM && isText(a)) {
      return b.id() == TypeId.STRING_LITERAL
          ? a
          : a.id() == TypeId.STRING_LITERAL ? b : LogicalType.VARCHAR;
    }
    boolean textAdapts = equality || allowsOldCasts();
    if (a.id() == TypeId.VARCHAR && !isText(b) && !isUnknown(b)) {
      return textAdapts ? plain(b, operand) : null;
    }
    if (b.id() == TypeId.VARCHAR && !isText(a) && !isUnknown(a)) {
      return textAdapts ? plain(a, sample) : null;
    }
    return common(a, sample, b, operand);
  }

  private boolean allowsOldCasts() {
    Value setting = context.env.setting("old_implicit_casting");
    return setting != null && setting.object() instanceof Boolean allowed && allowed;
  }

  private static boolean isText(LogicalType type) {
    return type.id() == TypeId.VARCHAR || type.id() == TypeId.STRING_LITERAL;
  }

  private static boolean isUnknown(LogicalType type) {
    return type.id() == TypeId.SQLNULL || type.id() == TypeId.ANY;
  }

  /**
   * The common type of two operands of which {@code a} and {@code b} are the types as overload
   * resolution sees them; null when there is none.
   */
  private @Nullable LogicalType common(
      LogicalType a, BoundExpr sampleA, LogicalType b, BoundExpr sampleB) {
    if (a.equals(b) && a.id() != TypeId.INTEGER_LITERAL) {
      return a;
    }
    if (isUnknown(a)) {
      return b;
    }
    if (isUnknown(b)) {
      return a;
    }
    if (a.id() == TypeId.STRING_LITERAL) {
      return plain(b, sampleB);
    }
    if (b.id() == TypeId.STRING_LITERAL) {
      return plain(a, sampleA);
    }
    if (a.id() == TypeId.INTEGER_LITERAL && b.id() == TypeId.INTEGER_LITERAL) {
      return TypeRules.unify(sampleA.type(), sampleB.type());
    }
    if (a.id() == TypeId.INTEGER_LITERAL) {
      return withLiteral(b, (BoundExpr.Constant) sampleA);
    }
    if (b.id() == TypeId.INTEGER_LITERAL) {
      return withLiteral(a, (BoundExpr.Constant) sampleB);
    }
    return TypeRules.unify(a, b);
  }

  private static @Nullable LogicalType withLiteral(LogicalType other, BoundExpr.Constant literal) {
    if (other.isIntegral()) {
      return fits(literal.value(), other) ? other : TypeRules.unify(other, literal.type());
    }
    return TypeRules.unify(other, literal.type());
  }

  /** Whether an integer value lies in the range of an integer type. */
  static boolean fits(Value value, LogicalType type) {
    BigInteger number =
        value.get() instanceof BigInteger big ? big : BigInteger.valueOf(value.asLong());
    int bits =
        switch (type.id()) {
          case TINYINT, UTINYINT -> 8;
          case SMALLINT, USMALLINT -> 16;
          case INTEGER, UINTEGER -> 32;
          case BIGINT, UBIGINT -> 64;
          case HUGEINT, UHUGEINT -> 128;
          default -> 0;
        };
    if (bits == 0) {
      return false;
    }
    return type.isUnsigned()
        ? number.signum() >= 0 && number.bitLength() <= bits
        : number.bitLength() < bits;
  }

  /** The type all operands can be cast to: branches of CASE, rows of VALUES, and so on. */
  LogicalType unify(List<BoundExpr> operands, String what, int at) {
    LogicalType type = null;
    BoundExpr sample = operands.getFirst();
    for (BoundExpr operand : operands) {
      LogicalType next = context.argumentType(operand);
      if (type == null) {
        type = next;
        continue;
      }
      LogicalType common = common(type, sample, next, operand);
      if (common == null && what.equals(VALUES)) {
        throw EiderException.notImplemented(
            "Cannot combine types "
                + plain(type, sample)
                + " and "
                + operand.type()
                + " - an explicit cast is required");
      }
      if (common == null) {
        throw EiderException.binder(
            "Cannot mix values of type "
                + plain(type, sample)
                + " and "
                + operand.type()
                + " in "
                + what
                + " - an explicit cast is required",
            at);
      }
      if (!common.equals(type) || isUnknown(context.argumentType(sample))) {
        sample = operand;
      }
      type = common;
    }
    LogicalType result = plain(type == null ? LogicalType.SQLNULL : type, sample);
    return isUnknown(result) ? unknownType(operands) : result;
  }

  private static LogicalType unknownType(List<BoundExpr> operands) {
    for (BoundExpr operand : operands) {
      if (operand.type().id() == TypeId.SQLNULL) {
        return LogicalType.SQLNULL;
      }
    }
    return LogicalType.VARCHAR;
  }

  /** Text takes in what it has no common type with, also inside of nested types. */
  private @Nullable LogicalType forced(LogicalType a, LogicalType b, String what) {
    if (a instanceof LogicalType.Struct x
        && b instanceof LogicalType.Struct y
        && x.fields().size() == y.fields().size()) {
      List<LogicalType.Field> fields = new ArrayList<>();
      for (LogicalType.Field field : x.fields()) {
        int other = y.indexOf(field.name());
        if (other < 0) {
          return null;
        }
        fields.add(
            new LogicalType.Field(
                field.name(), unifyTypes(field.type(), y.fields().get(other).type(), what)));
      }
      return new LogicalType.Struct(fields);
    }
    if (a instanceof LogicalType.ListOf x && b instanceof LogicalType.ListOf y) {
      return new LogicalType.ListOf(unifyTypes(x.child(), y.child(), what));
    }
    return isText(a) || isText(b) ? LogicalType.VARCHAR : null;
  }

  /** The common type of two columns (set operations); an error names both. */
  LogicalType unifyTypes(LogicalType a, LogicalType b, String what) {
    if (isUnknown(a)) {
      return b;
    }
    if (isUnknown(b)) {
      return a;
    }
    LogicalType common = TypeRules.unify(a, b);
    if (common == null) {
      common = forced(a, b, what);
    }
    if (common == null) {
      throw EiderException.binder(
          "Cannot combine types of " + a + " and " + b + what + " - an explicit cast is required");
    }
    return common;
  }

  private static boolean isTuple(LogicalType type) {
    return type instanceof LogicalType.Struct struct
        && !struct.fields().isEmpty()
        && struct.fields().getFirst().name().isEmpty();
  }
}
