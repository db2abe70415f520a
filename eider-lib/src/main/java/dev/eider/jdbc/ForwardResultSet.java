// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;

/** What a read-only, forward-only result set says no to. Holds no state. */
abstract class ForwardResultSet implements ResultSet {
  private static SQLException readOnly() {
    return SqlErrors.unsupported("changing rows through a result set");
  }

  private static SQLException forwardOnly() {
    return SqlErrors.unsupported("moving a forward-only result set other than by next()");
  }

  @Override
  public void updateNull(int columnIndex) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBoolean(int columnIndex, boolean x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateByte(int columnIndex, byte x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateShort(int columnIndex, short x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateInt(int columnIndex, int x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateLong(int columnIndex, long x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateFloat(int columnIndex, float x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateDouble(int columnIndex, double x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBigDecimal(int columnIndex, @Nullable BigDecimal x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateString(int columnIndex, @Nullable String x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBytes(int columnIndex, byte @Nullable [] x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateDate(int columnIndex, @Nullable Date x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateTime(int columnIndex, @Nullable Time x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateTimestamp(int columnIndex, @Nullable Timestamp x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(int columnIndex, @Nullable Object x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRef(int columnIndex, @Nullable Ref x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(int columnIndex, @Nullable Blob x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(int columnIndex, @Nullable Clob x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(int columnIndex, @Nullable NClob x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateArray(int columnIndex, @Nullable Array x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRowId(int columnIndex, @Nullable RowId x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNString(int columnIndex, @Nullable String x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateSQLXML(int columnIndex, @Nullable SQLXML x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(int columnIndex, @Nullable Object x, int scaleOrLength)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(int columnIndex, @Nullable InputStream x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(int columnIndex, @Nullable InputStream x, int length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(int columnIndex, @Nullable InputStream x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(int columnIndex, @Nullable InputStream x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(int columnIndex, @Nullable InputStream x, int length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(int columnIndex, @Nullable InputStream x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(int columnIndex, @Nullable Reader x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(int columnIndex, @Nullable Reader x, int length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(int columnIndex, @Nullable Reader x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNCharacterStream(int columnIndex, @Nullable Reader x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNCharacterStream(int columnIndex, @Nullable Reader x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(int columnIndex, @Nullable InputStream x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(int columnIndex, @Nullable Reader x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(int columnIndex, @Nullable Reader x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(int columnIndex, @Nullable InputStream x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(int columnIndex, @Nullable Reader x, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(int columnIndex, @Nullable Reader x, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNull(String columnLabel) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBoolean(String columnLabel, boolean x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateByte(String columnLabel, byte x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateShort(String columnLabel, short x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateInt(String columnLabel, int x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateLong(String columnLabel, long x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateFloat(String columnLabel, float x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateDouble(String columnLabel, double x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBigDecimal(String columnLabel, @Nullable BigDecimal x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateString(String columnLabel, @Nullable String x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBytes(String columnLabel, byte @Nullable [] x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateDate(String columnLabel, @Nullable Date x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateTime(String columnLabel, @Nullable Time x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateTimestamp(String columnLabel, @Nullable Timestamp x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(String columnLabel, @Nullable Object x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRef(String columnLabel, @Nullable Ref x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(String columnLabel, @Nullable Blob x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(String columnLabel, @Nullable Clob x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(String columnLabel, @Nullable NClob x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateArray(String columnLabel, @Nullable Array x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRowId(String columnLabel, @Nullable RowId x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNString(String columnLabel, @Nullable String x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateSQLXML(String columnLabel, @Nullable SQLXML x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(String columnLabel, @Nullable Object x, int scaleOrLength)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(String columnLabel, @Nullable InputStream x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(String columnLabel, @Nullable InputStream x, int length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(String columnLabel, @Nullable InputStream x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(String columnLabel, @Nullable InputStream x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(String columnLabel, @Nullable InputStream x, int length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(String columnLabel, @Nullable InputStream x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(String columnLabel, @Nullable Reader x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(String columnLabel, @Nullable Reader x, int length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(String columnLabel, @Nullable Reader x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNCharacterStream(String columnLabel, @Nullable Reader x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNCharacterStream(String columnLabel, @Nullable Reader x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(String columnLabel, @Nullable InputStream x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(String columnLabel, @Nullable Reader x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(String columnLabel, @Nullable Reader x) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(String columnLabel, @Nullable InputStream x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(String columnLabel, @Nullable Reader x, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(String columnLabel, @Nullable Reader x, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void insertRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void deleteRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void refreshRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void cancelRowUpdates() throws SQLException {
    throw readOnly();
  }

  @Override
  public void moveToInsertRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void moveToCurrentRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public boolean rowUpdated() {
    return false;
  }

  @Override
  public boolean rowInserted() {
    return false;
  }

  @Override
  public boolean rowDeleted() {
    return false;
  }

  @Override
  public boolean first() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean last() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean absolute(int row) throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean relative(int rows) throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean previous() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public void beforeFirst() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public void afterLast() throws SQLException {
    throw forwardOnly();
  }
}
