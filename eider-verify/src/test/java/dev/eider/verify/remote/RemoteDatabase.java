// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.eider.base.catalog.CatalogSet;
import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SegmentPool;
import dev.eider.base.memory.SpillSpace;
import dev.eider.base.secret.SecretManager;
import dev.eider.base.table.FileFormat;
import dev.eider.base.table.TableFunction;
import dev.eider.engine.execute.Executor;
import dev.eider.engine.function.builtin.BuiltinFunctions;
import dev.eider.engine.session.EngineServices;
import dev.eider.engine.session.Session;
import dev.eider.formats.csv.CsvFormat;
import dev.eider.formats.csv.CsvFunctions;
import dev.eider.formats.json.JsonFormat;
import dev.eider.formats.json.JsonReadFunctions;
import dev.eider.formats.parquet.ParquetFunctions;
import dev.eider.formats.parquet.write.ParquetFormat;
import dev.eider.io.cache.BlockCache;
import dev.eider.io.registry.StoreRegistry;
import dev.eider.io.sched.Fetches;
import dev.eider.io.store.StoreStatistics;
import dev.eider.io.store.s3.CredentialChain;
import dev.eider.io.store.s3.CredentialLink;
import dev.eider.io.store.s3.S3SecretType;
import dev.eider.io.store.s3.S3Secrets;
import dev.eider.storage.txn.StoredDatabase;
import dev.eider.verify.SessionRows;
import java.util.ArrayList;
import java.util.List;

/**
 * A database wired as the library wires it, whose stores live by a test's clock and whose memory a
 * test looks at. Its secret for {@code s3://} is the {@link ObjectServer}'s.
 */
final class RemoteDatabase implements AutoCloseable {
  static final String SECRET = "planted-secret-of-the-test";

  final MemoryManager memory;
  final StoreRegistry stores;
  final EngineServices services;
  final Session session;
  private final SegmentPool buffers;
  private final Executor executor;

  RemoteDatabase(Env io, ObjectServer server) {
    this(io, server, 1L << 30, List.of());
  }

  RemoteDatabase(Env io, ObjectServer server, long limit, List<CredentialLink> links) {
    memory = new MemoryManager(limit);
    MemoryManager tables = new MemoryManager(Long.MAX_VALUE);
    CredentialChain chain =
        CredentialChain.of(name -> null, "/nonexistent", links, Env.system()::epochMicros);
    stores = new StoreRegistry(io, new S3Secrets(chain));
    buffers = new SegmentPool(memory, "READ_AHEAD");
    executor = new Executor(Env.system(), 2);
    List<TableFunction> functions = new ArrayList<>(CsvFunctions.all());
    functions.addAll(ParquetFunctions.all());
    functions.addAll(JsonReadFunctions.all());
    List<FileFormat> formats = new ArrayList<>(JsonFormat.all());
    formats.add(new CsvFormat());
    formats.add(new ParquetFormat());
    services =
        new EngineServices(
            BuiltinFunctions.registry(),
            functions,
            formats,
            new CatalogSet(
                StoredDatabase.inMemory("memory", tables),
                name -> StoredDatabase.inMemory(name, tables),
                (name, path, request) -> {
                  throw EiderException.notImplemented("ATTACH of " + path);
                }),
            Env.system(),
            memory,
            (directory, bytes) -> SpillSpace.none(),
            executor,
            new Fetches(io, stores, buffers, new BlockCache(memory, buffers)),
            SecretManager.inMemory(S3SecretType.all(chain)),
            "test");
    session = new Session(services);
    // What is asked for is counted.
    run("SET enable_external_file_cache = false", "SET http_hedge_percent = 0");
    run(
        "CREATE SECRET (TYPE s3, "
            + (links.isEmpty()
                ? "KEY_ID 'key', SECRET '" + SECRET + "'"
                : "PROVIDER credential_chain, CHAIN '" + links.getFirst().name() + "'")
            + ", ENDPOINT '127.0.0.1:"
            + server.port()
            + "', USE_SSL false, URL_STYLE 'path')");
  }

  RemoteDatabase run(String... statements) {
    for (String sql : statements) {
      rows(sql);
    }
    return this;
  }

  /** Rows as texts, the columns apart by bars. */
  List<String> rows(String sql) {
    return SessionRows.of(session, sql);
  }

  String value(String sql) {
    return rows(sql).getFirst();
  }

  /** The message of the error that a statement ends with; of the defects of the engine none. */
  String error(String sql) {
    EiderException e = assertThrows(EiderException.class, () -> rows(sql));
    String message = String.valueOf(e.getMessage());
    assertEquals(-1, message.indexOf("INTERNAL"), message);
    assertEquals(-1, message.indexOf(SECRET), message);
    return message;
  }

  /** Requests that ended so far, repetitions too. */
  long requests() {
    return stores.statistics().rows().stream().mapToLong(StoreStatistics.Row::requests).sum();
  }

  /** Nothing of the queries is left: no request, no buffer. */
  void checkNothingLeft() {
    assertEquals(
        0,
        stores.statistics().rows().stream().mapToLong(StoreStatistics.Row::inFlight).sum(),
        "requests under way");
    buffers.trim();
    assertEquals(0, memory.used(), () -> "bytes in use: " + memory.reservations());
  }

  @Override
  public void close() {
    session.close();
    stores.close();
    executor.close();
  }
}
