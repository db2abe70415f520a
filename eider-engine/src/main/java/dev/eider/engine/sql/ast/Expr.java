// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An expression as read. See the package text for what is normalised away.
 *
 * <p>Long chains stay flat where the meaning allows it: AND and OR are n-ary ({@link Conjunction}).
 * Arithmetic is left-deep ({@link Binary}); the parser bounds its depth.
 */
public sealed interface Expr extends Node {

  /** {@code NULL}. */
  record NullLiteral(SourceSpan span) implements Expr {}

  /** {@code TRUE} or {@code FALSE}. */
  record BooleanLiteral(boolean value, SourceSpan span) implements Expr {}

  /**
   * A number as written, sign and underscores included: {@code 42}, {@code -1}, {@code 1_000},
   * {@code .5}, {@code 1e-3}. A minus directly before a number belongs to it.
   *
   * @param text the text as written
   */
  record NumberLiteral(String text, SourceSpan span) implements Expr {
    /** What the text looks like; the binder picks the exact type by size. */
    public enum Kind {
      /** Digits only. */
      INTEGER,
      /** With a decimal point and no exponent. */
      DECIMAL,
      /** With an exponent. */
      DOUBLE
    }

    /** The kind of number, by its characters. */
    public Kind kind() {
      Kind kind = Kind.INTEGER;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == 'e' || c == 'E') {
          return Kind.DOUBLE;
        }
        if (c == '.') {
          kind = Kind.DECIMAL;
        }
      }
      return kind;
    }

    /** The text without underscores. */
    public String digits() {
      return text.indexOf('_') < 0 ? text : text.replace("_", "");
    }
  }

  /** A string with its quotes and escapes resolved. */
  record StringLiteral(String value, SourceSpan span) implements Expr {}

  /** {@code X'0AFF'}: the hex digits, checked to be pairs. */
  record BlobLiteral(String hex, SourceSpan span) implements Expr {}

  /** {@code B'0101'}: the bits, checked to be 0 and 1. */
  record BitLiteral(String bits, SourceSpan span) implements Expr {}

  /**
   * A column, perhaps qualified, perhaps followed by struct fields: {@code c}, {@code t.c}, {@code
   * s.t.c}, {@code t.c.field}. Which part is what, the binder decides. Also carries the words that
   * stand for a function without parentheses ({@code current_date}, {@code current_user} ...),
   * which apply when no such column exists.
   */
  record ColumnRef(List<String> names, SourceSpan span) implements Expr {
    public ColumnRef {
      names = List.copyOf(names);
    }

    /** The last part. */
    public String name() {
      return names.getLast();
    }
  }

  /**
   * {@code *} or {@code t.*} with its lists.
   *
   * @param qualifier parts before the star, outermost first; empty for a bare star
   * @param exclude columns left out; a name may be qualified
   * @param replace columns computed anew
   * @param rename columns with another name
   * @param filter {@code * LIKE 'pattern'} and its kin; null when absent
   */
  record Star(
      List<String> qualifier,
      List<QualifiedName> exclude,
      List<Replace> replace,
      List<Rename> rename,
      @Nullable StarFilter filter,
      SourceSpan span)
      implements Expr {
    public Star {
      qualifier = List.copyOf(qualifier);
      exclude = List.copyOf(exclude);
      replace = List.copyOf(replace);
      rename = List.copyOf(rename);
    }

    /** A star without qualifier, lists and filter. */
    public static Star plain(SourceSpan span) {
      return new Star(List.of(), List.of(), List.of(), List.of(), null, span);
    }

    /** True when nothing stands beside the star. */
    public boolean isPlain() {
      return qualifier.isEmpty()
          && exclude.isEmpty()
          && replace.isEmpty()
          && rename.isEmpty()
          && filter == null;
    }
  }

  /** {@code expr AS column} in REPLACE; {@code column} may be qualified. */
  record Replace(Expr value, QualifiedName column) {}

  /** {@code from AS to} in RENAME; {@code from} may be qualified. */
  record Rename(QualifiedName from, String to) {}

  /** {@code * LIKE pattern}: keeps the columns whose name matches. */
  record StarFilter(LikeKind kind, boolean negated, Expr pattern, @Nullable Expr escape) {}

  /**
   * {@code COLUMNS(...)}: the expression around it is repeated for each column.
   *
   * @param selector a {@link Star} with its lists, a string that is a regular expression, a {@link
   *     Lambda} over column names, or a list of names
   */
  record Columns(Expr selector, SourceSpan span) implements Expr {}

  /** {@code UNPACK(x)} or {@code *COLUMNS(...)}: the columns become arguments of one call. */
  record Unpack(Expr operand, SourceSpan span) implements Expr {}

  /** {@code #3}: the third column, counted from 1. */
  record PositionalRef(long index, SourceSpan span) implements Expr {}

  /**
   * A parameter of a prepared statement.
   *
   * @param name {@code 1}, {@code 2} ... for {@code $1}, {@code ?1} and for the n-th {@code ?} of
   *     the statement, else the name of {@code $name}
   */
  record Parameter(String name, SourceSpan span) implements Expr {}

  /**
   * A call of a scalar, aggregate, window or macro function. A call on a value, {@code x.f(y)}, is
   * either a call with {@code x} as first argument, when {@code x} cannot be a schema, or a call of
   * the qualified name {@code x.f}, which the binder turns around when there is no schema {@code
   * x}.
   *
   * @param name perhaps qualified; the last part in lower case; {@code count(*)} is {@code
   *     count_star}, with OVER {@code count}; {@code first} and {@code last} with OVER are {@code
   *     first_value} and {@code last_value}
   * @param distinct {@code f(DISTINCT x)}
   * @param orderBy order of the arguments for an aggregate; also what WITHIN GROUP gives
   * @param filter condition of FILTER
   * @param nulls what was written about NULL values
   * @param exportState EXPORT_STATE was written
   * @param over the window, null for a call that is not a window call
   */
  record FunctionCall(
      QualifiedName name,
      List<Argument> arguments,
      boolean distinct,
      List<OrderItem> orderBy,
      @Nullable Expr filter,
      NullTreatment nulls,
      boolean exportState,
      @Nullable WindowSpec over,
      SourceSpan span)
      implements Expr {
    public FunctionCall {
      arguments = List.copyOf(arguments);
      orderBy = List.copyOf(orderBy);
    }

    /** Whether IGNORE NULLS was written. */
    public boolean ignoreNulls() {
      return nulls == NullTreatment.IGNORE;
    }

    /** A plain call with unnamed arguments. */
    public static FunctionCall of(String name, List<Expr> arguments, SourceSpan span) {
      return new FunctionCall(
          QualifiedName.of(name, span),
          arguments.stream().map(Argument::of).toList(),
          false,
          List.of(),
          null,
          NullTreatment.UNSPECIFIED,
          false,
          null,
          span);
    }
  }

  /** What a window call does with rows whose argument is NULL. */
  enum NullTreatment {
    /** Nothing was written: they count. */
    UNSPECIFIED,
    /** RESPECT NULLS. */
    RESPECT,
    /** IGNORE NULLS. */
    IGNORE
  }

  /** An argument of a call, with its name when written as {@code name := value}. */
  record Argument(@Nullable String name, Expr value) {
    /** An argument without name. */
    public static Argument of(Expr value) {
      return new Argument(null, value);
    }
  }

  /**
   * A prefix operator: {@code -}, {@code +}, {@code ~}, {@code @} and the like. The postfix {@code
   * !} arrives as a call of {@code factorial}.
   *
   * @param operator its text
   */
  record Unary(String operator, Expr operand, SourceSpan span) implements Expr {}

  /**
   * An infix operator: {@code + - * / // % ^ ** & | << >> || -> ->> ^@ && @> <@ = <> < > <= >=} or
   * any other run of operator characters. {@code ==} arrives as {@code =} and {@code !=} as {@code
   * <>}. {@code ->} is either the extraction from JSON or an old-style lambda; the binder decides
   * by place.
   *
   * @param operator its text, schema-qualified when written with {@code OPERATOR(s.+)}
   * @param operatorAt the operator, where errors about it point
   */
  record Binary(String operator, Expr left, Expr right, SourceSpan operatorAt, SourceSpan span)
      implements Expr {}

  /** {@code a AND b AND c} or {@code a OR b OR c}: two operands or more, in order. */
  record Conjunction(boolean isAnd, List<Expr> operands, SourceSpan span) implements Expr {
    public Conjunction {
      operands = List.copyOf(operands);
      if (operands.size() < 2) {
        throw new IllegalArgumentException("a conjunction joins two operands or more");
      }
    }
  }

  /**
   * {@code NOT x}. Negated forms (NOT IN, NOT BETWEEN, NOT EXISTS) arrive as this around the form.
   */
  record Not(Expr operand, SourceSpan span) implements Expr {}

  /** {@code x IS NULL}, {@code x IS NOT NULL}; also ISNULL, NOTNULL and IS UNKNOWN. */
  record IsNull(Expr operand, boolean negated, SourceSpan span) implements Expr {}

  /**
   * {@code a IS DISTINCT FROM b}, negated {@code a IS NOT DISTINCT FROM b}. {@code x IS TRUE}
   * arrives as {@code CAST(x AS BOOLEAN) IS NOT DISTINCT FROM true}.
   */
  record IsDistinctFrom(Expr left, Expr right, boolean negated, SourceSpan span) implements Expr {}

  /** {@code x BETWEEN low AND high}. */
  record Between(Expr operand, Expr low, Expr high, SourceSpan span) implements Expr {}

  /** {@code x IN (a, b, c)}: one candidate or more. */
  record InList(Expr operand, List<Expr> candidates, SourceSpan span) implements Expr {
    public InList {
      candidates = List.copyOf(candidates);
    }
  }

  /** The pattern languages. */
  enum LikeKind {
    LIKE,
    ILIKE,
    GLOB,
    /** A regular expression that must match the whole text; only in {@link StarFilter}. */
    SIMILAR_TO,
    /** A regular expression that may match a part, {@code ~}; only in {@link StarFilter}. */
    REGEX
  }

  /**
   * {@code x [NOT] LIKE pattern}, ILIKE and GLOB, also as {@code ~~}, {@code ~~*} and {@code ~~~}.
   * NOT GLOB arrives as NOT around it. With ESCAPE these are calls of {@code like_escape} and
   * {@code ilike_escape}; SIMILAR TO is a call of {@code regexp_full_match} and {@code ~} one of
   * {@code regexp_matches}.
   */
  record Like(LikeKind kind, Expr operand, Expr pattern, boolean negated, SourceSpan span)
      implements Expr {}

  /**
   * {@code CASE WHEN ... END}; a CASE with operand arrives as comparisons; a missing ELSE is {@code
   * ELSE NULL}.
   */
  record Case(List<When> whens, Expr otherwise, SourceSpan span) implements Expr {
    public Case {
      whens = List.copyOf(whens);
    }
  }

  /** {@code WHEN condition THEN result}. */
  record When(Expr condition, Expr result) {}

  /** {@code CAST(x AS t)}, {@code x::t}, {@code TRY_CAST(x AS t)}, {@code DATE '...'}. */
  record Cast(Expr operand, TypeName type, boolean isTry, SourceSpan span) implements Expr {}

  /** {@code x COLLATE name}; combined collations have dots: {@code nocase.noaccent}. */
  record Collate(Expr operand, String collation, SourceSpan span) implements Expr {}

  /** A subquery used as one value. {@code ARRAY(SELECT ...)} arrives as this over an aggregate. */
  record ScalarSubquery(Query query, SourceSpan span) implements Expr {}

  /** {@code EXISTS (SELECT ...)}. */
  record Exists(Query query, SourceSpan span) implements Expr {}

  /**
   * {@code x op ANY (SELECT ...)}. {@code x IN (SELECT ...)} has the operator {@code =}; {@code x
   * op ALL} arrives as NOT of the opposite operator; {@code x = ANY(list)} as ANY over an UNNEST.
   *
   * @param operator one of {@code = <> < > <= >=}
   */
  record AnyComparison(Expr left, String operator, Query query, SourceSpan span) implements Expr {}

  /** {@code ARRAY[a, b]}. {@code [a, b]} arrives as a call of {@code list_value}. */
  record ArrayConstructor(List<Expr> elements, SourceSpan span) implements Expr {
    public ArrayConstructor {
      elements = List.copyOf(elements);
    }
  }

  /** {@code x[i]}: of a list, string, map or struct. */
  record Subscript(Expr operand, Expr index, SourceSpan span) implements Expr {}

  /** {@code x[from:to:step]}; absent bounds are null; {@code x[a:-:s]} has a null {@code to}. */
  record Slice(
      Expr operand,
      @Nullable Expr from,
      @Nullable Expr to,
      @Nullable Expr step,
      boolean hasStep,
      SourceSpan span)
      implements Expr {}

  /** {@code (x).field}, where {@code x} is not a plain name. */
  record FieldAccess(Expr operand, String field, SourceSpan span) implements Expr {}

  /** {@code lambda x, i: body}. */
  record Lambda(List<String> parameters, Expr body, SourceSpan span) implements Expr {
    public Lambda {
      parameters = List.copyOf(parameters);
    }
  }

  /** {@code GROUPING(a, b)} or {@code GROUPING_ID(a, b)}. */
  record Grouping(List<Expr> columns, SourceSpan span) implements Expr {
    public Grouping {
      columns = List.copyOf(columns);
    }
  }

  /** {@code COALESCE(a, b)}; also IFNULL. */
  record Coalesce(List<Expr> operands, SourceSpan span) implements Expr {
    public Coalesce {
      operands = List.copyOf(operands);
    }
  }

  /** {@code TRY(x)}: NULL when computing x fails. */
  record Try(Expr operand, SourceSpan span) implements Expr {}

  /** {@code DEFAULT} as a value of INSERT or UPDATE. */
  record Default(SourceSpan span) implements Expr {}
}
