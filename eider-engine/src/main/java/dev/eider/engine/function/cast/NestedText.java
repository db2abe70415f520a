// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.ArrayVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.StructVector;
import java.time.ZoneId;
import java.util.List;

/** Texts of nested values: {@code [a, NULL]}, {@code {'a': 1}}, {@code (1, x)}, {@code {k=v}}. */
final class NestedText {
  private NestedText() {}

  static String text(FlatVector source, int row, ZoneId zone) {
    StringBuilder out = new StringBuilder();
    append(out, source, row, zone);
    return out.toString();
  }

  private static void append(StringBuilder out, FlatVector source, int row, ZoneId zone) {
    switch (source) {
      case ListVector list when list.type() instanceof LogicalType.MapOf -> {
        StructVector entries = (StructVector) list.child();
        out.append('{');
        for (int i = 0; i < list.lengths()[row]; i++) {
          out.append(i == 0 ? "" : ", ");
          int at = list.offsets()[row] + i;
          element(out, entries.child(0), at, zone);
          out.append('=');
          element(out, entries.child(1), at, zone);
        }
        out.append('}');
      }
      case ListVector list ->
          elements(out, list.child(), list.offsets()[row], list.lengths()[row], zone);
      case ArrayVector array ->
          elements(out, array.child(), row * array.size(), array.size(), zone);
      case StructVector struct -> struct(out, struct, row, zone);
      default -> out.append(TextCasts.text(source, row, zone));
    }
  }

  private static void elements(
      StringBuilder out, FlatVector child, int from, int length, ZoneId zone) {
    out.append('[');
    for (int i = 0; i < length; i++) {
      out.append(i == 0 ? "" : ", ");
      element(out, child, from + i, zone);
    }
    out.append(']');
  }

  private static void struct(StringBuilder out, StructVector struct, int row, ZoneId zone) {
    if (struct.type() instanceof LogicalType.Union) {
      int tag = ((IntVector) struct.child(0)).get(row);
      FlatVector member = struct.child(tag + 1);
      if (member.isNull(row)) {
        out.append("NULL");
      } else {
        append(out, member, row, zone);
      }
      return;
    }
    if (struct.type() instanceof LogicalType.AggregateState) {
      append(out, struct.child(0), row, zone);
      return;
    }
    List<LogicalType.Field> fields = ((LogicalType.Struct) struct.type()).fields();
    boolean named = CastRules.isNamed((LogicalType.Struct) struct.type());
    out.append(named ? '{' : '(');
    for (int i = 0; i < fields.size(); i++) {
      out.append(i == 0 ? "" : ", ");
      if (named) {
        quote(out, fields.get(i).name());
        out.append(": ");
      }
      element(out, struct.child(i), row, zone);
    }
    if (!named && fields.size() == 1) {
      out.append(',');
    }
    out.append(named ? '}' : ')');
  }

  private static void element(StringBuilder out, FlatVector child, int row, ZoneId zone) {
    if (child.isNull(row)) {
      out.append("NULL");
    } else if (child.type().isNested()) {
      append(out, child, row, zone);
    } else {
      String text = TextCasts.text(child, row, zone);
      if (needsQuotes(text)) {
        quote(out, text);
      } else {
        out.append(text);
      }
    }
  }

  private static boolean needsQuotes(String text) {
    if (text.isEmpty()
        || isSpace(text.charAt(0))
        || isSpace(text.charAt(text.length() - 1))
        || text.equalsIgnoreCase("null")) {
      return true;
    }
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '"', '\'', '(', ')', ',', ':', '=', '[', ']', '{', '}', '\\' -> {
          return true;
        }
        default -> {}
      }
    }
    return false;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c >= 9 && c <= 13;
  }

  private static void quote(StringBuilder out, String text) {
    out.append('\'');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\'' || c == '\\') {
        out.append('\\');
      }
      out.append(c);
    }
    out.append('\'');
  }
}
