// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry.ColumnDefinition;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.bind.Binder;
import dev.eider.engine.bind.BoundStatement;
import dev.eider.engine.bind.Databases.Found;
import dev.eider.engine.bind.Databases.Place;
import dev.eider.engine.bind.ForeignKey;
import dev.eider.engine.bind.SimilarNames;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.session.catalog.CreateTexts;
import dev.eider.engine.sql.SqlText;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.DefinitionStatement;
import dev.eider.engine.sql.ast.DefinitionStatement.AlterAction;
import dev.eider.engine.sql.ast.Expr;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs ALTER TABLE. What only concerns names and defaults makes a new entry over the same storage;
 * what changes rows copies them into a new table.
 */
final class AlterRunner {
  private final Session session;

  AlterRunner(Session session) {
    this.session = session;
  }

  void run(DefinitionStatement.AlterTable alter) {
    AlterAction action = alter.action();
    {
      Found found = session.databases().find(EntryKind.RELATION, alter.table());
      if (found == null) {
        if (alter.ifExists()) {
          return;
        }
        throw new EiderException(
            ErrorType.CATALOG,
            "Table with name "
                + alter.table().name()
                + " does not exist!"
                + SimilarNames.didYouMean(
                    session.databases().names(EntryKind.RELATION), alter.table().name()),
            alter.table().span().start(),
            null);
      }
      if (!(found.entry() instanceof TableEntry table)) {
        throw EiderException.catalog("Can only modify table with ALTER TABLE statement");
      }
      run(found.place(), table, action, alter.span().start());
    }
  }

  /** A table that foreign keys or indexes refer to keeps its name and its columns. */
  private static void requireUnreferenced(Place place, TableEntry table) {
    if (!ForeignKey.referrers(place.catalog(), place.schema(), table.name()).isEmpty()
        || !IndexRunner.of(place, table.name()).isEmpty()) {
      throw new EiderException(
          ErrorType.DEPENDENCY,
          "Cannot alter entry \""
              + table.name()
              + "\" because there are entries that depend on it.");
    }
  }

  private void run(Place place, TableEntry table, AlterAction action, int at) {
    switch (action) {
      case AlterAction.AddColumn add -> addColumn(place, table, add);
      case AlterAction.DropColumn drop -> {
        requireUnreferenced(place, table);
        dropColumn(place, table, drop);
      }
      case AlterAction.RenameColumn rename -> {
        requireUnreferenced(place, table);
        renameColumn(place, table, rename);
      }
      case AlterAction.RenameTable rename -> {
        requireUnreferenced(place, table);
        renameTable(place, table, rename.to());
      }
      case AlterAction.SetDefault set -> {
        int index = column(table, set.column(), at);
        ColumnDefinition old = table.columns().get(index);
        Expr value = set.value();
        replace(
            place,
            table,
            index,
            new ColumnDefinition(
                old.name(),
                old.type(),
                old.notNull(),
                value == null ? null : SqlText.render(value),
                old.generatedSql(),
                old.collation()));
      }
      case AlterAction.SetNotNull set -> setNotNull(place, table, set, at);
      case AlterAction.SetType set -> {
        requireUnreferenced(place, table);
        setType(place, table, set, at);
      }
      case AlterAction.AddConstraint add ->
          throw EiderException.notImplemented("ALTER TABLE ADD CONSTRAINT").at(at);
      case AlterAction.SetPartitionedBy set ->
          throw EiderException.notImplemented("ALTER TABLE SET PARTITIONED BY").at(at);
      case AlterAction.SetSortedBy set ->
          throw EiderException.notImplemented("ALTER TABLE SET SORTED BY").at(at);
      case AlterAction.SetOptions set ->
          throw EiderException.notImplemented("ALTER TABLE SET (options)").at(at);
    }
  }

  private static int find(TableEntry table, String name) {
    for (int i = 0; i < table.columns().size(); i++) {
      if (table.columns().get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  private static int column(TableEntry table, List<String> path, int at) {
    if (path.size() > 1) {
      throw EiderException.notImplemented("ALTER TABLE of a field of a struct").at(at);
    }
    int index = find(table, path.getFirst());
    if (index < 0) {
      List<String> names = new ArrayList<>();
      table.columns().forEach(column -> names.add(column.name()));
      throw EiderException.binder(
          "Table \""
              + table.name()
              + "\" does not have a column with name \""
              + path.getFirst()
              + "\""
              + SimilarNames.message("Did you mean", SimilarNames.closest(names, path.getFirst())),
          at);
    }
    return index;
  }

  private void replace(Place place, TableEntry table, int index, ColumnDefinition column) {
    List<ColumnDefinition> columns = new ArrayList<>(table.columns());
    columns.set(index, column);
    put(
        place,
        new TableEntry(
            table.name(), columns, table.constraints(), table.temporary(), table.table()));
  }

  private static void put(Place place, TableEntry table) {
    place.catalog().put(EntryKind.RELATION, place.schema(), table);
  }

  private void addColumn(Place place, TableEntry table, AlterAction.AddColumn add) {
    DefinitionStatement.ColumnDefinition written = add.column();
    int at = written.span().start();
    if (find(table, written.name().getFirst()) >= 0) {
      if (add.ifNotExists()) {
        return;
      }
      throw EiderException.catalog(
          "Column with name " + written.name().getFirst() + " already exists!");
    }
    for (DefinitionStatement.ColumnConstraint constraint : written.constraints()) {
      if (!(constraint instanceof DefinitionStatement.ColumnConstraint.DefaultValue)
          && !(constraint instanceof DefinitionStatement.ColumnConstraint.Nullable)) {
        throw EiderException.parser("Adding columns with constraints not yet supported", at);
      }
    }
    if (written.generated() != null) {
      throw EiderException.parser(
          "Adding generated columns after table creation is not supported yet", at);
    }
    ColumnDefinition column = new Binder(session.environment(), Map.of()).bindColumn(written);
    List<ColumnDefinition> columns = new ArrayList<>(table.columns());
    columns.add(column);
    List<String> exprs = names(table);
    exprs.add(
        column.defaultSql() == null
            ? "CAST(NULL AS " + column.type() + ")"
            : "CAST(" + column.defaultSql() + " AS " + column.type() + ")");
    copy(place, table, columns, exprs);
  }

  private static List<String> names(TableEntry table) {
    List<String> names = new ArrayList<>();
    table.columns().forEach(column -> names.add(CreateTexts.quote(column.name())));
    return names;
  }

  private void dropColumn(Place place, TableEntry table, AlterAction.DropColumn drop) {
    if (drop.column().size() == 1 && drop.ifExists() && find(table, drop.column().getFirst()) < 0) {
      return;
    }
    int index = column(table, drop.column(), -1);
    if (table.columns().size() == 1) {
      throw EiderException.catalog("Cannot drop column: table only has one column remaining!");
    }
    String name = table.columns().get(index).name();
    for (String constraint : table.constraints()) {
      if (mentions(constraint, name)) {
        throw EiderException.catalog(
            "Cannot drop column \""
                + name
                + "\" because there is a "
                + constraint.substring(0, constraint.indexOf('(')).strip()
                + " constraint that depends on it");
      }
    }
    for (ColumnDefinition column : table.columns()) {
      String generated = column.generatedSql();
      if (generated != null && mentions(generated, name) && !column.name().equals(name)) {
        throw EiderException.catalog(
            "Cannot drop column: column is a dependency of 1 or more generated column(s)");
      }
    }
    List<ColumnDefinition> columns = new ArrayList<>(table.columns());
    columns.remove(index);
    List<String> exprs = names(table);
    exprs.remove(index);
    copy(place, table, columns, exprs);
  }

  private static boolean mentions(String sql, String name) {
    return java.util.regex.Pattern.compile(
            "(?i)(^|[^a-z0-9_])" + java.util.regex.Pattern.quote(name) + "([^a-z0-9_]|$)")
        .matcher(sql)
        .find();
  }

  private void renameColumn(Place place, TableEntry table, AlterAction.RenameColumn rename) {
    int index = column(table, rename.column(), -1);
    ColumnDefinition old = table.columns().get(index);
    if (find(table, rename.to()) >= 0 && !old.name().equalsIgnoreCase(rename.to())) {
      throw EiderException.catalog("Column with name " + rename.to() + " already exists!");
    }
    for (String constraint : table.constraints()) {
      if (mentions(constraint, old.name())) {
        throw EiderException.notImplemented(
            "RENAME of a column that a constraint mentions (" + constraint + ")");
      }
    }
    replace(
        place,
        table,
        index,
        new ColumnDefinition(
            rename.to(),
            old.type(),
            old.notNull(),
            old.defaultSql(),
            old.generatedSql(),
            old.collation()));
  }

  private static void renameTable(Place place, TableEntry table, String to) {
    if (place.catalog().find(EntryKind.RELATION, place.schema(), to) != null) {
      throw EiderException.catalog(
          "Could not rename \""
              + table.name()
              + "\" to \""
              + to
              + "\": another entry with this name already exists!");
    }
    // In this order the rows have an entry at every moment.
    put(
        place,
        new TableEntry(to, table.columns(), table.constraints(), table.temporary(), table.table()));
    place.catalog().remove(EntryKind.RELATION, place.schema(), table.name());
  }

  private void setNotNull(Place place, TableEntry table, AlterAction.SetNotNull set, int at) {
    int index = column(table, set.column(), at);
    ColumnDefinition old = table.columns().get(index);
    if (set.notNull()) {
      List<List<Value>> nulls =
          query(
              "SELECT count(*) FROM "
                  + name(place, table)
                  + " WHERE "
                  + CreateTexts.quote(old.name())
                  + " IS NULL");
      if (nulls.getFirst().getFirst().asLong() > 0) {
        throw new EiderException(
            ErrorType.CONSTRAINT, "NOT NULL constraint failed: " + table.name() + "." + old.name());
      }
    }
    replace(
        place,
        table,
        index,
        new ColumnDefinition(
            old.name(),
            old.type(),
            set.notNull(),
            old.defaultSql(),
            old.generatedSql(),
            old.collation()));
  }

  private void setType(Place place, TableEntry table, AlterAction.SetType set, int at) {
    int index = column(table, set.column(), at);
    ColumnDefinition old = table.columns().get(index);
    if (old.generatedSql() != null) {
      throw EiderException.notImplemented("ALTER TYPE of a generated column").at(at);
    }
    dev.eider.engine.sql.ast.TypeName typeName = set.type();
    LogicalType type =
        typeName == null
            ? old.type()
            : new Binder(session.environment(), Map.of()).bindType(typeName);
    Expr using = set.using();
    List<String> exprs = names(table);
    String source = using == null ? exprs.get(index) : SqlText.render(using);
    exprs.set(index, "CAST(" + source + " AS " + typeText(type) + ")");
    List<ColumnDefinition> columns = new ArrayList<>(table.columns());
    columns.set(
        index,
        new ColumnDefinition(
            old.name(),
            type,
            old.notNull(),
            old.defaultSql(),
            old.generatedSql(),
            old.collation()));
    copy(place, table, columns, exprs);
  }

  private static String typeText(LogicalType type) {
    return type.toString();
  }

  private static String name(Place place, TableEntry table) {
    return CreateTexts.quote(place.catalog().name())
        + "."
        + CreateTexts.quote(place.schema())
        + "."
        + CreateTexts.quote(table.name());
  }

  private List<List<Value>> query(String sql) {
    try (QueryResult result = session.execute(sql)) {
      return result.rows();
    }
  }

  /** Copies the rows through expressions into a new table that takes the old one's place. */
  private void copy(
      Place place, TableEntry table, List<ColumnDefinition> columns, List<String> exprs) {
    String sql = "SELECT " + String.join(", ", exprs) + " FROM " + name(place, table);
    ParsedStatement parsed = session.parse(sql).getFirst();
    BoundStatement bound =
        new Binder(session.environment(), Map.of())
            .bindQuery(((DataStatement.Select) parsed.statement()).query());
    TableEntry made =
        place.catalog().newTable(table.name(), columns, table.constraints(), table.temporary());
    LogicalOperator plan =
        new LogicalOperator.CreateTableAs(
            bound.plan(),
            place.catalog().name(),
            place.schema(),
            made,
            List.of(bound.ids().column("Count", LogicalType.BIGINT)));
    BoundStatement statement =
        new BoundStatement(plan, List.of("Count"), BoundStatement.Kind.COUNT, bound.ids());
    session.runner().run(statement, sql, true).close();
  }

  /** A text, or null when there is none. */
  static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
