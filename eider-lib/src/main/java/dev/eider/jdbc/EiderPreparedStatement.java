// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import dev.eider.PreparedQuery;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A prepared statement. Parameters keep their values from one execution to the next. */
final class EiderPreparedStatement extends EiderStatement implements PreparedStatement {
  private final PreparedQuery query;
  private final @Nullable Value[] parameters;
  private final List<List<Value>> batch = new ArrayList<>();

  EiderPreparedStatement(EiderConnection connection, PreparedQuery query) {
    super(connection);
    this.query = query;
    parameters = new Value[query.parameterCount()];
  }

  private List<Value> values() throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      if (parameters[i] == null) {
        throw new SQLException(
            "parameter " + (i + 1) + " of " + parameters.length + " has no value", "07002");
      }
    }
    return List.copyOf(Arrays.asList(parameters));
  }

  private void set(int index, Value value) throws SQLException {
    checkOpen();
    if (index < 1 || index > parameters.length) {
      throw SqlErrors.argument(
          "parameter "
              + index
              + " was given, the statement has "
              + (parameters.length == 0 ? "none" : "parameters 1 to " + parameters.length));
    }
    parameters[index - 1] = value;
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    List<Value> values = values();
    run(() -> query.query(values));
    return rows();
  }

  @Override
  public int executeUpdate() throws SQLException {
    return toInt(executeLargeUpdate());
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    List<Value> values = values();
    run(() -> query.query(values));
    return changes();
  }

  @Override
  public boolean execute() throws SQLException {
    List<Value> values = values();
    return run(() -> query.query(values));
  }

  @Override
  public void addBatch() throws SQLException {
    checkOpen();
    batch.add(values());
  }

  @Override
  public void clearBatch() throws SQLException {
    super.clearBatch();
    batch.clear();
  }

  @Override
  public int[] executeBatch() throws SQLException {
    return toInts(executeLargeBatch());
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    checkOpen();
    List<List<Value>> rows = List.copyOf(batch);
    batch.clear();
    long[] counts = new long[rows.size()];
    for (int i = 0; i < counts.length; i++) {
      List<Value> values = rows.get(i);
      try {
        run(() -> query.query(values));
        counts[i] = changes();
      } catch (SQLException e) {
        throw batchFailed(e, counts, i);
      }
    }
    return counts;
  }

  @Override
  public void clearParameters() throws SQLException {
    checkOpen();
    Arrays.fill(parameters, null);
  }

  @Override
  public void close() throws SQLException {
    if (!isClosed()) {
      super.close();
      query.close();
    }
  }

  /** Null when the columns are known only once the parameters are. */
  @Override
  public @Nullable ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    List<LogicalType> types = query.columnTypes();
    return types.isEmpty() ? null : new EiderResultSetMetaData(query.columnNames(), types);
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    checkOpen();
    return new EiderParameterMetaData(query);
  }

  // Setters.

  @Override
  public void setNull(int index, int type) throws SQLException {
    set(index, Value.NULL);
  }

  @Override
  public void setNull(int index, int type, @Nullable String name) throws SQLException {
    set(index, Value.NULL);
  }

  @Override
  public void setObject(int index, @Nullable Object object) throws SQLException {
    set(index, JdbcValues.bind(object));
  }

  @Override
  public void setObject(int index, @Nullable Object object, int type) throws SQLException {
    setObject(index, object, type, 0);
  }

  @Override
  public void setObject(int index, @Nullable Object object, SQLType type) throws SQLException {
    setObject(index, object, number(type), 0);
  }

  @Override
  public void setObject(int index, @Nullable Object object, SQLType type, int scale)
      throws SQLException {
    setObject(index, object, number(type), scale);
  }

  private static int number(SQLType type) {
    Integer number = type.getVendorTypeNumber();
    return number == null ? Types.OTHER : number;
  }

  @Override
  public void setObject(int index, @Nullable Object object, int type, int scale)
      throws SQLException {
    if (object == null) {
      set(index, Value.NULL);
      return;
    }
    Object converted =
        switch (type) {
          case Types.TINYINT -> Conversions.to(Byte.class, object, object.toString());
          case Types.SMALLINT -> Conversions.to(Short.class, object, object.toString());
          case Types.INTEGER -> Conversions.to(Integer.class, object, object.toString());
          case Types.BIGINT -> Conversions.to(Long.class, object, object.toString());
          case Types.REAL -> Conversions.to(Float.class, object, object.toString());
          case Types.FLOAT, Types.DOUBLE -> Conversions.to(Double.class, object, object.toString());
          case Types.DECIMAL, Types.NUMERIC -> {
            BigDecimal number = Conversions.decimal(object);
            yield scale > 0 ? number.setScale(scale, java.math.RoundingMode.HALF_UP) : number;
          }
          case Types.BOOLEAN -> Conversions.bool(object);
          case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NVARCHAR ->
              object instanceof String ? object : object.toString();
          default -> object;
        };
    setObject(index, converted);
  }

  @Override
  public void setBoolean(int index, boolean value) throws SQLException {
    set(index, Value.of(value));
  }

  @Override
  public void setByte(int index, byte value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setShort(int index, short value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setInt(int index, int value) throws SQLException {
    set(index, Value.of(value));
  }

  @Override
  public void setLong(int index, long value) throws SQLException {
    set(index, Value.of(value));
  }

  @Override
  public void setFloat(int index, float value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setDouble(int index, double value) throws SQLException {
    set(index, Value.of(value));
  }

  @Override
  public void setBigDecimal(int index, @Nullable BigDecimal value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setString(int index, @Nullable String value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setNString(int index, @Nullable String value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setBytes(int index, byte @Nullable [] value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setDate(int index, @Nullable Date value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setDate(int index, @Nullable Date value, @Nullable Calendar calendar)
      throws SQLException {
    setObject(index, JdbcValues.local(value, calendar));
  }

  @Override
  public void setTime(int index, @Nullable Time value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setTime(int index, @Nullable Time value, @Nullable Calendar calendar)
      throws SQLException {
    setObject(index, JdbcValues.local(value, calendar));
  }

  @Override
  public void setTimestamp(int index, @Nullable Timestamp value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setTimestamp(int index, @Nullable Timestamp value, @Nullable Calendar calendar)
      throws SQLException {
    setObject(index, JdbcValues.local(value, calendar));
  }

  @Override
  public void setArray(int index, @Nullable Array value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setBlob(int index, @Nullable Blob value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setBlob(int index, @Nullable InputStream value) throws SQLException {
    setBinaryStream(index, value, -1L);
  }

  @Override
  public void setBlob(int index, @Nullable InputStream value, long length) throws SQLException {
    setBinaryStream(index, value, length);
  }

  @Override
  public void setClob(int index, @Nullable Clob value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setClob(int index, @Nullable Reader value) throws SQLException {
    setCharacterStream(index, value, -1L);
  }

  @Override
  public void setClob(int index, @Nullable Reader value, long length) throws SQLException {
    setCharacterStream(index, value, length);
  }

  @Override
  public void setNClob(int index, @Nullable NClob value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setNClob(int index, @Nullable Reader value) throws SQLException {
    setCharacterStream(index, value, -1L);
  }

  @Override
  public void setNClob(int index, @Nullable Reader value, long length) throws SQLException {
    setCharacterStream(index, value, length);
  }

  @Override
  public void setAsciiStream(int index, @Nullable InputStream value, long length)
      throws SQLException {
    setObject(
        index,
        value == null
            ? null
            : new String(JdbcValues.bytes(value, length), StandardCharsets.US_ASCII));
  }

  @Override
  public void setAsciiStream(int index, @Nullable InputStream value) throws SQLException {
    setAsciiStream(index, value, -1L);
  }

  @Override
  public void setAsciiStream(int index, @Nullable InputStream value, int length)
      throws SQLException {
    setAsciiStream(index, value, (long) length);
  }

  @Override
  @Deprecated
  public void setUnicodeStream(int index, @Nullable InputStream value, int length)
      throws SQLException {
    throw SqlErrors.unsupported("setUnicodeStream (use setCharacterStream)");
  }

  @Override
  public void setBinaryStream(int index, @Nullable InputStream value, long length)
      throws SQLException {
    setObject(index, value == null ? null : JdbcValues.bytes(value, length));
  }

  @Override
  public void setBinaryStream(int index, @Nullable InputStream value) throws SQLException {
    setBinaryStream(index, value, -1L);
  }

  @Override
  public void setBinaryStream(int index, @Nullable InputStream value, int length)
      throws SQLException {
    setBinaryStream(index, value, (long) length);
  }

  @Override
  public void setCharacterStream(int index, @Nullable Reader value, long length)
      throws SQLException {
    setObject(index, value == null ? null : JdbcValues.text(value, length));
  }

  @Override
  public void setCharacterStream(int index, @Nullable Reader value) throws SQLException {
    setCharacterStream(index, value, -1L);
  }

  @Override
  public void setCharacterStream(int index, @Nullable Reader value, int length)
      throws SQLException {
    setCharacterStream(index, value, (long) length);
  }

  @Override
  public void setNCharacterStream(int index, @Nullable Reader value) throws SQLException {
    setCharacterStream(index, value, -1L);
  }

  @Override
  public void setNCharacterStream(int index, @Nullable Reader value, long length)
      throws SQLException {
    setCharacterStream(index, value, length);
  }

  @Override
  public void setURL(int index, @Nullable URL value) throws SQLException {
    setObject(index, value == null ? null : value.toString());
  }

  @Override
  public void setRef(int index, @Nullable Ref value) throws SQLException {
    throw SqlErrors.unsupported("Ref");
  }

  @Override
  public void setRowId(int index, @Nullable RowId value) throws SQLException {
    throw SqlErrors.unsupported("RowId");
  }

  @Override
  public void setSQLXML(int index, @Nullable SQLXML value) throws SQLException {
    throw SqlErrors.unsupported("SQLXML");
  }

  // A prepared statement has its text already.

  private static SQLException hasText() {
    return SqlErrors.argument("a prepared statement has its SQL already: call without a text");
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    throw hasText();
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    throw hasText();
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    throw hasText();
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    throw hasText();
  }
}
