// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.TableAlias;
import dev.eider.engine.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Binds calls in FROM: table macros, UNNEST, the generators that may refer to tables on their left,
 * and table functions over constants.
 */
final class TableFunctionBinder {
  /** How many columns of {@code json_each} are part of {@code *}; the others follow. */
  private static final int JSON_COLUMNS = 8;

  private final StatementContext context;
  private final @Nullable ExpressionBinder outer;
  private final CteScope ctes;

  TableFunctionBinder(StatementContext context, @Nullable ExpressionBinder outer, CteScope ctes) {
    this.context = context;
    this.outer = outer;
    this.ctes = ctes;
  }

  FromBinder.Source bind(TableRef.TableFunction call) {
    String name = call.name().name().toLowerCase(Locale.ROOT);
    int at = call.span().start();
    Databases.Found macro = context.env.databases().find(EntryKind.TABLE_MACRO, call.name());
    FromBinder.Source source;
    if (macro != null) {
      source = macro((CatalogEntry.MacroEntry) macro.entry(), call);
    } else if (name.equals("unnest")) {
      return unnest(call);
    } else if (name.equals("json_each") || name.equals("json_tree")) {
      return jsonRows(name, call);
    } else if (name.equals("query") || name.equals("query_table")) {
      source = query(name, call);
    } else {
      TableFunction function = context.env.tableFunction(name);
      CatalogEntry.MacroEntry builtin = function == null ? BuiltinMacros.find(name) : null;
      if (builtin != null) {
        source = macro(builtin, call);
      } else if (function != null) {
        source = function(function, call);
      } else {
        throw unknown(call, name, at);
      }
    }
    boolean numbered = isGenerator(name) && source.plan() instanceof LogicalOperator.Unnest;
    return call.withOrdinality() && !numbered ? ordinality(source, call) : source;
  }

  private EiderException unknown(TableRef.TableFunction call, String name, int at) {
    if (!context.env.functions().scalars(name).isEmpty()
        || !context.env.functions().aggregates(name).isEmpty()) {
      return new EiderException(
          ErrorType.BINDER,
          "Function \""
              + name
              + "\" is a scalar function but it was used as a table function."
              + " Use SELECT "
              + name
              + "(...) instead",
          at,
          null);
    }
    String[] words = name.split("_");
    if (words.length > 1 && (words[0].equals("read") || words[1].equals("scan"))) {
      String format = words[0].equals("read") ? words[1] : words[0];
      EiderException foreign = ForeignFiles.notThere("." + format, context.env.formats(), at);
      if (foreign != null) {
        return foreign;
      }
    }
    return new EiderException(
        ErrorType.CATALOG,
        "Table Function with name "
            + call.name().name()
            + " does not exist!"
            + SimilarNames.didYouMean(context.env.tableFunctionNames(), name),
        at,
        null);
  }

  private ExpressionBinder argumentBinder() {
    return new ExpressionBinder(context, new Scope(), outer, ctes);
  }

  private FromBinder.Source macro(CatalogEntry.MacroEntry macro, TableRef.TableFunction call) {
    int at = call.span().start();
    CatalogEntry.MacroOverload overload = MacroBinder.choose(macro, call.arguments(), at);
    ExpressionBinder binder = argumentBinder();
    Map<String, Expr> inside = new HashMap<>();
    List<Expr.Argument> outside = new ArrayList<>();
    int next = 0;
    for (Expr.Argument argument : call.arguments()) {
      String given = argument.name();
      String parameter = given == null ? overload.parameters().get(next++) : given;
      if (isOfBody(binder, argument.value())) {
        inside.put(parameter.toLowerCase(Locale.ROOT), argument.value());
        outside.add(new Expr.Argument(given, new Expr.NullLiteral(argument.value().span())));
      } else {
        outside.add(argument);
      }
    }
    Map<String, BoundExpr> arguments = MacroBinder.arguments(binder, overload, macro, outside, at);
    context.enterDefinition(macro.name());
    try {
      Query body =
          MacroArguments.replace(Definitions.query(overload.bodySql(), macro.name()), inside);
      BoundQuery query =
          binder.withMacro(
              arguments,
              () -> {
                try {
                  return new QueryBinder(context, binder, CteScope.EMPTY).bind(body);
                } catch (EiderException e) {
                  throw new EiderException(e.type(), e.detail(), at, e);
                }
              });
      TableAlias alias = call.alias();
      return FromBinder.source(query, alias, alias == null ? macro.name() : alias.name(), at);
    } finally {
      context.leaveDefinition();
    }
  }

  /** Whether an argument names what only the body of the macro knows. */
  private static boolean isOfBody(ExpressionBinder binder, Expr argument) {
    return AstRewriter.contains(
        argument, e -> e instanceof Expr.ColumnRef ref && binder.resolveForInner(ref) == null);
  }

  /** {@code query('SELECT ...')} and {@code query_table('t')}. */
  private FromBinder.Source query(String name, TableRef.TableFunction call) {
    int at = call.span().start();
    List<String> texts = new ArrayList<>();
    for (Expr.Argument argument : call.arguments()) {
      Expr written = argument.value();
      if (written instanceof Expr.Cast cast && cast.operand() instanceof Expr.ColumnRef) {
        // The name of a table that a macro was given: table::VARCHAR.
        written = cast.operand();
      }
      Value value = constant(written, null);
      if (value.object() instanceof List<?>) {
        value.asList().forEach(element -> texts.add(element.asString()));
      } else if (value.object() instanceof String text) {
        texts.add(text);
      }
    }
    if (texts.isEmpty()) {
      throw EiderException.binder("Cannot use NULL as argument to " + name, at);
    }
    String sql = texts.getFirst();
    if (name.equals("query_table")) {
      StringBuilder union = new StringBuilder();
      for (String table : texts) {
        union
            .append(union.isEmpty() ? "" : " UNION ALL BY NAME ")
            .append("FROM \"")
            .append(table.replace("\"", "\"\""))
            .append('"');
      }
      sql = union.toString();
    }
    Query query;
    try {
      query = Definitions.query(sql, name);
    } catch (EiderException e) {
      throw new EiderException(e.type(), e.detail(), at, e);
    }
    TableAlias alias = call.alias();
    BoundQuery bound;
    try {
      bound = new QueryBinder(context, null, ctes).bind(query);
    } catch (EiderException e) {
      throw new EiderException(e.type(), e.detail(), at, e);
    }
    return FromBinder.source(bound, alias, alias == null ? name : alias.name(), at);
  }

  // --- UNNEST and generators over columns

  private FromBinder.Source unnest(TableRef.TableFunction call) {
    int at = call.span().start();
    ExpressionBinder binder = argumentBinder();
    List<BoundExpr> lists = new ArrayList<>();
    int depth = 1;
    for (Expr.Argument argument : call.arguments()) {
      if (argument.name() != null) {
        Expr.FunctionCall options =
            AstRewriter.withArguments(
                Expr.FunctionCall.of("unnest", List.of(), call.span()),
                List.of(call.arguments().getFirst(), argument));
        depth = UnnestDepth.of(binder, options);
        continue;
      }
      lists.add(binder.bind(argument.value(), Clause.TABLE_FUNCTION));
    }
    if (lists.isEmpty()) {
      throw EiderException.binder("UNNEST() requires a single argument", at);
    }
    LogicalOperator plan = new LogicalOperator.SingleRow();
    List<ColumnRef> output = new ArrayList<>();
    ColumnRef ordinality =
        call.withOrdinality() ? context.column("ordinality", LogicalType.BIGINT) : null;
    List<LogicalOperator.Assignment> assignments = new ArrayList<>();
    for (BoundExpr list : lists) {
      BoundExpr typed = asList(list, at);
      LogicalType child = ((LogicalType.ListOf) typed.type()).child();
      ColumnRef column = context.column("unnest", child);
      assignments.add(new LogicalOperator.Assignment(column, typed));
      output.add(column);
    }
    plan = new LogicalOperator.Unnest(plan, assignments, ordinality, false);
    for (int level = 1;
        level < depth && output.size() == 1 && isList(output.getFirst().type());
        level++) {
      BoundExpr typed = asList(output.getFirst(), at);
      ColumnRef column = context.column("unnest", ((LogicalType.ListOf) typed.type()).child());
      plan =
          new LogicalOperator.Unnest(
              plan, List.of(new LogicalOperator.Assignment(column, typed)), null, false);
      output.set(0, column);
    }
    return unnested(call, plan, output, ordinality, binder);
  }

  private FromBinder.Source unnested(
      TableRef.TableFunction call,
      LogicalOperator plan,
      List<ColumnRef> output,
      @Nullable ColumnRef ordinality,
      ExpressionBinder binder) {
    List<LogicalOperator.Assignment> kept = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (ColumnRef column : output) {
      if (column.type() instanceof LogicalType.Struct struct && output.size() == 1) {
        for (int i = 0; i < struct.fields().size(); i++) {
          LogicalType.Field field = struct.fields().get(i);
          if (field.name().isEmpty()) {
            continue;
          }
          BoundExpr value = binder.field(column, field.name(), call.span().start());
          kept.add(
              new LogicalOperator.Assignment(context.column(field.name(), value.type()), value));
          names.add(field.name());
        }
        if (!kept.isEmpty()) {
          continue;
        }
      }
      kept.add(new LogicalOperator.Assignment(column, column));
      names.add("unnest");
    }
    if (ordinality != null) {
      kept.add(new LogicalOperator.Assignment(ordinality, ordinality));
      names.add("ordinality");
    }
    LogicalOperator project = new LogicalOperator.Project(plan, kept);
    TableAlias alias = call.alias();
    String name = alias == null ? "unnest" : alias.name();
    FromBinder.Source source =
        FromBinder.source(new BoundQuery(project, names), alias, name, call.span().start());
    return output.size() == 1 ? namedByAlias(source, alias, "unnest") : source;
  }

  /** {@code json_each} and {@code json_tree}: the rows of a list of structs. */
  private FromBinder.Source jsonRows(String name, TableRef.TableFunction call) {
    int at = call.span().start();
    ExpressionBinder binder = argumentBinder();
    List<BoundExpr> arguments = new ArrayList<>();
    for (Expr.Argument argument : call.arguments()) {
      arguments.add(binder.bind(argument.value(), Clause.TABLE_FUNCTION));
    }
    BoundExpr rows = binder.functions().call(name, arguments, at);
    LogicalType.Struct row = (LogicalType.Struct) ((LogicalType.ListOf) rows.type()).child();
    ColumnRef column = context.column(name, row);
    ColumnRef ordinality =
        call.withOrdinality() ? context.column("ordinality", LogicalType.BIGINT) : null;
    LogicalOperator plan =
        new LogicalOperator.Unnest(
            new LogicalOperator.SingleRow(),
            List.of(new LogicalOperator.Assignment(column, rows)),
            ordinality,
            false);
    List<LogicalOperator.Assignment> kept = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (LogicalType.Field field : row.fields()) {
      BoundExpr value = binder.field(column, field.name(), at);
      kept.add(new LogicalOperator.Assignment(context.column(field.name(), value.type()), value));
      names.add(field.name());
    }
    if (ordinality != null) {
      kept.add(JSON_COLUMNS, new LogicalOperator.Assignment(ordinality, ordinality));
      names.add(JSON_COLUMNS, "ordinality");
    }
    int visible = JSON_COLUMNS + (ordinality == null ? 0 : 1);
    TableAlias alias = call.alias();
    List<String> renamed = alias == null ? List.of() : alias.columns();
    if (renamed.size() > visible) {
      throw EiderException.binder(
          "table \""
              + name
              + "\" has "
              + visible
              + " columns available but "
              + renamed.size()
              + " columns specified",
          at);
    }
    for (int i = 0; i < renamed.size(); i++) {
      names.set(i, renamed.get(i));
    }
    List<TableBinding.BoundColumn> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      columns.add(new TableBinding.BoundColumn(names.get(i), kept.get(i).column(), i >= visible));
    }
    Scope scope = new Scope();
    scope.add(new TableBinding(alias == null ? name : alias.name(), List.of(), columns));
    return new FromBinder.Source(new LogicalOperator.Project(plan, kept), scope);
  }

  private static boolean isList(LogicalType type) {
    return type instanceof LogicalType.ListOf || type instanceof LogicalType.ArrayOf;
  }

  private BoundExpr asList(BoundExpr list, int at) {
    return switch (list.type()) {
      case LogicalType.ListOf l -> list;
      case LogicalType.ArrayOf array ->
          context.coercion.cast(list, LogicalType.list(array.child()));
      case LogicalType.MapOf map -> context.coercion.cast(list, LogicalType.list(map.entry()));
      default -> {
        if (list.type().id() == TypeId.SQLNULL) {
          yield context.coercion.cast(list, LogicalType.list(LogicalType.SQLNULL));
        }
        throw EiderException.binder(
            "Unnest() can only be applied to lists, structs and NULL, not " + list.type(), at);
      }
    };
  }

  private FromBinder.Source ordinality(FromBinder.Source source, TableRef.TableFunction call) {
    // Row numbers in scan order: a window over nothing.
    ColumnRef column = context.column("ordinality", LogicalType.BIGINT);
    dev.eider.engine.expr.WindowCall number =
        new dev.eider.engine.expr.WindowCall(
            dev.eider.engine.expr.WindowCall.Kind.ROW_NUMBER,
            null,
            List.of(),
            false,
            List.of(),
            List.of(),
            dev.eider.engine.expr.WindowCall.Frame.DEFAULT,
            null,
            false,
            List.of(),
            LogicalType.BIGINT);
    LogicalOperator plan =
        new LogicalOperator.Window(
            source.plan(), List.of(new LogicalOperator.WindowAssignment(column, number)));
    TableBinding table = source.scope().tables().getFirst();
    List<TableBinding.BoundColumn> columns = new ArrayList<>(table.columns());
    TableAlias alias = call.alias();
    String name = "ordinality";
    if (alias != null && alias.columns().size() > table.columns().size()) {
      name = alias.columns().getLast();
    }
    columns.add(new TableBinding.BoundColumn(name, column, false));
    Scope scope = new Scope();
    scope.add(new TableBinding(table.alias(), table.path(), columns));
    return new FromBinder.Source(plan, scope);
  }

  // --- table functions

  private FromBinder.Source function(TableFunction function, TableRef.TableFunction call) {
    int at = call.span().start();
    String name = function.name();
    List<Expr> positional = new ArrayList<>();
    Map<String, Expr> named = new LinkedHashMap<>();
    for (Expr.Argument argument : call.arguments()) {
      String given = argument.name();
      Expr value = argument.value();
      if (given == null
          && value instanceof Expr.Binary binary
          && binary.operator().equals("=")
          && binary.left() instanceof Expr.ColumnRef ref
          && ref.names().size() == 1) {
        given = ref.name();
        value = binary.right();
      }
      if (given == null) {
        if (!named.isEmpty()) {
          throw EiderException.binder("Unnamed parameters cannot come after named parameters", at);
        }
        positional.add(value);
      } else {
        named.put(given.toLowerCase(Locale.ROOT), value);
      }
    }
    List<BoundExpr> bound = bindPositional(name, positional);
    if (isGenerator(name) && readsColumns(bound)) {
      return generator(name, bound, call);
    }
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < bound.size(); i++) {
      values.add(value(bound.get(i), positional.get(i).span().start()));
    }
    List<Value> arguments = cast(function, values, at);
    Map<String, Value> options = new LinkedHashMap<>();
    for (Map.Entry<String, Expr> entry : named.entrySet()) {
      LogicalType type = function.namedParameters().get(entry.getKey());
      if (type == null) {
        throw unknownOption(function, entry.getKey(), entry.getValue().span().start());
      }
      options.put(entry.getKey(), constant(entry.getValue(), type));
    }
    Table table;
    try {
      table = function.bind(arguments, options, context.env.tableContext());
    } catch (EiderException e) {
      throw e.at(at);
    }
    TableAlias alias = call.alias();
    if (options.containsKey("schema")) {
      requireDistinct(table, alias == null ? name : alias.name(), at);
    }
    FromBinder.Source source =
        new FromBinder(context, outer, ctes)
            .scan(
                table,
                alias == null ? name : alias.name(),
                List.of(),
                alias == null ? List.of() : visibleAliases(alias, table, call.withOrdinality()),
                at);
    return isGenerator(name) ? namedByAlias(source, alias, name) : source;
  }

  /** Names that files have may repeat, those that a user gives may not. */
  private static void requireDistinct(Table table, String alias, int at) {
    Set<String> seen = new HashSet<>();
    for (TableColumn column : table.columns()) {
      if (!column.hidden() && !seen.add(column.name().toLowerCase(Locale.ROOT))) {
        throw EiderException.binder(
            "table \"" + alias + "\" has duplicate column name \"" + column.name() + "\"", at);
      }
    }
  }

  /**
   * {@code FROM range(3) i} has a column {@code i}, as a set-returning function has in Postgres;
   * the name that the function gives its column is understood, too.
   */
  private static FromBinder.Source namedByAlias(
      FromBinder.Source source, @Nullable TableAlias alias, String function) {
    if (alias == null || !alias.columns().isEmpty()) {
      return source;
    }
    TableBinding table = source.scope().tables().getFirst();
    List<TableBinding.BoundColumn> columns = new ArrayList<>(table.columns());
    TableBinding.BoundColumn first = columns.getFirst();
    if (!first.name().equalsIgnoreCase(function) || alias.name().equalsIgnoreCase(function)) {
      return source;
    }
    for (TableBinding.BoundColumn column : columns) {
      if (column.name().equalsIgnoreCase(alias.name())) {
        return source;
      }
    }
    columns.set(0, new TableBinding.BoundColumn(alias.name(), first.expr(), false));
    columns.add(new TableBinding.BoundColumn(function, first.expr(), true));
    Scope scope = new Scope();
    scope.add(new TableBinding(table.alias(), table.path(), columns));
    return new FromBinder.Source(source.plan(), scope);
  }

  private static List<String> visibleAliases(
      TableAlias alias, Table table, boolean withOrdinality) {
    long visible = table.columns().stream().filter(column -> !column.hidden()).count();
    return withOrdinality && alias.columns().size() == visible + 1
        ? alias.columns().subList(0, (int) visible)
        : alias.columns();
  }

  private List<BoundExpr> bindPositional(String function, List<Expr> positional) {
    ExpressionBinder binder = argumentBinder();
    List<BoundExpr> bound = new ArrayList<>();
    Clause clause = isGenerator(function) ? Clause.TABLE_FUNCTION : Clause.TABLE_ARGUMENT;
    for (Expr expr : positional) {
      bound.add(binder.bind(expr, clause));
    }
    return bound;
  }

  private static boolean isGenerator(String name) {
    return name.equals("range") || name.equals("generate_series");
  }

  private static boolean readsColumns(List<BoundExpr> exprs) {
    for (BoundExpr expr : exprs) {
      if (!Plans.columns(expr).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** {@code range(t.a)}: the list of the scalar function, opened. */
  private FromBinder.Source generator(
      String name, List<BoundExpr> arguments, TableRef.TableFunction call) {
    int at = call.span().start();
    BoundExpr list = argumentBinder().functions().call(name, arguments, at);
    LogicalType child = ((LogicalType.ListOf) list.type()).child();
    ColumnRef column = context.column(name, child);
    ColumnRef ordinality =
        call.withOrdinality() ? context.column("ordinality", LogicalType.BIGINT) : null;
    LogicalOperator plan =
        new LogicalOperator.Unnest(
            new LogicalOperator.SingleRow(),
            List.of(new LogicalOperator.Assignment(column, list)),
            ordinality,
            false);
    TableAlias alias = call.alias();
    return namedByAlias(
        FromBinder.source(
            new BoundQuery(plan, ordinality == null ? List.of(name) : List.of(name, "ordinality")),
            alias,
            alias == null ? name : alias.name(),
            at),
        alias,
        name);
  }

  private EiderException unknownOption(TableFunction function, String option, int at) {
    List<String> candidates = new ArrayList<>();
    function.namedParameters().forEach((name, type) -> candidates.add(name + " " + type));
    return EiderException.binder(
        "Invalid named parameter \""
            + option
            + "\" for function "
            + function.name()
            + (candidates.isEmpty()
                ? "\nFunction does not accept any named parameters."
                : "\nCandidates:\n    " + String.join("\n    ", candidates)),
        at);
  }

  /** A constant of FROM: folded, or asked of a subquery now. */
  private Value constant(Expr expr, @Nullable LogicalType type) {
    if (expr instanceof Expr.ColumnRef ref
        && ref.names().size() == 1
        && (type == null || type.id() == TypeId.VARCHAR || type.id() == TypeId.ANY)
        && argumentBinder().resolveForInner(ref) == null) {
      return Value.of(ref.name());
    }
    BoundExpr bound = argumentBinder().bind(expr, Clause.TABLE_ARGUMENT);
    int at = expr.span().start();
    if (type != null && type.id() != TypeId.ANY && !bound.type().equals(type)) {
      try {
        return value(context.coercion.cast(bound, type), at);
      } catch (EiderException e) {
        if (e.type() != ErrorType.CONVERSION) {
          throw e;
        }
        throw new EiderException(
            ErrorType.INVALID_INPUT, "Failed to cast value: " + e.detail(), at, e);
      }
    }
    return value(bound, at);
  }

  private Value value(BoundExpr bound, int at) {
    if (bound instanceof BoundExpr.Constant constant) {
      return constant.value();
    }
    if (!Plans.columns(bound).isEmpty()) {
      throw EiderException.binder("Table function cannot contain subqueries or columns", at);
    }
    if (Expressions.hasSubquery(bound)) {
      if (readsOuterCte(bound)) {
        throw EiderException.binder(
            "Table function cannot contain subqueries that read a WITH query of the statement", at);
      }
      ColumnRef column = context.column("argument", bound.type());
      List<List<Value>> rows =
          context.env.runNow(
              new LogicalOperator.Project(
                  new LogicalOperator.SingleRow(),
                  List.of(new LogicalOperator.Assignment(column, bound))));
      return rows.getFirst().getFirst();
    }
    if (Expressions.contains(bound, part -> part instanceof BoundExpr.Parameter)) {
      throw new EiderException(
          ErrorType.PARAMETER_NOT_RESOLVED, "Parameter types could not be resolved", at, null);
    }
    try {
      return TypeRules.evaluate(bound, context.env);
    } catch (EiderException e) {
      throw e.at(at);
    }
  }

  /** Whether a subquery reads a query that is computed once for the whole statement. */
  private static boolean readsOuterCte(BoundExpr expr) {
    Set<Integer> reads = new HashSet<>();
    Set<Integer> made = new HashSet<>();
    addCtes(expr, reads, made);
    reads.removeAll(made);
    return !reads.isEmpty();
  }

  private static void addCtes(BoundExpr expr, Set<Integer> reads, Set<Integer> made) {
    Expressions.walk(
        expr,
        part -> {
          if (part instanceof BoundExpr.Subquery subquery
              && subquery.plan() instanceof LogicalOperator plan) {
            Plans.walk(
                plan,
                op -> {
                  switch (op) {
                    case LogicalOperator.CteRead read -> reads.add(read.cteId());
                    case LogicalOperator.MaterializedCte cte -> made.add(cte.cteId());
                    case LogicalOperator.RecursiveCte cte -> {
                      made.add(cte.cteId());
                      made.add(cte.recurringId());
                    }
                    default -> {}
                  }
                  Plans.forEachExpression(op, inner -> addCtes(inner, reads, made));
                });
          }
        });
  }

  private List<Value> cast(TableFunction function, List<Value> values, int at) {
    for (List<LogicalType> signature : function.signatures()) {
      if (signature.size() != values.size()) {
        continue;
      }
      List<Value> cast = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        Value value = values.get(i);
        LogicalType type = signature.get(i);
        if (type.id() == TypeId.ANY || value.type().equals(type)) {
          cast.add(value);
          continue;
        }
        if (!accepts(value, type)) {
          break;
        }
        Value converted =
            value.isNull() ? Value.nullOf(type) : TypeRules.castConstant(value, type, context.env);
        if (converted == null) {
          break;
        }
        cast.add(converted);
      }
      if (cast.size() == values.size()) {
        return cast;
      }
    }
    throw noMatch(function, values, at);
  }

  private static boolean accepts(Value value, LogicalType type) {
    return TypeRules.isImplicit(value.type(), type)
        || (value.type().id() == TypeId.VARCHAR && type.id() != TypeId.BOOLEAN);
  }

  private static EiderException noMatch(TableFunction function, List<Value> values, int at) {
    List<String> types = new ArrayList<>();
    values.forEach(value ->
        types.add(
            value.type().id() == TypeId.VARCHAR
                ? "STRING_LITERAL"
                : value.type().id() == TypeId.INTEGER
                    ? "INTEGER_LITERAL"
                    : value.type().toString()));
    StringBuilder candidates = new StringBuilder();
    for (List<LogicalType> signature : function.signatures()) {
      List<String> parameters = new ArrayList<>();
      signature.forEach(type -> parameters.add(type.toString()));
      function.namedParameters().forEach((name, type) -> parameters.add(name + " : " + type));
      candidates
          .append("\n\t")
          .append(function.name())
          .append('(')
          .append(String.join(", ", parameters))
          .append(')');
    }
    return EiderException.binder(
        "No function matches the given name and argument types '"
            + function.name()
            + "("
            + String.join(", ", types)
            + ")'. You might need to add explicit type casts.\n\tCandidate functions:"
            + candidates
            + "\n",
        at);
  }
}
