// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.server;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Runs one query over JDBC and prints its rows as CSV: the least a Java program can do with a
 * driver, for the whole-process times of engines without a command line of their own. Arguments:
 * JDBC address, SQL.
 */
public final class OneShot {
  private OneShot() {}

  public static void main(String[] args) throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection(args[0]);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(args[1]);
        OutputStream out =
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16)) {
      int columns = rows.getMetaData().getColumnCount();
      StringBuilder line = new StringBuilder();
      for (int i = 1; i <= columns; i++) {
        field(line, rows.getMetaData().getColumnLabel(i), i == columns);
      }
      out.write(line.toString().getBytes(StandardCharsets.UTF_8));
      while (rows.next()) {
        line.setLength(0);
        for (int i = 1; i <= columns; i++) {
          Object value = rows.getObject(i);
          field(line, value == null ? "" : value.toString(), i == columns);
        }
        out.write(line.toString().getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static void field(StringBuilder line, String text, boolean last) {
    if (text.indexOf(',') >= 0 || text.indexOf('"') >= 0 || text.indexOf('\n') >= 0) {
      line.append('"').append(text.replace("\"", "\"\"")).append('"');
    } else {
      line.append(text);
    }
    line.append(last ? '\n' : ',');
  }
}
