// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.plan.ColumnIds;
import dev.eider.engine.sql.ast.Cte;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What all binders of one statement share. One thread, one statement. */
final class StatementContext {
  private static final int DEFAULT_EXPRESSION_DEPTH = 1000;
  private static final int MAX_QUERY_DEPTH = 200;

  final BindEnvironment env;
  final ColumnIds ids = new ColumnIds();
  final Coercion coercion;

  /** Values of parameters by name; null while a statement is only prepared. */
  private final @Nullable Map<String, Value> parameterValues;

  private final Map<String, LogicalType> parameterTypes = new LinkedHashMap<>();
  private final Set<BoundExpr> literals = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<BoundExpr, List<BoundScalar>> collated = new IdentityHashMap<>();
  private @Nullable List<BoundScalar> defaultCollation;
  private final Map<Integer, Origin> origins = new HashMap<>();
  private final int maxExpressionDepth;
  private int queryDepth;
  private int viewDepth;
  private final List<String> openDefinitions = new ArrayList<>();
  private @Nullable List<Cte> topWith;

  StatementContext(BindEnvironment env, @Nullable Map<String, Value> parameterValues) {
    this.env = env;
    this.parameterValues = parameterValues;
    this.coercion = new Coercion(this);
    Value depth = env.setting("max_expression_depth");
    this.maxExpressionDepth =
        depth == null || depth.isNull() ? DEFAULT_EXPRESSION_DEPTH : (int) depth.asLong();
  }

  /** Types of the parameters met so far, in order of first use; ANY while not known. */
  Map<String, LogicalType> parameterTypes() {
    return parameterTypes;
  }

  /** Whether the values of parameters are not known yet. */
  boolean isPreparing() {
    return parameterValues == null;
  }

  int maxExpressionDepth() {
    return maxExpressionDepth;
  }

  void enterQuery() {
    if (++queryDepth > MAX_QUERY_DEPTH) {
      throw EiderException.binder(
          "Max expression depth limit of " + MAX_QUERY_DEPTH + " nested queries exceeded.");
    }
  }

  void leaveQuery() {
    queryDepth--;
  }

  /** Counts views and macros that are open, to stop those that contain themselves. */
  void enterDefinition(String name) {
    if (++viewDepth > MAX_QUERY_DEPTH) {
      throw EiderException.binder(
          "infinite recursion detected: attempting to recursively bind \"" + name + "\"");
    }
    openDefinitions.add(name.toLowerCase(Locale.ROOT));
  }

  /** The WITH list of the statement itself: the only one whose entries may change data. */
  void setTopWith(List<Cte> ctes) {
    topWith = ctes;
  }

  boolean isTopWith(List<Cte> ctes) {
    return topWith == ctes;
  }

  /** Whether the definition of a view, macro or WITH entry of this name is being bound. */
  boolean isDefining(String name) {
    return openDefinitions.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Whether what is bound is the text of a view or macro, not of the statement. */
  boolean insideDefinition() {
    return viewDepth > 0;
  }

  void leaveDefinition() {
    viewDepth--;
    openDefinitions.removeLast();
  }

  ColumnRef column(String name, LogicalType type) {
    return ids.column(name, type);
  }

  /** A constant that was written as a literal and takes the type its place asks for. */
  BoundExpr literal(Value value) {
    BoundExpr.Constant constant = new BoundExpr.Constant(value);
    literals.add(constant);
    return constant;
  }

  boolean isLiteral(BoundExpr expr) {
    return expr instanceof BoundExpr.Constant && literals.contains(expr);
  }

  boolean isStringLiteral(BoundExpr expr) {
    return isLiteral(expr) && expr.type().equals(LogicalType.VARCHAR);
  }

  boolean isIntegerLiteral(BoundExpr expr) {
    return isLiteral(expr) && expr.type().isIntegral();
  }

  /** The type as overload resolution sees it: literals have types of their own. */
  LogicalType argumentType(BoundExpr expr) {
    if (isStringLiteral(expr)) {
      return LogicalType.STRING_LITERAL;
    }
    return isIntegerLiteral(expr) ? LogicalType.INTEGER_LITERAL : expr.type();
  }

  /** Remembers that an expression is text in collated form, and the steps that made it so. */
  void markCollated(BoundExpr expr, List<BoundScalar> steps) {
    collated.put(expr, steps);
  }

  /** The column of a table that a column of a scan is. */
  record Origin(
      dev.eider.base.catalog.CatalogEntry.TableEntry table,
      dev.eider.base.catalog.CatalogEntry.ColumnDefinition column) {}

  /** Where a column comes from; null when it is none of a table. */
  @Nullable Origin origin(int column) {
    return origins.get(column);
  }

  void origin(int column, Origin origin) {
    origins.put(column, origin);
  }

  /** The steps of {@code default_collation}; null when they were not asked for yet. */
  @Nullable List<BoundScalar> defaultCollation() {
    return defaultCollation;
  }

  void defaultCollation(List<BoundScalar> steps) {
    defaultCollation = steps;
  }

  /** The steps of the collation of an expression, or null when it has none. */
  @Nullable List<BoundScalar> collationOf(BoundExpr expr) {
    return collated.get(expr);
  }

  /** A parameter: its value when there is one, else a place that a cast will give a type. */
  BoundExpr parameter(String name, int position) {
    parameterTypes.putIfAbsent(name, LogicalType.ANY);
    if (parameterValues == null) {
      LogicalType known = parameterTypes.get(name);
      return new BoundExpr.Parameter(name, known == null ? LogicalType.ANY : known);
    }
    Value value = parameterValues.get(name);
    if (value == null && !Character.isDigit(name.charAt(0))) {
      value = env.variable(name);
    }
    if (value == null) {
      throw new EiderException(
          dev.eider.base.error.ErrorType.INVALID_INPUT,
          "Values were not provided for the following prepared statement parameters: " + name,
          position,
          null);
    }
    parameterTypes.put(name, value.type());
    return value.type().equals(LogicalType.VARCHAR) && !value.isNull()
        ? literal(value)
        : new BoundExpr.Constant(value);
  }

  /** Gives a parameter that has no type yet the type its place asks for. */
  BoundExpr resolveParameter(BoundExpr.Parameter parameter, LogicalType type) {
    if (type.id() == dev.eider.base.type.TypeId.ANY) {
      return parameter;
    }
    parameterTypes.put(parameter.key(), type);
    return new BoundExpr.Parameter(parameter.key(), type);
  }
}
