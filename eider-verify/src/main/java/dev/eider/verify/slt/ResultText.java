// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import dev.eider.verify.engine.SqlResult;
import dev.eider.verify.slt.SltRecord.Sort;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A result as the flat list of cell texts that test files contain. */
final class ResultText {
  /** How many lines of a long result a report shows. */
  private static final int MAX_SHOWN_LINES = 12;

  private static final int MAX_SHOWN_WIDTH = 400;

  private static final Pattern HASH = Pattern.compile("[0-9]+ values hashing to [0-9a-z]{32}");

  /** Bytewise order, as the reference sorts; differs from String order beyond the BMP only. */
  private static final Comparator<String> BYTEWISE =
      (a, b) ->
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

  private ResultText() {}

  /**
   * Cells row by row.
   *
   * @param wholeFloats SQLite's own tests want fractions rounded away
   */
  static List<String> cells(SqlResult result, boolean wholeFloats) {
    List<String> cells = new ArrayList<>(result.rowCount() * result.columnCount());
    for (List<@Nullable String> row : result.rows()) {
      for (int column = 0; column < row.size(); column++) {
        cells.add(cell(row.get(column), result.columnTypes().get(column), wholeFloats));
      }
    }
    return cells;
  }

  private static String cell(@Nullable String text, String type, boolean wholeFloats) {
    if (text == null) {
      return "NULL";
    }
    if (type.equals("BOOLEAN")) {
      return text.equals("true") || text.equals("1") ? "1" : "0";
    }
    if (wholeFloats && (type.equals("FLOAT") || type.equals("DOUBLE"))) {
      return Long.toString((long) Math.rint(Double.parseDouble(text)));
    }
    if (wholeFloats && type.startsWith("DECIMAL")) {
      return new BigDecimal(text).setScale(0, RoundingMode.HALF_UP).toPlainString();
    }
    return text.isEmpty() ? "(empty)" : text.replace("\0", "\\0");
  }

  /** The cells in the order the test compares them in; the argument stays as it is. */
  static List<String> sorted(List<String> cells, Sort sort, int columnCount) {
    return switch (sort) {
      case NONE -> cells;
      case VALUES -> {
        List<String> values = new ArrayList<>(cells);
        values.sort(BYTEWISE);
        yield values;
      }
      case ROWS -> {
        List<List<String>> rows = new ArrayList<>();
        for (int at = 0; at + columnCount <= cells.size(); at += columnCount) {
          rows.add(cells.subList(at, at + columnCount));
        }
        rows.sort(ResultText::compareRows);
        List<String> flat = new ArrayList<>(cells.size());
        rows.forEach(flat::addAll);
        yield flat;
      }
    };
  }

  private static int compareRows(List<String> left, List<String> right) {
    for (int i = 0; i < left.size(); i++) {
      int order = BYTEWISE.compare(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  static boolean isHash(String text) {
    return HASH.matcher(text).matches();
  }

  /** {@code N values hashing to MD5}. */
  static String hash(List<String> cells) {
    MessageDigest md5;
    try {
      md5 = MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has MD5", impossible);
    }
    for (String cell : cells) {
      md5.update(cell.getBytes(StandardCharsets.UTF_8));
      md5.update((byte) '\n');
    }
    return cells.size() + " values hashing to " + HexFormat.of().formatHex(md5.digest());
  }

  /** Lines of an expectation: one per row, cells joined by tabs. */
  static List<String> lines(List<String> cells, int columnCount) {
    List<String> lines = new ArrayList<>();
    for (int at = 0; at + columnCount <= cells.size(); at += columnCount) {
      lines.add(String.join("\t", cells.subList(at, at + columnCount)));
    }
    return lines;
  }

  /** The beginning of the lines, for a report. */
  static String excerpt(List<String> lines) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lines.size() && i < MAX_SHOWN_LINES; i++) {
      String line = lines.get(i);
      text.append(line, 0, Math.min(line.length(), MAX_SHOWN_WIDTH));
      text.append(line.length() > MAX_SHOWN_WIDTH ? "…\n" : "\n");
    }
    if (lines.size() > MAX_SHOWN_LINES) {
      text.append("… ").append(lines.size()).append(" lines in all\n");
    }
    return text.toString().stripTrailing();
  }
}
