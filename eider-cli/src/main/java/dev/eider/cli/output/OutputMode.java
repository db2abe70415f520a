// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The forms a result can take. */
public enum OutputMode {
  DUCKBOX("a box with the types of the columns; long results are shortened"),
  BOX("a box of all rows"),
  TABLE("a box of ASCII characters"),
  COLUMN("aligned columns"),
  MARKDOWN("a table for Markdown"),
  LATEX("a tabular environment for LaTeX"),
  CSV("comma-separated values (RFC 4180)"),
  TABS("tab-separated values"),
  LIST("values with a separator between them, not quoted"),
  ASCII("one value a line"),
  QUOTE("values as SQL literals"),
  TCL("values as quoted C strings"),
  JSON("an array of objects"),
  JSONLINES("one object a line"),
  LINE("one value a line, with its name"),
  HTML("rows of an HTML table"),
  INSERT("INSERT statements"),
  TRASH("nothing: the query runs and its rows are dropped");

  private final String text;

  OutputMode(String text) {
    this.text = text;
  }

  /** The name as typed. */
  public String modeName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What the mode writes, in a few words. */
  public String description() {
    return text;
  }

  /** The mode of that name, or null. */
  public static @Nullable OutputMode find(String name) {
    String wanted = name.toUpperCase(Locale.ROOT);
    if (wanted.equals("TSV")) {
      return TABS;
    }
    if (wanted.equals("LINES")) {
      return LINE;
    }
    if (wanted.equals("COLUMNS")) {
      return COLUMN;
    }
    if (wanted.equals("NDJSON")) {
      return JSONLINES;
    }
    for (OutputMode mode : values()) {
      if (mode.name().equals(wanted)) {
        return mode;
      }
    }
    return null;
  }

  /** A renderer for one result. */
  public static ResultRenderer renderer(OutputSettings settings) {
    return switch (settings.mode()) {
      case DUCKBOX -> new DuckBoxRenderer(settings);
      case BOX, TABLE, COLUMN, MARKDOWN, LATEX -> new ColumnRenderer(settings);
      case CSV, TABS, LIST, ASCII, QUOTE, TCL -> new SeparatedRenderer(settings);
      case JSON, JSONLINES -> new JsonRenderer(settings);
      case LINE -> new LineRenderer(settings);
      case HTML -> new HtmlRenderer(settings);
      case INSERT -> new InsertRenderer(settings);
      case TRASH -> new TrashRenderer();
    };
  }
}
