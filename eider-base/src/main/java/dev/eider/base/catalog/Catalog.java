// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.catalog;

import dev.eider.base.catalog.CatalogEntry.TableEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One database's names as one transaction sees them. Lookups are without regard to case. Safe for
 * any number of threads: a lookup sees an entry whole or not at all. A change that meets one of
 * another transaction throws a TRANSACTION error.
 */
public interface Catalog {
  /** The database's name ({@code memory} for one that lives in memory). */
  String name();

  /** Names of the schemas, {@code main} first. */
  List<String> schemas();

  /** Makes a schema; CATALOG error if it exists. */
  void createSchema(String schema);

  /** Drops a schema and all in it. */
  void dropSchema(String schema);

  /** The entry of that kind, or null. */
  @Nullable CatalogEntry find(EntryKind kind, String schema, String name);

  /** All entries of a kind in a schema, in order of creation. */
  List<CatalogEntry> list(EntryKind kind, String schema);

  /** Puts an entry in place, replacing the one of the same kind and name. */
  void put(EntryKind kind, String schema, CatalogEntry entry);

  /**
   * Removes an entry; the caller has checked that it is there. The rows of a table go with it,
   * unless an entry of another name in the schema has the same rows: a table is renamed by putting
   * the new entry first.
   */
  void remove(EntryKind kind, String schema, String name);

  /** Makes the storage of a new, empty table and its entry, without putting it in the catalog. */
  TableEntry newTable(
      String name,
      List<CatalogEntry.ColumnDefinition> columns,
      List<String> constraints,
      boolean temporary);

  /** The name spaces of a schema: tables and views share one. */
  enum EntryKind {
    RELATION,
    MACRO,
    TABLE_MACRO,
    TYPE,
    SEQUENCE,
    INDEX
  }
}
