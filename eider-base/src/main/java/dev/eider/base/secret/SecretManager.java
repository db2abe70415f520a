// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.secret;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The secrets of a database: those in memory and those of a storage, whose directory is looked at
 * when a secret is first asked for; from then on the directory stays. Any thread.
 */
public final class SecretManager {
  /** The name of the storage that ends with the process. */
  public static final String MEMORY = "memory";

  /** The name of the storage in files. */
  public static final String LOCAL_FILE = "local_file";

  private final Map<String, SecretType> types = new TreeMap<>();
  private final SecretStorage.Opener opener;
  private final String defaultDirectory;

  // Guarded by this:
  private final Map<String, Secret> temporary = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, Secret> persistent = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  /** Names of files that were not read yet: a broken one is an error of who asks for it. */
  private final Map<String, String> unread = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  private String directory;
  private String defaultStorage = LOCAL_FILE;
  private boolean persistenceAllowed = true;
  private @Nullable String filesRefusedBy;
  private boolean used;
  private @Nullable SecretStorage storage;

  /**
   * No secrets yet.
   *
   * @param opener makes the storage of the directory that is set when a secret is first asked for
   * @param defaultDirectory where persistent secrets are kept unless told otherwise
   */
  public SecretManager(
      List<? extends SecretType> types, SecretStorage.Opener opener, String defaultDirectory) {
    for (SecretType type : types) {
      this.types.put(type.name(), type);
    }
    this.opener = opener;
    this.defaultDirectory = defaultDirectory;
    this.directory = defaultDirectory;
  }

  /** Secrets in memory only. */
  public static SecretManager inMemory(List<? extends SecretType> types) {
    SecretStorage.Opener none =
        directory -> {
          throw EiderException.internal("there is no storage of secrets");
        };
    SecretManager manager = new SecretManager(types, none, "");
    manager.persistenceAllowed = false;
    return manager;
  }

  // --- types

  /** All types by name. */
  public Collection<SecretType> types() {
    return types.values();
  }

  /** A type by name in any case, or null. */
  public @Nullable SecretType type(String name) {
    return types.get(name.toLowerCase(Locale.ROOT));
  }

  // --- settings

  /** Where persistent secrets are kept. */
  public synchronized String directory() {
    return directory;
  }

  /**
   * Sets where persistent secrets are kept; null or empty for the default.
   *
   * @throws EiderException INVALID_INPUT once secrets were asked for
   */
  public synchronized void setDirectory(@Nullable String directory) {
    checkUnused();
    this.directory = directory == null || directory.isBlank() ? defaultDirectory : directory;
  }

  /** Whether secrets may outlive the process. */
  public synchronized boolean persistenceAllowed() {
    return persistenceAllowed;
  }

  /**
   * Sets whether secrets may outlive the process.
   *
   * @throws EiderException INVALID_INPUT once secrets were asked for
   */
  public synchronized void setPersistenceAllowed(boolean allowed) {
    checkUnused();
    this.persistenceAllowed = allowed;
  }

  /** The name of the storage of persistent secrets for which the statement names none. */
  public synchronized String defaultStorage() {
    return defaultStorage;
  }

  /** Sets it; a name that is none is the error of who creates a secret. */
  public synchronized void setDefaultStorage(String name) {
    this.defaultStorage = name;
  }

  /** From now on no file is read or written; {@code reason} ends a sentence that says so. */
  public synchronized void refuseFiles(String reason) {
    filesRefusedBy = reason;
  }

  /** Why no file is read or written; null when files are. */
  public synchronized @Nullable String filesRefusedBy() {
    return filesRefusedBy;
  }

  private void checkUnused() {
    if (used) {
      throw EiderException.invalidInput(
          "Changing Secret Manager settings after the secret manager is used is not allowed!");
    }
  }

  // --- secrets

  /**
   * Whether a storage of the name is for persistent secrets; null when there is none of the name.
   */
  public synchronized @Nullable Boolean isPersistent(String storageName) {
    open();
    if (storageName.equalsIgnoreCase(MEMORY)) {
      return false;
    }
    return storageName.equalsIgnoreCase(LOCAL_FILE) && persistenceAllowed ? true : null;
  }

  /**
   * Adds a secret.
   *
   * @param replace whether one of the same name and storage gives way
   * @return false when there is one and {@code replace} is false: nothing was changed
   * @throws EiderException INVALID_INPUT for a persistent one where there are none; IO when it
   *     cannot be kept
   */
  public synchronized boolean add(Secret secret, boolean replace) {
    open();
    Map<String, Secret> place = temporary;
    if (secret.persistent()) {
      checkFiles();
      SecretStorage kept = storage;
      if (kept == null) {
        throw EiderException.invalidInput(
            "Persistent secrets are disabled. Restart Eider and enable persistent secrets through"
                + " 'SET allow_persistent_secrets=true'");
      }
      place = persistent;
      if (!replace && (place.containsKey(secret.name()) || unread.containsKey(secret.name()))) {
        return false;
      }
      kept.store(secret);
      unread.remove(secret.name());
    } else if (!replace && place.containsKey(secret.name())) {
      return false;
    }
    // The key is the name in its new case, too.
    place.remove(secret.name());
    place.put(secret.name(), secret);
    return true;
  }

  /** The names of the storages that hold a secret of the name. */
  public synchronized List<String> storagesOf(String name) {
    open();
    List<String> storages = new ArrayList<>();
    if (persistent.containsKey(name) || unread.containsKey(name)) {
      storages.add(LOCAL_FILE);
    }
    if (temporary.containsKey(name)) {
      storages.add(MEMORY);
    }
    return storages;
  }

  /** Removes a secret from a storage; false when there is none. */
  public synchronized boolean drop(String name, String storageName) {
    if (!storagesOf(name).contains(storageName)) {
      return false;
    }
    if (storageName.equals(MEMORY)) {
      temporary.remove(name);
    } else {
      checkFiles();
      SecretStorage kept = storage;
      if (kept != null) {
        Secret known = persistent.get(name);
        kept.remove(known != null ? known.name() : unread.getOrDefault(name, name));
      }
      persistent.remove(name);
      unread.remove(name);
    }
    return true;
  }

  /** All secrets, ordered by storage, then name. */
  public synchronized List<Secret> all() {
    open();
    read();
    List<Secret> all = new ArrayList<>(persistent.values());
    all.addAll(temporary.values());
    return all;
  }

  /**
   * The secret of a type for an address: the one with the longest scope that begins it; of equal
   * ones a temporary before a persistent one, then by name. Null when there is none.
   */
  public synchronized @Nullable Secret find(String address, String type) {
    open();
    read();
    Secret best = null;
    for (Map<String, Secret> place : List.of(temporary, persistent)) {
      best = better(best, place.values(), address, type);
    }
    return best;
  }

  /** The best of {@code secrets} for an address where it is better than {@code best}. */
  public static @Nullable Secret better(
      @Nullable Secret best, Collection<Secret> secrets, String address, String type) {
    int longest = best == null ? -1 : best.match(address);
    Secret found = best;
    for (Secret secret : secrets) {
      int match = secret.type().equalsIgnoreCase(type) ? secret.match(address) : -1;
      if (match > longest) {
        found = secret;
        longest = match;
      }
    }
    return found;
  }

  private void checkFiles() {
    if (filesRefusedBy != null) {
      throw new EiderException(
          ErrorType.PERMISSION, "persistent secrets lie in files, and " + filesRefusedBy);
    }
  }

  /** The directory's names become known; its files are read when a secret is looked for. */
  private void open() {
    if (used) {
      return;
    }
    if (persistenceAllowed && filesRefusedBy == null) {
      SecretStorage opened = opener.open(directory);
      for (String name : opened.names()) {
        unread.put(name, name);
      }
      storage = opened;
    }
    used = true;
  }

  private void read() {
    SecretStorage kept = storage;
    if (kept == null || unread.isEmpty() || filesRefusedBy != null) {
      return;
    }
    Map<String, Secret> read = new LinkedHashMap<>();
    List<String> names = new ArrayList<>(unread.values());
    names.sort(Comparator.naturalOrder());
    for (String name : names) {
      Secret secret = kept.load(name);
      if (secret != null) {
        read.put(name, secret);
      }
    }
    persistent.putAll(read);
    unread.clear();
  }
}
