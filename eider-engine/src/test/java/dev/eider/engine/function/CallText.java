// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.ConstantFolder;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.function.builtin.BuiltinFunctions;
import dev.eider.engine.function.cast.TypeUnifier;
import dev.eider.engine.function.cast.ValueCasts;
import dev.eider.engine.function.cast.ValueText;
import dev.eider.engine.sql.SqlParser;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.TypeName;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Evaluates expressions of calls, casts, literals and lists without a session: what tests of
 * functions need of a binder, so that one line of SQL is a test.
 */
public final class CallText {
  private static final int ROWS = 5;
  private static final Map<String, LogicalType> TYPES = new HashMap<>();

  static {
    for (LogicalType type :
        List.of(
            LogicalType.BOOLEAN,
            LogicalType.TINYINT,
            LogicalType.SMALLINT,
            LogicalType.INTEGER,
            LogicalType.BIGINT,
            LogicalType.HUGEINT,
            LogicalType.UTINYINT,
            LogicalType.USMALLINT,
            LogicalType.UINTEGER,
            LogicalType.UBIGINT,
            LogicalType.UHUGEINT,
            LogicalType.FLOAT,
            LogicalType.DOUBLE,
            LogicalType.VARCHAR,
            LogicalType.BLOB,
            LogicalType.BIT,
            LogicalType.UUID,
            LogicalType.DATE,
            LogicalType.TIME,
            LogicalType.TIME_NS,
            LogicalType.TIME_TZ,
            LogicalType.TIMESTAMP_S,
            LogicalType.TIMESTAMP_MS,
            LogicalType.TIMESTAMP,
            LogicalType.TIMESTAMP_NS,
            LogicalType.TIMESTAMP_TZ,
            LogicalType.INTERVAL)) {
      TYPES.put(type.id().name(), type);
      TYPES.put(type.toString(), type);
    }
    TYPES.put("TIMESTAMPTZ", LogicalType.TIMESTAMP_TZ);
    TYPES.put("TIMETZ", LogicalType.TIME_TZ);
    TYPES.put("INT", LogicalType.INTEGER);
  }

  private CallText() {}

  /** The text of a value with constant arguments, {@code NULL}, or {@code ! } and the error. */
  public static String constants(String sql) {
    return guarded(
        () -> text(ConstantFolder.evaluate(bind(SqlParser.parseExpression(sql)), Calls.CONTEXT)));
  }

  /**
   * The same with the arguments of the outermost call in columns, among rows of NULLs, where they
   * are not literals of a kind that must be constant.
   */
  public static String columns(String sql) {
    return guarded(() -> {
      Expr expr = SqlParser.parseExpression(sql);
      if (!(bind(expr) instanceof BoundExpr.Call call)) {
        return text(ConstantFolder.evaluate(bind(expr), Calls.CONTEXT));
      }
      List<BoundExpr> arguments = new ArrayList<>();
      Vector[] vectors = new Vector[call.arguments().size()];
      for (int i = 0; i < vectors.length; i++) {
        Value value = ConstantFolder.evaluate(call.arguments().get(i), Calls.CONTEXT);
        LogicalType type = call.function().parameters().get(i);
        FlatVector column = FlatVector.allocate(type, ROWS);
        column.setNulls(0, ROWS);
        column.setValue(ROWS - 1, new Value(type, value.object()));
        vectors[i] = column;
        arguments.add(new BoundExpr.InputRef(i, type));
      }
      Evaluator evaluator =
          Evaluator.of(new BoundExpr.Call(call.function(), arguments), Calls.CONTEXT);
      return text(evaluator.evaluate(new DataChunk(vectors, ROWS)).getValue(ROWS - 1));
    });
  }

  private static String text(Value value) {
    return value.isNull() ? "NULL" : ValueText.toText(value);
  }

  /** The value of an expression without columns. */
  public static Value value(String sql) {
    return ConstantFolder.evaluate(bind(SqlParser.parseExpression(sql)), Calls.CONTEXT);
  }

  static String guarded(java.util.function.Supplier<String> body) {
    try {
      return body.get();
    } catch (EiderException e) {
      return "! " + Oracle.firstLine(e.getMessage());
    }
  }

  private static BoundExpr bind(Expr expr) {
    return switch (expr) {
      case Expr.NullLiteral e -> new BoundExpr.Constant(Value.NULL);
      case Expr.BooleanLiteral e -> new BoundExpr.Constant(Value.of(e.value()));
      case Expr.StringLiteral e -> new BoundExpr.Constant(Value.of(e.value()));
      case Expr.NumberLiteral e -> new BoundExpr.Constant(number(e));
      case Expr.BlobLiteral e -> {
        byte[] bytes = java.util.HexFormat.of().parseHex(e.hex());
        yield new BoundExpr.Constant(new Value(LogicalType.BLOB, bytes));
      }
      case Expr.Cast e -> new BoundExpr.Cast(bind(e.operand()), type(e.type()), e.isTry());
      case Expr.FunctionCall e -> call(e.name().name(), e.arguments());
      case Expr.Unary e -> call(e.operator(), List.of(Expr.Argument.of(e.operand())));
      case Expr.Binary e ->
          call(e.operator(), List.of(Expr.Argument.of(e.left()), Expr.Argument.of(e.right())));
      case Expr.Like e -> {
        String sign =
            switch (e.kind()) {
              case LIKE -> "~~";
              case ILIKE -> "~~*";
              default -> "~~~";
            };
        yield call(
            e.negated() ? "!" + sign : sign,
            List.of(Expr.Argument.of(e.operand()), Expr.Argument.of(e.pattern())));
      }
      default -> throw new IllegalArgumentException("not supported in these tests: " + expr);
    };
  }

  private static Value number(Expr.NumberLiteral literal) {
    String digits = literal.digits();
    return switch (literal.kind()) {
      case INTEGER -> {
        BigInteger big = new BigInteger(digits);
        yield big.bitLength() < 32
            ? Value.of(big.intValue())
            : big.bitLength() < 64
                ? Value.of(big.longValue())
                : new Value(LogicalType.HUGEINT, big);
      }
      case DECIMAL -> {
        String plain = digits.replace("-", "");
        int scale = plain.length() - 1 - plain.indexOf('.');
        String whole = plain.substring(0, plain.indexOf('.'));
        int width = (whole.equals("0") ? 0 : whole.length()) + scale;
        yield ValueCasts.cast(Value.of(digits), LogicalType.decimal(Math.max(1, width), scale));
      }
      case DOUBLE -> Value.of(Double.parseDouble(digits));
    };
  }

  private static BoundExpr call(String name, List<Expr.Argument> arguments) {
    List<BoundExpr> bound = new ArrayList<>();
    List<Argument> described = new ArrayList<>();
    for (Expr.Argument argument : arguments) {
      BoundExpr value = bind(argument.value());
      bound.add(value);
      described.add(describe(value));
    }
    if (name.equals("list_value")) {
      return list(bound);
    }
    BoundScalar function =
        FunctionResolver.bindScalar(BuiltinFunctions.registry(), name, described, setting -> null);
    if (function == null) {
      throw EiderException.catalog("Scalar Function with name " + name + " does not exist!");
    }
    List<BoundExpr> cast = new ArrayList<>();
    for (int i = 0; i < bound.size(); i++) {
      LogicalType target = function.parameters().get(i);
      BoundExpr value = bound.get(i);
      cast.add(value.type().equals(target) ? value : new BoundExpr.Cast(value, target, false));
    }
    return new BoundExpr.Call(function, cast);
  }

  private static BoundExpr list(List<BoundExpr> items) {
    LogicalType type = LogicalType.SQLNULL;
    for (BoundExpr item : items) {
      LogicalType unified = TypeUnifier.unify(type, item.type());
      type = unified == null ? LogicalType.VARCHAR : unified;
    }
    List<Value> values = new ArrayList<>();
    for (BoundExpr item : items) {
      values.add(ValueCasts.cast(ConstantFolder.evaluate(item, Calls.CONTEXT), type));
    }
    return new BoundExpr.Constant(new Value(LogicalType.list(type), values));
  }

  /** What the resolver sees of an argument; literals say so. */
  static Argument describe(BoundExpr expr) {
    BoundExpr folded = ConstantFolder.fold(expr, Calls.CONTEXT);
    Value constant = folded instanceof BoundExpr.Constant c ? c.value() : null;
    LogicalType type = expr.type();
    if (expr instanceof BoundExpr.Constant c && !c.value().isNull()) {
      if (type.equals(LogicalType.VARCHAR)) {
        type = LogicalType.STRING_LITERAL;
      } else if (type.isIntegral()) {
        type = LogicalType.INTEGER_LITERAL;
      }
    }
    return Argument.of(type, constant);
  }

  static BoundExpr bindExpression(String sql) {
    return bind(SqlParser.parseExpression(sql));
  }

  /** The type written as in SQL. */
  public static LogicalType type(TypeName name) {
    return switch (name) {
      case TypeName.ListOf list -> LogicalType.list(type(list.element()));
      case TypeName.ArrayOf array ->
          LogicalType.array(
              type(array.element()), Integer.parseInt(((Expr.NumberLiteral) array.size()).text()));
      case TypeName.Struct struct -> {
        List<LogicalType.Field> fields = new ArrayList<>();
        for (TypeName.Field field : struct.fields()) {
          fields.add(new LogicalType.Field(field.name(), type(field.type())));
        }
        yield LogicalType.struct(fields);
      }
      case TypeName.MapOf map -> LogicalType.map(type(map.key()), type(map.value()));
      case TypeName.Named named -> {
        String word = named.name().name().toUpperCase(Locale.ROOT);
        if (word.equals("DECIMAL")) {
          List<Expr> modifiers = named.modifiers();
          yield modifiers.isEmpty()
              ? LogicalType.decimal(18, 3)
              : LogicalType.decimal(
                  Integer.parseInt(((Expr.NumberLiteral) modifiers.get(0)).text()),
                  Integer.parseInt(((Expr.NumberLiteral) modifiers.get(1)).text()));
        }
        LogicalType type = TYPES.get(word);
        if (type == null) {
          throw new IllegalArgumentException("type " + word);
        }
        yield type;
      }
      default -> throw new IllegalArgumentException("type " + name);
    };
  }
}
