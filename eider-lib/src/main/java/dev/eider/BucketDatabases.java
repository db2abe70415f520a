// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.base.catalog.AttachedDatabase;
import dev.eider.base.catalog.DatabaseOpener;
import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryManager;
import dev.eider.io.registry.StoreRegistry;
import dev.eider.io.store.Stores;
import dev.eider.storage.BucketDatabase;
import dev.eider.storage.manifest.OpenOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Opens databases in directories and buckets. Safe for any number of threads. */
final class BucketDatabases implements DatabaseOpener {
  /** Options that steer how another engine writes its files, and mean nothing here. */
  private static final List<String> HINTS =
      List.of("storage_version", "row_group_size", "block_size", "vacuum_rebuild_indexes");

  private static final long POLL_MILLIS = 1_000;
  private static final long WAIT_MILLIS_MAX = 86_400_000;

  private final Env env;
  private final MemoryManager memory;
  private final StoreRegistry stores;

  BucketDatabases(Env env, MemoryManager memory, StoreRegistry stores) {
    this.env = env;
    this.memory = memory;
    this.stores = stores;
  }

  @Override
  public AttachedDatabase open(String name, String path, Request request) {
    Map<String, String> options = new HashMap<>(request.options());
    boolean force = flag(options, "force");
    boolean recover = flag(options, "recover");
    long wait = millis(options, "wait_ms", 0);
    long poll = millis(options, "poll_ms", POLL_MILLIS);
    options.keySet().removeAll(HINTS);
    for (String unknown : options.keySet()) {
      throw EiderException.binder("Unrecognized option for attach \"" + unknown + "\"");
    }
    if (request.readOnly() && (force || recover)) {
      throw EiderException.binder(
          "FORCE and RECOVER take a database for writing: they do not go with READ_ONLY");
    }
    Stores.Located place =
        stores.openDatabase(path, !request.readOnly(), request.settings(), request.secrets());
    BucketDatabase.Place at = new BucketDatabase.Place(env, memory, place.store(), place.key());
    Runnable closed = place.store()::close;
    try {
      return request.readOnly()
          ? BucketDatabase.openForRead(name, at, poll, closed)
          : BucketDatabase.openForWrite(
              name, at, new OpenOptions(!recover, force || recover, recover, wait), closed);
    } catch (EiderException e) {
      closed.run();
      throw e;
    }
  }

  private static boolean flag(Map<String, String> options, String name) {
    String text = options.remove(name);
    if (text == null) {
      return false;
    }
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "1" -> true;
      case "false", "0" -> false;
      default ->
          throw EiderException.binder(
              "The option " + name + " is true or false, not \"" + text + "\"");
    };
  }

  private static long millis(Map<String, String> options, String name, long usual) {
    String text = options.remove(name);
    if (text == null) {
      return usual;
    }
    try {
      long millis = Long.parseLong(text);
      if (millis >= 0 && millis <= WAIT_MILLIS_MAX) {
        return millis;
      }
    } catch (NumberFormatException e) {
      throw bad(name, text);
    }
    throw bad(name, text);
  }

  private static EiderException bad(String name, String text) {
    return EiderException.binder(
        "The option "
            + name
            + " is a number of milliseconds up to "
            + WAIT_MILLIS_MAX
            + ", not \""
            + text
            + "\"");
  }
}
