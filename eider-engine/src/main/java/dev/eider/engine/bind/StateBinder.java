// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.function.aggregate.ExportedAggregate;
import dev.eider.engine.sql.SqlParser;
import dev.eider.engine.sql.ast.Expr;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Binds {@code to_aggregate_state(value, name, signature, constants, order)}: the value, in the
 * layout of the function's states, becomes such a state.
 */
final class StateBinder {
  private static final String NAME = "to_aggregate_state: ";

  private final ExpressionBinder binder;
  private final StatementContext context;

  StateBinder(ExpressionBinder binder) {
    this.binder = binder;
    this.context = binder.context;
  }

  BoundExpr bind(List<Expr.Argument> arguments) {
    BoundExpr value = binder.bind(arguments.get(0).value());
    String function = constant(arguments.get(1).value()).asString();
    List<LogicalType> types = new ArrayList<>();
    for (Value type : constant(arguments.get(2).value()).asList()) {
      types.add(type(type));
    }
    List<@Nullable Value> constants =
        arguments.size() > 3
            ? constants(constant(arguments.get(3).value()), types)
            : new ArrayList<>(java.util.Collections.nCopies(types.size(), null));
    List<LogicalType.StateParameter> parameters = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      parameters.add(new LogicalType.StateParameter(types.get(i), constants.get(i)));
    }
    if (context.env.functions().aggregates(function).isEmpty()) {
      throw EiderException.catalog("Aggregate Function with name " + function + " does not exist!");
    }
    ExportedAggregate states =
        ExportedAggregate.of(context.env.functions(), function, parameters, context.env::setting);
    if (arguments.size() > 4) {
      if (!(value.type() instanceof LogicalType.ListOf list)
          || !(list.child() instanceof LogicalType.Struct row)) {
        throw EiderException.binder(
            NAME
                + "an ordered aggregate state value must be a LIST of STRUCTs (the buffer of"
                + " values), e.g. [{'v0': ...}, ...]");
      }
      Value order = constant(arguments.get(4).value());
      states = states.sorted(row, order(order, row.fields().size()));
    }
    BoundExpr inLayout = context.coercion.cast(value, states.type().layout());
    return new BoundExpr.Cast(inLayout, states.type(), false);
  }

  private Value constant(Expr expr) {
    Value value = TypeRules.foldToConstant(binder.bind(expr), context.env);
    if (value == null) {
      throw EiderException.binder(
          NAME + "the aggregate name, signature and constant parameters must be constant",
          expr.span().start());
    }
    return value;
  }

  private LogicalType type(Value text) {
    if (text.isNull()) {
      throw EiderException.binder(NAME + "the signature cannot contain NULL values");
    }
    if (text.type().id() == TypeId.VARCHAR
        && SqlParser.parseExpression("CAST(NULL AS " + text.asString() + ")")
            instanceof Expr.Cast cast) {
      return new TypeBinder(context).bind(cast.type());
    }
    throw EiderException.binder(NAME + "the signature must be a list of types");
  }

  private List<@Nullable Value> constants(Value list, List<LogicalType> types) {
    List<@Nullable Value> constants = new ArrayList<>();
    if (list.isNull()) {
      types.forEach(type -> constants.add(null));
      return constants;
    }
    if (list.type().id() != TypeId.LIST) {
      throw EiderException.binder(
          NAME
              + "the constant parameters must be a list with one entry per argument (use NULL for"
              + " arguments that are not bound to a constant), e.g. [NULL, '|']");
    }
    List<Value> values = list.asList();
    if (values.size() != types.size()) {
      throw EiderException.binder(
          NAME
              + "the constant parameters list has "
              + values.size()
              + " entries but the aggregate has "
              + types.size()
              + " arguments - it must have exactly one entry per argument (use NULL for arguments"
              + " that are not bound to a constant)");
    }
    for (int i = 0; i < values.size(); i++) {
      constants.add(
          values.get(i).isNull()
              ? null
              : TypeRules.castConstant(values.get(i), types.get(i), context.env));
    }
    return constants;
  }

  private static List<LogicalType.StateOrder> order(Value list, int columns) {
    if (list.isNull() || list.type().id() != TypeId.LIST) {
      throw EiderException.binder(
          NAME
              + "the ORDER BY argument must be a list of {column, order} structs, e.g. [{'column':"
              + " 1, 'order': 'DESC NULLS LAST'}]");
    }
    List<LogicalType.StateOrder> order = new ArrayList<>();
    for (Value entry : list.asList()) {
      if (entry.isNull()
          || !(entry.type() instanceof LogicalType.Struct fields)
          || fields.indexOf("column") < 0
          || fields.indexOf("order") < 0) {
        throw EiderException.binder(NAME + "each ORDER BY entry must be a {column, order} struct");
      }
      Value column = entry.asList().get(fields.indexOf("column"));
      Value direction = entry.asList().get(fields.indexOf("order"));
      if (column.isNull() || direction.isNull()) {
        throw EiderException.binder(
            NAME + "each ORDER BY entry must have a non-NULL 'column' and 'order'");
      }
      if (column.asLong() < 0 || column.asLong() >= columns) {
        throw EiderException.binder(
            NAME
                + "ORDER BY column "
                + column.asLong()
                + " is out of range (the state has "
                + columns
                + " columns)");
      }
      String text = direction.asString().toUpperCase(Locale.ROOT);
      order.add(
          new LogicalType.StateOrder(
              (int) column.asLong(), text.startsWith("DESC"), text.endsWith("NULLS FIRST")));
    }
    if (order.isEmpty()) {
      throw EiderException.binder(
          NAME + "an ordered aggregate state must have at least one ORDER BY key");
    }
    return order;
  }
}
