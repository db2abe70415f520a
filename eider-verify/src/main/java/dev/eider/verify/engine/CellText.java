// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.engine;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** How to obtain a cell as the text of a VARCHAR cast from a driver's result set. */
interface CellText {
  /** For drivers whose {@code getString} is the VARCHAR cast, as Eider's promises. */
  CellText DRIVER = (rows, column, type) -> rows.getString(column);

  /**
   * The text of the current row's cell, null for NULL.
   *
   * @param column one-based
   * @param type the column's type name
   */
  @Nullable String of(ResultSet rows, int column, String type) throws SQLException;
}
