// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.Catalog;
import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.catalog.CatalogEntry.ColumnDefinition;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.catalog.CatalogEntry.ViewEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import dev.eider.engine.sql.SqlText;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import dev.eider.engine.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Binds DESCRIBE, SUMMARIZE and SHOW as rows of text. */
final class ShowBinder {
  private static final LogicalType TEXTS = LogicalType.list(LogicalType.VARCHAR);
  private final StatementContext context;
  private final @Nullable ExpressionBinder outer;
  private final CteScope ctes;

  ShowBinder(StatementContext context, @Nullable ExpressionBinder outer, CteScope ctes) {
    this.context = context;
    this.outer = outer;
    this.ctes = ctes;
  }

  FromBinder.Source bind(TableRef.Show show) {
    BoundQuery query =
        switch (show.kind()) {
          case DESCRIBE -> describe(show);
          case SUMMARIZE -> summarize(show);
          case TABLES -> tables(null);
          case TABLES_FROM -> tables(show.name());
          case ALL_TABLES -> allTables();
          case DATABASES -> databases();
          case SCHEMAS -> schemas();
          case VARIABLES -> variables();
          case SETTING_OR_TABLE -> settingOrTable(show);
        };
    return FromBinder.source(
        query,
        show.alias(),
        show.alias() == null ? "show" : show.alias().name(),
        show.span().start());
  }

  private static Value text(@Nullable String text) {
    return text == null ? Value.nullOf(LogicalType.VARCHAR) : Value.of(text);
  }

  private static Value texts(List<String> texts) {
    return new Value(TEXTS, texts.stream().map(Value::of).toList());
  }

  private BoundQuery rows(List<String> names, List<LogicalType> types, List<List<Value>> rows) {
    List<ColumnRef> output = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      output.add(context.column(names.get(i), types.get(i)));
    }
    if (rows.isEmpty()) {
      return new BoundQuery(new LogicalOperator.Empty(output), names);
    }
    List<List<BoundExpr>> bound = new ArrayList<>();
    for (List<Value> row : rows) {
      List<BoundExpr> values = new ArrayList<>();
      row.forEach(value -> values.add(new BoundExpr.Constant(value)));
      bound.add(values);
    }
    return new BoundQuery(new LogicalOperator.Values(bound, output), names);
  }

  private static List<LogicalType> varchars(int count) {
    return java.util.Collections.nCopies(count, LogicalType.VARCHAR);
  }

  private static QueryNode.SelectNode starFrom(TableRef.Show show) {
    QualifiedName name = java.util.Objects.requireNonNull(show.name());
    return QueryNode.SelectNode.starFrom(
        new TableRef.NamedTable(name, show.isFile(), null, null, null, show.span()));
  }

  private BoundQuery describe(TableRef.Show show) {
    List<String> names = List.of("column_name", "column_type", "null", "key", "default", "extra");
    List<List<Value>> rows = new ArrayList<>();
    Query query = show.query();
    QualifiedName name = show.name();
    if (query == null && name != null && !show.isFile()) {
      Databases.Found found =
          name.isSimple() && ctes.find(name.name()) != null
              ? null
              : context.env.databases().find(EntryKind.RELATION, name);
      if (found != null && found.entry() instanceof TableEntry table) {
        for (ColumnDefinition column : table.columns()) {
          rows.add(
              List.of(
                  text(column.name()),
                  text(column.type().toString()),
                  text(column.notNull() ? "NO" : "YES"),
                  text(key(table, column.name())),
                  text(column.defaultSql()),
                  text(null)));
        }
        return rows(names, varchars(6), rows);
      }
    }
    BoundQuery bound =
        new QueryBinder(context, outer, ctes)
            .bind(query != null ? query : Query.of(starFrom(show)));
    Map<Integer, ColumnRef> sources = new HashMap<>();
    Plans.addRenames(bound.plan(), sources);
    for (int i = 0; i < bound.names().size(); i++) {
      ColumnRef source = bound.plan().output().get(i);
      for (ColumnRef below = sources.get(source.id());
          below != null && below.id() != source.id();
          below = sources.get(source.id())) {
        source = below;
      }
      StatementContext.Origin origin = context.origin(source.id());
      ColumnDefinition column = origin == null ? null : origin.column();
      rows.add(
          List.of(
              text(bound.names().get(i)),
              text(bound.types().get(i).toString()),
              text(column != null && column.notNull() ? "NO" : "YES"),
              text(origin == null ? null : key(origin.table(), origin.column().name())),
              text(column == null ? null : column.defaultSql()),
              text(null)));
    }
    return rows(names, varchars(6), rows);
  }

  private static @Nullable String key(TableEntry table, String column) {
    for (String constraint : table.constraints()) {
      boolean primary = constraint.startsWith(KeyConstraints.PRIMARY_KEY);
      boolean unique = constraint.startsWith(KeyConstraints.UNIQUE);
      if (primary || unique) {
        String list =
            constraint.substring(constraint.indexOf('(') + 1, constraint.lastIndexOf(')'));
        for (String part : list.split(",")) {
          if (part.strip().replace("\"", "").equalsIgnoreCase(column)) {
            return primary ? "PRI" : "UNI";
          }
        }
      }
    }
    return null;
  }

  /** SUMMARIZE is a query over the query: one aggregate row, opened into a row a column. */
  private BoundQuery summarize(TableRef.Show show) {
    Query query = show.query();
    Query source = query != null ? query : Query.of(starFrom(show));
    BoundQuery bound = new QueryBinder(context, outer, ctes).bind(source);
    List<String> names = TableBinding.uniqueNames(bound.names());
    StringBuilder sql = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      LogicalType type = bound.types().get(i);
      String column = '"' + names.get(i).replace("\"", "\"\"") + '"';
      boolean numeric = type.isNumeric();
      boolean ordered = numeric || type.isTemporal();
      sql.append(sql.isEmpty() ? "" : " UNION ALL ")
          .append("SELECT '")
          .append(names.get(i).replace("'", "''"))
          .append("' AS column_name, '")
          .append(type.toString().replace("'", "''"))
          .append("' AS column_type, CAST(min(")
          .append(column)
          .append(") AS VARCHAR) AS min, CAST(max(")
          .append(column)
          .append(") AS VARCHAR) AS max, CAST(approx_count_distinct(")
          .append(column)
          .append(") AS BIGINT) AS approx_unique, ")
          .append(numeric ? "CAST(avg(" + column + ") AS VARCHAR)" : "CAST(NULL AS VARCHAR)")
          .append(" AS avg, ")
          .append(numeric ? "CAST(stddev(" + column + ") AS VARCHAR)" : "CAST(NULL AS VARCHAR)")
          .append(" AS std, ");
      for (String quantile : List.of("25", "50", "75")) {
        sql.append(
                ordered
                    ? "CAST(approx_quantile(" + column + ", 0." + quantile + ") AS VARCHAR)"
                    : "CAST(NULL AS VARCHAR)")
            .append(" AS q")
            .append(quantile)
            .append(", ");
      }
      sql.append("count(*) AS count, CASE WHEN count(*) = 0 THEN NULL ELSE")
          .append(" CAST(100.0 - count(")
          .append(column)
          .append(") * 100.0 / count(*) AS DECIMAL(9, 2)) END AS null_percentage FROM summary");
    }
    String text = "WITH summary AS (" + SqlText.render(source) + ") " + sql;
    return new QueryBinder(context, outer, ctes).bind(Definitions.query(text, "SUMMARIZE"));
  }

  private BoundQuery tables(@Nullable QualifiedName from) {
    List<String> found = new ArrayList<>();
    if (from == null) {
      for (Databases.Place place : context.env.databases().places(List.of())) {
        addNames(place.catalog(), place.schema(), found);
      }
    } else {
      List<Databases.Place> places = context.env.databases().places(from.parts());
      if (places.isEmpty()) {
        throw EiderException.catalog(
            "SHOW TABLES FROM: No catalog + schema named \""
                + String.join(".", from.parts())
                + "\" found.");
      }
      addNames(places.getFirst().catalog(), places.getFirst().schema(), found);
    }
    found.sort(Comparator.naturalOrder());
    return rows(List.of("name"), varchars(1), found.stream().map(n -> List.of(text(n))).toList());
  }

  private static void addNames(Catalog catalog, String schema, List<String> names) {
    for (CatalogEntry entry : catalog.list(EntryKind.RELATION, schema)) {
      names.add(entry.name());
    }
  }

  private BoundQuery allTables() {
    List<List<Value>> rows = new ArrayList<>();
    for (Catalog catalog : context.env.databases().all()) {
      for (String schema : catalog.schemas()) {
        for (CatalogEntry entry : catalog.list(EntryKind.RELATION, schema)) {
          List<String> names = new ArrayList<>();
          List<String> types = new ArrayList<>();
          boolean temporary = false;
          switch (entry) {
            case TableEntry table -> {
              temporary = table.temporary();
              for (ColumnDefinition column : table.columns()) {
                names.add(column.name());
                types.add(column.type().toString());
              }
            }
            case ViewEntry view -> {
              temporary = view.temporary();
              names.addAll(view.columnNames());
              view.columnTypes().forEach(type -> types.add(type.toString()));
            }
            default -> {}
          }
          rows.add(
              List.of(
                  text(catalog.name()),
                  text(schema),
                  text(entry.name()),
                  texts(names),
                  texts(types),
                  Value.of(temporary)));
        }
      }
    }
    rows.sort(
        Comparator.comparing((List<Value> row) -> row.get(0).asString())
            .thenComparing(row -> row.get(1).asString())
            .thenComparing(row -> row.get(2).asString()));
    return rows(
        List.of("database", "schema", "name", "column_names", "column_types", "temporary"),
        List.of(
            LogicalType.VARCHAR,
            LogicalType.VARCHAR,
            LogicalType.VARCHAR,
            TEXTS,
            TEXTS,
            LogicalType.BOOLEAN),
        rows);
  }

  private BoundQuery databases() {
    List<List<Value>> rows = new ArrayList<>();
    for (Catalog catalog : context.env.databases().all()) {
      if (!catalog.name().equals(Databases.TEMP)) {
        rows.add(List.of(text(catalog.name())));
      }
    }
    return rows(List.of("database_name"), varchars(1), rows);
  }

  private BoundQuery schemas() {
    List<List<Value>> rows = new ArrayList<>();
    Databases databases = context.env.databases();
    for (Catalog catalog : databases.all()) {
      if (catalog.name().equals(Databases.TEMP)) {
        continue;
      }
      for (String schema : catalog.schemas()) {
        boolean current =
            catalog.name().equalsIgnoreCase(databases.currentDatabase())
                && schema.equalsIgnoreCase(databases.currentSchema());
        rows.add(List.of(text(catalog.name()), text(schema), Value.of(current)));
      }
    }
    return rows(
        List.of("database_name", "schema_name", "current"),
        List.of(LogicalType.VARCHAR, LogicalType.VARCHAR, LogicalType.BOOLEAN),
        rows);
  }

  private BoundQuery variables() {
    List<List<Value>> rows = new ArrayList<>();
    for (Map.Entry<String, Value> variable : context.env.variables().entrySet()) {
      Value value = variable.getValue();
      Value shown = TypeRules.castConstant(value, LogicalType.VARCHAR, context.env);
      rows.add(
          List.of(
              text(variable.getKey()),
              value.isNull() || shown == null ? text(null) : shown,
              text(value.type().toString())));
    }
    return rows(List.of("name", "value", "type"), varchars(3), rows);
  }

  private BoundQuery settingOrTable(TableRef.Show show) {
    QualifiedName name = java.util.Objects.requireNonNull(show.name());
    String behavior = String.valueOf(context.env.settingText("show_behavior"));
    if (behavior.equals("setting")
        && (!name.isSimple() || context.env.setting(name.name()) == null)) {
      throw EiderException.catalog(
          "Setting with name \"" + String.join(".", name.parts()) + "\" does not exist!");
    }
    if (name.isSimple() && !behavior.equals("table")) {
      String setting = context.env.settingText(name.name());
      Value value = context.env.setting(name.name());
      if (setting != null
          && value != null
          && (behavior.equals("setting")
              || context.env.databases().find(EntryKind.RELATION, name) == null)) {
        return rows(
            List.of(name.name().toLowerCase(Locale.ROOT)),
            List.of(value.type()),
            List.of(List.of(value)));
      }
    }
    return describe(show);
  }
}
