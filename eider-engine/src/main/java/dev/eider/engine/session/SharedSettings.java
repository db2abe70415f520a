// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.type.Value;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The values of settings that hold for all sessions of a database: its restrictions. Any session
 * writes and reads, at any time; the map publishes what was set.
 */
public final class SharedSettings {
  private final Map<String, Value> changed = new ConcurrentHashMap<>();

  @Nullable Value get(String key) {
    return changed.get(key);
  }

  void put(String key, Value value) {
    changed.put(key, value);
  }

  void remove(String key) {
    changed.remove(key);
  }
}
