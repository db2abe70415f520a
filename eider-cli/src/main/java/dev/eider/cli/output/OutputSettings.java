// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import org.jspecify.annotations.Nullable;

/**
 * How results look. Belongs to the shell's thread, which changes it between statements; a renderer
 * reads it when it is made.
 */
public final class OutputSettings {
  /** Rows that {@code duckbox} shows unless told otherwise. */
  public static final int DEFAULT_MAX_ROWS = 40;

  private OutputMode mode = OutputMode.DUCKBOX;
  private boolean headers = true;
  private @Nullable String nullValue;
  private String columnSeparator = "|";
  private String rowSeparator = "\n";
  private String insertTable = "table";
  private int maxRows = DEFAULT_MAX_ROWS;
  private int maxWidth;
  private int screenWidth = Integer.MAX_VALUE;
  private int[] widths = {};
  private Palette palette = Palette.NONE;

  public OutputMode mode() {
    return mode;
  }

  /** Sets the mode and what goes with it: CSV is separated by commas, tabs by tabs. */
  public void setMode(OutputMode newMode) {
    mode = newMode;
    switch (newMode) {
      case CSV -> columnSeparator = ",";
      case TABS -> columnSeparator = "\t";
      case LIST -> columnSeparator = "|";
      case QUOTE -> columnSeparator = ",";
      case TCL -> columnSeparator = " ";
      case DUCKBOX,
          BOX,
          TABLE,
          COLUMN,
          MARKDOWN,
          LATEX,
          JSON,
          JSONLINES,
          LINE,
          HTML,
          INSERT,
          ASCII,
          TRASH -> {}
    }
  }

  /** Whether the first line names the columns. */
  public boolean headers() {
    return headers;
  }

  public void setHeaders(boolean on) {
    headers = on;
  }

  /** What stands for NULL: what was asked for, else nothing in CSV and {@code NULL} elsewhere. */
  public String nullValue() {
    String given = nullValue;
    return given != null ? given : mode == OutputMode.CSV || mode == OutputMode.TABS ? "" : "NULL";
  }

  /** Whether somebody asked for a text for NULL. */
  public boolean nullValueIsSet() {
    return nullValue != null;
  }

  public void setNullValue(String text) {
    nullValue = text;
  }

  public String columnSeparator() {
    return columnSeparator;
  }

  public void setColumnSeparator(String separator) {
    columnSeparator = separator;
  }

  public String rowSeparator() {
    return rowSeparator;
  }

  public void setRowSeparator(String separator) {
    rowSeparator = separator;
  }

  /** The table that the mode {@code insert} names. */
  public String insertTable() {
    return insertTable;
  }

  public void setInsertTable(String name) {
    insertTable = name;
  }

  /** Most rows that {@code duckbox} shows. */
  public int maxRows() {
    return maxRows;
  }

  /** Sets it; 0 or less: all rows. */
  public void setMaxRows(int rows) {
    maxRows = rows <= 0 ? Integer.MAX_VALUE : rows;
  }

  /** Most characters of a line of {@code duckbox}: as set, or what the screen has. */
  public int maxWidth() {
    return maxWidth > 0 ? maxWidth : screenWidth;
  }

  /** The setting itself; 0: as wide as the screen. */
  public int maxWidthSetting() {
    return maxWidth;
  }

  public void setMaxWidth(int characters) {
    maxWidth = characters;
  }

  /** The width of the terminal, or no limit when the output is none. */
  public void setScreenWidth(int characters) {
    screenWidth = characters <= 0 ? Integer.MAX_VALUE : characters;
  }

  /** Least widths of columns, negative: right-aligned; for the modes with aligned columns. */
  public int[] widths() {
    return widths;
  }

  public void setWidths(int[] columns) {
    widths = columns;
  }

  public Palette palette() {
    return palette;
  }

  public void setPalette(Palette colours) {
    palette = colours;
  }
}
