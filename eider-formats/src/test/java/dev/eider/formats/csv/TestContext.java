// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.env.Env;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SegmentPool;
import dev.eider.base.table.ObjectAccess;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableFunction.BindContext;
import dev.eider.base.type.Value;
import dev.eider.io.sched.LocalFetches;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A session with settings of its own and a memory limit. */
final class TestContext implements BindContext {
  final Map<String, Value> settings = new HashMap<>();
  final MemoryManager memory;
  int threads = 2;
  long bytesRead;

  TestContext() {
    this(1L << 30);
  }

  TestContext(long memoryLimit) {
    memory = new MemoryManager(memoryLimit);
  }

  @Override
  public Env env() {
    return Env.system();
  }

  @Override
  public MemoryManager memory() {
    return memory;
  }

  @Override
  public int threads() {
    return threads;
  }

  @Override
  public String timeZone() {
    return "UTC";
  }

  @Override
  public void checkInterrupted() {}

  @Override
  public synchronized void addBytesRead(long bytes) {
    bytesRead += bytes;
  }

  final Map<String, Table> provided = new HashMap<>();

  @Override
  public @Nullable Table sessionTable(String name) {
    return provided.get(name);
  }

  @Override
  public void provideTable(String name, Table table) {
    provided.put(name, table);
  }

  /** Rows of a table that a function provided. */
  java.util.List<java.util.List<Value>> provided(String name) {
    Table table = provided.get(name);
    if (table == null) {
      throw new AssertionError("no table " + name);
    }
    return Csv.rows(table, this);
  }

  @Override
  public @Nullable Value setting(String name) {
    return settings.get(name);
  }

  @Override
  public ObjectAccess objects() {
    return new LocalFetches(new SegmentPool(new MemoryManager(1L << 30), "TEST")).objects(this);
  }
}
