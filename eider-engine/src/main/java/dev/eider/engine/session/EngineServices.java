// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.catalog.CatalogSet;
import dev.eider.base.env.Env;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SpillSpace;
import dev.eider.base.secret.SecretManager;
import dev.eider.base.table.FetchService;
import dev.eider.base.table.FileFormat;
import dev.eider.base.table.TableFunction;
import dev.eider.engine.execute.Executor;
import dev.eider.engine.function.FunctionRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a database gives its sessions; shared by all of them, safe for any thread.
 *
 * @param catalogs the databases with their names and tables
 * @param spillSpaces makes the spill space for a temporary directory
 * @param secrets what proves to stores who asks
 * @param version what {@code version()} and {@code pragma_version()} say
 * @param sharedSettings the settings that are the same for all sessions
 */
public record EngineServices(
    FunctionRegistry functions,
    List<TableFunction> tableFunctions,
    List<FileFormat> formats,
    CatalogSet catalogs,
    Env env,
    MemoryManager memory,
    SpillSpaces spillSpaces,
    Executor executor,
    FetchService fetches,
    SecretManager secrets,
    String version,
    SharedSettings sharedSettings) {
  /** The services of a new database, whose shared settings have their defaults. */
  public EngineServices(
      FunctionRegistry functions,
      List<TableFunction> tableFunctions,
      List<FileFormat> formats,
      CatalogSet catalogs,
      Env env,
      MemoryManager memory,
      SpillSpaces spillSpaces,
      Executor executor,
      FetchService fetches,
      SecretManager secrets,
      String version) {
    this(
        functions,
        tableFunctions,
        formats,
        catalogs,
        env,
        memory,
        spillSpaces,
        executor,
        fetches,
        secrets,
        version,
        new SharedSettings());
  }

  public EngineServices {
    tableFunctions = List.copyOf(tableFunctions);
    formats = List.copyOf(formats);
  }

  /** Makes spill spaces. */
  @FunctionalInterface
  public interface SpillSpaces {
    /**
     * A space in a directory, which need not exist yet.
     *
     * @param directory null: spilling is switched off
     * @param maxBytes the most bytes on disk at once; -1: no bound but the disk's
     */
    SpillSpace open(@Nullable String directory, long maxBytes);
  }
}
