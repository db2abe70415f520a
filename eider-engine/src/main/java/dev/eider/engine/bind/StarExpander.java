// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.SelectItem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Expands {@code *}, {@code t.*}, {@code COLUMNS(...)} and UNNEST of a struct in a select list. */
final class StarExpander {
  private final ExpressionBinder binder;
  private final Scope scope;

  StarExpander(ExpressionBinder binder) {
    this.binder = binder;
    this.scope = binder.scope;
  }

  /** A column that a star stands for. */
  record StarColumn(List<String> path, String table, String name, BoundExpr value, boolean merged) {
    /** A name by which the binder finds the column again. */
    Expr.ColumnRef reference(dev.eider.engine.sql.ast.SourceSpan span) {
      List<String> names = new ArrayList<>();
      if (!merged && !table.isEmpty()) {
        names.addAll(path);
        names.add(table);
      }
      names.add(name);
      return new Expr.ColumnRef(names, span);
    }

    StarColumn named(String newName) {
      return new StarColumn(path, table, newName, value, merged);
    }
  }

  List<SelectColumn> expand(List<SelectItem> items) {
    List<SelectColumn> columns = new ArrayList<>();
    for (SelectItem item : items) {
      expandItem(item, columns);
    }
    if (columns.isEmpty() && !items.isEmpty()) {
      throw EiderException.binder(
          "SELECT list is empty after resolving * expressions!", items.getFirst().span().start());
    }
    return columns;
  }

  private void expandItem(SelectItem item, List<SelectColumn> columns) {
    Expr value = item.value();
    if (value instanceof Expr.Star star) {
      addStar(star, item.alias(), columns);
      return;
    }
    if (value instanceof Expr.Unpack root) {
      if (root.operand() instanceof Expr.Columns nested
          && AstRewriter.contains(nested.selector(), e -> e instanceof Expr.Columns)) {
        throw EiderException.binder(
            "COLUMNS expression is not allowed inside another COLUMNS expression",
            value.span().start());
      }
      throw EiderException.binder(
          "*COLUMNS not allowed at the root level, use COLUMNS instead", value.span().start());
    }
    Expr unpacked = unpack(value);
    if (AstRewriter.contains(unpacked, e -> e instanceof Expr.Columns)) {
      addColumns(unpacked, item, columns);
      return;
    }
    if (unpacked instanceof Expr.FunctionCall call && isUnnest(call) && addStruct(call, columns)) {
      return;
    }
    String name = item.alias() != null ? item.alias() : ExprNames.of(unpacked);
    if (item.alias() == null && value instanceof Expr.PositionalRef ref) {
      name = positionalName(ref, name);
    }
    columns.add(new SelectColumn(unpacked, null, name, item.alias(), value.span().start()));
  }

  private String positionalName(Expr.PositionalRef ref, String otherwise) {
    long seen = 0;
    for (TableBinding table : scope.tables()) {
      for (TableBinding.BoundColumn column : table.columns()) {
        if (!column.hidden() && ++seen == ref.index()) {
          return column.name();
        }
      }
    }
    return otherwise;
  }

  private static boolean isUnnest(Expr.FunctionCall call) {
    return call.name().isSimple()
        && (call.name().name().equalsIgnoreCase("unnest")
            || call.name().name().equalsIgnoreCase("unlist"))
        && !call.arguments().isEmpty();
  }

  /** UNNEST of a struct makes one column a field. */
  private boolean addStruct(Expr.FunctionCall call, List<SelectColumn> columns) {
    Expr argument = call.arguments().getFirst().value();
    Collected before = binder.collected;
    int aggregates = before.aggregates.size();
    int windows = before.windows.size();
    int unnests = before.unnests.size();
    BoundExpr bound = binder.bind(argument, Clause.SELECT);
    boolean recursive = call.arguments().size() > 1;
    LogicalType type = bound.type();
    if (recursive && type instanceof LogicalType.ListOf) {
      BoundExpr opened = binder.bind(call, Clause.SELECT);
      if (opened.type() instanceof LogicalType.Struct) {
        addFields(opened, columns, call.span().start(), true);
        return true;
      }
    }
    if (type instanceof LogicalType.Struct) {
      addFields(bound, columns, call.span().start(), recursive);
      return true;
    }
    shrink(before.aggregates, aggregates);
    shrink(before.windows, windows);
    shrink(before.unnests, unnests);
    return false;
  }

  private static void shrink(List<?> list, int size) {
    while (list.size() > size) {
      list.removeLast();
    }
  }

  private void addFields(BoundExpr struct, List<SelectColumn> columns, int at, boolean recursive) {
    LogicalType.Struct type = (LogicalType.Struct) struct.type();
    for (int i = 0; i < type.fields().size(); i++) {
      LogicalType.Field field = type.fields().get(i);
      BoundExpr value =
          field.name().isEmpty()
              ? binder
                  .functions()
                  .call(
                      "struct_extract",
                      List.of(struct, binder.context.literal(Value.of(i + 1))),
                      at)
              : binder.field(struct, field.name(), at);
      if (recursive && value.type() instanceof LogicalType.Struct) {
        addFields(value, columns, at, true);
        continue;
      }
      String name = field.name().isEmpty() ? "element" + (i + 1) : field.name();
      columns.add(new SelectColumn(null, value, name, name, at));
    }
  }

  private void addStar(Expr.Star star, @Nullable String alias, List<SelectColumn> columns) {
    int at = star.span().start();
    if (scope.isEmpty()) {
      throw EiderException.binder("* expression without FROM clause!", at);
    }
    List<StarColumn> matched = matching(star);
    if (star.filter() != null && !star.replace().isEmpty()) {
      throw EiderException.binder("Replace list cannot be combined with a filtering operation", at);
    }
    if (star.filter() != null && !star.rename().isEmpty()) {
      throw EiderException.binder("Rename list cannot be combined with a filtering operation", at);
    }
    Map<String, Expr> replaced = new HashMap<>();
    Set<String> open = new HashSet<>();
    for (Expr.Replace replace : star.replace()) {
      String key = key(replace.column());
      if (replaced.put(key, replace.value()) != null) {
        throw EiderException.parser("Duplicate entry \"" + key + "\" in REPLACE list", at);
      }
      open.add(key);
    }
    Map<String, String> renamed = renames(star);
    for (StarColumn column : matched) {
      String bare = column.name().toLowerCase(Locale.ROOT);
      String full = column.table().toLowerCase(Locale.ROOT) + "." + bare;
      Expr replacement = replaced.get(bare);
      replacement = replacement == null ? replaced.get(full) : replacement;
      if (replacement != null) {
        open.remove(bare);
        open.remove(full);
        columns.add(new SelectColumn(replacement, null, column.name(), column.name(), at));
        continue;
      }
      String newName = renamed.get(bare);
      newName = newName == null ? renamed.get(full) : newName;
      newName = newName == null ? aliasOf(star, alias, column.name()) : newName;
      String name = newName == null ? column.name() : newName;
      columns.add(new SelectColumn(null, column.value(), name, newName, at));
    }
    requireUsed(open, "REPLACE", matched, star);
  }

  /** New names by old ones; a name in RENAME that is no column is ignored, as the dialect does. */
  private static Map<String, String> renames(Expr.Star star) {
    Map<String, String> renamed = new HashMap<>();
    for (Expr.Rename rename : star.rename()) {
      renamed.put(key(rename.from()), rename.to());
    }
    return renamed;
  }

  /** The alias written after a star; with a filter, groups of a regular expression go into it. */
  private static @Nullable String aliasOf(Expr.Star star, @Nullable String alias, String name) {
    Expr.StarFilter filter = star.filter();
    if (alias == null || filter == null) {
      return alias;
    }
    boolean hasGroups =
        !filter.negated()
            && (filter.kind() == Expr.LikeKind.SIMILAR_TO || filter.kind() == Expr.LikeKind.REGEX);
    if (!hasGroups || !(filter.pattern() instanceof Expr.StringLiteral pattern)) {
      return alias;
    }
    com.google.re2j.Matcher matcher =
        com.google.re2j.Pattern.compile(pattern.value()).matcher(name);
    return matcher.find() ? backreferences(alias, groups(matcher)) : alias;
  }

  private static String noMatch(Expr.StarFilter filter, List<StarColumn> all) {
    if (!(filter.pattern() instanceof Expr.StringLiteral pattern)) {
      return "No matching columns found that match the star filter";
    }
    return noMatch(pattern.value(), all);
  }

  private static String noMatch(String pattern, List<StarColumn> all) {
    List<String> names = new ArrayList<>();
    all.forEach(column -> names.add(column.name()));
    return "No matching columns found that match regex \""
        + pattern
        + "\"\n"
        + SimilarNames.message("Did you mean", SimilarNames.closest(names, pattern));
  }

  private static List<String> groups(com.google.re2j.Matcher matcher) {
    List<String> groups = new ArrayList<>();
    for (int i = 0; i <= matcher.groupCount(); i++) {
      String group = matcher.group(i);
      groups.add(group == null ? "" : group);
    }
    return groups;
  }

  private static String backreferences(String alias, @Nullable List<String> groups) {
    if (groups == null || alias.indexOf('\\') < 0) {
      return alias;
    }
    if (groups.size() == 1 && alias.matches(".*\\\\[1-9].*")) {
      throw EiderException.binder(
          "Only the backreference '\\0' is supported when no regex is supplied or it has no groups");
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < alias.length(); i++) {
      char c = alias.charAt(i);
      if (c == '\\' && i + 1 < alias.length() && Character.isDigit(alias.charAt(i + 1))) {
        int group = alias.charAt(++i) - '0';
        text.append(group < groups.size() ? groups.get(group) : "");
      } else if (c == '\\' && i + 1 < alias.length() && alias.charAt(i + 1) == '\\') {
        text.append(c);
        i++;
      } else if (c == '\\') {
        throw EiderException.binder(
            "Backslashes must either be escaped or followed by a number in \"" + alias + "\"");
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  private static void requireUsed(
      Set<String> open, String list, List<StarColumn> matched, Expr.Star star) {
    if (!open.isEmpty()) {
      String name = open.iterator().next();
      List<String> names = new ArrayList<>();
      matched.forEach(column -> names.add(column.name()));
      throw EiderException.binder(
          "Column \""
              + name
              + "\" in "
              + list
              + " list not found in "
              + (star.qualifier().isEmpty() ? "FROM clause" : star.qualifier().getLast())
              + SimilarNames.message("Candidate bindings", SimilarNames.closest(names, name)),
          star.span().start());
    }
  }

  private static String key(QualifiedName name) {
    return String.join(".", name.parts()).toLowerCase(Locale.ROOT);
  }

  /** The columns of a star with its EXCLUDE list and filter applied. */
  List<StarColumn> matching(Expr.Star star) {
    List<StarColumn> all = new ArrayList<>();
    int at = star.span().start();
    if (star.qualifier().isEmpty()) {
      for (TableBinding table : scope.tables()) {
        addTable(table, true, all);
      }
    } else {
      List<TableBinding> tables = scope.tablesNamed(star.qualifier());
      if (tables.isEmpty()) {
        addStructStar(star, all);
      }
      for (TableBinding table : tables) {
        addTable(table, false, all);
      }
    }
    Set<String> open = new HashSet<>();
    Set<String> columns = new HashSet<>();
    for (QualifiedName name : star.exclude()) {
      boolean repeated = !open.add(key(name));
      boolean bare = name.isSimple();
      String column = name.name().toLowerCase(Locale.ROOT);
      if (repeated || bare && columns.contains(column)) {
        throw EiderException.parser("Duplicate entry \"" + column + "\" in EXCLUDE list", at);
      }
      columns.add(column);
    }
    Set<String> excluded = new HashSet<>(open);
    List<StarColumn> kept = new ArrayList<>();
    for (StarColumn column : all) {
      String bare = column.name().toLowerCase(Locale.ROOT);
      List<String> names = keys(column, bare);
      List<String> members = memberKeys(column, bare);
      if (names.stream().anyMatch(excluded::contains) || excluded.containsAll(members)) {
        names.forEach(open::remove);
        members.forEach(open::remove);
      } else {
        kept.add(column);
      }
    }
    requireUsed(open, "EXCLUDE", all, star);
    Expr.StarFilter filter = star.filter();
    if (filter != null) {
      kept.removeIf(column -> !passes(filter, column.name()));
      if (kept.isEmpty()) {
        throw EiderException.binder(noMatch(filter, all), at);
      }
    }
    return kept;
  }

  /** All names of a column, from the bare one to the one with the whole path. */
  private static List<String> keys(StarColumn column, String bare) {
    List<String> keys = new ArrayList<>(List.of(bare));
    String name = column.table().toLowerCase(Locale.ROOT) + "." + bare;
    keys.add(name);
    for (String part : column.path().reversed()) {
      name = part.toLowerCase(Locale.ROOT) + "." + name;
      keys.add(name);
    }
    return keys;
  }

  /** The qualified names of the columns that a USING column stands for; its own for others. */
  private List<String> memberKeys(StarColumn column, String bare) {
    List<String> keys = new ArrayList<>();
    if (column.merged()) {
      for (Scope.UsingColumn using : scope.usingColumns()) {
        if (using.value() == column.value()) {
          using
              .members()
              .forEach(table -> keys.add(table.alias().toLowerCase(Locale.ROOT) + "." + bare));
        }
      }
    }
    if (keys.isEmpty()) {
      keys.add(column.table().toLowerCase(Locale.ROOT) + "." + bare);
    }
    return keys;
  }

  private void addTable(TableBinding table, boolean mergeUsing, List<StarColumn> into) {
    for (TableBinding.BoundColumn column : table.columns()) {
      if (column.hidden()) {
        continue;
      }
      Scope.UsingColumn using = mergeUsing ? scope.findUsing(column.name(), table) : null;
      if (using == null) {
        into.add(new StarColumn(table.path(), table.alias(), column.name(), column.expr(), false));
      } else if (using.members().getFirst() == table) {
        into.add(new StarColumn(table.path(), table.alias(), column.name(), using.value(), true));
      }
    }
  }

  private void addStructStar(Expr.Star star, List<StarColumn> into) {
    BoundExpr value = binder.resolveForInner(new Expr.ColumnRef(star.qualifier(), star.span()));
    if (value == null || !(value.type() instanceof LogicalType.Struct type)) {
      List<String> tables = new ArrayList<>();
      scope.tables().forEach(table -> tables.add(table.alias()));
      String name = star.qualifier().getLast();
      throw EiderException.binder(
          "Referenced table \""
              + name
              + "\" not found!"
              + SimilarNames.message("Candidate tables", SimilarNames.closest(tables, name)));
    }
    for (LogicalType.Field field : type.fields()) {
      into.add(
          new StarColumn(
              List.of(),
              "",
              field.name(),
              binder.field(value, field.name(), star.span().start()),
              true));
    }
  }

  private boolean passes(Expr.StarFilter filter, String name) {
    dev.eider.engine.sql.ast.SourceSpan span = filter.pattern().span();
    Expr text = new Expr.StringLiteral(name, span);
    Expr escape = filter.escape();
    Expr condition;
    if (escape != null) {
      String function = filter.kind() == Expr.LikeKind.ILIKE ? "ilike_escape" : "like_escape";
      condition = Expr.FunctionCall.of(function, List.of(text, filter.pattern(), escape), span);
    } else {
      condition = new Expr.Like(filter.kind(), text, filter.pattern(), false, span);
    }
    boolean matches = isTrue(binder.bind(condition, Clause.CONSTANT), span.start());
    return matches != filter.negated();
  }

  private boolean isTrue(BoundExpr condition, int at) {
    Value value = TypeRules.foldToConstant(condition, binder.context.env);
    if (value == null) {
      throw EiderException.binder("The selection of columns must be a constant", at);
    }
    return !value.isNull() && value.object() instanceof Boolean flag && flag;
  }

  // --- COLUMNS(...)

  private static boolean hasBareStar(Expr expr) {
    return switch (expr) {
      case Expr.Star star -> true;
      case Expr.Binary binary -> hasBareStar(binary.left()) || hasBareStar(binary.right());
      case Expr.IsNull isNull -> hasBareStar(isNull.operand());
      case Expr.Not not -> hasBareStar(not.operand());
      default -> false;
    };
  }

  /** A condition in WHERE: each COLUMNS becomes the conjunction over its columns. */
  Expr condition(Expr expr) {
    if (!AstRewriter.contains(expr, e -> e instanceof Expr.Columns || e instanceof Expr.Star)) {
      return expr;
    }
    if (expr instanceof Expr.Conjunction and && and.isAnd()) {
      return new Expr.Conjunction(
          true, and.operands().stream().map(this::condition).toList(), and.span());
    }
    if (expr instanceof Expr.Star) {
      throw EiderException.binder(
          "STAR expression is not allowed in the WHERE clause. Use COLUMNS(*) instead.",
          expr.span().start());
    }
    if (!AstRewriter.contains(expr, e -> e instanceof Expr.Columns)) {
      if (hasBareStar(expr)) {
        throw EiderException.binder(
            "STAR expression is only allowed as the root element of an expression. Use COLUMNS(*)"
                + " instead.",
            expr.span().start());
      }
      return expr;
    }
    List<SelectColumn> expanded = new ArrayList<>();
    addColumns(expr, new SelectItem(expr, null, expr.span()), expanded);
    List<Expr> parts = new ArrayList<>();
    expanded.forEach(column -> parts.add(java.util.Objects.requireNonNull(column.expr())));
    return parts.size() == 1 ? parts.getFirst() : new Expr.Conjunction(true, parts, expr.span());
  }

  private void addColumns(Expr value, SelectItem item, List<SelectColumn> columns) {
    Expr.Columns[] first = {null};
    AstRewriter.contains(
        value,
        e -> {
          if (e instanceof Expr.Columns c) {
            if (first[0] != null && !first[0].equals(c)) {
              throw EiderException.binder(
                  "Multiple different STAR/COLUMNS in the same expression are not supported",
                  c.span().start());
            }
            first[0] = c;
          }
          return false;
        });
    Expr.Columns selector = java.util.Objects.requireNonNull(first[0]);
    List<Selected> selected = select(selector);
    for (Selected one : selected) {
      Expr replacement = one.value();
      Expr expr = AstRewriter.rewrite(value, e -> e instanceof Expr.Columns ? replacement : e);
      String alias = item.alias();
      if (alias != null) {
        alias = backreferences(alias, one.groups());
      }
      String name = alias != null ? alias : one.column().name();
      columns.add(new SelectColumn(expr, null, name, name, value.span().start()));
    }
  }

  /** A column that COLUMNS selects, with what the groups of the regular expression matched. */
  private record Selected(StarColumn column, Expr value, @Nullable List<String> groups) {}

  private List<Selected> select(Expr.Columns columns) {
    int at = columns.span().start();
    Expr selector = columns.selector();
    if (AstRewriter.contains(
        selector, e -> e instanceof Expr.Columns || e instanceof Expr.Unpack)) {
      throw EiderException.binder(
          "COLUMNS expression is not allowed inside another COLUMNS expression", at);
    }
    if (scope.isEmpty()) {
      throw EiderException.binder("COLUMNS expression without FROM clause!", at);
    }
    List<Selected> selected = new ArrayList<>();
    List<StarColumn> all = new ArrayList<>();
    scope.tables().forEach(table -> addTable(table, true, all));
    if (selector instanceof Expr.Star star) {
      Map<String, String> renamed = renames(star);
      for (StarColumn column : matching(star)) {
        String bare = column.name().toLowerCase(Locale.ROOT);
        String newName =
            renamed.getOrDefault(
                bare, renamed.get(column.table().toLowerCase(Locale.ROOT) + "." + bare));
        selected.add(
            new Selected(
                newName == null ? column : column.named(newName),
                valueOf(star, column),
                List.of(column.name())));
      }
    } else if (selector instanceof Expr.Lambda lambda) {
      for (StarColumn column : all) {
        Map<String, BoundExpr> parameter = new HashMap<>();
        parameter.put(
            lambda.parameters().getFirst(), binder.context.literal(Value.of(column.name())));
        BoundExpr condition =
            binder.withMacro(parameter, () -> binder.bind(lambda.body(), Clause.CONSTANT));
        if (isTrue(condition, at)) {
          selected.add(new Selected(column, column.reference(columns.span()), null));
        }
      }
    } else {
      selectByValue(columns, selector, all, selected);
    }
    if (selected.isEmpty()) {
      throw EiderException.binder(
          selector instanceof Expr.StringLiteral text
              ? noMatch(text.value(), all)
              : selector instanceof Expr.Star
                  ? "COLUMNS expansion resulted in empty set of columns"
                  : "COLUMNS expression resulted in an empty set of columns",
          at);
    }
    return selected;
  }

  private Expr valueOf(Expr.Star star, StarColumn column) {
    for (Expr.Replace replace : star.replace()) {
      if (replace.column().name().equalsIgnoreCase(column.name())) {
        return replace.value();
      }
    }
    return column.reference(star.span());
  }

  private void selectByValue(
      Expr.Columns columns, Expr selector, List<StarColumn> all, List<Selected> selected) {
    int at = columns.span().start();
    // A star inside of the selector is the list of all names.
    Expr names =
        AstRewriter.rewrite(
            selector,
            e ->
                e instanceof Expr.Star star
                    ? new Expr.ArrayConstructor(
                        matching(star).stream()
                            .<Expr>map(column -> new Expr.StringLiteral(column.name(), star.span()))
                            .toList(),
                        star.span())
                    : e);
    Value value = TypeRules.foldToConstant(binder.bind(names, Clause.CONSTANT), binder.context.env);
    if (value == null && binder.context.isPreparing()) {
      // What a parameter selects is known when the statement is run.
      all.forEach(
          column -> selected.add(new Selected(column, column.reference(columns.span()), null)));
      return;
    }
    if (value != null && value.isNull()) {
      throw EiderException.binder("COLUMNS does not support NULL as regex argument", at);
    }
    if (value == null) {
      throw EiderException.binder(
          AstRewriter.contains(names, e -> e instanceof Expr.ColumnRef)
              ? "COLUMNS expression can only contain lambda parameters"
              : "Unsupported expression in COLUMNS",
          at);
    }
    if (value.object() instanceof List<?>) {
      for (Value name : value.asList()) {
        if (name.isNull()) {
          throw EiderException.binder(
              "COLUMNS expression does not support NULL input parameters", at);
        }
        StarColumn found = null;
        for (StarColumn column : all) {
          if (column.name().equalsIgnoreCase(name.asString())) {
            found = column;
            break;
          }
        }
        if (found == null) {
          throw EiderException.binder(
              "Column \""
                  + name.asString()
                  + "\" was selected but was not found in the FROM"
                  + " clause",
              at);
        }
        String key = found.name();
        if (selected.stream().noneMatch(one -> one.column().name().equals(key))) {
          selected.add(new Selected(found, found.reference(columns.span()), null));
        }
      }
      return;
    }
    if (!(value.object() instanceof String regex)) {
      throw EiderException.binder(
          "COLUMNS expects either a VARCHAR argument (regex) or a LIST of VARCHAR (list of columns)",
          at);
    }
    com.google.re2j.Pattern pattern;
    try {
      pattern = com.google.re2j.Pattern.compile(regex);
    } catch (com.google.re2j.PatternSyntaxException e) {
      throw EiderException.binder(
          "Failed to compile regex \"" + regex + "\": " + e.getDescription(), at);
    }
    for (StarColumn column : all) {
      com.google.re2j.Matcher matcher = pattern.matcher(column.name());
      if (matcher.find()) {
        selected.add(new Selected(column, column.reference(columns.span()), groups(matcher)));
      }
    }
  }

  /** {@code f(*COLUMNS(...))}: the columns become arguments. */
  Expr unpack(Expr expr) {
    if (!AstRewriter.contains(expr, e -> e instanceof Expr.Unpack)) {
      return expr;
    }
    return AstRewriter.rewrite(expr, this::unpackHere);
  }

  private Expr unpackHere(Expr expr) {
    if (expr instanceof Expr.Columns) {
      return expr;
    }
    if (expr instanceof Expr.FunctionCall call
        && call.arguments().stream().anyMatch(a -> a.value() instanceof Expr.Unpack)) {
      List<Expr.Argument> arguments = new ArrayList<>();
      for (Expr.Argument argument : call.arguments()) {
        if (argument.value() instanceof Expr.Unpack unpack) {
          unpacked(unpack).forEach(e -> arguments.add(Expr.Argument.of(e)));
        } else {
          arguments.add(new Expr.Argument(argument.name(), unpack(argument.value())));
        }
      }
      return AstRewriter.withArguments(call, arguments);
    }
    if (expr instanceof Expr.Coalesce coalesce) {
      return new Expr.Coalesce(unpackList(coalesce.operands()), coalesce.span());
    }
    if (expr instanceof Expr.InList in
        && in.candidates().stream().anyMatch(c -> c instanceof Expr.Unpack)) {
      return new Expr.InList(unpack(in.operand()), unpackList(in.candidates()), in.span());
    }
    return expr;
  }

  private List<Expr> unpackList(List<Expr> exprs) {
    List<Expr> result = new ArrayList<>();
    for (Expr e : exprs) {
      if (e instanceof Expr.Unpack unpack) {
        result.addAll(unpacked(unpack));
      } else {
        result.add(unpack(e));
      }
    }
    return result;
  }

  private List<Expr> unpacked(Expr.Unpack unpack) {
    Expr operand = unpack.operand();
    Expr.Columns[] found = {null};
    AstRewriter.contains(
        operand,
        e -> {
          if (e instanceof Expr.Columns c) {
            found[0] = c;
          }
          return false;
        });
    Expr.Columns columns =
        operand instanceof Expr.Star star ? new Expr.Columns(star, star.span()) : found[0];
    if (columns == null) {
      throw EiderException.binder(
          "UNPACK can only be used in combination with a COLUMNS expression",
          unpack.span().start());
    }
    List<Expr> result = new ArrayList<>();
    for (Selected selected : select(columns)) {
      result.add(
          operand instanceof Expr.Star
              ? selected.value()
              : AstRewriter.rewrite(
                  operand, e -> e instanceof Expr.Columns ? selected.value() : e));
    }
    return result;
  }
}
