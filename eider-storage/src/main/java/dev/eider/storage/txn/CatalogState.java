// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.txn;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All names of a database at one moment. Immutable; a change makes a new one that shares what did
 * not change. Entries of tables hold a {@link DetachedTable}.
 *
 * @param schemas by lower-case name, in order of creation
 */
record CatalogState(Map<String, SchemaState> schemas) {
  /** One schema's entries by kind and lower-case name, in order of creation. */
  record SchemaState(String name, Map<EntryKind, Map<String, CatalogEntry>> kinds) {
    Map<String, CatalogEntry> entries(EntryKind kind) {
      Map<String, CatalogEntry> entries = kinds.get(kind);
      return entries == null ? Map.of() : entries;
    }
  }

  /** A database with nothing but the schema main. */
  static CatalogState empty() {
    return new CatalogState(Map.of()).withSchema("main");
  }

  static String key(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  @Nullable SchemaState schema(String name) {
    return schemas.get(key(name));
  }

  @Nullable CatalogEntry find(EntryKind kind, String schema, String name) {
    SchemaState found = schema(schema);
    return found == null ? null : found.entries(kind).get(key(name));
  }

  List<CatalogEntry> list(EntryKind kind, String schema) {
    SchemaState found = schema(schema);
    return found == null ? List.of() : new ArrayList<>(found.entries(kind).values());
  }

  CatalogState withSchema(String name) {
    Map<String, SchemaState> changed = new LinkedHashMap<>(schemas);
    changed.put(key(name), new SchemaState(name, Map.of()));
    return new CatalogState(Collections.unmodifiableMap(changed));
  }

  CatalogState withoutSchema(String name) {
    Map<String, SchemaState> changed = new LinkedHashMap<>(schemas);
    changed.remove(key(name));
    return new CatalogState(Collections.unmodifiableMap(changed));
  }

  /** With an entry put in place, or taken away when it is null. The schema must be there. */
  CatalogState with(EntryKind kind, String schema, String name, @Nullable CatalogEntry entry) {
    SchemaState old = schemas.get(key(schema));
    if (old == null) {
      throw new IllegalStateException("no schema " + schema);
    }
    Map<String, CatalogEntry> entries = new LinkedHashMap<>(old.entries(kind));
    if (entry == null) {
      entries.remove(key(name));
    } else {
      entries.put(key(name), entry);
    }
    Map<EntryKind, Map<String, CatalogEntry>> kinds = new EnumMap<>(EntryKind.class);
    kinds.putAll(old.kinds);
    kinds.put(kind, Collections.unmodifiableMap(entries));
    Map<String, SchemaState> changed = new LinkedHashMap<>(schemas);
    changed.put(key(schema), new SchemaState(old.name, Collections.unmodifiableMap(kinds)));
    return new CatalogState(Collections.unmodifiableMap(changed));
  }
}
