// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.ScanTask;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableFunction;
import dev.eider.base.table.TableScan;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Reads CSV files in tests: binds, scans with any number of threads, brings rows in order. */
final class Csv {
  private Csv() {}

  static Map<String, Value> options(Object... pairs) {
    Map<String, Value> named = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      named.put((String) pairs[i], value(pairs[i + 1]));
    }
    return named;
  }

  static Value value(Object object) {
    if (object instanceof Value value) {
      return value;
    }
    if (object instanceof String text) {
      return Value.of(text);
    }
    if (object instanceof Boolean flag) {
      return Value.of((boolean) flag);
    }
    if (object instanceof Number number) {
      return Value.of(number.longValue());
    }
    if (object instanceof List<?> list) {
      List<Value> items = new ArrayList<>();
      for (Object item : list) {
        items.add(value(item));
      }
      return new Value(LogicalType.list(LogicalType.VARCHAR), items);
    }
    if (object instanceof Map<?, ?> map) {
      List<LogicalType.Field> fields = new ArrayList<>();
      List<Value> items = new ArrayList<>();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        Value item = value(entry.getValue());
        fields.add(new LogicalType.Field((String) entry.getKey(), item.type()));
        items.add(item);
      }
      return new Value(LogicalType.struct(fields), items);
    }
    throw new IllegalArgumentException(String.valueOf(object));
  }

  static CsvTable bind(TestContext context, Object path, Map<String, Value> named) {
    TableFunction function = CsvFunctions.all().get(0);
    return (CsvTable) function.bind(List.of(value(path)), named, context);
  }

  static CsvTable bind(Object path, Object... pairs) {
    return bind(new TestContext(), path, options(pairs));
  }

  /** All rows, in order, by one thread. */
  static List<List<Value>> rows(Table table) {
    return rows(table, new TestContext());
  }

  static List<List<Value>> rows(Table table, TestContext context) {
    return rows(table, context, all(table), List.of(), -1, 1);
  }

  /** Number of columns that are not hidden; the hidden ones stand behind them. */
  static int visible(Table table) {
    int count = 0;
    while (count < table.columns().size() && !table.columns().get(count).hidden()) {
      count++;
    }
    return count;
  }

  static int[] all(Table table) {
    int[] columns = new int[visible(table)];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = i;
    }
    return columns;
  }

  static List<List<Value>> rows(
      Table table,
      TestContext context,
      int[] columns,
      List<ScanFilter> filters,
      long limit,
      int threads) {
    TreeMap<Long, List<List<Value>>> byTask = new TreeMap<>();
    try (TableScan scan = table.scan(new ScanRequest(columns, filters, limit), context)) {
      run(
          context,
          threads,
          () -> {
            try (ChunkReader reader = scan.newReader()) {
              for (ScanTask task = scan.nextTask(); task != null; task = scan.nextTask()) {
                List<List<Value>> rows = new ArrayList<>();
                reader.start(task, FetchedBytes.NONE);
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
                synchronized (byTask) {
                  byTask.put(task.index(), rows);
                }
              }
            }
            return null;
          });
    }
    List<List<Value>> all = new ArrayList<>();
    for (List<List<Value>> rows : byTask.values()) {
      all.addAll(rows);
    }
    return all;
  }

  /** Runs a body on each of some threads; the first error is thrown. */
  static void run(TestContext context, int threads, Callable<Void> body) {
    if (threads == 1) {
      try {
        body.call();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      return;
    }
    ExecutorService pool = context.env().newPool("test", threads);
    try {
      List<Future<Void>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        futures.add(pool.submit(body));
      }
      for (Future<Void> future : futures) {
        future.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      // The others end before the scan is closed, as the engine has it.
      pool.shutdownNow();
      pool.close();
    }
  }

  /** Values as plain texts, NULL as null, for short expectations. */
  static List<List<String>> texts(List<List<Value>> rows) {
    List<List<String>> texts = new ArrayList<>();
    for (List<Value> row : rows) {
      List<String> line = new ArrayList<>();
      for (Value value : row) {
        line.add(value.isNull() ? null : String.valueOf(value.get()));
      }
      texts.add(line);
    }
    return texts;
  }
}
