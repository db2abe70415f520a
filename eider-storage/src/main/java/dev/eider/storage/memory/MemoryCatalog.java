// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.memory;

import dev.eider.base.catalog.Catalog;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.table.TableColumn;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A catalog in memory. All methods lock the catalog; entries are immutable. */
public final class MemoryCatalog implements Catalog {
  private final String name;
  private final MemoryManager memory;
  private final Map<String, Schema> schemas = new LinkedHashMap<>();

  public MemoryCatalog(String name, MemoryManager memory) {
    this.name = name;
    this.memory = memory;
    schemas.put("main", new Schema("main"));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public synchronized List<String> schemas() {
    List<String> names = new ArrayList<>();
    for (Schema schema : schemas.values()) {
      names.add(schema.name);
    }
    return names;
  }

  @Override
  public synchronized void createSchema(String schema) {
    if (schemas.putIfAbsent(key(schema), new Schema(schema)) != null) {
      throw EiderException.catalog("Schema with name \"" + schema + "\" already exists!");
    }
  }

  @Override
  public synchronized void dropSchema(String schema) {
    Schema dropped = schemas.remove(key(schema));
    if (dropped != null) {
      for (CatalogEntry entry : dropped.entries(EntryKind.RELATION).values()) {
        release(entry);
      }
    }
  }

  @Override
  public synchronized @Nullable CatalogEntry find(EntryKind kind, String schema, String entry) {
    Schema found = schemas.get(key(schema));
    return found == null ? null : found.entries(kind).get(key(entry));
  }

  @Override
  public synchronized List<CatalogEntry> list(EntryKind kind, String schema) {
    Schema found = schemas.get(key(schema));
    return found == null ? List.of() : List.copyOf(found.entries(kind).values());
  }

  @Override
  public synchronized void put(EntryKind kind, String schema, CatalogEntry entry) {
    Schema found = schemas.get(key(schema));
    if (found == null) {
      throw EiderException.catalog("Schema with name " + schema + " does not exist!");
    }
    CatalogEntry old = found.entries(kind).put(key(entry.name()), entry);
    if (old instanceof TableEntry before
        && !(entry instanceof TableEntry after && after.table() == before.table())) {
      release(old);
    }
  }

  @Override
  public synchronized void remove(EntryKind kind, String schema, String entry) {
    Schema found = schemas.get(key(schema));
    if (found == null) {
      return;
    }
    CatalogEntry old = found.entries(kind).remove(key(entry));
    if (old != null && !isRenamed(found, old)) {
      release(old);
    }
  }

  /** Whether the rows of a removed entry belong to an entry of another name by now. */
  private static boolean isRenamed(Schema schema, CatalogEntry removed) {
    if (removed instanceof TableEntry table) {
      for (CatalogEntry entry : schema.entries(EntryKind.RELATION).values()) {
        if (entry instanceof TableEntry other && other.table() == table.table()) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public TableEntry newTable(
      String tableName,
      List<CatalogEntry.ColumnDefinition> columns,
      List<String> constraints,
      boolean temporary) {
    List<TableColumn> tableColumns = new ArrayList<>();
    for (CatalogEntry.ColumnDefinition column : columns) {
      tableColumns.add(new TableColumn(column.name(), column.type()));
    }
    return new TableEntry(
        tableName, columns, constraints, temporary, new MemoryTable(tableColumns, memory));
  }

  /**
   * A dropped table gives its memory back; scans that still run keep their snapshot alive by
   * reference, uncounted, until they end.
   */
  private static void release(CatalogEntry entry) {
    if (entry instanceof TableEntry table && table.table() instanceof MemoryTable rows) {
      rows.truncate();
    }
  }

  private static String key(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** One schema's entries by kind and lower-case name, in order of creation. */
  private static final class Schema {
    final String name;
    private final EnumMap<EntryKind, Map<String, CatalogEntry>> kinds =
        new EnumMap<>(EntryKind.class);

    Schema(String name) {
      this.name = name;
    }

    Map<String, CatalogEntry> entries(EntryKind kind) {
      return kinds.computeIfAbsent(kind, k -> new LinkedHashMap<>());
    }
  }
}
