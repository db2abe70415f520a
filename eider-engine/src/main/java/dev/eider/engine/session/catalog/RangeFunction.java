// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.catalog;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.ScanTask;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.table.TableScan;
import dev.eider.base.table.TableStats;
import dev.eider.base.type.Interval;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** {@code range} (end not included) and {@code generate_series} (end included) in FROM. */
final class RangeFunction implements TableFunction {
  private static final int TASK_ROWS = 64 * 2048;
  private static final long DAY_MICROS = 86_400_000_000L;
  private final String name;
  private final boolean inclusive;

  RangeFunction(String name) {
    this.name = name;
    this.inclusive = name.equals("generate_series");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<List<LogicalType>> signatures() {
    LogicalType n = LogicalType.BIGINT;
    return List.of(
        List.of(n),
        List.of(n, n),
        List.of(n, n, n),
        List.of(LogicalType.TIMESTAMP, LogicalType.TIMESTAMP, LogicalType.INTERVAL),
        List.of(LogicalType.TIMESTAMP_TZ, LogicalType.TIMESTAMP_TZ, LogicalType.INTERVAL));
  }

  @Override
  public Map<String, LogicalType> namedParameters() {
    return Map.of();
  }

  @Override
  public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
    boolean times = arguments.size() == 3 && arguments.get(2).type().equals(LogicalType.INTERVAL);
    LogicalType type = times ? arguments.getFirst().type() : LogicalType.BIGINT;
    for (Value argument : arguments) {
      if (argument.isNull()) {
        return new Numbers(name, type, 0, 1, 0);
      }
    }
    if (times) {
      return times(arguments, type);
    }
    long start = arguments.size() == 1 ? 0 : arguments.get(0).asLong();
    long end = arguments.size() == 1 ? arguments.get(0).asLong() : arguments.get(1).asLong();
    long step = arguments.size() < 3 ? 1 : arguments.get(2).asLong();
    if (step == 0) {
      throw EiderException.binder("interval cannot be 0!");
    }
    if (start > end && step > 0) {
      return new Numbers(name, type, start, step, 0);
    }
    if (start < end && step < 0) {
      return new Numbers(name, type, start, step, 0);
    }
    return new Numbers(name, type, start, step, count(start, end, step));
  }

  /** The number of steps from {@code start} to {@code end}, which lies in the step's direction. */
  private long count(long start, long end, long step) {
    // Both are below 2^64: read without a sign they are right.
    long span = step > 0 ? end - start : start - end;
    long width = step > 0 ? step : -step;
    long whole = Long.divideUnsigned(span, width);
    boolean more = inclusive || Long.remainderUnsigned(span, width) != 0;
    if (whole < 0 || (more && whole == Long.MAX_VALUE)) {
      throw EiderException.invalidInput("the range is too large");
    }
    return more ? whole + 1 : whole;
  }

  private Table times(List<Value> arguments, LogicalType type) {
    long start = arguments.get(0).asLong();
    long end = arguments.get(1).asLong();
    Interval step = (Interval) arguments.get(2).get();
    if (step.months() == 0 && step.days() == 0 && step.micros() == 0) {
      throw EiderException.binder("interval cannot be 0!");
    }
    boolean up = step.months() >= 0 && step.days() >= 0 && step.micros() >= 0;
    boolean down = step.months() <= 0 && step.days() <= 0 && step.micros() <= 0;
    if (!up && !down) {
      throw EiderException.binder(
          "RANGE with composite interval that has mixed signs is not supported");
    }
    if (isInfinite(start) || isInfinite(end)) {
      throw EiderException.binder("RANGE with infinite bounds is not supported");
    }
    if (up ? start > end : start < end) {
      return new Numbers(name, type, start, 1, 0);
    }
    if (step.months() == 0) {
      long width = Math.addExact(Math.multiplyExact(step.days(), DAY_MICROS), step.micros());
      return new Numbers(name, type, start, width, count(start, end, width));
    }
    List<List<Value>> rows = new ArrayList<>();
    for (long at = start;
        up ? (inclusive ? at <= end : at < end) : (inclusive ? at >= end : at > end);
        at = add(at, step)) {
      rows.add(List.of(new Value(type, at)));
      if (rows.size() > 100_000_000) {
        throw EiderException.invalidInput("the range is too large");
      }
    }
    return new RowsTable(name, List.of(new TableColumn(name, type)), rows);
  }

  private static boolean isInfinite(long micros) {
    return micros == Long.MAX_VALUE || micros == -Long.MAX_VALUE;
  }

  private static long add(long micros, Interval step) {
    Instant instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    LocalDateTime moved =
        LocalDateTime.ofInstant(instant, ZoneOffset.UTC)
            .plusMonths(step.months())
            .plusDays(step.days());
    return ChronoUnit.MICROS.between(Instant.EPOCH, moved.toInstant(ZoneOffset.UTC))
        + step.micros();
  }

  /** An arithmetic sequence of BIGINTs. */
  private static final class Numbers implements Table {
    private final String name;
    private final LogicalType type;
    private final long start;
    private final long step;
    private final long count;

    Numbers(String name, LogicalType type, long start, long step, long count) {
      this.name = name;
      this.type = type;
      this.start = start;
      this.step = step;
      this.count = count;
    }

    @Override
    public List<TableColumn> columns() {
      return List.of(new TableColumn(name, type));
    }

    @Override
    public TableStats stats() {
      return new TableStats(count, true, List.of());
    }

    @Override
    public String describe() {
      return name.toUpperCase(java.util.Locale.ROOT);
    }

    @Override
    public TableScan scan(ScanRequest request, ScanContext context) {
      return new Scan(this, request.columns(), request.limit());
    }
  }

  private record Task(long index) implements ScanTask {}

  private static final class Scan implements TableScan {
    private final Numbers table;
    private final int[] columns;
    private final long count;
    private final AtomicLong next = new AtomicLong();

    Scan(Numbers table, int[] columns, long limit) {
      this.table = table;
      this.columns = columns;
      this.count = limit < 0 ? table.count : Math.min(limit, table.count);
    }

    @Override
    public @Nullable ScanTask nextTask() {
      long task = next.getAndIncrement();
      return task * TASK_ROWS < count ? new Task(task) : null;
    }

    @Override
    public ChunkReader newReader() {
      return new Reader(table, columns, count);
    }

    @Override
    public int maxTasks() {
      return (int) Math.min(Integer.MAX_VALUE, (count + TASK_ROWS - 1) / TASK_ROWS);
    }

    @Override
    public void close() {}
  }

  private static final class Reader implements ChunkReader {
    private final Numbers table;
    private final long count;
    private final DataChunk chunk;
    private long row;
    private long end;

    Reader(Numbers table, int[] columns, long count) {
      this.table = table;
      this.count = count;
      List<LogicalType> types = new ArrayList<>();
      for (int i = 0; i < columns.length; i++) {
        types.add(table.type);
      }
      this.chunk = DataChunk.allocate(types, Vector.CAPACITY);
    }

    @Override
    public void start(ScanTask task, FetchedBytes bytes) {
      row = task.index() * TASK_ROWS;
      end = Math.min(count, row + TASK_ROWS);
    }

    @Override
    public Status next() {
      if (row >= end) {
        return Status.END;
      }
      int size = (int) Math.min(Vector.CAPACITY, end - row);
      chunk.reset();
      for (int c = 0; c < chunk.columnCount(); c++) {
        long[] values = ((LongVector) chunk.column(c)).values();
        long value = table.start + row * table.step;
        for (int i = 0; i < size; i++) {
          values[i] = value;
          value += table.step;
        }
      }
      chunk.setSize(size);
      row += size;
      return Status.CHUNK;
    }

    @Override
    public DataChunk chunk() {
      return chunk;
    }

    @Override
    public void close() {}
  }
}
