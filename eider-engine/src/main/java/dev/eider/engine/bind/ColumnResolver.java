// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.sql.ast.Expr;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what a (perhaps qualified) name of an expression means. */
final class ColumnResolver {
  /** {@code alias.x} means the select item named x where no table has that name. */
  private static final String ALIAS_QUALIFIER = "alias";

  private final ExpressionBinder binder;

  ColumnResolver(ExpressionBinder binder) {
    this.binder = binder;
  }

  /** The value of a name, or the error that says what could have been meant. */
  BoundExpr resolve(Expr.ColumnRef ref) {
    String first = ref.names().getFirst();
    int at = ref.span().start();
    ExpressionBinder.AliasLookup aliases = binder.aliases();
    boolean aliasFirst = binder.clause() == Clause.ORDER_BY;
    if (aliasFirst && ref.names().size() == 1 && aliases != null) {
      BoundExpr alias = aliases.find(first, binder.clause(), at);
      if (alias == null && binder.scope.tablesWith(first).size() > 1) {
        alias = aliases.findColumn(first);
      }
      if (alias != null) {
        return alias;
      }
    }
    BoundExpr found = tryLocal(ref);
    if (found != null
        && aliases != null
        && binder.clause() == Clause.HAVING
        && ref.names().size() == 1
        && found instanceof BoundExpr.ColumnRef
        && !aliases.isGroup(found)) {
      // A column that is not grouped could only be an error here.
      BoundExpr alias = aliases.find(first, binder.clause(), at);
      found = alias == null ? found : alias;
    }
    if (found != null) {
      return found;
    }
    if (aliases != null) {
      BoundExpr alias = aliases.find(first, binder.clause(), at);
      if (alias != null) {
        return fields(alias, ref.names(), 1, at);
      }
      if (first.equalsIgnoreCase(ALIAS_QUALIFIER) && ref.names().size() > 1) {
        alias = aliases.find(ref.names().get(1), binder.clause(), at);
        if (alias != null) {
          return fields(alias, ref.names(), 2, at);
        }
      }
    }
    found = tryOuter(ref);
    if (found != null) {
      return found;
    }
    if (ref.names().size() == 1) {
      BoundExpr keyword = binder.functions().keyword(first, at);
      if (keyword != null) {
        return keyword;
      }
    }
    if (binder.clause() == Clause.TABLE_ARGUMENT) {
      return new BoundExpr.Constant(Value.of(String.join(".", ref.names())));
    }
    throw notFound(ref);
  }

  /** The value of a name in this query or those around it, without aliases; null when unknown. */
  @Nullable BoundExpr tryResolve(Expr.ColumnRef ref) {
    BoundExpr found = tryLocal(ref);
    return found != null ? found : tryOuter(ref);
  }

  private @Nullable BoundExpr tryOuter(Expr.ColumnRef ref) {
    return binder.outer == null ? null : binder.outer.resolveForInner(ref);
  }

  private @Nullable BoundExpr tryLocal(Expr.ColumnRef ref) {
    List<String> names = ref.names();
    int at = ref.span().start();
    BoundExpr local = binder.localName(names.getFirst());
    if (local != null) {
      return fields(local, names, 1, at);
    }
    for (int qualifiers = Math.min(3, names.size() - 1); qualifiers >= 1; qualifiers--) {
      List<TableBinding> tables = binder.scope.tablesNamed(names.subList(0, qualifiers));
      BoundExpr found = null;
      for (TableBinding table : tables) {
        TableBinding.BoundColumn column = table.find(names.get(qualifiers));
        if (column != null) {
          if (found != null) {
            throw ambiguousTable(names, tables, at);
          }
          found = column.expr();
        }
      }
      if (found != null) {
        return fields(found, names, qualifiers + 1, at);
      }
    }
    BoundExpr column = bareColumn(names.getFirst(), at);
    if (column != null) {
      if (names.size() > 1 && !canHaveFields(column.type())) {
        return null;
      }
      return fields(column, names, 1, at);
    }
    List<TableBinding> tables = binder.scope.tablesNamed(names);
    return tables.size() == 1 ? wholeRow(tables.getFirst(), at) : null;
  }

  private static boolean canHaveFields(LogicalType type) {
    return switch (type.id()) {
      case STRUCT, MAP, UNION, JSON, SQLNULL -> true;
      default -> false;
    };
  }

  private static EiderException ambiguousTable(
      List<String> names, List<TableBinding> tables, int at) {
    List<String> paths = new ArrayList<>();
    for (TableBinding table : tables) {
      List<String> path = table.path();
      paths.add((path.isEmpty() ? "" : path.getLast() + ".") + table.alias());
    }
    if (paths.stream().distinct().count() == paths.size()) {
      String last = paths.removeLast();
      return EiderException.binder(
          "Ambiguous reference to table \""
              + names.getFirst()
              + "\" (use: "
              + String.join(", ", paths)
              + " or "
              + last
              + ")",
          at);
    }
    return EiderException.binder(
        "Ambiguous reference to table \""
            + names.getFirst()
            + "\" (duplicate alias \""
            + tables.getFirst().alias()
            + "\", explicitly alias one of the tables using \"AS my_alias\")",
        at);
  }

  private @Nullable BoundExpr bareColumn(String name, int at) {
    List<TableBinding> tables = binder.scope.tablesWith(name);
    if (tables.isEmpty()) {
      return null;
    }
    // A merged column goes before columns of that name that are not part of it.
    Set<Scope.UsingColumn> merged = new HashSet<>();
    for (TableBinding table : tables) {
      Scope.UsingColumn using = binder.scope.findUsing(name, table);
      if (using != null) {
        merged.add(using);
      }
    }
    if (merged.size() == 1) {
      return merged.iterator().next().value();
    }
    if (merged.size() > 1) {
      throw EiderException.binder(
          "Ambiguous column reference: column \""
              + name
              + "\" can refer to either of "
              + merged.size()
              + " columns merged by USING",
          at);
    }
    List<TableBinding> shown = new ArrayList<>();
    for (TableBinding table : tables) {
      TableBinding.BoundColumn column = table.find(name);
      if (column != null && !column.hidden()) {
        shown.add(table);
      }
    }
    List<TableBinding> candidates = shown.isEmpty() ? tables : shown;
    if (candidates.size() > 1) {
      List<String> uses = new ArrayList<>();
      for (TableBinding table : candidates) {
        uses.add("'" + table.alias() + "." + name + "'");
      }
      String last = uses.removeLast();
      throw EiderException.binder(
          "Ambiguous reference to column name \""
              + name
              + "\" (use: "
              + String.join(", ", uses)
              + " or "
              + last
              + ")",
          at);
    }
    TableBinding.BoundColumn column = candidates.getFirst().find(name);
    return column == null ? null : column.expr();
  }

  private BoundExpr wholeRow(TableBinding table, int at) {
    List<String> names = new ArrayList<>();
    List<BoundExpr> values = new ArrayList<>();
    for (TableBinding.BoundColumn column : table.columns()) {
      if (!column.hidden()) {
        names.add(column.name());
        values.add(column.expr());
      }
    }
    return binder.functions().structPack(names, values, at);
  }

  private BoundExpr fields(BoundExpr value, List<String> names, int from, int at) {
    BoundExpr result = value;
    for (int i = from; i < names.size(); i++) {
      result = binder.field(result, names.get(i), at);
    }
    return result;
  }

  private EiderException notFound(Expr.ColumnRef ref) {
    List<String> names = ref.names();
    int at = ref.span().start();
    if (names.size() > 1) {
      return binder.clause() == Clause.HAVING
              && !binder.scope.tablesNamed(names.subList(0, names.size() - 1)).isEmpty()
          ? notGrouped(names.getLast(), at)
          : qualifiedNotFound(names, at);
    }
    String name = names.getFirst();
    List<String> candidates = new ArrayList<>();
    ExpressionBinder level = binder;
    while (level != null) {
      boolean several = level.scope.tables().size() > 1;
      for (TableBinding table : level.scope.tables()) {
        for (TableBinding.BoundColumn column : table.columns()) {
          if (!column.hidden()) {
            candidates.add(several ? table.alias() + "." + column.name() : column.name());
          }
        }
      }
      level = level.outer;
    }
    if (candidates.isEmpty()) {
      return EiderException.binder(
          "Referenced column \"" + name + "\" was not found because the FROM clause is missing",
          at);
    }
    if (binder.clause() == Clause.QUALIFY) {
      return EiderException.binder(
          "Referenced column " + name + " not found in FROM clause and can't find in alias map.",
          at);
    }
    return EiderException.binder(
        "Referenced column \""
            + name
            + "\" not found in FROM clause!"
            + SimilarNames.message("Candidate bindings", SimilarNames.closest(candidates, name)),
        at);
  }

  private static EiderException notGrouped(String name, int at) {
    return EiderException.binder(
        "column \""
            + name
            + "\" must appear in the GROUP BY clause or must be part of an aggregate function.\n"
            + "Either add it to the GROUP BY list, or use ANY_VALUE(\""
            + name
            + "\") if the exact value of \""
            + name
            + "\" is not important.",
        at);
  }

  private EiderException qualifiedNotFound(List<String> names, int at) {
    ExpressionBinder level = binder;
    List<String> tables = new ArrayList<>();
    while (level != null) {
      for (int q = Math.min(3, names.size() - 1); q >= 1; q--) {
        List<TableBinding> named = level.scope.tablesNamed(names.subList(0, q));
        if (!named.isEmpty()) {
          TableBinding table = named.getFirst();
          List<String> columns = new ArrayList<>();
          table.columns().forEach(column -> columns.add(column.name()));
          return EiderException.binder(
              "Table \""
                  + table.alias()
                  + "\" does not have a column named \""
                  + names.get(q)
                  + "\"\n"
                  + SimilarNames.message(
                      "Candidate bindings: ", SimilarNames.closest(columns, names.get(q))),
              at);
        }
      }
      level.scope.tables().forEach(table -> tables.add(table.alias()));
      level = level.outer;
    }
    String first = names.getFirst();
    BoundExpr column = binder.scope.tablesWith(first).isEmpty() ? null : bareColumn(first, at);
    if (column != null && !canHaveFields(column.type())) {
      return EiderException.binder(
          "Cannot extract field \""
              + names.get(1)
              + "\" from expression \""
              + first
              + "\" because it is not a struct, union, map, or json",
          at);
    }
    String table = String.join(".", names.subList(0, names.size() - 1));
    return EiderException.binder(
        "Referenced table \""
            + table
            + "\" not found!"
            + SimilarNames.message("Candidate tables", SimilarNames.closest(tables, table)),
        at);
  }
}
