// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.function.cast.ValueCasts;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts rows of Java objects into a table. Rows are gathered in chunks and inserted by {@link
 * #flush()}, {@link #close()}, or when there are many; constraints are checked then. Belongs to its
 * connection's thread.
 */
public final class Appender implements AutoCloseable {
  /** Rows that are held before they are inserted by themselves. */
  private static final int FLUSH_ROWS = 200_000;

  private final Connection connection;
  private final String table;
  private final List<LogicalType> types;
  private final ZoneId zone;
  private final List<DataChunk> full = new ArrayList<>();
  private DataChunk chunk;
  private int held;
  private boolean closed;

  Appender(Connection connection, String table) {
    this.connection = connection;
    this.table = table;
    try (PreparedQuery columns = connection.prepare("SELECT * FROM " + table)) {
      types = columns.columnTypes();
    }
    String name = connection.setting("TimeZone");
    zone = ZoneId.of(name == null || name.isEmpty() ? "UTC" : name, ZoneId.SHORT_IDS);
    chunk = DataChunk.allocate(types, Vector.CAPACITY);
  }

  /** Types of the table's columns. */
  public List<LogicalType> columnTypes() {
    return types;
  }

  /**
   * Appends a row: one object a column, see {@link JavaValues}; each is cast to the column's type.
   *
   * @throws EiderException for a wrong number of objects or one that does not convert; the row is
   *     not appended, those before it stay
   */
  public void append(@Nullable Object... row) {
    if (closed) {
      throw EiderException.invalidInput("the appender is closed");
    }
    if (row.length != types.size()) {
      throw EiderException.invalidInput(
          "a row of " + row.length + " values for the " + types.size() + " columns of " + table);
    }
    int at = chunk.size();
    for (int c = 0; c < row.length; c++) {
      LogicalType type = types.get(c);
      Value value = JavaValues.toValue(row[c]);
      if (!value.isNull() && !value.type().equals(type)) {
        value = ValueCasts.cast(value, type, zone);
      }
      ((FlatVector) chunk.column(c)).setValue(at, value);
    }
    chunk.setSize(at + 1);
    held++;
    if (chunk.size() == Vector.CAPACITY) {
      full.add(chunk);
      chunk = DataChunk.allocate(types, Vector.CAPACITY);
      if (held >= FLUSH_ROWS) {
        flush();
      }
    }
  }

  /**
   * Inserts what is held.
   *
   * @throws EiderException for a row that violates a constraint; none of those held is inserted
   *     then
   */
  public void flush() {
    if (chunk.size() > 0) {
      full.add(chunk);
      chunk = DataChunk.allocate(types, Vector.CAPACITY);
    }
    held = 0;
    if (full.isEmpty()) {
      return;
    }
    AppendedRows rows = connection.database().appendedRows();
    long id = rows.put(types, List.copyOf(full));
    full.clear();
    try {
      connection.execute(
          "INSERT INTO " + table + " SELECT * FROM " + AppendedRows.NAME + "(" + id + ")");
    } finally {
      rows.remove(id);
    }
  }

  /** Inserts what is held. A second call does nothing. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      flush();
    }
  }
}
