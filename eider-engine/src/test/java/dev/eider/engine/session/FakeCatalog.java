// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.catalog.Catalog;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.catalog.CatalogEntry.ColumnDefinition;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.table.TableColumn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A catalog in a map. */
final class FakeCatalog implements Catalog {
  private final String name;
  private final List<String> schemas = new ArrayList<>(List.of("main"));
  private final Map<String, CatalogEntry> entries = new LinkedHashMap<>();

  FakeCatalog(String name) {
    this.name = name;
  }

  private static String key(EntryKind kind, String schema, String name) {
    return kind + "." + schema.toLowerCase(Locale.ROOT) + "." + name.toLowerCase(Locale.ROOT);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> schemas() {
    return List.copyOf(schemas);
  }

  @Override
  public void createSchema(String schema) {
    schemas.add(schema);
  }

  @Override
  public void dropSchema(String schema) {
    schemas.removeIf(schema::equalsIgnoreCase);
    entries.keySet().removeIf(key -> key.contains("." + schema.toLowerCase(Locale.ROOT) + "."));
  }

  @Override
  public @Nullable CatalogEntry find(EntryKind kind, String schema, String entry) {
    return entries.get(key(kind, schema, entry));
  }

  @Override
  public List<CatalogEntry> list(EntryKind kind, String schema) {
    List<CatalogEntry> found = new ArrayList<>();
    entries.forEach((key, entry) -> {
      if (key.startsWith(key(kind, schema, ""))) {
        found.add(entry);
      }
    });
    return found;
  }

  @Override
  public void put(EntryKind kind, String schema, CatalogEntry entry) {
    entries.put(key(kind, schema, entry.name()), entry);
  }

  @Override
  public void remove(EntryKind kind, String schema, String entry) {
    entries.remove(key(kind, schema, entry));
  }

  @Override
  public TableEntry newTable(
      String table, List<ColumnDefinition> columns, List<String> constraints, boolean temporary) {
    List<TableColumn> physical = new ArrayList<>();
    columns.forEach(column -> physical.add(new TableColumn(column.name(), column.type())));
    return new TableEntry(table, columns, constraints, temporary, new FakeTable(table, physical));
  }
}
