// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionResolver;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.QualifiedName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Binds calls: special forms, macros, aggregates, windows, and scalar functions. */
final class FunctionBinder {
  /** As many groups as the result has bits for. */
  private static final int GROUPING_MAX = 64;

  private static final Set<String> BUILT_IN_SCHEMAS = Set.of("main", "pg_catalog", "system");
  private final ExpressionBinder binder;
  final StatementContext context;
  private final FunctionRegistry registry;
  private final AggregateBinder aggregates;

  FunctionBinder(ExpressionBinder binder) {
    this.binder = binder;
    this.context = binder.context;
    this.registry = context.env.functions();
    this.aggregates = new AggregateBinder(binder);
  }

  AggregateBinder aggregates() {
    return aggregates;
  }

  /** Binds a call. */
  BoundExpr bind(Expr.FunctionCall written) {
    Expr.FunctionCall call = methodCall(written);
    String name = call.name().name().toLowerCase(Locale.ROOT);
    int at = call.span().start();
    if (call.over() != null) {
      return binder.windows().bind(call);
    }
    BoundExpr special = specialForm(name, call, at);
    if (special != null) {
      return special;
    }
    Databases.Found macro = context.env.databases().find(EntryKind.MACRO, call.name());
    if (macro != null) {
      return new MacroBinder(binder).expand(macro, call);
    }
    if (isAggregate(name)) {
      return aggregates.bind(call, name);
    }
    CatalogEntry.MacroEntry builtin = BuiltinMacros.findFunction(name);
    if (builtin != null) {
      return new MacroBinder(binder).expand(builtin, call);
    }
    if (!registry.scalars(name).isEmpty() && !isTableFunction(name)) {
      requirePlain(call, name);
      return scalar(name, call, at);
    }
    if (isTableFunction(name) || context.env.tableFunction(name) != null) {
      throw EiderException.binder(
          "Function \""
              + name
              + "\" is a table function but it was used as a scalar function. This"
              + " function has to be called in a FROM clause (similar to a table).",
          at);
    }
    throw unknown(call.name().name(), at);
  }

  /** Whether it is a function of FROM whose rows a scalar function makes. */
  private static boolean isTableFunction(String name) {
    return name.equals("json_each") || name.equals("json_tree");
  }

  boolean isAggregate(String name) {
    return !registry.aggregates(name).isEmpty();
  }

  private static void requirePlain(Expr.FunctionCall call, String name) {
    if (call.distinct() || call.filter() != null || !call.orderBy().isEmpty()) {
      throw EiderException.binder(
          "Function \""
              + name
              + "\" is a Scalar Function. \"DISTINCT\", \"FILTER\", and \"ORDER BY\""
              + " are only applicable to aggregate functions.",
          call.span().start());
    }
  }

  /** {@code x.f(y)} with {@code x} no schema becomes {@code f(x, y)}. */
  private Expr.FunctionCall methodCall(Expr.FunctionCall call) {
    List<String> qualifiers = call.name().qualifiers();
    if (qualifiers.isEmpty()) {
      return call;
    }
    String first = qualifiers.getFirst().toLowerCase(Locale.ROOT);
    Expr.ColumnRef receiver = new Expr.ColumnRef(qualifiers, call.name().span());
    boolean isSchema =
        BUILT_IN_SCHEMAS.contains(first) || !context.env.databases().places(qualifiers).isEmpty();
    if (isSchema) {
      return call;
    }
    List<Expr.Argument> arguments = new ArrayList<>();
    arguments.add(Expr.Argument.of(receiver));
    arguments.addAll(call.arguments());
    return new Expr.FunctionCall(
        QualifiedName.of(call.name().name(), call.name().span()),
        arguments,
        call.distinct(),
        call.orderBy(),
        call.filter(),
        call.nulls(),
        call.exportState(),
        call.over(),
        call.span());
  }

  EiderException unknown(String name, int at) {
    Set<String> names = new TreeSet<>(registry.scalarNames());
    names.addAll(registry.aggregateNames());
    names.removeIf(candidate -> !Character.isLetter(candidate.charAt(0)));
    return new EiderException(
        ErrorType.CATALOG,
        "Scalar Function with name "
            + name
            + " does not exist!"
            + SimilarNames.didYouMean(names, name),
        at,
        null);
  }

  private @Nullable BoundExpr specialForm(String name, Expr.FunctionCall call, int at) {
    List<Expr.Argument> arguments = call.arguments();
    return switch (name) {
      case "unnest", "unlist" -> unnest(call);
      case "if" ->
          arguments.size() == 3
              ? binder.conditional(
                  binder.bind(arguments.get(0).value()),
                  binder.bind(arguments.get(1).value()),
                  binder.bind(arguments.get(2).value()),
                  at)
              : null;
      case "ifnull" -> arguments.size() == 2 ? binder.coalesce(bindValues(arguments), at) : null;
      case "nullif" -> arguments.size() == 2 ? nullIf(bindValues(arguments), at) : null;
      case "switch" -> arguments.size() == 2 || arguments.size() == 3 ? switchOf(call) : null;
      case "pg_typeof" ->
          arguments.size() == 1
              ? call("lower", List.of(call("typeof", bindValues(arguments), at)), at)
              : null;
      case "getvariable" -> arguments.size() == 1 ? variable(arguments.getFirst().value()) : null;
      case "current_setting" ->
          arguments.size() == 1 ? setting(arguments.getFirst().value()) : null;
      case "current_schema" ->
          arguments.isEmpty() ? constant(context.env.databases().currentSchema()) : null;
      case "current_database", "current_catalog" ->
          arguments.isEmpty() ? constant(context.env.databases().currentDatabase()) : null;
      case "to_aggregate_state" ->
          arguments.size() >= 3 && arguments.size() <= 5
              ? new StateBinder(binder).bind(arguments)
              : null;
      case "alias" -> arguments.size() == 1 ? aliasOf(arguments.getFirst().value()) : null;
      default -> null;
    };
  }

  private BoundExpr constant(String text) {
    return new BoundExpr.Constant(Value.of(text));
  }

  private BoundExpr aliasOf(Expr expr) {
    BoundExpr bound = binder.bind(expr);
    // A column is called as its table writes it.
    return constant(
        expr instanceof Expr.ColumnRef && bound instanceof BoundExpr.ColumnRef column
            ? column.name()
            : ExprNames.of(expr));
  }

  /** Whether the call asks for the name of its argument. */
  static boolean isAliasCall(Expr.FunctionCall call) {
    return call.name().isSimple()
        && call.name().name().equalsIgnoreCase("alias")
        && call.arguments().size() == 1;
  }

  private static List<Expr> elements(Expr list) {
    return switch (list) {
      case Expr.ArrayConstructor array -> array.elements();
      case Expr.FunctionCall call when call.name().name().equals("list_value") ->
          call.arguments().stream().map(Expr.Argument::value).toList();
      default -> List.of();
    };
  }

  /** {@code switch(x, MAP {a: b, ...}, otherwise)} is CASE x WHEN a THEN b ... ELSE otherwise. */
  private @Nullable BoundExpr switchOf(Expr.FunctionCall call) {
    List<Expr.Argument> arguments = call.arguments();
    if (!(arguments.get(1).value() instanceof Expr.FunctionCall map)
        || !map.name().name().equalsIgnoreCase("map")
        || map.arguments().size() != 2) {
      throw EiderException.binder("SWITCH expected a constant map for the cases");
    }
    List<Expr> keys = elements(map.arguments().get(0).value());
    List<Expr> values = elements(map.arguments().get(1).value());
    if (keys.isEmpty()) {
      throw EiderException.binder("No values provided for SWITCH expression");
    }
    if (keys.size() != values.size()) {
      return null;
    }
    Expr operand = arguments.getFirst().value();
    List<Expr.When> whens = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      Expr key = keys.get(i);
      if (key instanceof Expr.NullLiteral) {
        throw EiderException.invalidInput("Map keys can not be NULL.");
      }
      if (!(key instanceof Expr.NumberLiteral)
          && !(key instanceof Expr.StringLiteral)
          && !(key instanceof Expr.BooleanLiteral)) {
        if (AstRewriter.contains(key, e -> e instanceof Expr.ColumnRef)) {
          throw EiderException.binder("SWITCH expected a constant map for the cases");
        }
        throw EiderException.notImplemented(
            "Only constant expressions are supported for keys inside SWITCH");
      }
      whens.add(
          new Expr.When(
              new Expr.Binary("=", operand, key, key.span(), call.span()), values.get(i)));
    }
    Expr otherwise =
        arguments.size() == 3 ? arguments.get(2).value() : new Expr.NullLiteral(call.span());
    return binder.bind(new Expr.Case(whens, otherwise, call.span()));
  }

  private List<BoundExpr> bindValues(List<Expr.Argument> arguments) {
    List<BoundExpr> bound = new ArrayList<>(arguments.size());
    for (Expr.Argument argument : arguments) {
      bound.add(binder.bind(argument.value()));
    }
    return bound;
  }

  private BoundExpr nullIf(List<BoundExpr> arguments, int at) {
    BoundExpr equal =
        context.coercion.compare(
            dev.eider.base.table.ScanFilter.CompareOp.EQ, arguments.get(0), arguments.get(1), at);
    BoundExpr value = arguments.get(0);
    return new BoundExpr.Case(
        List.of(new BoundExpr.When(equal, new BoundExpr.Constant(Value.nullOf(value.type())))),
        value,
        value.type());
  }

  private @Nullable BoundExpr variable(Expr name) {
    BoundExpr bound = binder.bind(name);
    if (bound instanceof BoundExpr.Parameter parameter) {
      context.coercion.cast(parameter, LogicalType.VARCHAR);
      return new BoundExpr.Constant(Value.NULL);
    }
    if (!(bound instanceof BoundExpr.Constant constant) || constant.value().isNull()) {
      return null;
    }
    Value value = context.env.variable(constant.value().asString());
    return new BoundExpr.Constant(value == null ? Value.NULL : value);
  }

  private @Nullable BoundExpr setting(Expr name) {
    if (!(binder.bind(name) instanceof BoundExpr.Constant constant) || constant.value().isNull()) {
      return null;
    }
    String key = constant.value().asString();
    Value value = context.env.setting(key);
    if (value == null) {
      throw new EiderException(
          ErrorType.CATALOG,
          "unrecognized configuration parameter \"" + key + "\"",
          name.span().start(),
          null);
    }
    return new BoundExpr.Constant(value);
  }

  /** The value of a word that stands for a call without parentheses, or null. */
  @Nullable BoundExpr keyword(String word, int at) {
    String name = word.toLowerCase(Locale.ROOT);
    return switch (name) {
      case "current_catalog" -> constant(context.env.databases().currentDatabase());
      case "current_schema" -> constant(context.env.databases().currentSchema());
      case "current_user", "user", "session_user", "current_role" -> constant("duckdb");
      case "current_date" -> call("current_date", List.of(), at);
      case "current_time", "localtime" ->
          call(firstKnown("current_time", "get_current_time"), List.of(), at);
      case "current_timestamp" -> call(firstKnown("get_current_timestamp", "now"), List.of(), at);
      case "localtimestamp" ->
          context.coercion.cast(
              call(firstKnown("get_current_timestamp", "now"), List.of(), at),
              LogicalType.TIMESTAMP);
      default -> null;
    };
  }

  private String firstKnown(String name, String other) {
    return registry.scalars(name).isEmpty() ? other : name;
  }

  private BoundExpr scalar(String name, Expr.FunctionCall call, int at) {
    List<BoundExpr> bound = new ArrayList<>();
    List<String> names = new ArrayList<>();
    int index = 0;
    for (Expr.Argument argument : call.arguments()) {
      Expr value = argument.value();
      if (value instanceof Expr.Lambda lambda) {
        bound.add(lambda(name, lambda, index, bound, call));
      } else if (value instanceof Expr.Binary arrow
          && arrow.operator().equals("->")
          && takesLambda(name)) {
        Expr.Lambda lambda = arrowAllowed() ? asLambda(arrow) : null;
        if (lambda == null) {
          throw arrowLambda(arrow.operatorAt().start());
        }
        bound.add(lambda(name, lambda, index, bound, call));
      } else {
        bound.add(binder.bind(value));
      }
      String given = argument.name();
      names.add(given != null ? given : impliedName(name, value));
      index++;
    }
    return resolve(name, bound, names, at);
  }

  private boolean arrowAllowed() {
    return "enable_single_arrow"
        .equalsIgnoreCase(String.valueOf(context.env.settingText("lambda_syntax")));
  }

  /** {@code x -> body} and {@code (x, y) -> body} as a lambda; null when the left is no names. */
  private static Expr.@Nullable Lambda asLambda(Expr.Binary arrow) {
    List<Expr> written =
        arrow.left() instanceof Expr.FunctionCall row
                && row.name().isSimple()
                && row.name().name().equalsIgnoreCase("row")
            ? row.arguments().stream().map(Expr.Argument::value).toList()
            : List.of(arrow.left());
    List<String> names = new ArrayList<>();
    for (Expr one : written) {
      if (!(one instanceof Expr.ColumnRef name) || name.names().size() != 1) {
        return null;
      }
      names.add(name.name());
    }
    return new Expr.Lambda(names, arrow.right(), arrow.span());
  }

  private static String impliedName(String function, Expr value) {
    return function.equals("struct_pack") && value instanceof Expr.ColumnRef ref ? ref.name() : "";
  }

  private boolean takesLambda(String name) {
    for (ScalarFunction overload : registry.scalars(name)) {
      for (LogicalType parameter : overload.parameters()) {
        if (parameter.id() == TypeId.LAMBDA) {
          return true;
        }
      }
    }
    return false;
  }

  static EiderException arrowLambda(int at) {
    return EiderException.binder(
        "Deprecated lambda arrow (->) detected. Please transition to the new lambda syntax, i.e..,"
            + " lambda x, i: x + i, before DuckDB's next release. \n"
            + "Use SET lambda_syntax='ENABLE_SINGLE_ARROW' to revert to the deprecated behavior. \n"
            + "For more information, see"
            + " https://duckdb.org/docs/current/sql/functions/lambda.html.",
        at);
  }

  private BoundExpr lambda(
      String function,
      Expr.Lambda lambda,
      int index,
      List<BoundExpr> before,
      Expr.FunctionCall call) {
    if (!takesLambda(function)) {
      throw EiderException.binder(
          "This scalar function does not support lambdas!", lambda.span().start());
    }
    if (index == 0) {
      throw EiderException.binder(
          "Invalid LIST argument during lambda function binding!", lambda.span().start());
    }
    LogicalType child = childType(before.getFirst(), lambda.span().start());
    List<LogicalType> types = new ArrayList<>();
    if (function.endsWith("reduce")) {
      LogicalType accumulator = child;
      if (call.arguments().size() > index + 1) {
        BoundExpr initial = binder.bind(call.arguments().get(index + 1).value());
        accumulator =
            context.coercion.unify(
                List.of(new ColumnRef(-1, "", child), initial),
                "list_reduce",
                lambda.span().start());
      }
      types.add(accumulator);
      types.add(accumulator.equals(child) ? child : accumulator);
    } else {
      types.add(child);
    }
    types.add(LogicalType.BIGINT);
    if (lambda.parameters().size() > types.size()) {
      throw EiderException.binder(
          "Incorrect number of parameters in lambda function! "
              + function
              + " expects "
              + (types.size() - 1)
              + " or "
              + types.size()
              + " parameters.",
          lambda.span().start());
    }
    List<ColumnRef> parameters = new ArrayList<>();
    for (int i = 0; i < lambda.parameters().size(); i++) {
      parameters.add(context.column(lambda.parameters().get(i), types.get(i)));
    }
    BoundExpr body = binder.withLambda(parameters, () -> binder.bind(lambda.body()));
    return LambdaCaptures.close(context, parameters, body);
  }

  private static LogicalType childType(BoundExpr list, int at) {
    return switch (list.type()) {
      case LogicalType.ListOf l -> l.child();
      case LogicalType.ArrayOf a -> a.child();
      case LogicalType.MapOf m -> m.entry();
      default -> {
        if (list.type().id() == TypeId.SQLNULL) {
          yield LogicalType.SQLNULL;
        }
        throw EiderException.binder("Invalid LIST argument during lambda function binding!", at);
      }
    };
  }

  /** A call of a scalar function by name with bound arguments. */
  BoundExpr call(String name, List<BoundExpr> arguments, int at) {
    List<String> names = new ArrayList<>();
    arguments.forEach(argument -> names.add(""));
    return resolve(name, arguments, names, at);
  }

  /** An operator; user macros may not replace it. */
  BoundExpr operator(String operator, List<BoundExpr> operands, int at) {
    String name = operator.toLowerCase(Locale.ROOT);
    if (name.equals("/")
        && context.env.setting("integer_division") instanceof Value whole
        && whole.object() instanceof Boolean isWhole
        && isWhole) {
      name = "//";
    }
    if (registry.scalars(name).isEmpty()) {
      String known =
          switch (name) {
            case "->" -> "json_extract";
            case "->>" -> "json_extract_string";
            case "^", "**" -> "pow";
            case "^@" -> "starts_with";
            case "@>" -> "list_has_all";
            case "&&" -> "list_has_any";
            case "//" -> "divide";
            case "%" -> "mod";
            default -> name;
          };
      if (name.equals("<@")) {
        return call("list_has_all", List.of(operands.get(1), operands.get(0)), at);
      }
      return call(known, operands, at);
    }
    return call(name, operands, at);
  }

  /** A struct of named values. */
  BoundExpr structPack(List<String> names, List<BoundExpr> values, int at) {
    return resolve("struct_pack", values, names, at);
  }

  private BoundExpr resolve(String name, List<BoundExpr> arguments, List<String> names, int at) {
    List<ScalarFunction> overloads = registry.scalars(name);
    if (overloads.isEmpty()) {
      throw unknown(name, at);
    }
    List<Argument> seen = new ArrayList<>(arguments.size());
    for (int i = 0; i < arguments.size(); i++) {
      seen.add(argument(arguments.get(i), names.get(i)));
    }
    try {
      ScalarFunction chosen = TypeRules.choose(name, overloads, seen);
      BoundScalar function = chosen.bind(FunctionResolver.plainAll(seen), scope());
      List<BoundExpr> cast = new ArrayList<>(arguments.size());
      for (int i = 0; i < arguments.size(); i++) {
        cast.add(castArgument(arguments.get(i), function.parameters().get(i)));
      }
      BoundExpr result =
          new BoundExpr.Call(function, Collations.arguments(name, arguments, cast, this));
      Collations.result(result, arguments, context);
      return result;
    } catch (EiderException e) {
      throw e.at(at);
    }
  }

  private ScalarFunction.BindScope scope() {
    return new ScalarFunction.BindScope() {
      @Override
      public @Nullable Value setting(String name) {
        return context.env.setting(name);
      }

      @Override
      public LogicalType type(String text) {
        if (text.equalsIgnoreCase("null")) {
          return LogicalType.SQLNULL;
        }
        Expr written;
        try {
          written = Definitions.expression("NULL::" + text);
        } catch (EiderException e) {
          throw new EiderException(ErrorType.INVALID_INPUT, noType(text), e);
        }
        if (written instanceof Expr.Cast cast) {
          return new TypeBinder(context).bind(cast.type());
        }
        throw EiderException.invalidInput(noType(text));
      }

      private static String noType(String text) {
        return "Value \"" + text + "\" can not be converted to a DuckDB Type.";
      }
    };
  }

  private BoundExpr castArgument(BoundExpr argument, LogicalType type) {
    if (type.id() == TypeId.LAMBDA || type.id() == TypeId.ANY) {
      return argument;
    }
    return context.coercion.cast(argument, type);
  }

  /** An argument as the choice of an overload sees it. */
  Argument argument(BoundExpr expr, String name) {
    if (expr instanceof BoundExpr.Lambda lambda) {
      return new Argument(LogicalType.LAMBDA, null, name, lambda.body().type());
    }
    Value constant = expr instanceof BoundExpr.Constant c ? c.value() : null;
    if (constant == null) {
      constant = TypeRules.foldToConstant(expr, context.env);
    }
    return new Argument(context.argumentType(expr), constant, name, null);
  }

  /** {@code GROUPING(a, b)}. */
  BoundExpr grouping(Expr.Grouping grouping) {
    int at = grouping.span().start();
    if (grouping.columns().size() > GROUPING_MAX) {
      throw EiderException.binder(
          "GROUPING statement cannot have more than " + GROUPING_MAX + " groups", at);
    }
    if (binder.clause() == Clause.WHERE) {
      throw EiderException.binder("GROUPING function is not supported here", at);
    }
    if (!binder.clause().allowsAggregates()) {
      throw EiderException.binder("GROUPING statement cannot be used without groups", at);
    }
    List<BoundExpr> columns = binder.bindAll(grouping.columns());
    for (Collected.GroupingCall known : binder.collected.groupings) {
      if (known.columns().equals(columns)) {
        return known.column();
      }
    }
    ColumnRef column = context.column("grouping", LogicalType.BIGINT);
    binder.collected.groupings.add(new Collected.GroupingCall(column, columns, at));
    return column;
  }

  private BoundExpr unnest(Expr.FunctionCall call) {
    int at = call.span().start();
    Clause clause = binder.clause();
    if (clause != Clause.SELECT) {
      throw EiderException.binder(
          clause == Clause.AGGREGATE || clause == Clause.WINDOW
              ? "UNNEST not supported here"
              : "UNNEST not supported here",
          at);
    }
    if (call.arguments().isEmpty()) {
      throw EiderException.binder("UNNEST() requires a single argument", at);
    }
    BoundExpr list = binder.bind(call.arguments().getFirst().value());
    int depth = UnnestDepth.of(binder, call);
    BoundExpr result = list;
    for (int i = 0; i < depth; i++) {
      LogicalType type = result.type();
      LogicalType child;
      if (type instanceof LogicalType.ListOf l) {
        child = l.child();
      } else if (type instanceof LogicalType.ArrayOf a) {
        result = context.coercion.cast(result, LogicalType.list(a.child()));
        child = a.child();
      } else if (type instanceof LogicalType.MapOf m) {
        child = m.entry();
      } else if (type.id() == TypeId.SQLNULL) {
        result = context.coercion.cast(result, LogicalType.list(LogicalType.SQLNULL));
        child = LogicalType.SQLNULL;
      } else if (type.id() == TypeId.ANY) {
        result = context.coercion.cast(result, LogicalType.list(LogicalType.VARCHAR));
        child = LogicalType.VARCHAR;
      } else if (i > 0) {
        break;
      } else {
        throw EiderException.binder(
            "Unnest() can only be applied to lists, structs and NULL, not " + type, at);
      }
      ColumnRef column = context.column("unnest", child);
      binder.collected.unnests.add(new LogicalOperator.Assignment(column, result));
      result = column;
    }
    return result;
  }
}
