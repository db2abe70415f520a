// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import dev.eider.JavaValues;
import dev.eider.Result;
import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.Vector;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a query, forward only and read only. Chunks are pulled when they are needed, so that
 * a result of any size takes the memory of one chunk here. Used by one thread at a time; only the
 * statement's {@code cancel} comes from another.
 */
final class EiderResultSet extends ForwardResultSet {
  private final EiderStatement statement;
  private final Result result;
  private final List<String> names;
  private final List<LogicalType> types;
  private final Result.@Nullable TextCast[] casts;
  private final @Nullable StringVector[] texts;
  private final long maxRows;
  private @Nullable DataChunk chunk;
  private int row = -1;
  private long rowNumber;
  private boolean ended;
  private boolean closed;
  private boolean wasNull;
  private int fetchSize;

  EiderResultSet(EiderStatement statement, Result result, long maxRows, int fetchSize) {
    this.statement = statement;
    this.result = result;
    this.maxRows = maxRows;
    this.fetchSize = fetchSize;
    names = result.columnNames();
    types = result.columnTypes();
    casts = new Result.TextCast[types.size()];
    texts = new StringVector[types.size()];
  }

  private void checkOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.closed("the result set");
    }
  }

  @Override
  public boolean next() throws SQLException {
    checkOpen();
    if (ended || (maxRows > 0 && rowNumber >= maxRows)) {
      end();
      return false;
    }
    DataChunk current = chunk;
    if (current == null || ++row >= current.size()) {
      java.util.Arrays.fill(texts, null);
      try {
        current = result.nextChunk();
      } catch (EiderException e) {
        end();
        throw statement.failed(e);
      }
      chunk = current;
      row = 0;
      if (current == null) {
        end();
        return false;
      }
    }
    rowNumber++;
    return true;
  }

  private void end() {
    ended = true;
    chunk = null;
    row = -1;
    result.close();
  }

  @Override
  public void close() throws SQLException {
    if (!closed) {
      closed = true;
      end();
      statement.resultClosed();
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  // One value.

  /** The column's vector; sets {@link #wasNull}. */
  private Vector column(int index) throws SQLException {
    checkOpen();
    if (index < 1 || index > types.size()) {
      throw SqlErrors.argument(
          "column " + index + " was asked for, the result has columns 1 to " + types.size());
    }
    DataChunk current = chunk;
    if (current == null) {
      throw new SQLException(
          rowNumber == 0 ? "call next() before the first row" : "there are no more rows", "24000");
    }
    Vector vector = current.column(index - 1);
    wasNull = vector.isNull(row);
    return vector;
  }

  private @Nullable Object object(int index) throws SQLException {
    Vector vector = column(index);
    return wasNull ? null : JavaValues.toJava(vector.getValue(row));
  }

  private String text(int index) throws SQLException {
    int column = index - 1;
    StringVector converted = texts[column];
    if (converted == null) {
      Result.TextCast cast = casts[column];
      if (cast == null) {
        cast = result.textCast(types.get(column));
        casts[column] = cast;
      }
      DataChunk current = chunk;
      if (current == null) {
        throw new SQLException("there is no row", "24000");
      }
      try {
        converted = cast.cast(current.column(column), current.size());
      } catch (EiderException e) {
        throw statement.failed(e);
      }
      texts[column] = converted;
    }
    return converted.getString(row);
  }

  @Override
  public boolean wasNull() throws SQLException {
    checkOpen();
    return wasNull;
  }

  @Override
  public @Nullable String getString(int index) throws SQLException {
    column(index);
    return wasNull ? null : text(index);
  }

  @Override
  public boolean getBoolean(int index) throws SQLException {
    Object object = object(index);
    return object != null && Conversions.bool(object);
  }

  @Override
  public byte getByte(int index) throws SQLException {
    Object object = object(index);
    return object == null
        ? 0
        : (byte) Conversions.integer(object, Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
  }

  @Override
  public short getShort(int index) throws SQLException {
    Object object = object(index);
    return object == null
        ? 0
        : (short) Conversions.integer(object, Short.MIN_VALUE, Short.MAX_VALUE, "short");
  }

  @Override
  public int getInt(int index) throws SQLException {
    Vector vector = column(index);
    if (wasNull) {
      return 0;
    }
    if (vector instanceof IntVector ints && types.get(index - 1).isIntegral()) {
      return ints.get(row);
    }
    Object object = JavaValues.toJava(vector.getValue(row));
    return object == null
        ? 0
        : (int) Conversions.integer(object, Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
  }

  @Override
  public long getLong(int index) throws SQLException {
    Vector vector = column(index);
    if (wasNull) {
      return 0;
    }
    LogicalType type = types.get(index - 1);
    if (vector instanceof LongVector longs && type.equals(LogicalType.BIGINT)) {
      return longs.get(row);
    }
    if (vector instanceof IntVector ints && type.isIntegral()) {
      return ints.get(row);
    }
    Object object = JavaValues.toJava(vector.getValue(row));
    return object == null ? 0 : Conversions.integer(object, Long.MIN_VALUE, Long.MAX_VALUE, "long");
  }

  @Override
  public float getFloat(int index) throws SQLException {
    Object object = object(index);
    return object == null ? 0 : (float) Conversions.floating(object);
  }

  @Override
  public double getDouble(int index) throws SQLException {
    Vector vector = column(index);
    if (wasNull) {
      return 0;
    }
    if (vector instanceof DoubleVector doubles) {
      return doubles.get(row);
    }
    Object object = JavaValues.toJava(vector.getValue(row));
    return object == null ? 0 : Conversions.floating(object);
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int index) throws SQLException {
    Object object = object(index);
    return object == null ? null : Conversions.decimal(object);
  }

  @Override
  @Deprecated
  public @Nullable BigDecimal getBigDecimal(int index, int scale) throws SQLException {
    BigDecimal number = getBigDecimal(index);
    return number == null ? null : number.setScale(scale, RoundingMode.HALF_UP);
  }

  @Override
  public byte @Nullable [] getBytes(int index) throws SQLException {
    Object object = object(index);
    return switch (object) {
      case null -> null;
      case byte[] bytes -> bytes;
      case java.util.UUID uuid ->
          java.nio.ByteBuffer.allocate(16)
              .putLong(uuid.getMostSignificantBits())
              .putLong(uuid.getLeastSignificantBits())
              .array();
      default -> text(index).getBytes(StandardCharsets.UTF_8);
    };
  }

  @Override
  public @Nullable Date getDate(int index) throws SQLException {
    return getDate(index, null);
  }

  @Override
  public @Nullable Date getDate(int index, @Nullable Calendar calendar) throws SQLException {
    Object object = object(index);
    return object == null ? null : Conversions.date(object, calendar);
  }

  @Override
  public @Nullable Time getTime(int index) throws SQLException {
    return getTime(index, null);
  }

  @Override
  public @Nullable Time getTime(int index, @Nullable Calendar calendar) throws SQLException {
    Object object = object(index);
    return object == null ? null : Conversions.time(object, calendar);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int index) throws SQLException {
    return getTimestamp(index, null);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int index, @Nullable Calendar calendar)
      throws SQLException {
    Object object = object(index);
    return object == null ? null : Conversions.timestamp(object, calendar);
  }

  @Override
  public @Nullable Object getObject(int index) throws SQLException {
    Object object = object(index);
    return switch (types.get(index - 1).id()) {
      case INTERVAL -> object == null ? null : text(index);
      default -> JdbcValues.wrap(types.get(index - 1), object);
    };
  }

  @Override
  public <T> @Nullable T getObject(int index, @Nullable Class<T> target) throws SQLException {
    if (target == null) {
      throw SqlErrors.argument("getObject needs a class");
    }
    Object object = object(index);
    if (object == null) {
      return null;
    }
    if (target == byte[].class) {
      return cast(target, getBytes(index));
    }
    Object wrapped = getObject(index);
    if (target != java.util.Date.class && target.isInstance(wrapped)) {
      return target.cast(wrapped);
    }
    if (Blob.class == target) {
      return cast(target, getBlob(index));
    }
    if (Clob.class == target) {
      return cast(target, getClob(index));
    }
    return cast(target, Conversions.to(target, object, text(index)));
  }

  @SuppressWarnings("unchecked")
  private static <T> @Nullable T cast(Class<T> target, @Nullable Object object) {
    // Class.cast refuses the classes of primitives.
    return target.isPrimitive() ? (T) object : target.cast(object);
  }

  @Override
  public @Nullable Object getObject(int index, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    if (map != null && !map.isEmpty()) {
      throw SqlErrors.unsupported("a map of types");
    }
    return getObject(index);
  }

  @Override
  public @Nullable Array getArray(int index) throws SQLException {
    Object object = getObject(index);
    if (object == null || object instanceof Array) {
      return (Array) object;
    }
    throw Conversions.wrong(object, Array.class);
  }

  @Override
  public @Nullable Blob getBlob(int index) throws SQLException {
    byte[] bytes = getBytes(index);
    return bytes == null ? null : new EiderBlob(bytes);
  }

  @Override
  public @Nullable Clob getClob(int index) throws SQLException {
    throw SqlErrors.unsupported("Clob (use getString or getCharacterStream)");
  }

  @Override
  public @Nullable NClob getNClob(int index) throws SQLException {
    throw SqlErrors.unsupported("NClob (use getString or getCharacterStream)");
  }

  @Override
  public @Nullable String getNString(int index) throws SQLException {
    return getString(index);
  }

  @Override
  public @Nullable Reader getCharacterStream(int index) throws SQLException {
    String text = getString(index);
    return text == null ? null : new StringReader(text);
  }

  @Override
  public @Nullable Reader getNCharacterStream(int index) throws SQLException {
    return getCharacterStream(index);
  }

  @Override
  public @Nullable InputStream getBinaryStream(int index) throws SQLException {
    byte[] bytes = getBytes(index);
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }

  @Override
  public @Nullable InputStream getAsciiStream(int index) throws SQLException {
    String text = getString(index);
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  @Deprecated
  public @Nullable InputStream getUnicodeStream(int index) throws SQLException {
    throw SqlErrors.unsupported("getUnicodeStream (use getCharacterStream)");
  }

  @Override
  public @Nullable URL getURL(int index) throws SQLException {
    String text = getString(index);
    try {
      return text == null ? null : URI.create(text).toURL();
    } catch (MalformedURLException | IllegalArgumentException e) {
      throw Conversions.wrong(String.valueOf(text), URL.class);
    }
  }

  @Override
  public Ref getRef(int index) throws SQLException {
    throw SqlErrors.unsupported("Ref");
  }

  @Override
  public RowId getRowId(int index) throws SQLException {
    throw SqlErrors.unsupported("RowId (select rowid)");
  }

  @Override
  public SQLXML getSQLXML(int index) throws SQLException {
    throw SqlErrors.unsupported("SQLXML");
  }

  @Override
  public int findColumn(String label) throws SQLException {
    checkOpen();
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(label)) {
        return i + 1;
      }
    }
    throw new SQLException(
        "there is no column \"" + label + "\"; the columns are " + String.join(", ", names),
        "42703");
  }

  // The same by label.

  @Override
  public @Nullable String getString(String label) throws SQLException {
    return getString(findColumn(label));
  }

  @Override
  public boolean getBoolean(String label) throws SQLException {
    return getBoolean(findColumn(label));
  }

  @Override
  public byte getByte(String label) throws SQLException {
    return getByte(findColumn(label));
  }

  @Override
  public short getShort(String label) throws SQLException {
    return getShort(findColumn(label));
  }

  @Override
  public int getInt(String label) throws SQLException {
    return getInt(findColumn(label));
  }

  @Override
  public long getLong(String label) throws SQLException {
    return getLong(findColumn(label));
  }

  @Override
  public float getFloat(String label) throws SQLException {
    return getFloat(findColumn(label));
  }

  @Override
  public double getDouble(String label) throws SQLException {
    return getDouble(findColumn(label));
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(String label) throws SQLException {
    return getBigDecimal(findColumn(label));
  }

  @Override
  public byte @Nullable [] getBytes(String label) throws SQLException {
    return getBytes(findColumn(label));
  }

  @Override
  public @Nullable Date getDate(String label) throws SQLException {
    return getDate(findColumn(label));
  }

  @Override
  public @Nullable Time getTime(String label) throws SQLException {
    return getTime(findColumn(label));
  }

  @Override
  public @Nullable Timestamp getTimestamp(String label) throws SQLException {
    return getTimestamp(findColumn(label));
  }

  @Override
  public @Nullable Object getObject(String label) throws SQLException {
    return getObject(findColumn(label));
  }

  @Override
  public @Nullable Array getArray(String label) throws SQLException {
    return getArray(findColumn(label));
  }

  @Override
  public @Nullable Blob getBlob(String label) throws SQLException {
    return getBlob(findColumn(label));
  }

  @Override
  public @Nullable Clob getClob(String label) throws SQLException {
    return getClob(findColumn(label));
  }

  @Override
  public @Nullable NClob getNClob(String label) throws SQLException {
    return getNClob(findColumn(label));
  }

  @Override
  public @Nullable String getNString(String label) throws SQLException {
    return getNString(findColumn(label));
  }

  @Override
  public @Nullable Reader getCharacterStream(String label) throws SQLException {
    return getCharacterStream(findColumn(label));
  }

  @Override
  public @Nullable Reader getNCharacterStream(String label) throws SQLException {
    return getNCharacterStream(findColumn(label));
  }

  @Override
  public @Nullable InputStream getBinaryStream(String label) throws SQLException {
    return getBinaryStream(findColumn(label));
  }

  @Override
  public @Nullable InputStream getAsciiStream(String label) throws SQLException {
    return getAsciiStream(findColumn(label));
  }

  @Override
  public @Nullable URL getURL(String label) throws SQLException {
    return getURL(findColumn(label));
  }

  @Override
  public Ref getRef(String label) throws SQLException {
    return getRef(findColumn(label));
  }

  @Override
  public RowId getRowId(String label) throws SQLException {
    return getRowId(findColumn(label));
  }

  @Override
  public SQLXML getSQLXML(String label) throws SQLException {
    return getSQLXML(findColumn(label));
  }

  @Override
  public @Nullable Date getDate(String label, @Nullable Calendar calendar) throws SQLException {
    return getDate(findColumn(label), calendar);
  }

  @Override
  public @Nullable Time getTime(String label, @Nullable Calendar calendar) throws SQLException {
    return getTime(findColumn(label), calendar);
  }

  @Override
  public @Nullable Timestamp getTimestamp(String label, @Nullable Calendar calendar)
      throws SQLException {
    return getTimestamp(findColumn(label), calendar);
  }

  @Override
  public <T> @Nullable T getObject(String label, @Nullable Class<T> target) throws SQLException {
    return getObject(findColumn(label), target);
  }

  @Override
  public @Nullable Object getObject(String label, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    return getObject(findColumn(label), map);
  }

  @Override
  @Deprecated
  public @Nullable BigDecimal getBigDecimal(String label, int scale) throws SQLException {
    return getBigDecimal(findColumn(label), scale);
  }

  @Override
  @Deprecated
  public @Nullable InputStream getUnicodeStream(String label) throws SQLException {
    return getUnicodeStream(findColumn(label));
  }

  // Where the cursor is, and what kind of result set this is.

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return new EiderResultSetMetaData(names, types);
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    checkOpen();
    return rowNumber == 0 && !ended;
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    checkOpen();
    return ended && rowNumber > 0;
  }

  @Override
  public boolean isFirst() throws SQLException {
    checkOpen();
    return rowNumber == 1 && chunk != null;
  }

  @Override
  public boolean isLast() throws SQLException {
    throw SqlErrors.unsupported("isLast on a result that streams");
  }

  @Override
  public int getRow() throws SQLException {
    checkOpen();
    return chunk == null ? 0 : (int) Math.min(Integer.MAX_VALUE, rowNumber);
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    checkOpen();
    if (direction != FETCH_FORWARD) {
      throw SqlErrors.unsupported("fetching other than forward");
    }
  }

  @Override
  public int getFetchDirection() {
    return FETCH_FORWARD;
  }

  /** A hint only: rows come in chunks of the engine. */
  @Override
  public void setFetchSize(int rows) throws SQLException {
    checkOpen();
    if (rows < 0) {
      throw SqlErrors.argument("a fetch size of " + rows);
    }
    fetchSize = rows;
  }

  @Override
  public int getFetchSize() {
    return fetchSize;
  }

  @Override
  public int getType() {
    return TYPE_FORWARD_ONLY;
  }

  @Override
  public int getConcurrency() {
    return CONCUR_READ_ONLY;
  }

  @Override
  public int getHoldability() {
    return HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public String getCursorName() throws SQLException {
    throw SqlErrors.unsupported("named cursors");
  }

  @Override
  public Statement getStatement() throws SQLException {
    checkOpen();
    return statement;
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
  }

  @Override
  public <T> T unwrap(Class<T> target) throws SQLException {
    if (target.isInstance(this)) {
      return target.cast(this);
    }
    if (target.isInstance(result)) {
      return target.cast(result);
    }
    throw SqlErrors.argument("a result set wraps no " + target.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> target) {
    return target.isInstance(this) || target.isInstance(result);
  }
}
