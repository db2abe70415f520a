// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import dev.eider.verify.differential.Grammar.Production;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Expressions from the grammar. Besides categories and constants a template may hold: {@code $SAME}
 * (one category throughout the template), {@code $ANY}, {@code $ANYTEXTABLE} (whose text is the
 * same everywhere), {@code $DBLCOLUMN} (a plain column, so that sums are exact), {@code $KEY} and
 * {@code $KEYCOLUMN} (what identifies a row), {@code $KEYED} and {@code $LOOSE} (a window
 * specification with and without a total order), {@code $frame}, {@code $again} (the template's
 * first expression once more).
 */
final class ExpressionGenerator {
  private static final Pattern WORD = Pattern.compile("\\$([A-Za-z]+)");
  private static final int ATTEMPTS = 12;
  private static final int LEAF_PERCENT = 30;
  private static final int CONSTANT_PERCENT = 15;
  private static final int SUBQUERY_PERCENT = 5;

  /** So much deeper than asked an expression may get where a category has no column. */
  private static final int EXTRA_DEPTH = 2;

  private final Grammar grammar;
  private final Chance chance;

  /** Where values come from at the bottom of an expression. */
  interface Leaves {
    /** A leaf of that category, null when there is none. */
    @Nullable Node leaf(Category category);

    /** What the leaves' arguments may name, for keys. */
    Scope scope();

    /** A subquery of that category that may name the scope; null when there is none. */
    default @Nullable Node subquery(Category category) {
      return null;
    }
  }

  ExpressionGenerator(Grammar grammar, Chance chance) {
    this.grammar = grammar;
    this.chance = chance;
  }

  /** Leaves that are the columns of a scope. */
  Leaves columns(Scope scope) {
    return new Leaves() {
      @Override
      public @Nullable Node leaf(Category category) {
        List<Scope.Column> columns = scope.of(category);
        return columns.isEmpty() ? null : Node.leaf(category, chance.pick(columns).sql());
      }

      @Override
      public Scope scope() {
        return scope;
      }
    };
  }

  /** An expression of the category, at most {@code depth} productions deep. */
  Node scalar(Category category, int depth, Leaves leaves) {
    if (depth <= 0 || category != Category.APPROX && chance.percent(LEAF_PERCENT)) {
      return leaf(category, depth, leaves);
    }
    if (chance.percent(SUBQUERY_PERCENT)) {
      Node subquery = leaves.subquery(category);
      if (subquery != null) {
        return subquery;
      }
    }
    Node node = expand(category, grammar.scalars(category), depth, leaves);
    return node == null ? leaf(category, depth, leaves) : node;
  }

  /** An aggregate call over expressions of the leaves; null when the category has none. */
  @Nullable Node aggregate(Category category, Leaves leaves) {
    return expand(category, grammar.aggregates(category), 2, leaves);
  }

  /** A window call; null when the category has none that fits the scope. */
  @Nullable Node window(Category category, Leaves leaves) {
    return expand(category, grammar.windows(category), 2, leaves);
  }

  private Node leaf(Category category, int depth, Leaves leaves) {
    Node leaf = null;
    if (!chance.percent(CONSTANT_PERCENT)) {
      leaf = leaves.leaf(category);
      if (leaf == null && depth > -EXTRA_DEPTH) {
        leaf = expand(category, grammar.scalars(category), Math.min(0, depth), leaves);
      }
    }
    return leaf == null ? Node.leaf(category, Constants.of(category, chance)) : leaf;
  }

  private @Nullable Node expand(
      Category category, List<Production> productions, int depth, Leaves leaves) {
    int total = 0;
    for (Production production : productions) {
      total += production.weight();
    }
    for (int attempt = 0; total > 0 && attempt < ATTEMPTS; attempt++) {
      int ticket = chance.between(1, total);
      int at = 0;
      while (ticket > productions.get(at).weight()) {
        ticket -= productions.get(at).weight();
        at++;
      }
      Node node = fill(category, productions.get(at).template(), depth, leaves);
      if (node != null) {
        return node;
      }
    }
    return null;
  }

  /** Null when the scope lacks what the template needs. */
  private @Nullable Node fill(Category category, String template, int depth, Leaves leaves) {
    Category same = exact(anyCategory(leaves));
    List<String> pieces = new ArrayList<>();
    List<Node> children = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    Matcher word = WORD.matcher(template);
    int at = 0;
    while (word.find()) {
      text.append(template, at, word.start());
      at = word.end();
      String name = word.group(1);
      if (name.equals("again")) {
        pieces.add(text.toString());
        text.setLength(0);
        children.add(children.getFirst());
        continue;
      }
      Category wanted = categoryOf(name, same, leaves);
      if (wanted != null) {
        pieces.add(text.toString());
        text.setLength(0);
        children.add(scalar(wanted, depth - 1, leaves));
        continue;
      }
      String filled = words(name, leaves);
      if (filled == null) {
        return null;
      }
      text.append(filled);
    }
    pieces.add(text.append(template, at, template.length()).toString());
    return new Node(category, pieces, children);
  }

  /** Mostly one that has columns, so that values meet values. */
  private Category anyCategory(Leaves leaves) {
    List<Scope.Column> columns = leaves.scope().columns();
    return columns.isEmpty() || chance.percent(20)
        ? chance.pick(Category.ofColumns())
        : chance.pick(columns).category();
  }

  private @Nullable Category categoryOf(String name, Category same, Leaves leaves) {
    return switch (name) {
      case "SAME" -> same;
      case "ANY", "ANYTEXTABLE" -> exact(anyCategory(leaves));
      case "KEY", "KEYCOLUMN", "KEYED", "LOOSE", "DBLCOLUMN" -> null;
      default -> Character.isUpperCase(name.charAt(0)) ? Category.valueOf(name) : null;
    };
  }

  private static Category exact(Category category) {
    return category == Category.APPROX ? Category.DBL : category;
  }

  private @Nullable String words(String name, Leaves leaves) {
    List<String> key = leaves.scope().key();
    return switch (name) {
      case "KEY" -> key.isEmpty() ? null : String.join(", ", key);
      case "KEYCOLUMN" -> key.size() == 1 ? key.getFirst() : null;
      case "KEYED" -> key.isEmpty() ? null : windowOrder(leaves, String.join(", ", key));
      case "LOOSE" -> windowOrder(leaves, null);
      case "DBLCOLUMN" -> {
        List<Scope.Column> columns = leaves.scope().of(Category.DBL);
        yield columns.isEmpty() ? null : chance.pick(columns).sql();
      }
      case "frame" -> frame();
      default -> Constants.of(name, chance);
    };
  }

  private String windowOrder(Leaves leaves, @Nullable String key) {
    StringBuilder sql = new StringBuilder();
    List<Scope.Column> columns = leaves.scope().columns();
    if (columns.isEmpty()) {
      return "";
    }
    if (chance.percent(60)) {
      sql.append("PARTITION BY ").append(chance.pick(columns).sql()).append(' ');
    }
    if (key != null) {
      sql.append("ORDER BY ");
      if (chance.percent(60)) {
        sql.append(chance.pick(columns).sql()).append(direction()).append(", ");
      }
      sql.append(key);
    } else if (chance.percent(60)) {
      sql.append("ORDER BY ").append(chance.pick(columns).sql()).append(direction());
    }
    return sql.toString().strip();
  }

  /** A direction of ordering, often the default. */
  String direction() {
    return chance.pick(
        List.of("", " DESC", " ASC NULLS FIRST", " DESC NULLS LAST", " NULLS LAST", " DESC"));
  }

  private String frame() {
    String low =
        chance.pick(List.of("UNBOUNDED PRECEDING", "2 PRECEDING", "1 PRECEDING", "CURRENT ROW"));
    String high =
        chance.pick(List.of("CURRENT ROW", "1 FOLLOWING", "2 FOLLOWING", "UNBOUNDED FOLLOWING"));
    String exclude =
        chance.pick(List.of("", "", "", " EXCLUDE CURRENT ROW", " EXCLUDE TIES", " EXCLUDE GROUP"));
    String unit = chance.pick(List.of("ROWS", "ROWS", "ROWS", "GROUPS"));
    return unit + " BETWEEN " + low + " AND " + high + exclude;
  }
}
