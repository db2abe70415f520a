// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.storage.memory.MemoryTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The table function through which an {@link Appender}'s rows come into an INSERT, so that they
 * take the way of all inserted rows: casts, defaults, constraints. Safe for any number of threads.
 */
final class AppendedRows implements TableFunction {
  /** Its name in SQL; the argument is what {@link #put} answered. */
  static final String NAME = "eider_appended_rows";

  private final Env env;
  private final MemoryManager memory;
  private final Map<Long, MemoryTable> waiting = new ConcurrentHashMap<>();
  private final AtomicLong next = new AtomicLong();

  AppendedRows(Env env, MemoryManager memory) {
    this.env = env;
    this.memory = memory;
  }

  /** Keeps chunks until {@link #remove}; answers their number. */
  long put(List<LogicalType> types, List<DataChunk> chunks) {
    List<TableColumn> columns = new ArrayList<>();
    for (int c = 0; c < types.size(); c++) {
      columns.add(new TableColumn("column" + c, types.get(c)));
    }
    MemoryTable table = new MemoryTable(columns, memory);
    try (TableWriter writer = table.append(new Context())) {
      TableWriter.Local local = writer.newLocal();
      for (int i = 0; i < chunks.size(); i++) {
        local.write(chunks.get(i), i);
      }
      local.finish();
      writer.finish();
    }
    long id = next.incrementAndGet();
    waiting.put(id, table);
    return id;
  }

  void remove(long id) {
    MemoryTable table = waiting.remove(id);
    if (table != null) {
      table.truncate();
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<List<LogicalType>> signatures() {
    return List.of(List.of(LogicalType.BIGINT));
  }

  @Override
  public Map<String, LogicalType> namedParameters() {
    return Map.of();
  }

  @Override
  public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
    MemoryTable table = waiting.get(arguments.getFirst().asLong());
    if (table == null) {
      throw EiderException.invalidInput(NAME + " serves appenders only");
    }
    return table;
  }

  /** A write that no query asked for. */
  private final class Context implements ScanContext {
    @Override
    public Env env() {
      return env;
    }

    @Override
    public MemoryManager memory() {
      return memory;
    }

    @Override
    public int threads() {
      return 1;
    }

    @Override
    public String timeZone() {
      return env.defaultTimeZone();
    }

    @Override
    public void checkInterrupted() {}

    @Override
    public void addBytesRead(long bytes) {}
  }
}
