// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.OrderItem;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.TypeName;
import dev.eider.engine.sql.ast.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Calls, and the forms that look like calls but have a grammar of their own. */
final class FunctionParser {
  private final Parsers p;
  private final Cursor c;

  FunctionParser(Parsers parsers) {
    this.p = parsers;
    this.c = parsers.cursor;
  }

  /** What stands in the parentheses of a call. */
  private record Arguments(
      boolean distinct,
      List<Expr.Argument> values,
      List<OrderItem> orderBy,
      Expr.NullTreatment nulls) {
    boolean hasNullTreatment() {
      return nulls != Expr.NullTreatment.UNSPECIFIED;
    }
  }

  /** The call of a name that was just read; the cursor stands on its parenthesis. */
  Expr call(QualifiedName written, int first) {
    Arguments arguments = arguments();
    List<Expr.Argument> values = arguments.values();
    if (values.size() == 1
        && values.getFirst().name() == null
        && values.getFirst().value() instanceof Expr.Star star
        && star.isPlain()
        && !arguments.distinct()
        && arguments.orderBy().isEmpty()) {
      values = List.of();
    }
    boolean within = c.accept(Keyword.WITHIN, Keyword.GROUP);
    List<OrderItem> orderBy = within ? withinGroup(arguments) : arguments.orderBy();
    @Nullable Expr filter = filter();
    boolean export = c.accept(Keyword.EXPORT_STATE);
    @Nullable WindowSpec over = over();
    String name = written.name().toLowerCase(Locale.ROOT);
    if (over != null) {
      if (export) {
        throw c.error("EXPORT_STATE is not supported for window functions!");
      }
      if (name.equals("first") || name.equals("last")) {
        name = name + "_value";
      }
    } else {
      if (written.isSimple()) {
        Expr special = specialByName(name, values, first);
        if (special != null) {
          return special;
        }
        if (name.equals("count") && values.isEmpty()) {
          name = "count_star";
        }
      }
      if (arguments.hasNullTreatment()) {
        throw c.error("RESPECT/IGNORE NULLS is not supported for non-window functions");
      }
      if (within) {
        name = orderedAggregate(name, values.size());
      }
    }
    return new Expr.FunctionCall(
        renamed(written, name),
        values,
        arguments.distinct(),
        orderBy,
        filter,
        arguments.nulls(),
        export,
        over,
        c.span(first));
  }

  private static QualifiedName renamed(QualifiedName name, String last) {
    if (name.name().equals(last)) {
      return name;
    }
    List<String> parts = new ArrayList<>(name.qualifiers());
    parts.add(last);
    return new QualifiedName(parts, name.span());
  }

  /** {@code operand.name(...)}: the operand becomes the first argument. */
  Expr method(Expr operand, String name, SourceSpan nameSpan, int first) {
    Arguments arguments = arguments();
    List<Expr.Argument> values = new ArrayList<>();
    values.add(Expr.Argument.of(operand));
    if (!(arguments.values().size() == 1
        && arguments.values().getFirst().value() instanceof Expr.Star star
        && star.isPlain())) {
      values.addAll(arguments.values());
    }
    if (arguments.hasNullTreatment()) {
      throw c.error("RESPECT/IGNORE NULLS is not supported for non-window functions");
    }
    return new Expr.FunctionCall(
        QualifiedName.of(name.toLowerCase(Locale.ROOT), nameSpan),
        values,
        arguments.distinct(),
        arguments.orderBy(),
        null,
        Expr.NullTreatment.UNSPECIFIED,
        false,
        null,
        c.span(first));
  }

  private Arguments arguments() {
    c.expectSymbol(Symbols.LEFT_PAREN);
    boolean distinct = c.accept(Keyword.DISTINCT);
    if (!distinct) {
      c.accept(Keyword.ALL);
    }
    List<Expr.Argument> values = new ArrayList<>();
    while (!atArgumentsEnd()) {
      values.add(argument());
      if (!c.acceptSymbol(Symbols.COMMA)) {
        break;
      }
    }
    List<OrderItem> orderBy = c.at(Keyword.ORDER, Keyword.BY) ? p.queries.orderBy() : List.of();
    Expr.NullTreatment nulls = Expr.NullTreatment.UNSPECIFIED;
    if (c.accept(Keyword.IGNORE, Keyword.NULLS)) {
      nulls = Expr.NullTreatment.IGNORE;
    } else if (c.accept(Keyword.RESPECT, Keyword.NULLS)) {
      nulls = Expr.NullTreatment.RESPECT;
    }
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return new Arguments(distinct, values, orderBy, nulls);
  }

  private boolean atArgumentsEnd() {
    return c.atSymbol(Symbols.RIGHT_PAREN) || c.at(Keyword.ORDER, Keyword.BY) || atNullTreatment();
  }

  private boolean atNullTreatment() {
    return c.at(Keyword.IGNORE, Keyword.NULLS) || c.at(Keyword.RESPECT, Keyword.NULLS);
  }

  /** {@code value} or {@code name := value}. */
  Expr.Argument argument() {
    if (c.atLabel(0) && (c.atSymbol(1, Symbols.ASSIGN) || c.atSymbol(1, Symbols.FAT_ARROW))) {
      String name = c.parameterName();
      c.advance();
      return new Expr.Argument(name, p.expressions.expression());
    }
    return Expr.Argument.of(p.expressions.expression());
  }

  /** The arguments of a table function, CALL or EXECUTE. */
  List<Expr.Argument> parenthesizedArguments() {
    c.expectSymbol(Symbols.LEFT_PAREN);
    if (c.acceptSymbol(Symbols.RIGHT_PAREN)) {
      return List.of();
    }
    List<Expr.Argument> result = c.list(this::argument);
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return result;
  }

  Expr structPack(List<Expr.Argument> fields, SourceSpan span) {
    return new Expr.FunctionCall(
        QualifiedName.of("struct_pack", span),
        fields,
        false,
        List.of(),
        null,
        Expr.NullTreatment.UNSPECIFIED,
        false,
        null,
        span);
  }

  private List<OrderItem> withinGroup(Arguments arguments) {
    c.expectSymbol(Symbols.LEFT_PAREN);
    List<OrderItem> order = p.queries.orderBy();
    c.expectSymbol(Symbols.RIGHT_PAREN);
    if (arguments.distinct()) {
      throw c.error("DISTINCT is not allowed in combination with WITHIN GROUP");
    }
    if (!arguments.orderBy().isEmpty()) {
      throw c.error("Cannot use multiple ORDER BY statements with WITHIN GROUP");
    }
    if (order.size() != 1) {
      throw c.error("Cannot use multiple ORDER BY clauses with WITHIN GROUP");
    }
    return order;
  }

  private String orderedAggregate(String name, int arguments) {
    return switch (name) {
      case "percentile_cont" -> {
        requireCount(arguments == 1, "Wrong number of arguments for PERCENTILE_CONT");
        yield "quantile_cont";
      }
      case "percentile_disc" -> {
        requireCount(arguments == 1, "Wrong number of arguments for PERCENTILE_DISC");
        yield "quantile_disc";
      }
      case "quantile_cont", "quantile_disc" -> name;
      case "mode" -> {
        requireCount(arguments == 0, "Wrong number of arguments for MODE");
        yield "mode";
      }
      default -> throw c.error("Unknown ordered aggregate \"" + name + "\".");
    };
  }

  private void requireCount(boolean ok, String message) {
    if (!ok) {
      throw c.error(message);
    }
  }

  private @Nullable Expr filter() {
    if (!c.at(Keyword.FILTER) || !c.atSymbol(1, Symbols.LEFT_PAREN)) {
      return null;
    }
    c.advance();
    c.advance();
    c.accept(Keyword.WHERE);
    Expr condition = p.expressions.expression();
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return condition;
  }

  private @Nullable WindowSpec over() {
    if (!c.at(Keyword.OVER) || !(c.atSymbol(1, Symbols.LEFT_PAREN) || c.atName(1))) {
      return null;
    }
    c.advance();
    return p.windows.over();
  }

  /** Functions by name that are forms of the language. */
  private @Nullable Expr specialByName(String name, List<Expr.Argument> arguments, int first) {
    switch (name) {
      case "ifnull":
        requireCount(arguments.size() == 2, "Wrong number of arguments to IFNULL.");
        return new Expr.Coalesce(values(arguments), c.span(first));
      case "construct_array":
        return new Expr.ArrayConstructor(values(arguments), c.span(first));
      case "unpack":
        requireCount(arguments.size() == 1, "Wrong number of arguments to the UNPACK operator");
        return new Expr.Unpack(arguments.getFirst().value(), c.span(first));
      case "try":
        requireCount(arguments.size() == 1, "Wrong number of arguments provided to TRY expression");
        return new Expr.Try(arguments.getFirst().value(), c.span(first));
      case "date":
        requireCount(arguments.size() == 1, "Wrong number of arguments provided to DATE function");
        TypeName date = TypeParser.builtIn("DATE", c.span(first));
        return new Expr.Cast(arguments.getFirst().value(), date, false, c.span(first));
      default:
        return null;
    }
  }

  private static List<Expr> values(List<Expr.Argument> arguments) {
    List<Expr> result = new ArrayList<>(arguments.size());
    for (Expr.Argument argument : arguments) {
      result.add(argument.value());
    }
    return result;
  }

  // --- forms with a grammar of their own

  /** The form that the keyword before a parenthesis starts, or null for a plain name. */
  @Nullable Expr special(Keyword word) {
    int first = c.position();
    switch (word) {
      case TRY_CAST:
        return cast(true);
      case COALESCE:
        c.advance();
        return new Expr.Coalesce(expressions(), c.span(first));
      case NULLIF:
        c.advance();
        List<Expr> pair = expressions();
        if (pair.size() != 2) {
          throw c.error("Wrong number of arguments to NULLIF.");
        }
        return Expr.FunctionCall.of("nullif", pair, c.span(first));
      case ROW:
        return row();
      case EXISTS:
        return exists();
      case COLUMNS:
        return columns();
      case UNPACK:
        c.advance();
        c.expectSymbol(Symbols.LEFT_PAREN);
        Expr unpacked = p.expressions.expression();
        c.expectSymbol(Symbols.RIGHT_PAREN);
        return new Expr.Unpack(unpacked, c.span(first));
      case GROUPING, GROUPING_ID:
        c.advance();
        c.expectSymbol(Symbols.LEFT_PAREN);
        List<Expr> columns =
            c.atSymbol(Symbols.RIGHT_PAREN) ? List.of() : c.list(p.expressions::expression);
        c.expectSymbol(Symbols.RIGHT_PAREN);
        return new Expr.Grouping(columns, c.span(first));
      case EXTRACT:
        return extract();
      case SUBSTRING:
        return substring();
      case TRIM:
        return trim();
      case OVERLAY:
        return overlay();
      case POSITION:
        return position();
      default:
        return null;
    }
  }

  private List<Expr> expressions() {
    return c.parenthesized(p.expressions::expression);
  }

  Expr cast(boolean isTry) {
    int first = c.position();
    c.advance();
    c.expectSymbol(Symbols.LEFT_PAREN);
    Expr operand = p.expressions.expression();
    c.expect(Keyword.AS);
    TypeName type = p.types.type();
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return new Expr.Cast(operand, type, isTry, c.span(first));
  }

  private Expr row() {
    int first = c.position();
    c.expect(Keyword.ROW);
    c.expectSymbol(Symbols.LEFT_PAREN);
    List<Expr> values =
        c.atSymbol(Symbols.RIGHT_PAREN) ? List.of() : c.list(p.expressions::expression);
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return Expr.FunctionCall.of("row", values, c.span(first));
  }

  private Expr exists() {
    int first = c.position();
    c.expect(Keyword.EXISTS);
    c.expectSymbol(Symbols.LEFT_PAREN);
    Query query = p.queries.query();
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return new Expr.Exists(query, c.span(first));
  }

  /** {@code COLUMNS(...)}. */
  Expr columns() {
    int first = c.position();
    c.expect(Keyword.COLUMNS);
    c.expectSymbol(Symbols.LEFT_PAREN);
    Expr selector = p.expressions.expression();
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return new Expr.Columns(selector, c.span(first));
  }

  private Expr extract() {
    int first = c.position();
    c.expect(Keyword.EXTRACT);
    c.expectSymbol(Symbols.LEFT_PAREN);
    SourceSpan partSpan = c.here();
    IntervalUnit unit = IntervalUnit.at(c);
    String part;
    if (unit != null) {
      part = unit.name();
      c.advance();
    } else {
      part = c.nameOrString();
    }
    c.expect(Keyword.FROM);
    Expr operand = p.expressions.expression();
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return Expr.FunctionCall.of(
        "date_part", List.of(new Expr.StringLiteral(part, partSpan), operand), c.span(first));
  }

  private Expr substring() {
    int first = c.position();
    c.expect(Keyword.SUBSTRING);
    c.expectSymbol(Symbols.LEFT_PAREN);
    List<Expr> arguments = new ArrayList<>();
    arguments.add(p.expressions.expression());
    if (c.accept(Keyword.FROM)) {
      arguments.add(p.expressions.expression());
      if (c.accept(Keyword.FOR)) {
        arguments.add(p.expressions.expression());
      }
    } else if (c.at(Keyword.FOR)) {
      SourceSpan span = c.here();
      c.advance();
      arguments.add(new Expr.NumberLiteral("1", span));
      arguments.add(p.expressions.expression());
    } else if (c.acceptSymbol(Symbols.COMMA) && !c.atSymbol(Symbols.RIGHT_PAREN)) {
      arguments.addAll(c.list(p.expressions::expression));
    }
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return Expr.FunctionCall.of("substring", arguments, c.span(first));
  }

  private Expr trim() {
    int first = c.position();
    c.expect(Keyword.TRIM);
    c.expectSymbol(Symbols.LEFT_PAREN);
    String name = "trim";
    if (c.accept(Keyword.LEADING)) {
      name = "ltrim";
    } else if (c.accept(Keyword.TRAILING)) {
      name = "rtrim";
    } else {
      c.accept(Keyword.BOTH);
    }
    List<Expr> arguments = new ArrayList<>();
    if (c.accept(Keyword.FROM)) {
      arguments.addAll(c.list(p.expressions::expression));
    } else {
      Expr value = p.expressions.expression();
      if (c.accept(Keyword.FROM)) {
        arguments.addAll(c.list(p.expressions::expression));
        arguments.add(value);
      } else {
        arguments.add(value);
        if (c.acceptSymbol(Symbols.COMMA) && !c.atSymbol(Symbols.RIGHT_PAREN)) {
          arguments.addAll(c.list(p.expressions::expression));
        }
      }
    }
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return Expr.FunctionCall.of(name, arguments, c.span(first));
  }

  private Expr overlay() {
    int first = c.position();
    c.expect(Keyword.OVERLAY);
    c.expectSymbol(Symbols.LEFT_PAREN);
    List<Expr> arguments = new ArrayList<>();
    arguments.add(p.expressions.expression());
    if (c.accept(Keyword.PLACING)) {
      arguments.add(p.expressions.expression());
      c.expect(Keyword.FROM);
      arguments.add(p.expressions.expression());
      if (c.accept(Keyword.FOR)) {
        arguments.add(p.expressions.expression());
      }
    } else if (c.acceptSymbol(Symbols.COMMA) && !c.atSymbol(Symbols.RIGHT_PAREN)) {
      arguments.addAll(c.list(p.expressions::expression));
    }
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return Expr.FunctionCall.of("overlay", arguments, c.span(first));
  }

  /** {@code POSITION(needle IN text)}; the function takes the text first. */
  private Expr position() {
    int first = c.position();
    c.expect(Keyword.POSITION);
    c.expectSymbol(Symbols.LEFT_PAREN);
    Expr needle = p.expressions.operand(ExpressionParser.OTHER);
    Expr text;
    if (c.acceptSymbol(Symbols.COMMA)) {
      text = needle;
      needle = p.expressions.expression();
    } else {
      c.expect(Keyword.IN);
      text = p.expressions.expression();
    }
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return Expr.FunctionCall.of("position", List.of(text, needle), c.span(first));
  }
}
