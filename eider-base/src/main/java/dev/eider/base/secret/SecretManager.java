// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.secret;

import dev.eider.base.error.EiderException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The secrets of a database: those in memory and those of a storage, which is looked at when a
 * secret is first asked for. Any thread.
 */
public final class SecretManager {
  /** The name of the storage that ends with the process. */
  public static final String MEMORY = "memory";

  private final Map<String, SecretType> types = new LinkedHashMap<>();
  private final Supplier<SecretStorage> storage;
  private final Map<String, Secret> temporary = new TreeMap<>();
  private @Nullable Map<String, Secret> persistent;
  private long version;

  /**
   * No secrets yet.
   *
   * @param storage the present one for persistent secrets; asked each time, since a setting names
   *     its directory
   */
  public SecretManager(List<? extends SecretType> types, Supplier<SecretStorage> storage) {
    for (SecretType type : types) {
      this.types.put(type.name(), type);
    }
    this.storage = storage;
  }

  /** The names of all types. */
  public List<String> typeNames() {
    return List.copyOf(types.keySet());
  }

  /** A type by name in any case, or null. */
  public @Nullable SecretType type(String name) {
    return types.get(name.toLowerCase(Locale.ROOT));
  }

  /** The storage for persistent secrets. */
  public SecretStorage storage() {
    return storage.get();
  }

  /**
   * Grows with every change: who keeps what was made with a secret looks whether it still holds.
   */
  public synchronized long version() {
    return version;
  }

  /**
   * Adds a secret.
   *
   * @param replace whether one of the same name and storage gives way
   * @return false when there is one and {@code replace} is false: nothing was changed
   */
  public synchronized boolean add(Secret secret, boolean replace) {
    Map<String, Secret> place = secret.persistent() ? kept() : temporary;
    if (place.containsKey(secret.name()) && !replace) {
      return false;
    }
    if (secret.persistent()) {
      storage.get().store(secret);
    }
    place.put(secret.name(), secret);
    version++;
    return true;
  }

  /**
   * Removes a secret.
   *
   * @param persistence whether a persistent one is meant; null for either
   * @return whether there was one
   * @throws EiderException INVALID_INPUT when both kinds have the name and none was said
   */
  public synchronized boolean drop(String name, @Nullable Boolean persistence) {
    boolean inMemory = !Boolean.TRUE.equals(persistence) && temporary.containsKey(name);
    boolean isKept = !Boolean.FALSE.equals(persistence) && kept().containsKey(name);
    if (inMemory && isKept) {
      throw EiderException.invalidInput(
          "Ambiguity found for secret name '"
              + name
              + "', secret occurs in multiple storages: say DROP TEMPORARY SECRET or DROP"
              + " PERSISTENT SECRET");
    }
    if (inMemory) {
      temporary.remove(name);
    } else if (isKept) {
      storage.get().remove(name);
      kept().remove(name);
    } else {
      return false;
    }
    version++;
    return true;
  }

  /** All secrets, ordered by name. */
  public synchronized List<Secret> all() {
    List<Secret> all = new ArrayList<>(temporary.values());
    all.addAll(kept().values());
    all.sort(java.util.Comparator.comparing(Secret::name));
    return all;
  }

  /**
   * The secret of a type for an address: the one with the longest scope that begins it; of equal
   * ones a temporary before a persistent one, then by name. Null when there is none.
   */
  public synchronized @Nullable Secret find(String address, String type) {
    Secret best = null;
    int longest = -1;
    if (types.isEmpty()) {
      return null;
    }
    for (Map<String, Secret> place : List.of(temporary, kept())) {
      for (Secret secret : place.values()) {
        int match = secret.type().equals(type) ? secret.match(address) : -1;
        if (match > longest) {
          best = secret;
          longest = match;
        }
      }
    }
    return best;
  }

  /** Forgets what was read from the storage: its directory has changed. */
  public synchronized void reload() {
    persistent = null;
    version++;
  }

  private Map<String, Secret> kept() {
    Map<String, Secret> map = persistent;
    if (map == null) {
      map = new TreeMap<>();
      for (Secret secret : storage.get().load()) {
        map.put(secret.name(), secret);
      }
      persistent = map;
    }
    return map;
  }
}
