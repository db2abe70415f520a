// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.OrderItem;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes expressions. Recursion follows nesting only: a long chain of operators is written in a
 * loop.
 */
final class ExprText {
  private final SqlWriter w;

  ExprText(SqlWriter writer) {
    this.w = writer;
  }

  void write(Expr expression) {
    switch (expression) {
      case Expr.NullLiteral ignored -> w.add("NULL");
      case Expr.BooleanLiteral literal -> w.add(literal.value() ? "true" : "false");
      case Expr.NumberLiteral literal -> w.add(literal.text());
      case Expr.StringLiteral literal -> w.literal(literal.value());
      case Expr.BlobLiteral literal -> w.add("X'").add(literal.hex()).add('\'');
      case Expr.BitLiteral literal -> w.add("B'").add(literal.bits()).add('\'');
      case Expr.ColumnRef column -> w.dotted(column.names());
      case Expr.Star star -> star(star);
      case Expr.Columns columns -> wrapped("COLUMNS(", columns.selector());
      case Expr.Unpack unpack -> unpack(unpack);
      case Expr.PositionalRef position -> w.add("#").add(Long.toString(position.index()));
      case Expr.Parameter parameter -> w.add("$").add(parameter.name());
      case Expr.FunctionCall call -> call(call);
      case Expr.Unary unary -> unary(unary);
      case Expr.Binary binary -> binary(binary);
      case Expr.Conjunction conjunction ->
          w.add('(')
              .list(conjunction.operands(), conjunction.isAnd() ? " AND " : " OR ", this::write)
              .add(')');
      case Expr.Not not -> wrapped("(NOT ", not.operand());
      case Expr.IsNull test -> {
        w.add('(');
        write(test.operand());
        w.add(test.negated() ? " IS NOT NULL)" : " IS NULL)");
      }
      case Expr.IsDistinctFrom test -> {
        w.add('(');
        write(test.left());
        w.add(test.negated() ? " IS NOT DISTINCT FROM " : " IS DISTINCT FROM ");
        write(test.right());
        w.add(')');
      }
      case Expr.Between between -> {
        w.add('(');
        write(between.operand());
        w.add(" BETWEEN ");
        write(between.low());
        w.add(" AND ");
        write(between.high());
        w.add(')');
      }
      case Expr.InList in -> {
        w.add('(');
        write(in.operand());
        w.add(" IN (");
        w.list(in.candidates(), this::write).add("))");
      }
      case Expr.Like like -> like(like);
      case Expr.Case choice -> choice(choice);
      case Expr.Cast cast -> {
        w.add(cast.isTry() ? "TRY_CAST(" : "CAST(");
        write(cast.operand());
        w.add(" AS ");
        w.types.write(cast.type());
        w.add(')');
      }
      case Expr.Collate collate -> {
        postfixOperand(collate.operand());
        w.add(" COLLATE ").name(collate.collation());
      }
      case Expr.ScalarSubquery subquery -> query("(", subquery.query());
      case Expr.Exists exists -> query("EXISTS(", exists.query());
      case Expr.AnyComparison any -> {
        w.add('(');
        write(any.left());
        w.add(' ').add(shown(any.operator())).add(" ANY(");
        w.queries.write(any.query());
        w.add("))");
      }
      case Expr.ArrayConstructor array ->
          w.add("(ARRAY[").list(array.elements(), this::write).add("])");
      case Expr.Subscript subscript -> {
        postfixOperand(subscript.operand());
        w.add('[');
        write(subscript.index());
        w.add(']');
      }
      case Expr.Slice slice -> slice(slice);
      case Expr.FieldAccess field -> {
        w.add('(');
        write(field.operand());
        w.add(").").name(field.field());
      }
      case Expr.Lambda lambda -> {
        w.add("(lambda ").names(lambda.parameters()).add(": ");
        write(lambda.body());
        w.add(')');
      }
      case Expr.Grouping grouping ->
          w.add("GROUPING(").list(grouping.columns(), this::write).add(')');
      case Expr.Coalesce coalesce ->
          w.add("COALESCE(").list(coalesce.operands(), this::write).add(')');
      case Expr.Try attempt -> wrapped("TRY(", attempt.operand());
      case Expr.Default ignored -> w.add("DEFAULT");
    }
  }

  private void wrapped(String open, Expr inner) {
    w.add(open);
    write(inner);
    w.add(')');
  }

  private void query(String open, Query query) {
    w.add(open);
    w.queries.write(query);
    w.add(')');
  }

  /** What {@code [} or COLLATE follows: a sign or a COLLATE in front would bind otherwise. */
  private void postfixOperand(Expr operand) {
    boolean sign = operand instanceof Expr.NumberLiteral number && number.text().startsWith("-");
    if (sign || operand instanceof Expr.Collate || operand instanceof Expr.Cast) {
      if (operand instanceof Expr.Cast) {
        write(operand);
        return;
      }
      w.add('(');
      write(operand);
      w.add(')');
    } else {
      write(operand);
    }
  }

  private void unpack(Expr.Unpack unpack) {
    if (unpack.operand() instanceof Expr.Columns columns) {
      wrapped("*COLUMNS(", columns.selector());
    } else {
      wrapped("UNPACK(", unpack.operand());
    }
  }

  private void star(Expr.Star star) {
    for (String part : star.qualifier()) {
      w.name(part).add('.');
    }
    w.add('*');
    if (!star.exclude().isEmpty()) {
      w.add(" EXCLUDE (").list(star.exclude(), name -> w.name(name)).add(')');
    }
    if (!star.replace().isEmpty()) {
      w.add(" REPLACE (");
      w.list(
          star.replace(),
          entry -> {
            write(entry.value());
            w.add(" AS ").name(entry.column());
          });
      w.add(')');
    }
    if (!star.rename().isEmpty()) {
      w.add(" RENAME (");
      w.list(star.rename(), entry -> w.name(entry.from()).add(" AS ").name(entry.to()));
      w.add(')');
    }
    Expr.StarFilter filter = star.filter();
    if (filter != null) {
      w.add(filter.negated() ? " NOT " : " ").add(likeWord(filter.kind())).add(' ');
      write(filter.pattern());
      if (filter.escape() != null) {
        w.add(" ESCAPE ");
        write(filter.escape());
      }
    }
  }

  private static String likeWord(Expr.LikeKind kind) {
    return switch (kind) {
      case LIKE -> "LIKE";
      case ILIKE -> "ILIKE";
      case GLOB -> "GLOB";
      case SIMILAR_TO -> "SIMILAR TO";
      case REGEX -> "~";
    };
  }

  private void like(Expr.Like like) {
    w.add('(');
    write(like.operand());
    w.add(' ').addIf(like.negated(), "!");
    w.add(
        switch (like.kind()) {
          case LIKE -> "~~ ";
          case ILIKE -> "~~* ";
          case GLOB -> "~~~ ";
          case SIMILAR_TO, REGEX -> "~ ";
        });
    write(like.pattern());
    w.add(')');
  }

  // --- operators

  private static String shown(String operator) {
    return operator.equals("<>") ? "!=" : operator;
  }

  private void operator(String operator, boolean plain) {
    int dot = operator.lastIndexOf('.');
    if (dot > 0) {
      w.add("OPERATOR(").name(operator.substring(0, dot)).add(operator.substring(dot)).add(')');
    } else if (plain) {
      w.add(shown(operator));
    } else {
      w.add("OPERATOR(").add(operator).add(')');
    }
  }

  /** Operators that only OPERATOR(...) can put in front of an operand need it again. */
  private static boolean isPlainPrefix(String operator) {
    return switch (operator) {
      case "-", "+", "~", "@", "!", "!!", "|", "|/", "||/" -> true;
      default -> false;
    };
  }

  private static boolean isPlainInfix(String operator) {
    return switch (operator) {
      case "~", "~*", "!~", "!~*", "~~", "~~*", "!~~", "!~~*", "~~~", "!", "@", "`" -> false;
      default -> true;
    };
  }

  private void unary(Expr.Unary unary) {
    w.add('(');
    operator(unary.operator(), isPlainPrefix(unary.operator()));
    w.add('(');
    write(unary.operand());
    w.add("))");
  }

  private void binary(Expr.Binary binary) {
    List<Expr.Binary> spine = new ArrayList<>();
    Expr leftmost = binary;
    while (leftmost instanceof Expr.Binary link) {
      spine.add(link);
      leftmost = link.left();
      w.add('(');
    }
    write(leftmost);
    for (int i = spine.size() - 1; i >= 0; i--) {
      w.add(' ');
      operator(spine.get(i).operator(), isPlainInfix(spine.get(i).operator()));
      w.add(' ');
      write(spine.get(i).right());
      w.add(')');
    }
  }

  private void slice(Expr.Slice slice) {
    postfixOperand(slice.operand());
    w.add('[');
    optional(slice.from());
    w.add(':');
    if (slice.to() == null && slice.hasStep()) {
      w.add('-');
    }
    optional(slice.to());
    if (slice.hasStep()) {
      w.add(':');
      optional(slice.step());
    }
    w.add(']');
  }

  private void optional(@Nullable Expr expression) {
    if (expression != null) {
      write(expression);
    }
  }

  private void choice(Expr.Case choice) {
    w.add("CASE ");
    for (Expr.When when : choice.whens()) {
      wrapped(" WHEN (", when.condition());
      wrapped(" THEN (", when.result());
    }
    w.add(" ELSE ");
    write(choice.otherwise());
    w.add(" END");
  }

  // --- calls

  private void call(Expr.FunctionCall call) {
    if (hasEmptyName(call)) {
      structLiteral(call);
      return;
    }
    if (isFormOverStar(call)) {
      boolean list = call.name().name().equals("list_value");
      w.add(list ? "[*]" : call.name().name().toUpperCase(Locale.ROOT) + "(*)");
      return;
    }
    w.name(call.name()).add('(').addIf(call.distinct(), "DISTINCT ");
    w.list(call.arguments(), this::argument);
    boolean within =
        call.arguments().isEmpty()
            && !call.orderBy().isEmpty()
            && call.over() == null
            && call.name().isSimple()
            && call.name().name().equals("mode");
    if (!call.orderBy().isEmpty() && !within) {
      w.addIf(!call.arguments().isEmpty(), " ");
      orderBy(call.orderBy());
    }
    w.addIf(call.nulls() == Expr.NullTreatment.IGNORE, " IGNORE NULLS");
    w.addIf(call.nulls() == Expr.NullTreatment.RESPECT, " RESPECT NULLS").add(')');
    if (within) {
      w.add(" WITHIN GROUP ( ");
      orderBy(call.orderBy());
      w.add(')');
    }
    Expr filter = call.filter();
    if (filter != null) {
      wrapped(" FILTER (WHERE ", filter);
    }
    w.addIf(call.exportState(), " EXPORT_STATE");
    WindowSpec over = call.over();
    if (over != null) {
      window(over);
    }
  }

  /** {@code [*]} and its kin: as a plain call of the function the star would vanish. */
  private static boolean isFormOverStar(Expr.FunctionCall call) {
    return call.arguments().size() == 1
        && call.arguments().getFirst().value() instanceof Expr.Star star
        && star.isPlain()
        && !call.distinct()
        && call.orderBy().isEmpty();
  }

  /** A field without a name has no form but the literal. */
  private static boolean hasEmptyName(Expr.FunctionCall call) {
    for (Expr.Argument argument : call.arguments()) {
      if (argument.name() != null && argument.name().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private void structLiteral(Expr.FunctionCall call) {
    w.add('{');
    w.list(
        call.arguments(),
        field -> {
          w.literal(String.valueOf(field.name())).add(": ");
          write(field.value());
        });
    w.add('}');
  }

  void argument(Expr.Argument argument) {
    if (argument.name() != null) {
      w.name(argument.name()).add(" := ");
    }
    write(argument.value());
  }

  /** {@code ORDER BY a DESC NULLS LAST, b}. */
  void orderBy(List<OrderItem> items) {
    w.add("ORDER BY ");
    if (items.size() == 1 && items.getFirst().value() instanceof Expr.Star star && star.isPlain()) {
      w.add("ALL");
      direction(items.getFirst());
    } else {
      w.list(items, this::orderItem);
    }
  }

  void orderItem(OrderItem item) {
    write(item.value());
    direction(item);
  }

  private void direction(OrderItem item) {
    switch (item.direction()) {
      case ASCENDING -> w.add(" ASC");
      case DESCENDING -> w.add(" DESC");
      case DEFAULT -> {}
    }
    switch (item.nulls()) {
      case FIRST -> w.add(" NULLS FIRST");
      case LAST -> w.add(" NULLS LAST");
      case DEFAULT -> {}
    }
  }

  private void window(WindowSpec spec) {
    w.add(" OVER (");
    boolean space = false;
    if (!spec.partitionBy().isEmpty()) {
      w.add("PARTITION BY ").list(spec.partitionBy(), this::write);
      space = true;
    }
    if (!spec.orderBy().isEmpty()) {
      w.addIf(space, " ");
      orderBy(spec.orderBy());
      space = true;
    }
    WindowSpec.Frame frame = spec.frame();
    if (frame != null) {
      w.addIf(space, " ");
      frame(frame);
    }
    w.add(')');
  }

  private void frame(WindowSpec.Frame frame) {
    w.add(frame.unit().name()).add(" BETWEEN ");
    bound(frame.start());
    w.add(" AND ");
    bound(frame.end());
    switch (frame.exclude()) {
      case CURRENT_ROW -> w.add(" EXCLUDE CURRENT ROW");
      case GROUP -> w.add(" EXCLUDE GROUP");
      case TIES -> w.add(" EXCLUDE TIES");
      case NO_OTHERS -> {}
    }
  }

  private void bound(WindowSpec.Bound bound) {
    switch (bound.kind()) {
      case UNBOUNDED_PRECEDING -> w.add("UNBOUNDED PRECEDING");
      case UNBOUNDED_FOLLOWING -> w.add("UNBOUNDED FOLLOWING");
      case CURRENT_ROW -> w.add("CURRENT ROW");
      case PRECEDING -> {
        optional(bound.offset());
        w.add(" PRECEDING");
      }
      case FOLLOWING -> {
        optional(bound.offset());
        w.add(" FOLLOWING");
      }
    }
  }
}
