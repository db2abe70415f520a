// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.util.ArrayList;
import java.util.List;

/** All rows of one answer, in the order they came. */
public record Answer(List<List<Cell>> rows) {
  public Answer {
    rows = List.copyOf(rows);
  }

  /** Reads the CSV output of a command line; the first record holds the column names. */
  static Answer ofCsv(String csv) {
    List<List<Cell>> rows = new ArrayList<>();
    List<Cell> row = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    boolean anything = false;
    for (int i = 0; i < csv.length(); i++) {
      char c = csv.charAt(i);
      anything = true;
      if (quoted) {
        if (c != '"') {
          field.append(c);
        } else if (i + 1 < csv.length() && csv.charAt(i + 1) == '"') {
          field.append('"');
          i++;
        } else {
          quoted = false;
        }
      } else if (c == '"') {
        quoted = true;
      } else if (c == ',' || c == '\n') {
        row.add(Cell.ofText(field.toString()));
        field.setLength(0);
        if (c == '\n') {
          rows.add(row);
          row = new ArrayList<>();
          anything = false;
        }
      } else if (c != '\r') {
        field.append(c);
      }
    }
    if (anything) {
      row.add(Cell.ofText(field.toString()));
      rows.add(row);
    }
    return new Answer(rows.isEmpty() ? rows : rows.subList(1, rows.size()));
  }
}
