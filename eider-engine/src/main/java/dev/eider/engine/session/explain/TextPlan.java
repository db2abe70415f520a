// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.explain;

import dev.eider.base.table.FetchCounts;
import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.OperatorNode.Detail;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A plan as boxes. An operator stands above its first input, its other inputs stand to the right of
 * that one; a column of boxes is as wide as its widest.
 */
final class TextPlan {
  /** Values of one detail share a line up to this width; a longer value has a line of its own. */
  private static final int WRAP = 60;

  private static final String GAP = "  ";

  private final PlanReport report;
  private final TextOptions options;

  TextPlan(PlanReport report, TextOptions options) {
    this.report = report;
    this.options = options;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    if (report.profile() != null) {
      List<String> summary = new ArrayList<>();
      summary.add(String.format(Locale.ROOT, "Total Time: %.4fs", report.totalSeconds()));
      summary.add("Bytes Read: " + report.bytesRead());
      FetchCounts fetched = report.fetched();
      if (fetched.isAny()) {
        summary.add("Requests: " + fetched.requests() + " (" + fetched.bytes() + " bytes)");
        summary.add("Bytes Kept from Before: " + fetched.cachedBytes());
        summary.add("Most Tasks Read Ahead: " + fetched.mostAhead());
        if (fetched.hedges() > 0) {
          summary.add("Second Requests: " + fetched.hedges());
        }
        summary.add("Workers Waited: " + time(report.waitedSeconds()));
      }
      int width = summary.stream().mapToInt(String::length).max().orElse(0);
      append(box("Summary", summary, width, false, false), text);
    }
    append(column(report.root()), text);
    return text.toString();
  }

  private static void append(List<String> lines, StringBuilder text) {
    lines.forEach(line -> text.append(line.stripTrailing()).append('\n'));
  }

  /** An operator with all that is below it. */
  private List<String> column(OperatorNode top) {
    int width = 0;
    for (OperatorNode node = top; node != null; node = first(node)) {
      width = Math.max(width, title(node).length() + 2);
      for (String line : content(node)) {
        width = Math.max(width, line.length());
      }
    }
    return block(top, width, false);
  }

  private static @org.jspecify.annotations.Nullable OperatorNode first(OperatorNode node) {
    return node.inputs().isEmpty() ? null : node.inputs().getFirst();
  }

  /** An operator in its column, which is {@code width} wide without its frame. */
  private List<String> block(OperatorNode node, int width, boolean joined) {
    boolean hasInputs = !node.inputs().isEmpty();
    List<String> lines = box(title(node), content(node), width, joined, hasInputs);
    if (!hasInputs) {
      return lines;
    }
    List<List<String>> blocks = new ArrayList<>();
    blocks.add(block(node.inputs().getFirst(), width, true));
    for (OperatorNode input : node.inputs().subList(1, node.inputs().size())) {
      blocks.add(column(input));
    }
    if (blocks.size() > 1) {
      lines.add(branches(blocks));
    }
    lines.addAll(beside(blocks));
    return lines;
  }

  /** The line that leads from one operator to the middles of its inputs' boxes. */
  private static String branches(List<List<String>> blocks) {
    StringBuilder line = new StringBuilder();
    int start = 0;
    for (int i = 0; i < blocks.size(); i++) {
      int middle = start + middle(blocks.get(i).getFirst());
      while (line.length() < middle) {
        line.append(i == 0 ? ' ' : '─');
      }
      line.append(i == 0 ? '├' : i == blocks.size() - 1 ? '╮' : '┬');
      start += width(blocks.get(i)) + GAP.length();
    }
    return line.toString();
  }

  private static int middle(String topLine) {
    return (topLine.indexOf('╮') + 1) / 2;
  }

  private static int width(List<String> lines) {
    return lines.stream().mapToInt(String::length).max().orElse(0);
  }

  private static List<String> beside(List<List<String>> blocks) {
    int height = blocks.stream().mapToInt(List::size).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (int y = 0; y < height; y++) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < blocks.size(); i++) {
        List<String> block = blocks.get(i);
        String part = y < block.size() ? block.get(y) : "";
        line.append(i == 0 ? "" : GAP).append(part);
        line.append(" ".repeat(width(block) - part.length()));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  private static List<String> box(
      String title, List<String> content, int width, boolean joined, boolean hasInputs) {
    int full = width + 4;
    StringBuilder top = new StringBuilder("╭─ ").append(title).append(' ');
    top.append("─".repeat(full - 1 - top.length())).append('╮');
    if (joined && top.charAt(full / 2) == '─') {
      top.setCharAt(full / 2, '┴');
    }
    StringBuilder bottom = new StringBuilder("╰").append("─".repeat(full - 2)).append('╯');
    if (hasInputs) {
      bottom.setCharAt(full / 2, '┬');
    }
    List<String> lines = new ArrayList<>();
    lines.add(top.toString());
    for (String line : content) {
      lines.add("│ " + line + " ".repeat(width - line.length()) + " │");
    }
    lines.add(bottom.toString());
    return lines;
  }

  private String title(OperatorNode node) {
    return options.name(node.name());
  }

  private List<String> content(OperatorNode node) {
    List<String> lines = new ArrayList<>();
    for (Detail detail : node.details()) {
      wrap(detail, lines);
    }
    if (report.measures(node)) {
      lines.add(rows(report.rows(node)) + "  " + time(report.seconds(node)));
    } else if (node.estimate() >= 0) {
      lines.add("~" + rows(node.estimate()));
    }
    return lines;
  }

  private static void wrap(Detail detail, List<String> lines) {
    String start = detail.key() + ": ";
    StringBuilder line = new StringBuilder(start);
    for (int i = 0; i < detail.values().size(); i++) {
      String value = detail.values().get(i) + (i < detail.values().size() - 1 ? "," : "");
      boolean isFirst = line.length() == start.length();
      if (!isFirst && line.length() + 1 + value.length() > WRAP) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(start.length()));
        isFirst = true;
      }
      // Line ends of constants would break the frame.
      line.append(isFirst ? "" : " ").append(value.replace("\n", "\\n").replace("\r", "\\r"));
    }
    lines.add(line.toString());
  }

  private static String rows(long count) {
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? "row" : "rows");
  }

  private static String time(double seconds) {
    return seconds < 1e-3
        ? String.format(Locale.ROOT, "%.0fµs", seconds * 1e6)
        : seconds < 1
            ? String.format(Locale.ROOT, "%.2fms", seconds * 1e3)
            : String.format(Locale.ROOT, "%.2fs", seconds);
  }
}
