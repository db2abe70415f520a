// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.shell;

import dev.eider.Connection;
import dev.eider.Result;
import dev.eider.base.env.Env;
import dev.eider.base.memory.MemoryManager;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Shows how far a query is, from two seconds on: share, bytes read, rows handed out, time left.
 * Draws on the error stream from a thread of the environment's timer; {@link #stop()} wipes it
 * away. The shell's thread starts and stops it; the fields are guarded by this object.
 */
final class ProgressBar {
  private static final long FIRST_MILLIS = 2_000;
  private static final long NEXT_MILLIS = 200;
  private static final int CELLS = 30;

  private final PrintStream screen;
  private @Nullable Connection watched;
  private @Nullable Result result;
  private long startedNanos;
  private boolean drawn;

  ProgressBar(PrintStream screen) {
    this.screen = screen;
  }

  /** Begins to watch what a connection is about to run. */
  synchronized void start(Connection connection) {
    watched = connection;
    result = null;
    startedNanos = Env.system().nanoTime();
    drawn = false;
    later(FIRST_MILLIS, startedNanos);
  }

  /** The statement has a result, which is being pulled: it knows more. */
  synchronized void watch(Result pulled) {
    result = pulled;
  }

  private void later(long millis, long start) {
    Env.system().delay(millis, TimeUnit.MILLISECONDS).thenRun(() -> draw(start));
  }

  private synchronized void draw(long start) {
    Connection connection = watched;
    if (connection == null || startedNanos != start) {
      return;
    }
    drawn = true;
    Result pulled = result;
    double seconds = (Env.system().nanoTime() - start) / 1e9;
    String text =
        pulled == null
            ? line(connection.progress(), seconds, 0, 0)
            : line(pulled.progress(), seconds, pulled.bytesRead(), pulled.rowsPulled());
    screen.print("\r" + text + "\u001b[K");
    screen.flush();
    later(NEXT_MILLIS, start);
  }

  /** The text of the bar. */
  static String line(double progress, double seconds, long bytes, long rows) {
    StringBuilder text = new StringBuilder();
    if (progress >= 0) {
      double share = Math.min(1, progress);
      int full = (int) (share * CELLS);
      text.append(String.format(java.util.Locale.ROOT, "%3d%% ", (int) (share * 100)));
      text.append("▕").append("█".repeat(full)).append(" ".repeat(CELLS - full)).append("▏ ");
    }
    text.append(clock(seconds));
    if (bytes > 0) {
      text.append(", ").append(MemoryManager.formatBytes(bytes)).append(" read");
    }
    if (rows > 0) {
      text.append(", ").append(rows).append(" rows");
    }
    if (progress > 0.01 && progress < 1) {
      text.append(", ").append(clock(seconds / progress - seconds)).append(" left");
    }
    return text.toString();
  }

  private static String clock(double seconds) {
    long whole = Math.round(seconds);
    return whole < 60
        ? whole + " s"
        : whole / 60 + ":" + (whole % 60 < 10 ? "0" : "") + whole % 60 + " min";
  }

  /** Wipes the bar away. */
  synchronized void stop() {
    watched = null;
    result = null;
    if (drawn) {
      drawn = false;
      screen.print("\r\u001b[K");
      screen.flush();
    }
  }
}
