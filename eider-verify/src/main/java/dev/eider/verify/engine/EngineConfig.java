// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.engine;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How to open a database.
 *
 * @param database file of the database, null for a fresh one in memory
 * @param readOnly open without the right to write
 * @param root directory against which relative paths in SQL are resolved; null for the process's
 *     own working directory
 * @param temporary directory for spill files and secrets; null for the engine's default
 * @param properties further connection properties, by name
 */
public record EngineConfig(
    @Nullable Path database,
    boolean readOnly,
    @Nullable Path root,
    @Nullable Path temporary,
    Map<String, String> properties) {
  /** A fresh database in memory with every default. */
  public static EngineConfig memory() {
    return new EngineConfig(null, false, null, null, Map.of());
  }

  /** The same, with another database. */
  public EngineConfig withDatabase(@Nullable Path newDatabase, boolean newReadOnly) {
    return new EngineConfig(newDatabase, newReadOnly, root, temporary, properties);
  }
}
