// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.StringVector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The modes with columns as wide as their widest value: box, table, column, markdown and latex.
 * They hold the whole result before the first line is written.
 */
final class ColumnRenderer implements ResultRenderer {
  private static final byte[] LINE = "─".getBytes(StandardCharsets.UTF_8);
  private static final byte[] DASH = {'-'};

  private final OutputMode mode;
  private final boolean headers;
  private final String nullText;
  private final int[] wanted;

  ColumnRenderer(OutputSettings settings) {
    mode = settings.mode();
    headers = settings.headers();
    nullText = settings.nullValue();
    wanted = settings.widths();
  }

  @Override
  public void render(ResultRows rows, ByteOutput out) {
    int columns = rows.names().size();
    String[] names = new String[columns];
    int[] widths = new int[columns];
    boolean[] right = new boolean[columns];
    for (int c = 0; c < columns; c++) {
      names[c] = escaped(rows.names().get(c));
      widths[c] = DisplayWidth.of(names[c]);
      if (c < wanted.length) {
        right[c] = wanted[c] < 0;
        widths[c] = Math.max(widths[c], Math.abs(wanted[c]));
      }
    }
    List<String[]> held = new ArrayList<>();
    RowTexts texts = new RowTexts(rows);
    DataChunk chunk;
    while ((chunk = rows.next()) != null) {
      StringVector[] vectors = texts.of(chunk);
      for (int row = 0; row < chunk.size(); row++) {
        String[] cells = new String[columns];
        for (int c = 0; c < columns; c++) {
          cells[c] = vectors[c].isNull(row) ? nullText : escaped(vectors[c].getString(row));
          widths[c] = Math.max(widths[c], DisplayWidth.of(cells[c]));
        }
        held.add(cells);
      }
    }
    head(names, widths, right, rows.types(), out);
    for (String[] cells : held) {
      line(cells, widths, right, out);
    }
    foot(widths, out);
  }

  private String escaped(String text) {
    String visible = CellText.visible(text);
    return mode == OutputMode.MARKDOWN ? visible.replace("|", "\\|") : visible;
  }

  private void head(
      String[] names, int[] widths, boolean[] right, List<LogicalType> types, ByteOutput out) {
    switch (mode) {
      case BOX -> {
        rule("┌", "┬", "┐", LINE, widths, out);
        if (headers) {
          line(names, widths, new boolean[names.length], out);
          rule("├", "┼", "┤", LINE, widths, out);
        }
      }
      case TABLE -> {
        rule("+", "+", "+", DASH, widths, out);
        if (headers) {
          line(names, widths, new boolean[names.length], out);
          rule("+", "+", "+", DASH, widths, out);
        }
      }
      case COLUMN -> {
        if (headers) {
          line(names, widths, right, out);
          for (int c = 0; c < widths.length; c++) {
            out.put(c == 0 ? "" : "  ");
            out.repeat('-', widths[c]);
          }
          out.put('\n');
        }
      }
      case MARKDOWN -> {
        line(names, widths, new boolean[names.length], out);
        for (int c = 0; c < widths.length; c++) {
          boolean number = types.get(c).isNumeric();
          out.put('|');
          out.repeat('-', widths[c] + (number ? 1 : 2));
          out.put(number ? ":" : "");
        }
        out.put("|\n");
      }
      case LATEX -> {
        out.put("\\begin{tabular}{|");
        for (LogicalType type : types) {
          out.put(type.isIntegral() ? 'r' : 'l');
        }
        out.put("|}\n\\hline\n");
        if (headers) {
          line(names, widths, right, out);
          out.put("\\hline\n");
        }
      }
      default -> throw new IllegalStateException(mode.modeName());
    }
  }

  private void foot(int[] widths, ByteOutput out) {
    switch (mode) {
      case BOX -> rule("└", "┴", "┘", LINE, widths, out);
      case TABLE -> rule("+", "+", "+", DASH, widths, out);
      case LATEX -> out.put("\\hline\n\\end{tabular}\n");
      default -> {}
    }
  }

  private static void rule(
      String from, String middle, String to, byte[] line, int[] widths, ByteOutput out) {
    for (int c = 0; c < widths.length; c++) {
      out.put(c == 0 ? from : middle);
      out.repeat(line, widths[c] + 2);
    }
    out.put(to);
    out.put('\n');
  }

  private void line(String[] cells, int[] widths, boolean[] right, ByteOutput out) {
    String from;
    String between;
    String end;
    switch (mode) {
      case BOX -> {
        from = "│ ";
        between = " │ ";
        end = " │\n";
      }
      case TABLE, MARKDOWN -> {
        from = "| ";
        between = " | ";
        end = " |\n";
      }
      case LATEX -> {
        from = "";
        between = " & ";
        end = " \\\\\n";
      }
      default -> {
        from = "";
        between = "  ";
        end = "\n";
      }
    }
    for (int c = 0; c < cells.length; c++) {
      out.put(c == 0 ? from : between);
      if (right[c]) {
        Aligned.right(out, cells[c], widths[c]);
      } else {
        Aligned.left(out, cells[c], widths[c]);
      }
    }
    out.put(end);
  }
}
