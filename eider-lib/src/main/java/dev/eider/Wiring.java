// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.base.catalog.AttachedDatabase;
import dev.eider.base.catalog.CatalogSet;
import dev.eider.base.catalog.DatabaseNames;
import dev.eider.base.catalog.DatabaseOpener;
import dev.eider.base.env.Env;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SegmentPool;
import dev.eider.base.memory.SpillSpace;
import dev.eider.base.secret.SecretManager;
import dev.eider.base.secret.SecretType;
import dev.eider.base.table.FileFormat;
import dev.eider.base.table.TableFunction;
import dev.eider.engine.execute.Executor;
import dev.eider.engine.function.builtin.BuiltinFunctions;
import dev.eider.engine.session.EngineServices;
import dev.eider.formats.csv.CsvFormat;
import dev.eider.formats.csv.CsvFunctions;
import dev.eider.formats.json.JsonFormat;
import dev.eider.formats.json.JsonReadFunctions;
import dev.eider.formats.parquet.ParquetFunctions;
import dev.eider.formats.parquet.write.ParquetFormat;
import dev.eider.io.cache.BlockCache;
import dev.eider.io.registry.StoreRegistry;
import dev.eider.io.sched.Fetches;
import dev.eider.io.secret.SecretFiles;
import dev.eider.io.spill.DiskSpillSpace;
import dev.eider.io.store.http.HttpSecretType;
import dev.eider.io.store.s3.CredentialChain;
import dev.eider.io.store.s3.S3SecretType;
import dev.eider.io.store.s3.S3Secrets;
import dev.eider.storage.txn.StoredDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts the parts together: the one place that knows them all. */
final class Wiring {
  /**
   * Share of the machine's (or container's) memory that a database may use unless told otherwise.
   */
  private static final int MACHINE_PERCENT = 80;

  /**
   * Share of the JVM's heap that may be reserved: what queries hold lies on the heap, and the rest
   * of it is for what is not accounted for.
   */
  private static final int HEAP_PERCENT = 80;

  private Wiring() {}

  /** The services of a database. */
  static EngineServices services(
      Env env,
      MemoryManager memory,
      SecretManager secrets,
      StoreRegistry stores,
      AppendedRows appended,
      CatalogSet catalogs) {
    List<TableFunction> tableFunctions = new ArrayList<>(CsvFunctions.all());
    tableFunctions.addAll(ParquetFunctions.all());
    tableFunctions.addAll(JsonReadFunctions.all());
    tableFunctions.add(appended);
    tableFunctions.add(new BuildInfo());
    SegmentPool buffers = new SegmentPool(memory, "READ_AHEAD");
    BlockCache cache = new BlockCache(memory, buffers);
    Fetches fetches = new Fetches(env, stores, buffers, cache);
    tableFunctions.addAll(IoFunctions.all(stores.statistics(), cache, fetches::diskCounts));
    tableFunctions.add(new DoctorFunction(env, stores));
    return new EngineServices(
        BuiltinFunctions.registry(),
        tableFunctions,
        formats(),
        catalogs,
        env,
        memory,
        Wiring::spillSpace,
        new Executor(env, Runtime.getRuntime().availableProcessors()),
        fetches,
        secrets,
        version());
  }

  /**
   * The databases of a database: the one that was opened, in memory or at a path, and room for
   * more.
   *
   * @param path null for memory
   */
  static CatalogSet catalogs(
      Env env,
      MemoryManager memory,
      StoreRegistry stores,
      @Nullable String path,
      DatabaseOpener.Request request) {
    DatabaseOpener opener = new BucketDatabases(env, memory, stores);
    AttachedDatabase main =
        path == null
            ? StoredDatabase.inMemory("memory", memory)
            : opener.open(DatabaseNames.of(path), path, request);
    return new CatalogSet(main, name -> StoredDatabase.inMemory(name, memory), opener);
  }

  /** The secrets of a new database. */
  static SecretManager secrets(Env env) {
    String home = System.getProperty("user.home", "");
    List<SecretType> types = new ArrayList<>();
    types.add(new HttpSecretType());
    types.addAll(S3SecretType.all(chain(env)));
    return new SecretManager(types, SecretFiles::of, home + "/.eider/stored_secrets");
  }

  private static CredentialChain chain(Env env) {
    return CredentialChain.installed(
        System::getenv, System.getProperty("user.home", ""), env::epochMicros);
  }

  /** The stores that addresses name. */
  static StoreRegistry stores(Env env) {
    return new StoreRegistry(env, new S3Secrets(chain(env)));
  }

  private static List<FileFormat> formats() {
    List<FileFormat> formats = new ArrayList<>();
    formats.add(new RootedFormat(new CsvFormat()));
    formats.add(new RootedFormat(new ParquetFormat()));
    for (FileFormat json : JsonFormat.all()) {
      formats.add(new RootedFormat(json));
    }
    return formats;
  }

  private static SpillSpace spillSpace(@Nullable String directory, long maxBytes) {
    if (directory == null) {
      return SpillSpace.none();
    }
    return new DiskSpillSpace(
        Path.of(directory),
        maxBytes < 0 ? Long.MAX_VALUE : maxBytes,
        Long.toString(ProcessHandle.current().pid()));
  }

  /**
   * The least of 80 % of the memory of the machine or container and 80 % of the JVM's heap, in
   * bytes. Where the machine's memory is not to be read from files (all but Linux) the heap decides
   * alone.
   */
  static long defaultMemoryLimit() {
    long heap = Runtime.getRuntime().maxMemory() / 100 * HEAP_PERCENT;
    long machine = machineMemory();
    return machine <= 0 ? heap : Math.min(heap, machine / 100 * MACHINE_PERCENT);
  }

  private static long machineMemory() {
    long container = number(Path.of("/sys/fs/cgroup/memory.max"), "");
    return container > 0 ? container : number(Path.of("/proc/meminfo"), "MemTotal:") * 1024;
  }

  /** The number at the start of a small file, behind a word; 0 when there is none. */
  private static long number(Path file, String word) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException | SecurityException e) {
      return 0;
    }
    long value = 0;
    boolean digits = false;
    for (int i = text.startsWith(word) ? word.length() : text.length(); i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        digits = true;
        value = value * 10 + c - '0';
      } else if (digits || c != ' ') {
        break;
      }
    }
    return value;
  }

  static String version() {
    String version = Wiring.class.getPackage().getImplementationVersion();
    return version == null ? "(development)" : version;
  }
}
