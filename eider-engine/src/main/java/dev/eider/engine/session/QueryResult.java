// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import dev.eider.engine.bind.BoundStatement;
import dev.eider.engine.execute.ResultStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The result of a statement, pulled by one thread. A query runs while it is pulled; a statement
 * that changes rows has run to its end before its result is handed out. Close it, also after an
 * error.
 */
public final class QueryResult implements AutoCloseable {
  private final List<String> names;
  private final List<LogicalType> types;
  private final BoundStatement.Kind kind;
  private final Deque<DataChunk> ready = new ArrayDeque<>();
  private final @Nullable ResultStream stream;
  private final UnaryOperator<EiderException> errors;
  private long changedRows = -1;
  private boolean closed;

  /** Whether the query has ended, in whatever way; {@code failure}: what it ended in. */
  private boolean ended;

  private @Nullable EiderException failure;
  private @Nullable Consumer<@Nullable EiderException> whenEnded;

  QueryResult(
      List<String> names,
      List<LogicalType> types,
      BoundStatement.Kind kind,
      @Nullable ResultStream stream,
      UnaryOperator<EiderException> errors) {
    this.names = List.copyOf(names);
    this.types = List.copyOf(types);
    this.kind = kind;
    this.stream = stream;
    this.errors = errors;
    this.ended = stream == null;
  }

  /** Calls back once, with its error if there was one, when the query has ended: perhaps now. */
  void whenEnded(Consumer<@Nullable EiderException> callback) {
    if (ended) {
      callback.accept(failure);
    } else {
      whenEnded = callback;
    }
  }

  private void end(@Nullable EiderException error) {
    if (!ended) {
      ended = true;
      failure = error;
      Consumer<@Nullable EiderException> callback = whenEnded;
      if (callback != null) {
        callback.accept(error);
      }
    }
  }

  /** A result without anything. */
  static QueryResult nothing() {
    return new QueryResult(List.of(), List.of(), BoundStatement.Kind.NOTHING, null, e -> e);
  }

  /** A result of rows that are there already. */
  static QueryResult of(List<String> names, List<LogicalType> types, List<List<Value>> rows) {
    QueryResult result = new QueryResult(names, types, BoundStatement.Kind.ROWS, null, e -> e);
    for (int from = 0; from < rows.size(); from += Vector.CAPACITY) {
      List<List<Value>> part = rows.subList(from, Math.min(rows.size(), from + Vector.CAPACITY));
      result.ready.add(chunk(types, part));
    }
    return result;
  }

  /** Rows as a chunk of flat vectors. */
  static DataChunk chunk(List<LogicalType> types, List<List<Value>> rows) {
    DataChunk chunk = DataChunk.allocate(types, Math.max(1, rows.size()));
    for (int c = 0; c < types.size(); c++) {
      for (int r = 0; r < rows.size(); r++) {
        chunk.flat(c).setValue(r, rows.get(r).get(c));
      }
    }
    chunk.setSize(rows.size());
    return chunk;
  }

  /** Names of the columns, as written in the query; not always distinct. */
  public List<String> names() {
    return names;
  }

  public List<LogicalType> types() {
    return types;
  }

  /** Whether there are rows, a number of changed rows, or nothing. */
  public BoundStatement.Kind kind() {
    return kind;
  }

  /** The number of rows a statement changed, or -1 when it is none that changes rows. */
  public long changedRows() {
    return changedRows;
  }

  /**
   * The next chunk of at least one row, or null after the last. It is the caller's to keep.
   *
   * @throws EiderException the first error of the query; the session stays usable
   */
  public @Nullable DataChunk next() {
    if (closed) {
      return null;
    }
    DataChunk first = ready.poll();
    if (first != null) {
      return first;
    }
    if (stream == null) {
      return null;
    }
    try {
      DataChunk chunk = stream.next();
      if (chunk == null) {
        close();
      }
      return chunk;
    } catch (EiderException e) {
      closed = true;
      stream.close();
      end(e);
      throw errors.apply(e);
    }
  }

  /** Runs the statement to its end and drops what it answers. */
  void discard() {
    while (next() != null) {
      // Nobody asks for the rows.
    }
    close();
  }

  /** Runs the statement to its end and keeps what it answers. */
  void drain() {
    List<DataChunk> chunks = new ArrayList<>();
    for (DataChunk chunk = next(); chunk != null; chunk = next()) {
      chunks.add(chunk);
    }
    ready.addAll(chunks);
    closed = false;
    if (kind == BoundStatement.Kind.COUNT) {
      changedRows = 0;
      for (DataChunk chunk : chunks) {
        for (int row = 0; row < chunk.size(); row++) {
          Value value = chunk.column(0).getValue(row);
          changedRows += value.isNull() ? 0 : value.asLong();
        }
      }
    }
  }

  /** All rows as values; for small results. */
  public List<List<Value>> rows() {
    List<List<Value>> rows = new ArrayList<>();
    for (DataChunk chunk = next(); chunk != null; chunk = next()) {
      for (int r = 0; r < chunk.size(); r++) {
        List<Value> row = new ArrayList<>();
        for (int c = 0; c < chunk.columnCount(); c++) {
          row.add(chunk.column(c).getValue(r));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** How much of the query is done, 0 to 1, or -1 when unknown. Any thread. */
  public double progress() {
    return stream == null ? -1 : stream.progress();
  }

  /** Bytes read from outside so far. Any thread. */
  public long bytesRead() {
    return stream == null ? 0 : stream.bytesRead();
  }

  @Override
  public void close() {
    closed = true;
    if (stream != null) {
      stream.close();
    }
    end(null);
  }
}
