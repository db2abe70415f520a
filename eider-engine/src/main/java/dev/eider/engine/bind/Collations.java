// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.function.BoundScalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collations: NOCASE, NOACCENT, NFC, their combinations, and binary (C, POSIX). {@code x COLLATE
 * NOCASE} is the text itself with a mark; comparisons, sorting, grouping and searching of marked
 * values use their collated form. Values without a mark have the collation that {@code
 * default_collation} names.
 */
final class Collations {
  /** Functions that compare or search texts: their arguments are compared in collated form. */
  private static final Set<String> SEARCHING =
      Set.of(
          "~~",
          "!~~",
          "~~*",
          "!~~*",
          "~~~",
          "like_escape",
          "not_like_escape",
          "contains",
          "starts_with",
          "^@",
          "prefix",
          "suffix",
          "ends_with",
          "strpos",
          "instr",
          "position");

  /** Functions that look for a text in a list of texts. */
  private static final Set<String> LIST_SEARCHING =
      Set.of(
          "contains",
          "list_contains",
          "list_has",
          "array_contains",
          "array_has",
          "list_position",
          "list_indexof",
          "array_position",
          "array_indexof");

  private Collations() {}

  /** The text, marked so that comparisons and orders of it use its collated form. */
  static BoundExpr apply(ExpressionBinder binder, BoundExpr text, String collation, int at) {
    List<BoundScalar> steps = steps(binder.functions(), collation, at);
    // A column is shared by all who name it: the mark is this place's alone.
    BoundExpr own =
        text instanceof BoundExpr.ColumnRef column
            ? new BoundExpr.ColumnRef(column.id(), column.name(), column.type())
            : text;
    binder.context.markCollated(own, steps);
    return own;
  }

  /** Marks a value itself: a column of a table that was declared with a collation. */
  static void mark(ExpressionBinder binder, BoundExpr value, String collation) {
    binder.context.markCollated(value, steps(binder.functions(), collation, -1));
  }

  /** The functions that bring a text in the form that is compared; none for binary. */
  private static List<BoundScalar> steps(FunctionBinder functions, String collation, int at) {
    List<BoundScalar> steps = new ArrayList<>();
    for (String part : collation.toLowerCase(Locale.ROOT).split("\\.", -1)) {
      String name =
          switch (part) {
            case "binary", "c", "posix" -> null;
            case "nocase" -> "lower";
            case "noaccent" -> "strip_accents";
            case "nfc" -> "nfc_normalize";
            default -> throw unknown(part, at);
          };
      if (name != null) {
        BoundExpr sample = new BoundExpr.Constant(Value.of(""));
        steps.add(((BoundExpr.Call) functions.call(name, List.of(sample), at)).function());
      }
    }
    return steps;
  }

  /** Says whether there is such a collation by an error when there is none. */
  static void check(String collation, int at) {
    for (String part : collation.toLowerCase(Locale.ROOT).split("\\.", -1)) {
      switch (part) {
        case "binary", "c", "posix", "nfc", "nocase", "noaccent" -> {}
        default -> throw unknown(part, at);
      }
    }
  }

  private static EiderException unknown(String part, int at) {
    return new EiderException(
        dev.eider.base.error.ErrorType.CATALOG,
        "Collation with name " + part + " does not exist!",
        at,
        null);
  }

  /** The steps of a value's own collation, or of the default one; none for binary. */
  private static List<BoundScalar> stepsOf(BoundExpr value, StatementContext context) {
    List<BoundScalar> own = context.collationOf(value);
    return own != null ? own : defaultSteps(context);
  }

  private static List<BoundScalar> defaultSteps(StatementContext context) {
    List<BoundScalar> known = context.defaultCollation();
    if (known == null) {
      String collation = context.env.settingText("default_collation");
      known =
          collation == null || collation.isEmpty()
              ? List.of()
              : steps(
                  new ExpressionBinder(context, new Scope(), null, CteScope.EMPTY).functions(),
                  collation,
                  -1);
      context.defaultCollation(known);
    }
    return known;
  }

  /** The form of a value that decides its place in an order: itself when it has no collation. */
  static BoundExpr sortForm(BoundExpr value, StatementContext context) {
    return value.type().id() == TypeId.VARCHAR ? wrap(value, stepsOf(value, context)) : value;
  }

  /** The same for all columns of a list. */
  static List<BoundExpr> sortForms(List<? extends BoundExpr> values, StatementContext context) {
    List<BoundExpr> forms = new ArrayList<>(values.size());
    values.forEach(value -> forms.add(sortForm(value, context)));
    return forms;
  }

  /** Lets a column that stands for a value keep the value's collation. */
  static void carry(BoundExpr value, BoundExpr column, StatementContext context) {
    List<BoundScalar> steps = context.collationOf(value);
    if (steps != null) {
      context.markCollated(column, steps);
    }
  }

  /**
   * Operands of one comparison: when one of them has a collation, all are compared in that form.
   */
  static List<BoundExpr> unify(
      List<BoundExpr> operands, List<BoundExpr> cast, StatementContext context) {
    List<BoundScalar> steps = common(operands, context);
    if (steps == null) {
      steps = defaultSteps(context);
    }
    if (steps.isEmpty()) {
      return cast;
    }
    List<BoundExpr> collated = new ArrayList<>(cast.size());
    for (BoundExpr one : cast) {
      collated.add(one.type().id() == TypeId.VARCHAR ? wrap(one, steps) : one);
    }
    return collated;
  }

  /** The one collation that the values have, null when they have none. */
  private static @Nullable List<BoundScalar> common(
      List<BoundExpr> values, StatementContext context) {
    List<BoundScalar> common = null;
    for (BoundExpr value : values) {
      List<BoundScalar> steps = context.collationOf(value);
      if (steps == null) {
        continue;
      }
      if (common != null
          && !common.isEmpty()
          && !steps.isEmpty()
          && !names(common).equals(names(steps))) {
        throw EiderException.binder("Cannot combine types with different collation!");
      }
      if (common == null || common.isEmpty()) {
        common = steps;
      }
    }
    return common;
  }

  private static List<String> names(List<BoundScalar> steps) {
    return steps.stream().map(BoundScalar::name).toList();
  }

  /**
   * The arguments of a function as it is to see them: those that search texts see collated forms.
   *
   * @param cast the arguments cast to the types of the parameters
   */
  static List<BoundExpr> arguments(
      String function, List<BoundExpr> given, List<BoundExpr> cast, FunctionBinder functions) {
    StatementContext context = functions.context;
    boolean searchesList =
        LIST_SEARCHING.contains(function)
            && !cast.isEmpty()
            && cast.getFirst().type() instanceof LogicalType.ListOf list
            && list.child().id() == TypeId.VARCHAR;
    if (!searchesList && !SEARCHING.contains(function)) {
      return cast;
    }
    List<BoundScalar> steps = common(given, context);
    if (steps == null) {
      steps = defaultSteps(context);
    }
    if (steps.isEmpty()) {
      return cast;
    }
    List<BoundExpr> collated = new ArrayList<>(cast.size());
    for (BoundExpr one : cast) {
      collated.add(
          one.type().id() == TypeId.VARCHAR
              ? wrap(one, steps)
              : searchesList && one == cast.getFirst() ? elements(one, steps, functions) : one);
    }
    return collated;
  }

  /** The list with each of its texts in collated form. */
  private static BoundExpr elements(
      BoundExpr list, List<BoundScalar> steps, FunctionBinder functions) {
    BoundExpr.ColumnRef element = functions.context.column("element", LogicalType.VARCHAR);
    BoundExpr lambda =
        LambdaCaptures.close(functions.context, List.of(element), wrap(element, steps));
    return functions.call("list_transform", List.of(list, lambda), -1);
  }

  /** What a function makes of texts has the collation of the texts. */
  static void result(BoundExpr result, List<BoundExpr> arguments, StatementContext context) {
    boolean ofText =
        result.type().id() == TypeId.VARCHAR
            || (result.type() instanceof LogicalType.ListOf list
                && list.child().id() == TypeId.VARCHAR);
    if (ofText) {
      List<BoundScalar> steps = common(arguments, context);
      if (steps != null) {
        context.markCollated(result, steps);
      }
    }
  }

  private static BoundExpr wrap(BoundExpr text, List<BoundScalar> steps) {
    BoundExpr result = text;
    for (BoundScalar step : steps) {
      result = new BoundExpr.Call(step, List.of(result));
    }
    return result;
  }
}
