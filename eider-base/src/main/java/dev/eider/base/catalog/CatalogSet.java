// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The databases that all sessions share: the main one and those that were attached. Safe for any
 * number of threads; every method locks the set, never a database.
 */
public final class CatalogSet {
  private final AttachedDatabase main;
  private final Function<String, AttachedDatabase> inMemory;
  private final DatabaseOpener opener;

  /** Attached databases by lower-case name, in order; guarded by this. */
  private final Map<String, AttachedDatabase> attached = new LinkedHashMap<>();

  /**
   * A set with one database.
   *
   * @param inMemory makes an empty database in memory of a name
   * @param opener opens those that lie elsewhere
   */
  public CatalogSet(
      AttachedDatabase main, Function<String, AttachedDatabase> inMemory, DatabaseOpener opener) {
    this.opener = opener;
    this.main = main;
    this.inMemory = inMemory;
  }

  public AttachedDatabase main() {
    return main;
  }

  /** An empty database in memory that is not part of the set; whoever asks closes it. */
  public AttachedDatabase newInMemory(String name) {
    return inMemory.apply(name);
  }

  /** All databases, the main one first. */
  public synchronized List<AttachedDatabase> all() {
    List<AttachedDatabase> all = new ArrayList<>(1 + attached.size());
    all.add(main);
    all.addAll(attached.values());
    return all;
  }

  /** The database of that name, or null. */
  public synchronized @Nullable AttachedDatabase find(String name) {
    return main.name().equalsIgnoreCase(name) ? main : attached.get(key(name));
  }

  /** Opens databases that lie elsewhere. */
  public DatabaseOpener opener() {
    return opener;
  }

  /** Adds a database; false when one of that name is there. */
  public synchronized boolean attach(AttachedDatabase database) {
    if (find(database.name()) != null) {
      return false;
    }
    attached.put(key(database.name()), database);
    return true;
  }

  /** Takes an attached database out; null when there is none. Whoever asks closes it. */
  public synchronized @Nullable AttachedDatabase detach(String name) {
    return attached.remove(key(name));
  }

  /** Closes all databases, also when one of them fails to. */
  public void close() {
    List<AttachedDatabase> open = all();
    RuntimeException failure = null;
    for (AttachedDatabase database : open) {
      try {
        database.close();
      } catch (RuntimeException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
