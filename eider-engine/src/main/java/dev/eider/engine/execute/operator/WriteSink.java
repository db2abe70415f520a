// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.table.ScanContext;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows through a {@link TableWriter}: INSERT, CREATE TABLE AS, COPY TO. With {@code
 * returning} the rows are kept too. An error before the end undoes everything.
 *
 * <p>{@code writer} is guarded by {@code this}; {@code written} is set by {@link #finish}.
 */
public final class WriteSink implements Sink {
  private final WriterFactory factory;
  private final Runnable whenWritten;
  private final NotNullCheck check;
  private final @Nullable CollectSink returned;
  private @Nullable TableWriter writer;
  private boolean opened;
  private long written;
  private List<String> files = List.of();

  /** Begins the writing. */
  @FunctionalInterface
  public interface WriterFactory {
    TableWriter open(ScanContext context);
  }

  /**
   * A writing sink.
   *
   * @param whenWritten called when all rows are written
   * @param returning types of the rows to keep, or null
   */
  public WriteSink(
      WriterFactory factory,
      Runnable whenWritten,
      NotNullCheck check,
      @Nullable List<LogicalType> returning) {
    this.factory = factory;
    this.whenWritten = whenWritten;
    this.check = check;
    this.returned = returning == null ? null : new CollectSink(returning, "RETURNING");
  }

  private synchronized TableWriter writer(QueryContext query) {
    TableWriter open = writer;
    if (open == null) {
      open = factory.open(query);
      writer = open;
      opened = true;
    }
    return open;
  }

  @Override
  public Sink.Worker newWorker(WorkerContext context) {
    return new WriteWorker(
        writer(context.query()).newLocal(), returned == null ? null : returned.newWorker(context));
  }

  @Override
  public void finish(QueryContext context) {
    if (returned != null) {
      returned.finish(context);
    }
    TableWriter whole = writer(context);
    written = whole.finish();
    files = whole.files();
    whenWritten.run();
  }

  /** The kept rows, or the number of rows written. */
  public Source source() {
    return returned != null ? returned.source() : countSource(() -> written);
  }

  /** One row: the number of rows written, and the files. */
  public Source filesSource() {
    return rowSource(() -> {
      ListVector list = new ListVector(LogicalType.list(LogicalType.VARCHAR), 1);
      List<Value> names = new ArrayList<>();
      for (String file : files) {
        names.add(Value.of(file));
      }
      list.setValue(0, new Value(list.type(), names));
      return new DataChunk(new Vector[] {count(written), list}, 1);
    });
  }

  private static LongVector count(long number) {
    LongVector rows = new LongVector(LogicalType.BIGINT, 1);
    rows.set(0, number);
    return rows;
  }

  /** One row with a number. */
  static Source countSource(LongSupplier count) {
    return rowSource(() -> new DataChunk(new Vector[] {count(count.getAsLong())}, 1));
  }

  private static Source rowSource(Supplier<DataChunk> row) {
    return new ChunkSource() {
      @Override
      protected int parts(QueryContext context) {
        return 1;
      }

      @Override
      protected PartReader newReader(WorkerContext context) {
        return new PartReader() {
          private boolean done;

          @Override
          public void open(int part) {
            done = false;
          }

          @Override
          public @Nullable DataChunk read() {
            if (done) {
              return null;
            }
            done = true;
            return row.get();
          }
        };
      }
    };
  }

  @Override
  public synchronized void close() {
    if (opened && writer != null) {
      writer.close();
      writer = null;
    }
    if (returned != null) {
      returned.close();
    }
  }

  private final class WriteWorker implements Sink.Worker {
    private final TableWriter.Local local;
    private final Sink.@Nullable Worker keeper;

    WriteWorker(TableWriter.Local local, Sink.@Nullable Worker keeper) {
      this.local = local;
      this.keeper = keeper;
    }

    @Override
    public void nextBatch(long batchIndex) {
      local.nextBatch(batchIndex);
      if (keeper != null) {
        keeper.nextBatch(batchIndex);
      }
    }

    @Override
    public Sink.Status consume(DataChunk chunk, long batchIndex) {
      check.check(chunk, 0);
      local.write(chunk, batchIndex);
      if (keeper != null) {
        keeper.consume(chunk, batchIndex);
      }
      return Sink.Status.MORE;
    }

    @Override
    public void combine() {
      local.finish();
      if (keeper != null) {
        keeper.combine();
      }
    }
  }
}
