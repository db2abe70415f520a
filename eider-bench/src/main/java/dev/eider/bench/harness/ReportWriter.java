// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Renders a report as JSON (all raw figures) and as Markdown (the tables). */
public final class ReportWriter {
  private static final int SHOWN_REFUSAL = 300;

  private ReportWriter() {}

  /** Writes {@code BASE.json}, {@code BASE.md} and {@code BASE-PLOT.svg} for each plot. */
  public static void write(Report report, Path base) throws IOException {
    Path parent = base.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.writeString(base.resolveSibling(base.getFileName() + ".json"), json(report));
    Files.writeString(base.resolveSibling(base.getFileName() + ".md"), markdown(report, base));
    for (Plot plot : report.plots()) {
      Files.writeString(plotFile(base, plot), SvgPlot.draw(plot));
    }
  }

  private static Path plotFile(Path base, Plot plot) {
    return base.resolveSibling(base.getFileName() + "-" + plot.name() + ".svg");
  }

  public static String json(Report report) {
    JsonWriter json = new JsonWriter().open('{');
    json.name("command").text(report.command());
    texts(json.name("facts"), report.facts());
    texts(json.name("versions"), report.versions());
    json.name("files").open('[');
    report.files().forEach(file -> json.element().text(file));
    json.close(']');
    json.name("sections").open('[');
    for (Section section : report.sections()) {
      section(json.element(), section);
    }
    json.close(']').name("figures").open('[');
    for (Figure figure : report.figures()) {
      figure(json.element(), figure);
    }
    json.close(']').name("plots").open('[');
    for (Plot plot : report.plots()) {
      json.element().open('{').name("title").text(plot.title());
      json.name("x").text(plot.xLabel()).name("y").text(plot.yLabel());
      json.name("curves").open('{');
      for (Plot.Curve curve : plot.curves()) {
        json.name(curve.name()).open('{').name("step").literal(decimal(curve.step(), 4));
        json.name("values").numbers(curve.values()).close('}');
      }
      json.close('}').close('}');
    }
    return json.close(']').close('}').toString();
  }

  private static void figure(JsonWriter json, Figure figure) {
    json.open('{').name("name").text(figure.name()).name("what").text(figure.what());
    if (!figure.isMissing()) {
      json.name("value").literal(decimal(figure.value(), 3));
      json.name("min").literal(decimal(figure.min(), 3));
      json.name("max").literal(decimal(figure.max(), 3));
      json.name("unit").text(figure.unit());
    }
    Figure.Goal goal = figure.goal();
    if (goal != null) {
      json.name(goal.atLeast() ? "atLeast" : "atMost").literal(decimal(goal.limit(), 3));
      json.name("reached").literal(figure.holds());
    }
    json.name("remark").text(figure.remark()).close('}');
  }

  private static void texts(JsonWriter json, Map<String, String> members) {
    json.open('{');
    members.forEach((name, value) -> json.name(name).text(value));
    json.close('}');
  }

  private static void section(JsonWriter json, Section section) {
    json.open('{').name("title").text(section.title()).name("queries").open('[');
    for (QueryResult result : section.results()) {
      json.element().open('{').name("name").text(result.query().name());
      json.name("title").text(result.query().title());
      json.name("sql").text(result.query().sql());
      String refusal = result.refusal();
      if (refusal != null) {
        json.name("noNumberBecause").text(refusal);
      } else {
        json.name("rows").literal(result.rows());
      }
      json.name("engines").open('{');
      result
          .timings()
          .forEach((name, timing) -> {
            json.name(name).open('{').name("millis").numbers(timing.millis());
            json.name("cpuMillis").numbers(timing.cpuMillis());
            json.name("medianMillis").literal(decimal(timing.medianMillis(), 3)).close('}');
          });
      json.close('}').name("ratios").open('[');
      for (Ratio ratio : result.ratios()) {
        json.element().open('{').name("subject").text(ratio.subject());
        json.name("peer").text(ratio.peer()).name("ratio").literal(decimal(ratio.value(), 3));
        json.name("min").literal(decimal(ratio.min(), 3));
        json.name("max").literal(decimal(ratio.max(), 3)).close('}');
      }
      json.close(']').close('}');
    }
    json.close(']').name("memory").open('{');
    section
        .memory()
        .forEach((name, use) ->
            json.name(name)
                .open('{')
                .name("peakRss")
                .literal(use.peakRss())
                .name("peakAnon")
                .literal(use.peakAnon())
                .name("peakFile")
                .literal(use.peakFile())
                .close('}'));
    json.close('}').close('}');
  }

  private static String markdown(Report report, Path base) {
    StringBuilder out = new StringBuilder("# " + report.command() + "\n\n");
    report
        .facts()
        .forEach(
            (name, value) -> out.append("- ").append(name).append(": ").append(value).append('\n'));
    report
        .versions()
        .forEach(
            (name, value) -> out.append("- ").append(name).append(": ").append(value).append('\n'));
    report.files().forEach(file -> out.append("- ").append(file).append('\n'));
    if (!report.figures().isEmpty()) {
      out.append('\n').append(markdown(report.figures()));
    }
    for (Plot plot : report.plots()) {
      out.append("\n![").append(plot.title()).append("](");
      out.append(plotFile(base, plot).getFileName()).append(")\n");
    }
    for (Section section : report.sections()) {
      out.append('\n').append(markdown(section));
    }
    return out.toString();
  }

  /** The numbers to reach beside what was reached. */
  public static String markdown(List<Figure> figures) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("figure", "seen (rounds)", "to reach", ""));
    StringBuilder remarks = new StringBuilder();
    for (Figure figure : figures) {
      rows.add(List.of(figure.what(), figure.seen(), figure.toReach(), figure.verdict()));
      if (!figure.remark().isEmpty()) {
        String remark = shortened(figure.remark());
        remarks.append("- ").append(figure.what()).append(": ").append(remark).append('\n');
      }
    }
    String table = "## Numbers to reach\n\n" + table(rows);
    return remarks.isEmpty() ? table : table + "\n" + remarks;
  }

  /** The tables of one section: times and ratios, memory, and what got no number. */
  public static String markdown(Section section) {
    StringBuilder out = new StringBuilder("## " + section.title() + "\n\n");
    out.append(timeTable(section));
    StringBuilder notes = new StringBuilder();
    for (QueryResult result : section.results()) {
      String refusal = result.refusal();
      if (refusal != null) {
        notes
            .append("- ")
            .append(result.query().name())
            .append(": ")
            .append(shortened(refusal))
            .append('\n');
      }
    }
    if (!notes.isEmpty()) {
      out.append("\nNo number, because answers differ or an engine fails:\n\n").append(notes);
    }
    if (!section.memory().isEmpty()) {
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("peak memory, MB", "resident", "without file pages", "file pages"));
      section
          .memory()
          .forEach((name, use) ->
              rows.add(
                  List.of(
                      name,
                      megabytes(use.peakRss()),
                      megabytes(use.peakAnon()),
                      megabytes(use.peakFile()))));
      out.append('\n').append(table(rows));
    }
    return out.toString();
  }

  private static String timeTable(Section section) {
    List<String[]> pairs = pairs(section);
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("query"));
    for (String engine : section.engines()) {
      head.add(engine + " ms (cpu)");
    }
    for (String[] pair : pairs) {
      head.add(pair[1] + " / " + pair[0]);
    }
    rows.add(head);
    for (QueryResult result : section.results()) {
      List<String> row = new ArrayList<>();
      row.add((result.query().name() + " " + result.query().title()).strip());
      for (String engine : section.engines()) {
        QueryResult.Timing timing = result.timings().get(engine);
        row.add(
            timing == null
                ? "-"
                : decimal(timing.medianMillis(), 1)
                    + " ("
                    + decimal(timing.medianCpuMillis(), 0)
                    + ")");
      }
      for (String[] pair : pairs) {
        row.add(ratio(section, result, pair[0], pair[1]));
      }
      rows.add(row);
    }
    return table(rows);
  }

  private static String ratio(Section section, QueryResult result, String subject, String peer) {
    Ratio ratio = result.ratio(subject, peer);
    if (ratio == null) {
      return "-";
    }
    String text =
        decimal(ratio.value(), 2)
            + "x ("
            + decimal(ratio.min(), 2)
            + ".."
            + decimal(ratio.max(), 2)
            + ")";
    for (Target target : section.targets()) {
      if (target.subject().equals(subject)
          && target.peer().equals(peer)
          && ratio.value() < target.atLeast()) {
        text += " below " + decimal(target.atLeast(), 1) + "x";
      }
    }
    return text;
  }

  /** Subject and peer of each ratio column. */
  private static List<String[]> pairs(Section section) {
    List<String[]> pairs = new ArrayList<>();
    for (QueryResult result : section.results()) {
      for (Ratio ratio : result.ratios()) {
        if (pairs.stream()
            .noneMatch(p -> p[0].equals(ratio.subject()) && p[1].equals(ratio.peer()))) {
          pairs.add(new String[] {ratio.subject(), ratio.peer()});
        }
      }
    }
    return pairs;
  }

  /** A Markdown table whose columns also line up as plain text. */
  static String table(List<List<String>> rows) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).replace("|", "\\|").length());
      }
    }
    StringBuilder out = new StringBuilder();
    for (int r = 0; r < rows.size(); r++) {
      for (int i = 0; i < columns; i++) {
        String text = rows.get(r).get(i).replace("|", "\\|");
        String gap = " ".repeat(widths[i] - text.length());
        out.append("| ").append(i == 0 ? text + gap : gap + text).append(' ');
      }
      out.append("|\n");
      if (r == 0) {
        for (int i = 0; i < columns; i++) {
          String line = "-".repeat(widths[i] + 1);
          out.append('|').append(i == 0 ? line + "-" : line + ":");
        }
        out.append("|\n");
      }
    }
    return out.toString();
  }

  private static String shortened(@Nullable String text) {
    String line = String.valueOf(text).replaceAll("\\s+", " ");
    return line.length() <= SHOWN_REFUSAL ? line : line.substring(0, SHOWN_REFUSAL) + " ...";
  }

  private static String megabytes(long bytes) {
    return bytes < 0 ? "n/a" : Long.toString(bytes / 1_000_000);
  }

  private static String decimal(double value, int places) {
    return String.format(Locale.ROOT, "%." + places + "f", value);
  }
}
