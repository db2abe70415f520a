// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import dev.eider.base.type.LogicalType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * The box for people: names, types, the first and last rows, and as many columns as the screen has
 * room for.
 */
final class DuckBoxRenderer implements ResultRenderer {
  private static final byte[] LINE = "─".getBytes(StandardCharsets.UTF_8);

  /** Screens narrower than this are written to as if they had it. */
  private static final int LEAST_SCREEN = 80;

  /** A column is not made narrower than this to make room for others. */
  private static final int NARROW = 20;

  /** Results of this many rows are counted under the box. */
  private static final int COUNTED_FROM = 10;

  /** Stands for the columns left out. */
  private static final int GAP = -1;

  private final OutputSettings settings;
  private final Palette colours;

  /** Told from a text of the same characters by identity, to colour it. */
  private final String nullText;

  DuckBoxRenderer(OutputSettings settings) {
    this.settings = settings;
    colours = settings.palette();
    nullText = new String(settings.nullValue().toCharArray());
  }

  @Override
  public void render(ResultRows rows, ByteOutput out) {
    BoxRows box = BoxRows.read(rows, settings.maxRows(), nullText);
    List<LogicalType> types = rows.types();
    int columns = types.size();
    String[] names = new String[columns];
    String[] typeNames = new String[columns];
    int[] widths = new int[columns];
    for (int c = 0; c < columns; c++) {
      names[c] = CellText.visible(rows.names().get(c));
      typeNames[c] = CellText.visible(typeName(types.get(c)));
      widths[c] = DisplayWidth.of(typeNames[c]);
      if (settings.headers()) {
        widths[c] = Math.max(widths[c], DisplayWidth.of(names[c]));
      }
    }
    widen(widths, box.top());
    widen(widths, box.bottom());
    int screen = Math.max(LEAST_SCREEN, settings.maxWidth());
    int[] shown = fit(widths, screen);
    int[] shownWidths = new int[shown.length];
    boolean[] right = new boolean[shown.length];
    for (int i = 0; i < shown.length; i++) {
      shownWidths[i] = shown[i] == GAP ? 1 : widths[shown[i]];
      right[i] = shown[i] != GAP && types.get(shown[i]).isNumeric();
    }
    String left = leftFooter(box);
    String rightFooter = rightFooter(columns, shown);
    boolean footer = box.count() == 0 || box.count() >= COUNTED_FROM || shownCount(shown) < columns;
    rule("┌", "┬", "┐", shownWidths, out);
    if (settings.headers()) {
      header(names, shown, shownWidths, colours.name(), out);
    }
    header(typeNames, shown, shownWidths, colours.type(), out);
    if (box.count() > 0) {
      rule("├", "┼", "┤", shownWidths, out);
    }
    for (String[] cells : box.top()) {
      row(cells, shown, shownWidths, right, out);
    }
    if (box.hides()) {
      for (int i = 0; i < 3; i++) {
        dots(shown, shownWidths, right, out);
      }
    }
    for (String[] cells : box.bottom()) {
      row(cells, shown, shownWidths, right, out);
    }
    rule("└", "┴", "┘", shownWidths, out);
    if (footer) {
      footer(left, rightFooter, shownWidths, out);
    }
  }

  private static void widen(int[] widths, List<String[]> rows) {
    for (String[] cells : rows) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], DisplayWidth.of(cells[c]));
      }
    }
  }

  /** Narrows columns until the box fits, then leaves out columns in the middle. */
  private static int[] fit(int[] widths, int screen) {
    int columns = widths.length;
    int[] shown = new int[columns];
    int widest = 0;
    for (int c = 0; c < columns; c++) {
      shown[c] = c;
      widest = Math.max(widest, widths[c]);
    }
    if (total(widths, widest) <= screen) {
      return shown;
    }
    int low = NARROW;
    int high = Math.max(NARROW, widest);
    while (low < high) {
      int middle = (low + high + 1) / 2;
      if (total(widths, middle) <= screen) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    for (int c = 0; c < columns; c++) {
      widths[c] = Math.min(widths[c], low);
    }
    if (total(widths, low) <= screen) {
      return shown;
    }
    // From both ends towards the middle, the first and the last column in any case.
    long room = (long) screen - 1 - 4;
    int left = 0;
    int right = columns;
    while (left < right) {
      boolean fromLeft = left <= columns - right;
      int next = fromLeft ? left : right - 1;
      if (widths[next] + 3L > room && left + columns - right >= 1) {
        break;
      }
      room -= widths[next] + 3L;
      if (fromLeft) {
        left++;
      } else {
        right--;
      }
    }
    if (left >= right) {
      return shown;
    }
    int[] some = new int[left + 1 + columns - right];
    for (int i = 0; i < some.length; i++) {
      some[i] = i < left ? i : i == left ? GAP : right + i - left - 1;
    }
    return some;
  }

  private static long total(int[] widths, int most) {
    long total = 1;
    for (int width : widths) {
      total += Math.min(width, most) + 3;
    }
    return total;
  }

  private static int shownCount(int[] shown) {
    int count = 0;
    for (int column : shown) {
      count += column == GAP ? 0 : 1;
    }
    return count;
  }

  private String leftFooter(BoxRows box) {
    String text = box.count() + (box.count() == 1 ? " row" : " rows");
    return box.hides() ? text + " (" + box.shown() + " shown)" : text;
  }

  private static String rightFooter(int columns, int[] shown) {
    String text = columns + (columns == 1 ? " column" : " columns");
    int count = shownCount(shown);
    return count < columns ? text + " (" + count + " shown)" : text;
  }

  private void rule(String from, String middle, String to, int[] widths, ByteOutput out) {
    out.put(colours.layout());
    for (int c = 0; c < widths.length; c++) {
      out.put(c == 0 ? from : middle);
      out.repeat(LINE, widths[c] + 2);
    }
    out.put(to);
    out.put(colours.end());
    out.put('\n');
  }

  private void bar(String text, ByteOutput out) {
    out.put(colours.layout());
    out.put(text);
    out.put(colours.end());
  }

  private void header(String[] texts, int[] shown, int[] widths, String colour, ByteOutput out) {
    for (int i = 0; i < shown.length; i++) {
      bar(i == 0 ? "│ " : " │ ", out);
      String text = shown[i] == GAP ? "…" : CellText.cut(texts[shown[i]], widths[i]);
      out.put(colour);
      Aligned.center(out, text, widths[i]);
      out.put(colours.end());
    }
    bar(" │", out);
    out.put('\n');
  }

  @SuppressWarnings("ReferenceEquality")
  private void row(String[] cells, int[] shown, int[] widths, boolean[] right, ByteOutput out) {
    for (int i = 0; i < shown.length; i++) {
      bar(i == 0 ? "│ " : " │ ", out);
      String cell = shown[i] == GAP ? "…" : cells[shown[i]];
      String text = CellText.cut(cell, widths[i]);
      String colour = cell == nullText ? colours.nul() : right[i] ? colours.number() : "";
      out.put(colour);
      if (right[i]) {
        Aligned.right(out, text, widths[i]);
      } else {
        Aligned.left(out, text, widths[i]);
      }
      out.put(colour.isEmpty() ? "" : colours.end());
    }
    bar(" │", out);
    out.put('\n');
  }

  private void dots(int[] shown, int[] widths, boolean[] right, ByteOutput out) {
    for (int i = 0; i < shown.length; i++) {
      bar(i == 0 ? "│ " : " │ ", out);
      out.put(colours.layout());
      if (right[i]) {
        Aligned.right(out, "·", widths[i]);
      } else {
        Aligned.left(out, "·", widths[i]);
      }
      out.put(colours.end());
    }
    bar(" │", out);
    out.put('\n');
  }

  private void footer(String left, String right, int[] widths, ByteOutput out) {
    int inner = -3;
    for (int width : widths) {
      inner += width + 3;
    }
    out.put("  ");
    out.put(colours.type());
    out.put(left);
    int space = inner - left.length() - right.length();
    if (widths.length > 1 && space >= 2) {
      out.repeat(' ', space);
      out.put(right);
    }
    out.put(colours.end());
    out.put('\n');
  }

  /** The short names that the box uses for types. */
  private static String typeName(LogicalType type) {
    return switch (type) {
      case LogicalType.Simple simple ->
          switch (simple.id()) {
            case TINYINT -> "int8";
            case SMALLINT -> "int16";
            case INTEGER -> "int32";
            case BIGINT -> "int64";
            case HUGEINT -> "int128";
            case UTINYINT -> "uint8";
            case USMALLINT -> "uint16";
            case UINTEGER -> "uint32";
            case UBIGINT -> "uint64";
            case UHUGEINT -> "uint128";
            case SQLNULL -> "null";
            default -> simple.toString().toLowerCase(Locale.ROOT);
          };
      case LogicalType.ListOf list -> typeName(list.child()) + "[]";
      case LogicalType.ArrayOf array -> typeName(array.child()) + "[" + array.size() + "]";
      case LogicalType.MapOf map ->
          "map(" + typeName(map.key()) + ", " + typeName(map.value()) + ")";
      case LogicalType.Struct struct -> "struct(" + fields(struct.fields()) + ")";
      case LogicalType.Union union -> "union(" + fields(union.members()) + ")";
      case LogicalType.AggregateState state -> "aggregate_state";
      case LogicalType.Decimal decimal -> decimal.toString().toLowerCase(Locale.ROOT);
      case LogicalType.EnumOf values -> {
        String name = values.name();
        yield name != null ? name : values.toString().replaceFirst("ENUM", "enum");
      }
    };
  }

  private static String fields(List<LogicalType.Field> fields) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < fields.size(); i++) {
      LogicalType.Field field = fields.get(i);
      text.append(i == 0 ? "" : ", ");
      if (!field.name().isEmpty()) {
        text.append(Identifiers.quote(field.name())).append(' ');
      }
      text.append(typeName(field.type()));
    }
    return text.toString();
  }
}
