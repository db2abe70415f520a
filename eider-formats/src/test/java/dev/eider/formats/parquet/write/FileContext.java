// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.base.env.Env;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SegmentPool;
import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.Fetcher;
import dev.eider.base.table.ObjectAccess;
import dev.eider.base.table.ReadAhead;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableFunction;
import dev.eider.base.table.TableFunction.BindContext;
import dev.eider.base.table.TableScan;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.formats.parquet.ParquetFunctions;
import dev.eider.io.sched.LocalFetches;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A context for writing files and reading them back. */
public final class FileContext implements BindContext {
  public final Map<String, Value> settings = new HashMap<>();
  public final MemoryManager memory = new MemoryManager(1L << 30);

  /** Apart from the writer's memory. */
  private final LocalFetches files =
      new LocalFetches(new SegmentPool(new MemoryManager(1L << 30), "TEST"));

  private final Fetcher fetcher = files.open(this);

  @Override
  public Env env() {
    return Env.system();
  }

  @Override
  public MemoryManager memory() {
    return memory;
  }

  @Override
  public Fetcher fetcher() {
    return fetcher;
  }

  @Override
  public ObjectAccess objects() {
    return files.objects(this);
  }

  @Override
  public int threads() {
    return 2;
  }

  @Override
  public String timeZone() {
    return "UTC";
  }

  @Override
  public void checkInterrupted() {}

  @Override
  public void addBytesRead(long bytes) {}

  @Override
  public @Nullable Value setting(String name) {
    return settings.get(name);
  }

  /**
   * The rows of a table function of one file: {@code read_parquet}, {@code parquet_metadata}.
   *
   * @param wanted numbers of columns; none: all
   */
  public List<List<Value>> rows(String function, String path, int... wanted) {
    return rows(table(function, path), wanted);
  }

  /** What a table function makes of a file. */
  public Table table(String function, String path) {
    for (TableFunction found : ParquetFunctions.all()) {
      if (found.name().equals(function)) {
        return found.bind(List.of(Value.of(path)), Map.of(), this);
      }
    }
    throw new AssertionError("no function " + function);
  }

  private List<List<Value>> rows(Table table, int... wanted) {
    int visible = 0;
    while (visible < table.columns().size() && !table.columns().get(visible).hidden()) {
      visible++;
    }
    int[] columns = wanted.length > 0 ? wanted : new int[visible];
    for (int i = 0; wanted.length == 0 && i < visible; i++) {
      columns[i] = i;
    }
    List<List<Value>> rows = new ArrayList<>();
    try (TableScan scan = table.scan(new ScanRequest(columns, List.of(), -1), this);
        ReadAhead queue = fetcher.readAhead(scan);
        ChunkReader reader = scan.newReader()) {
      for (ReadAhead.Claim claim = queue.claim(); claim != null; claim = queue.claim()) {
        reader.start(claim.task(), claim.bytes());
        while (reader.next() == ChunkReader.Status.CHUNK) {
          DataChunk chunk = reader.chunk();
          for (int row = 0; row < chunk.size(); row++) {
            List<Value> values = new ArrayList<>();
            for (int c = 0; c < chunk.columnCount(); c++) {
              values.add(chunk.column(c).getValue(row));
            }
            rows.add(values);
          }
        }
        claim.bytes().close();
      }
    }
    return rows;
  }
}
