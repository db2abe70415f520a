// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.server;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The lines between harness and engine server. Fields are separated by tabs and escaped.
 *
 * <pre>
 *   to the server    query SQL | observe SQL | exec SQL | version | status | quit
 *   from the server  row CELL... (any number), behind observe
 *                    transfer OPERATION BYTES REQUESTED FIRST_BYTE LAST_BYTE (any number; nanoseconds
 *                    since the query began), and then one of
 *                    done NANOS CPU_NANOS ROWS COLUMN... | error MESSAGE
 *                    version PRODUCT PRODUCT_VERSION DRIVER_VERSION
 *                    status LINE... (of /proc/self/status; none where there is no such file)
 * </pre>
 *
 * <p>A cell is a kind letter and a text: {@code N} null, {@code I} integer, {@code D} exact
 * decimal, {@code F} floating point, {@code S} anything else. Dates and times are given in ISO form
 * whatever class the driver uses for them.
 */
public final class Wire {
  private Wire() {}

  public static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\\' -> out.append("\\\\");
        case '\t' -> out.append("\\t");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        default -> out.append(c);
      }
    }
    return out.toString();
  }

  public static String unescape(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\' || i + 1 == text.length()) {
        out.append(c);
        continue;
      }
      char next = text.charAt(++i);
      switch (next) {
        case 't' -> out.append('\t');
        case 'n' -> out.append('\n');
        case 'r' -> out.append('\r');
        default -> out.append(next);
      }
    }
    return out.toString();
  }

  /** The cell of a value as {@code ResultSet.getObject} gives it. */
  public static String cell(@Nullable Object value) throws SQLException {
    return switch (value) {
      case null -> "N";
      case Byte v -> "I" + v;
      case Short v -> "I" + v;
      case Integer v -> "I" + v;
      case Long v -> "I" + v;
      case BigInteger v -> "I" + v;
      case BigDecimal v -> "D" + v.toPlainString();
      case Float v -> "F" + v;
      case Double v -> "F" + v;
      case Timestamp v -> "S" + v.toLocalDateTime();
      case Date v -> "S" + v.toLocalDate();
      case Time v -> "S" + v.toLocalTime();
      case byte[] v -> "S" + HexFormat.of().formatHex(v);
      case Blob v -> "S" + HexFormat.of().formatHex(v.getBytes(1, (int) v.length()));
      default -> "S" + value;
    };
  }
}
