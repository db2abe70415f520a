// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.secret.Secret;
import dev.eider.base.secret.SecretLookup;
import dev.eider.base.secret.SecretManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The secrets that a session sees: those of the database, and its own in the storage {@code
 * connection}, which end with it and follow its transactions. Any thread looks up; the session's
 * own changes.
 */
final class SessionSecrets implements SecretLookup {
  /** The name of the storage of the session's own secrets. */
  static final String CONNECTION = "connection";

  private final SecretManager manager;
  private final Settings settings;

  // Guarded by this:
  private Map<String, Secret> own = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private @Nullable Map<String, Secret> before;

  SessionSecrets(SecretManager manager, Settings settings) {
    this.manager = manager;
    this.settings = settings;
  }

  SecretManager manager() {
    return manager;
  }

  /** Adds one of its own; false when there is one that is not to be replaced. */
  synchronized boolean add(Secret secret, boolean replace) {
    if (own.containsKey(secret.name()) && !replace) {
      return false;
    }
    own.remove(secret.name());
    own.put(secret.name(), secret);
    return true;
  }

  /** Removes one of its own; false when there is none of the name. */
  synchronized boolean drop(String name) {
    return own.remove(name) != null;
  }

  synchronized boolean contains(String name) {
    return own.containsKey(name);
  }

  /** All that the session sees, its own first. */
  synchronized List<Secret> all() {
    List<Secret> all = new ArrayList<>(own.values());
    all.addAll(manager.all());
    return all;
  }

  @Override
  public synchronized @Nullable Secret find(String address, String type) {
    Secret best = SecretManager.better(null, own.values(), address, type);
    Secret shared = manager.find(address, type);
    return shared == null ? best : SecretManager.better(best, List.of(shared), address, type);
  }

  @Override
  public @Nullable String setting(String name) {
    return settings.unredacted(name);
  }

  // --- transactions

  synchronized void begin() {
    before = new TreeMap<>(own);
  }

  synchronized void commit() {
    before = null;
  }

  synchronized void rollback() {
    Map<String, Secret> kept = before;
    if (kept != null && !kept.equals(own)) {
      own = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      own.putAll(kept);
    }
    before = null;
  }
}
