// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.util.List;
import java.util.Locale;

/** Draws a plot as SVG text: steps, axes with round numbers, and a legend. Pure. */
public final class SvgPlot {
  private static final int WIDTH = 860;
  private static final int HEIGHT = 420;
  private static final int LEFT = 70;
  private static final int RIGHT = 20;
  private static final int TOP = 60;
  private static final int BOTTOM = 50;

  /** Colours that stay apart for most readers, in print too (Okabe and Ito). */
  private static final List<String> COLOURS =
      List.of("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9");

  /** Ticks wanted on an axis; a round step comes close. */
  private static final int TICKS = 8;

  private final StringBuilder out = new StringBuilder();
  private final Plot plot;
  private final double xMax;
  private final double yMax;

  private SvgPlot(Plot plot) {
    this.plot = plot;
    double widest = 0;
    double highest = 0;
    for (Plot.Curve curve : plot.curves()) {
      widest = Math.max(widest, curve.step() * curve.values().length);
      for (double value : curve.values()) {
        highest = Math.max(highest, value);
      }
    }
    for (Plot.Level level : plot.levels()) {
      highest = Math.max(highest, level.value());
    }
    this.xMax = widest > 0 ? widest : 1;
    this.yMax = highest > 0 ? highest * 1.05 : 1;
  }

  /** The whole document. */
  public static String draw(Plot plot) {
    SvgPlot drawing = new SvgPlot(plot);
    drawing.all();
    return drawing.out.toString();
  }

  private void all() {
    line(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"12\">",
        WIDTH, HEIGHT);
    line("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", WIDTH, HEIGHT);
    text(LEFT, 22, "start", plot.title());
    axes();
    for (Plot.Level level : plot.levels()) {
      line(
          "<path d=\"M%.1f %.1fH%d\" stroke=\"#555\" stroke-dasharray=\"6 4\" fill=\"none\"/>",
          x(0), y(level.value()), WIDTH - RIGHT);
      text(WIDTH - RIGHT, y(level.value()) - 4, "end", level.name());
    }
    double legend = LEFT;
    for (int i = 0; i < plot.curves().size(); i++) {
      Plot.Curve curve = plot.curves().get(i);
      String colour = COLOURS.get(i % COLOURS.size());
      curve(curve, colour);
      line("<rect x=\"%.1f\" y=\"34\" width=\"14\" height=\"10\" fill=\"%s\"/>", legend, colour);
      text(legend + 18, 43, "start", curve.name());
      legend += 40 + 7.0 * curve.name().length();
    }
    out.append("</svg>\n");
  }

  private void axes() {
    line(
        "<path d=\"M%d %dV%dH%d\" stroke=\"black\" fill=\"none\"/>",
        LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT);
    double step = roundStep(xMax);
    for (int i = 0; i * step <= xMax; i++) {
      text(x(i * step), HEIGHT - BOTTOM + 18, "middle", number(i * step));
    }
    step = roundStep(yMax);
    for (int i = 0; i * step <= yMax; i++) {
      if (i > 0) {
        line(
            "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\" fill=\"none\"/>",
            LEFT, y(i * step), WIDTH - RIGHT);
      }
      text(LEFT - 6, y(i * step) + 4, "end", number(i * step));
    }
    text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, "middle", plot.xLabel());
    line(
        "<text x=\"16\" y=\"%.1f\" text-anchor=\"middle\" transform=\"rotate(-90 16 %.1f)\">%s</text>",
        (TOP + HEIGHT - BOTTOM) / 2.0, (TOP + HEIGHT - BOTTOM) / 2.0, escape(plot.yLabel()));
  }

  private void curve(Plot.Curve curve, String colour) {
    StringBuilder path = new StringBuilder();
    path.append(String.format(Locale.ROOT, "M%.1f %.1f", x(0), y(0)));
    for (int i = 0; i < curve.values().length; i++) {
      path.append(
          String.format(
              Locale.ROOT, "V%.1fH%.1f", y(curve.values()[i]), x((i + 1) * curve.step())));
    }
    path.append(String.format(Locale.ROOT, "V%.1f", y(0)));
    line(
        "<path d=\"%s\" stroke=\"%s\" stroke-width=\"1.5\" fill=\"%s\" fill-opacity=\"0.08\"/>",
        path, colour, colour);
  }

  private double x(double value) {
    return LEFT + value / xMax * (WIDTH - LEFT - RIGHT);
  }

  private double y(double value) {
    return HEIGHT - BOTTOM - value / yMax * (HEIGHT - TOP - BOTTOM);
  }

  /** 1, 2 or 5 times a power of ten. */
  static double roundStep(double max) {
    double rough = max / TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double head = rough / power;
    return power * (head <= 1 ? 1 : head <= 2 ? 2 : head <= 5 ? 5 : 10);
  }

  private static String number(double value) {
    String text = String.format(Locale.ROOT, "%.3f", value);
    return text.replaceAll("\\.?0+$", "");
  }

  private void text(double x, double y, String anchor, String text) {
    line("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, escape(text));
  }

  private void line(String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
