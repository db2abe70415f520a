// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Place;
import dev.eider.engine.sql.ast.Expr;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Binds expressions of one SELECT (or of one statement without FROM) against the columns of its
 * scope. Aggregates, windows and UNNEST are put aside in {@link Collected}; see the package text.
 */
final class ExpressionBinder {
  final StatementContext context;
  final Scope scope;

  /** The binder of the query around this one; null at the outermost. */
  final @Nullable ExpressionBinder outer;

  final CteScope ctes;
  final Collected collected = new Collected();
  private final ColumnResolver columns;
  private final FunctionBinder functions;
  private final WindowBinder windows;
  private final SubqueryBinder subqueries;
  private final Deque<Map<String, ColumnRef>> lambdas = new ArrayDeque<>();

  /** Parameters of the macro whose body is being bound, innermost first. */
  private final Deque<Map<String, BoundExpr>> macros = new ArrayDeque<>();

  private @Nullable AliasLookup aliases;
  private boolean lateral;
  private Clause clause = Clause.SELECT;
  private int depth;

  ExpressionBinder(
      StatementContext context, Scope scope, @Nullable ExpressionBinder outer, CteScope ctes) {
    this.context = context;
    this.scope = scope;
    this.outer = outer;
    this.ctes = ctes;
    this.columns = new ColumnResolver(this);
    this.functions = new FunctionBinder(this);
    this.windows = new WindowBinder(this);
    this.subqueries = new SubqueryBinder(this);
  }

  /** Finds a select list alias; null when the name is none, or not visible in the clause. */
  interface AliasLookup {
    @Nullable BoundExpr find(String name, Clause clause, int position);

    /** The one select item that is a column of that name, under whatever table; null for others. */
    @Nullable BoundExpr findColumn(String name);

    /** Whether the value is one that is grouped by. */
    boolean isGroup(BoundExpr value);
  }

  void setAliases(@Nullable AliasLookup lookup) {
    aliases = lookup;
  }

  /** Makes this the binder of what stands left of a lateral join; answers itself. */
  ExpressionBinder asLateral() {
    lateral = true;
    return this;
  }

  boolean isLateral() {
    return lateral;
  }

  @Nullable AliasLookup aliases() {
    return aliases;
  }

  WindowBinder windows() {
    return windows;
  }

  FunctionBinder functions() {
    return functions;
  }

  Clause clause() {
    return clause;
  }

  /** Runs {@code body} with another clause in force. */
  <T> T within(Clause inner, Supplier<T> body) {
    Clause before = clause;
    clause = inner;
    try {
      return body.get();
    } finally {
      clause = before;
    }
  }

  /** Binds an expression of a clause. */
  BoundExpr bind(Expr expr, Clause in) {
    return within(in, () -> bind(expr));
  }

  /** Binds a condition: the result is BOOLEAN. */
  BoundExpr bindCondition(Expr expr, Clause in) {
    return within(in, () -> context.coercion.toBoolean(bind(expr), expr.span().start()));
  }

  /** Binds an expression in the clause in force. */
  BoundExpr bind(Expr expr) {
    if (++depth > context.maxExpressionDepth()) {
      throw EiderException.parser(
          "Max expression depth limit of "
              + context.maxExpressionDepth()
              + " exceeded. Use \"SET max_expression_depth TO x\" to increase the maximum"
              + " expression depth.",
          expr.span().start());
    }
    try {
      return bindNode(expr);
    } catch (EiderException e) {
      throw e.at(expr.span().start());
    } finally {
      depth--;
    }
  }

  List<BoundExpr> bindAll(List<? extends Expr> exprs) {
    List<BoundExpr> bound = new ArrayList<>(exprs.size());
    for (Expr expr : exprs) {
      bound.add(bind(expr));
    }
    return bound;
  }

  private BoundExpr bindNode(Expr expr) {
    int at = expr.span().start();
    Coercion coercion = context.coercion;
    return switch (expr) {
      case Expr.NullLiteral e -> new BoundExpr.Constant(Value.NULL);
      case Expr.BooleanLiteral e -> new BoundExpr.Constant(Value.of(e.value()));
      case Expr.NumberLiteral e -> number(e);
      case Expr.StringLiteral e -> context.literal(Value.of(e.value()));
      case Expr.BlobLiteral e ->
          new BoundExpr.Constant(new Value(LogicalType.BLOB, Literals.blob(e.hex())));
      case Expr.BitLiteral e -> new BoundExpr.Constant(new Value(LogicalType.BIT, e.bits()));
      case Expr.ColumnRef e -> columns.resolve(e);
      case Expr.Star e ->
          throw EiderException.binder(
              clause == Clause.VALUES
                      || clause == Clause.TABLE_FUNCTION
                      || clause == Clause.TABLE_ARGUMENT
                  ? "STAR expression is not supported here"
                  : "* expression is not allowed here",
              at);
      case Expr.Columns e ->
          throw EiderException.binder(
              clause == Clause.HAVING
                  ? "STAR expression is not supported here"
                  : "COLUMNS expression is not allowed here",
              at);
      case Expr.Unpack e ->
          throw EiderException.binder("UNPACK is not allowed outside of a function call", at);
      case Expr.PositionalRef e -> positional(e);
      case Expr.Parameter e -> context.parameter(e.name(), at);
      case Expr.FunctionCall e -> functions.bind(e);
      case Expr.Unary e -> unary(e);
      case Expr.Binary e -> binary(e);
      case Expr.Conjunction e -> conjunction(e);
      case Expr.Not e -> new BoundExpr.Not(coercion.toBoolean(bind(e.operand()), at));
      case Expr.IsNull e -> new BoundExpr.IsNull(bind(e.operand()), e.negated());
      case Expr.IsDistinctFrom e -> distinctFrom(e);
      case Expr.Between e -> between(e);
      case Expr.InList e -> inList(e);
      case Expr.Like e -> like(e);
      case Expr.Case e -> caseWhen(e);
      case Expr.Cast e -> cast(e);
      case Expr.Collate e -> collate(e);
      case Expr.ScalarSubquery e -> subqueries.scalar(e);
      case Expr.Exists e -> subqueries.exists(e);
      case Expr.AnyComparison e -> subqueries.any(e);
      case Expr.ArrayConstructor e -> functions.call("list_value", bindAll(e.elements()), at);
      case Expr.Subscript e -> subscript(e);
      case Expr.Slice e -> slice(e);
      case Expr.FieldAccess e -> field(bind(e.operand()), e.field(), at);
      case Expr.Lambda e ->
          throw EiderException.binder(
              "failed to bind function, either: ensure the function"
                  + " supports lambda parameters, or check the lambda's place",
              at);
      case Expr.Grouping e -> functions.grouping(e);
      case Expr.Coalesce e -> coalesce(bindAll(e.operands()), at);
      case Expr.Try e -> tryOf(e);
      case Expr.Default e -> throw EiderException.binder("DEFAULT is not allowed here!", at);
    };
  }

  private BoundExpr number(Expr.NumberLiteral literal) {
    Value value = Literals.number(literal);
    return value.type().isIntegral() ? context.literal(value) : new BoundExpr.Constant(value);
  }

  private BoundExpr positional(Expr.PositionalRef ref) {
    long index = ref.index();
    long seen = 0;
    for (TableBinding table : scope.tables()) {
      for (TableBinding.BoundColumn column : table.columns()) {
        if (!column.hidden() && ++seen == index) {
          return column.expr();
        }
      }
    }
    throw EiderException.binder(
        "Positional reference " + index + " out of range (total " + seen + " columns)",
        ref.span().start());
  }

  private BoundExpr unary(Expr.Unary unary) {
    BoundExpr operand = bind(unary.operand());
    return functions.call(unary.operator(), List.of(operand), unary.span().start());
  }

  private BoundExpr binary(Expr.Binary binary) {
    String operator = binary.operator();
    int at = binary.operatorAt().start();
    if (binary.left() instanceof Expr.Star || binary.right() instanceof Expr.Star) {
      if (clause == Clause.GROUP_BY_EXPRESSION || clause == Clause.HAVING) {
        throw EiderException.binder("STAR expression is not supported here", at);
      }
      throw EiderException.binder(
          "Function \"" + operator + "\" cannot be applied to a star expression", at);
    }
    CompareOp compare = compareOp(operator);
    if (compare != null) {
      BoundExpr left = bind(binary.left());
      BoundExpr right = bind(binary.right());
      return context.coercion.compare(compare, left, right, at);
    }
    if (operator.equals("->") && isLambdaHead(binary.left())) {
      throw FunctionBinder.arrowLambda(at);
    }
    if (operator.equals("->")
        && binary.right() instanceof Expr.Binary text
        && text.operator().equals("->>")) {
      return binary(leftToRight(binary, text));
    }
    List<BoundExpr> operands = List.of(bind(binary.left()), bind(binary.right()));
    return functions.operator(operator, operands, at);
  }

  /** {@code a -> b ->> c} goes into {@code a} step by step, though {@code ->>} binds tighter. */
  private static Expr.Binary leftToRight(Expr.Binary outer, Expr.Binary inner) {
    Expr.Binary step =
        new Expr.Binary(
            outer.operator(), outer.left(), inner.left(), outer.operatorAt(), outer.span());
    if (inner.left() instanceof Expr.Binary text && text.operator().equals("->>")) {
      step = leftToRight(outer, text);
    }
    return new Expr.Binary(inner.operator(), step, inner.right(), inner.operatorAt(), outer.span());
  }

  private boolean isLambdaHead(Expr left) {
    return left instanceof Expr.ColumnRef ref
        && ref.names().size() == 1
        && columns.tryResolve(ref) == null;
  }

  static @Nullable CompareOp compareOp(String operator) {
    return switch (operator) {
      case "=", "==" -> CompareOp.EQ;
      case "<>", "!=" -> CompareOp.NE;
      case "<" -> CompareOp.LT;
      case "<=" -> CompareOp.LE;
      case ">" -> CompareOp.GT;
      case ">=" -> CompareOp.GE;
      default -> null;
    };
  }

  private BoundExpr conjunction(Expr.Conjunction e) {
    List<BoundExpr> parts = new ArrayList<>(e.operands().size());
    for (Expr operand : e.operands()) {
      parts.add(context.coercion.toBoolean(bind(operand), operand.span().start()));
    }
    return e.isAnd() ? new BoundExpr.And(parts) : new BoundExpr.Or(parts);
  }

  private BoundExpr distinctFrom(Expr.IsDistinctFrom e) {
    List<BoundExpr> sides =
        context.coercion.comparable(bind(e.left()), bind(e.right()), e.span().start());
    return new BoundExpr.DistinctFrom(e.negated(), sides.get(0), sides.get(1));
  }

  private BoundExpr between(Expr.Between e) {
    BoundExpr operand = bind(e.operand());
    BoundExpr low = bind(e.low());
    BoundExpr high = bind(e.high());
    List<BoundExpr> sides =
        context.coercion.comparable(List.of(operand, low, high), false, e.span().start());
    return new BoundExpr.And(
        List.of(
            new BoundExpr.Compare(CompareOp.GE, sides.get(0), sides.get(1)),
            new BoundExpr.Compare(CompareOp.LE, sides.get(0), sides.get(2))));
  }

  private BoundExpr inList(Expr.InList e) {
    if (e.candidates().size() == 1 && !isRowOrScalar(e.candidates().getFirst())) {
      BoundExpr candidate = bind(e.candidates().getFirst());
      LogicalType type = candidate.type();
      if (type instanceof LogicalType.ListOf
          || type instanceof LogicalType.ArrayOf
          || type instanceof LogicalType.MapOf) {
        BoundExpr operand = bind(e.operand());
        if (!(operand.type().equals(type))) {
          return functions.call(
              type instanceof LogicalType.MapOf ? "map_contains" : "contains",
              List.of(candidate, operand),
              e.span().start());
        }
      }
    }
    List<BoundExpr> all = new ArrayList<>();
    all.add(bind(e.operand()));
    all.addAll(bindAll(e.candidates()));
    List<BoundExpr> sides = context.coercion.comparable(all, true, e.span().start());
    if (sides.size() == 2) {
      return new BoundExpr.Compare(CompareOp.EQ, sides.get(0), sides.get(1));
    }
    return new BoundExpr.In(sides.getFirst(), sides.subList(1, sides.size()), false);
  }

  private static boolean isRowOrScalar(Expr e) {
    return e instanceof Expr.NumberLiteral || e instanceof Expr.StringLiteral;
  }

  private BoundExpr like(Expr.Like e) {
    List<BoundExpr> operands = List.of(bind(e.operand()), bind(e.pattern()));
    int at = e.span().start();
    String name =
        switch (e.kind()) {
          case LIKE -> e.negated() ? "!~~" : "~~";
          case ILIKE -> e.negated() ? "!~~*" : "~~*";
          case GLOB -> "~~~";
          case SIMILAR_TO -> "regexp_full_match";
          case REGEX -> "regexp_matches";
        };
    BoundExpr bound = functions.call(name, operands, at);
    return e.negated() && !name.startsWith("!") ? new BoundExpr.Not(bound) : bound;
  }

  private BoundExpr caseWhen(Expr.Case e) {
    List<BoundExpr> conditions = new ArrayList<>();
    List<BoundExpr> results = new ArrayList<>();
    for (Expr.When when : e.whens()) {
      conditions.add(
          context.coercion.toBoolean(bind(when.condition()), when.condition().span().start()));
      results.add(bind(when.result()));
    }
    BoundExpr last = bind(e.otherwise());
    // The dialect starts from ELSE: with equal rank its type wins.
    List<BoundExpr> all = new ArrayList<>(List.of(last));
    all.addAll(results);
    LogicalType type = context.coercion.unify(all, "CASE", e.span().start());
    return caseOf(conditions, results, last, type);
  }

  private BoundExpr caseOf(
      List<BoundExpr> conditions, List<BoundExpr> results, BoundExpr last, LogicalType type) {
    List<BoundExpr.When> whens = new ArrayList<>();
    for (int i = 0; i < conditions.size(); i++) {
      whens.add(new BoundExpr.When(conditions.get(i), context.coercion.cast(results.get(i), type)));
    }
    BoundExpr made = new BoundExpr.Case(whens, context.coercion.cast(last, type), type);
    List<BoundExpr> all = new ArrayList<>(results);
    all.add(last);
    Collations.result(made, all, context);
    return made;
  }

  /** {@code CASE WHEN condition THEN a ELSE b END}. */
  BoundExpr conditional(BoundExpr condition, BoundExpr a, BoundExpr b, int at) {
    LogicalType type = context.coercion.unify(List.of(b, a), "CASE", at);
    return caseOf(List.of(context.coercion.toBoolean(condition, at)), List.of(a), b, type);
  }

  BoundExpr coalesce(List<BoundExpr> arguments, int at) {
    if (arguments.size() == 1) {
      return arguments.getFirst();
    }
    LogicalType type = context.coercion.unify(arguments, "COALESCE operator", at);
    BoundExpr made = new BoundExpr.Coalesce(context.coercion.castAll(arguments, type), type);
    Collations.result(made, arguments, context);
    return made;
  }

  private BoundExpr cast(Expr.Cast e) {
    LogicalType type = new TypeBinder(context).bind(e.type());
    BoundExpr operand = bind(e.operand());
    BoundExpr cast = context.coercion.explicitCast(operand, type, e.isTry());
    return cast instanceof BoundExpr.Cast made && !e.isTry() && !context.insideDefinition()
        ? new BoundExpr.Cast(made.child(), made.type(), false, new Place(castPosition(e)))
        : cast;
  }

  /** {@code x::t} is shown from its colons on, a cast written as a call from its start. */
  private static int castPosition(Expr.Cast e) {
    int operand = e.operand().span().start();
    return operand == e.span().start() && e.operand().span().end() > operand
        ? e.operand().span().end()
        : e.span().start();
  }

  private BoundExpr tryOf(Expr.Try e) {
    BoundExpr operand = bind(e.operand());
    if (dev.eider.engine.expr.Expressions.isVolatile(operand)) {
      throw EiderException.binder(
          "TRY can not be used in combination with a volatile function", e.span().start());
    }
    if (dev.eider.engine.expr.Expressions.hasSubquery(operand)) {
      throw EiderException.binder(
          "TRY can not be used in combination with a scalar subquery", e.span().start());
    }
    return new BoundExpr.Try(operand);
  }

  private BoundExpr collate(Expr.Collate e) {
    BoundExpr operand = context.coercion.cast(bind(e.operand()), LogicalType.VARCHAR);
    return Collations.apply(this, operand, e.collation(), e.span().start());
  }

  private BoundExpr subscript(Expr.Subscript e) {
    BoundExpr operand = bind(e.operand());
    int at = e.span().start();
    if (operand.type() instanceof LogicalType.MapOf) {
      return functions.call("map_extract_value", List.of(operand, bind(e.index())), at);
    }
    if (operand.type() instanceof LogicalType.Struct && e.index() instanceof Expr.StringLiteral s) {
      return field(operand, s.value(), at);
    }
    String function = operand.type().id() == TypeId.JSON ? "json_extract" : "array_extract";
    return functions.call(function, List.of(operand, bind(e.index())), at);
  }

  private BoundExpr slice(Expr.Slice e) {
    List<BoundExpr> arguments = new ArrayList<>();
    arguments.add(bind(e.operand()));
    Expr from = e.from();
    Expr to = e.to();
    arguments.add(from == null ? context.literal(Value.of(1)) : bind(from));
    arguments.add(to == null ? context.literal(Value.of(-1)) : bind(to));
    Expr step = e.step();
    if (e.hasStep() && step != null) {
      arguments.add(bind(step));
    }
    return functions.call("array_slice", arguments, e.span().start());
  }

  /** A field of a struct, map or union value. */
  BoundExpr field(BoundExpr value, String name, int at) {
    LogicalType type = value.type();
    if (type.id() == TypeId.SQLNULL) {
      return value;
    }
    if (type instanceof LogicalType.Struct
        || type instanceof LogicalType.Union
        || type.id() == TypeId.JSON) {
      if (type instanceof LogicalType.Struct struct && struct.indexOf(name) < 0) {
        List<String> names = struct.fields().stream().map(LogicalType.Field::name).toList();
        throw EiderException.binder(
            "Could not find key \""
                + name
                + "\" in struct\n"
                + SimilarNames.message("Candidate Entries", SimilarNames.closest(names, name)),
            at);
      }
      String function =
          type instanceof LogicalType.Struct
              ? "struct_extract"
              : type instanceof LogicalType.Union ? "union_extract" : "json_extract";
      return functions.call(function, List.of(value, context.literal(Value.of(name))), at);
    }
    if (type instanceof LogicalType.MapOf) {
      return functions.call(
          "map_extract_value", List.of(value, context.literal(Value.of(name))), at);
    }
    throw EiderException.binder(
        "Cannot extract field \""
            + name
            + "\" from an expression of type "
            + type
            + " - a struct is needed",
        at);
  }

  /** The value of a lambda or macro parameter of that name, or null. */
  @Nullable BoundExpr localName(String name) {
    String key = name.toLowerCase(java.util.Locale.ROOT);
    for (Map<String, ColumnRef> frame : lambdas) {
      ColumnRef parameter = frame.get(key);
      if (parameter != null) {
        return parameter;
      }
    }
    Map<String, BoundExpr> macro = macros.peek();
    return macro == null ? null : macro.get(key);
  }

  boolean insideLambda() {
    return !lambdas.isEmpty();
  }

  boolean insideMacro() {
    return !macros.isEmpty();
  }

  /** Runs {@code body} with the parameters of a macro visible. */
  <T> T withMacro(Map<String, BoundExpr> parameters, Supplier<T> body) {
    Map<String, BoundExpr> frame = new HashMap<>();
    parameters.forEach((name, value) -> frame.put(name.toLowerCase(java.util.Locale.ROOT), value));
    macros.push(frame);
    AliasLookup before = aliases;
    try {
      return body.get();
    } finally {
      aliases = before;
      macros.pop();
    }
  }

  /** Runs {@code body} with the parameters of a lambda visible. */
  <T> T withLambda(List<ColumnRef> parameters, Supplier<T> body) {
    Map<String, ColumnRef> frame = new HashMap<>();
    for (ColumnRef parameter : parameters) {
      frame.put(parameter.name().toLowerCase(java.util.Locale.ROOT), parameter);
    }
    lambdas.push(frame);
    try {
      return body.get();
    } finally {
      lambdas.pop();
    }
  }

  /** Resolves a name for a query inside this one; null when it is neither a column nor an alias. */
  @Nullable BoundExpr resolveForInner(Expr.ColumnRef ref) {
    BoundExpr found = columns.tryResolve(ref);
    AliasLookup lookup = aliases;
    return found != null || lookup == null || ref.names().size() != 1
        ? found
        : lookup.find(ref.names().getFirst(), clause(), ref.span().start());
  }
}
