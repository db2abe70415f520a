// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.catalog.CatalogEntry.ColumnDefinition;
import dev.eider.base.catalog.CatalogEntry.IndexEntry;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.engine.bind.Binder;
import dev.eider.engine.bind.Databases.Found;
import dev.eider.engine.bind.Databases.Place;
import dev.eider.engine.bind.SimilarNames;
import dev.eider.engine.session.catalog.CreateTexts;
import dev.eider.engine.sql.SqlText;
import dev.eider.engine.sql.ast.DefinitionStatement;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.OrderItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * CREATE INDEX. An index of a table in memory is an entry of the catalog: no query is faster by it,
 * and a UNIQUE one is a constraint that is checked as those of CREATE TABLE are.
 */
final class IndexRunner {
  private final Session session;

  IndexRunner(Session session) {
    this.session = session;
  }

  void create(DefinitionStatement.CreateIndex create) {
    int at = create.span().start();
    String name = create.name();
    if (name == null) {
      throw EiderException.notImplemented(
          "Please provide an index name, e.g., CREATE INDEX my_name ...");
    }
    refuseOptions(create, at);
    Found found = session.databases().find(EntryKind.RELATION, create.table());
    if (found == null) {
      throw new EiderException(
          ErrorType.CATALOG,
          "Table with name "
              + create.table().name()
              + " does not exist!"
              + SimilarNames.didYouMean(
                  session.databases().names(EntryKind.RELATION), create.table().name()),
          create.table().span().start(),
          null);
    }
    if (!(found.entry() instanceof TableEntry table)) {
      throw EiderException.binder("Can only create an index on a base table", at);
    }
    Place place = found.place();
    if (place.catalog().find(EntryKind.INDEX, place.schema(), name) != null) {
      switch (create.ifExists()) {
        case SKIP -> {
          return;
        }
        case FAIL ->
            throw EiderException.catalog("Index with name \"" + name + "\" already exists!");
        case REPLACE ->
            throw EiderException.notImplemented("CREATE OR REPLACE INDEX is not supported").at(at);
      }
    }
    List<String> expressions = new ArrayList<>();
    for (OrderItem element : create.elements()) {
      expressions.add(expression(table, element.value(), create.unique()));
    }
    if (create.unique()) {
      requireDistinct(place, table, expressions);
    }
    place
        .catalog()
        .put(
            EntryKind.INDEX,
            place.schema(),
            new IndexEntry(name, table.name(), create.unique(), expressions, table.temporary()));
  }

  private static void refuseOptions(DefinitionStatement.CreateIndex create, int at) {
    String method = create.method();
    if (method != null && !method.equalsIgnoreCase("art")) {
      throw EiderException.binder("Unknown index type: " + method.toUpperCase(Locale.ROOT), at);
    }
    if (create.where() != null) {
      throw EiderException.notImplemented("Creating partial indexes is not supported currently")
          .at(at);
    }
    if (!create.options().isEmpty()) {
      throw EiderException.notImplemented("WITH options of an index are not supported").at(at);
    }
  }

  private String expression(TableEntry table, Expr expr, boolean unique) {
    int at = expr.span().start();
    List<String> names = new ArrayList<>();
    List<LogicalType> types = new ArrayList<>();
    for (ColumnDefinition column : table.columns()) {
      names.add(column.name());
      types.add(column.type());
    }
    if (expr instanceof Expr.ColumnRef ref && ref.names().size() == 1) {
      for (String name : names) {
        if (name.equalsIgnoreCase(ref.name())) {
          return CreateTexts.quote(name);
        }
      }
      throw EiderException.binder(
          "Table \""
              + table.name()
              + "\" does not have a column named \""
              + ref.name()
              + "\"\n\nCandidate bindings: : \""
              + String.join("\", \"", names)
              + "\"",
          at);
    }
    if (unique) {
      throw EiderException.notImplemented("a UNIQUE index on an expression is not supported")
          .at(at);
    }
    new Binder(session.environment(), Map.of()).checkExpression(expr, names, types);
    return "(" + SqlText.render(expr) + ")";
  }

  private void requireDistinct(Place place, TableEntry table, List<String> columns) {
    String keys = String.join(", ", columns);
    String sql =
        "SELECT 1 FROM "
            + CreateTexts.quote(place.catalog().name())
            + "."
            + CreateTexts.quote(place.schema())
            + "."
            + CreateTexts.quote(table.name())
            + " WHERE "
            + String.join(" IS NOT NULL AND ", columns)
            + " IS NOT NULL GROUP BY "
            + keys
            + " HAVING count(*) > 1 LIMIT 1";
    try (QueryResult result = session.execute(sql)) {
      if (!result.rows().isEmpty()) {
        throw new EiderException(
            ErrorType.CONSTRAINT, "Data contains duplicates on indexed column(s)");
      }
    }
  }

  /** The indexes of a table. */
  static List<IndexEntry> of(Place place, String table) {
    List<IndexEntry> indexes = new ArrayList<>();
    for (CatalogEntry entry : place.catalog().list(EntryKind.INDEX, place.schema())) {
      if (entry instanceof IndexEntry index && index.table().equalsIgnoreCase(table)) {
        indexes.add(index);
      }
    }
    return indexes;
  }

  /** Drops the indexes of a table that goes away. */
  static void dropOf(Place place, String table) {
    of(place, table)
        .forEach(index -> place.catalog().remove(EntryKind.INDEX, place.schema(), index.name()));
  }
}
