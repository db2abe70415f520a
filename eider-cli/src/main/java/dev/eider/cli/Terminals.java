// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli;

import java.io.Console;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Which of the standard streams are terminals, and how wide the screen is. The launcher knows and
 * says so in {@code -Deider.tty=STDIN,STDOUT,STDERR,COLUMNS} (1 or 0, and a number); without it the
 * JVM is asked, which knows only whether both input and output are.
 */
record Terminals(boolean input, boolean output, boolean errors, int columns) {
  private static final int USUAL_COLUMNS = 80;

  static Terminals find() {
    String said = System.getProperty("eider.tty");
    if (said != null && said.length() >= 5) {
      return new Terminals(
          said.charAt(0) == '1', said.charAt(2) == '1', said.charAt(4) == '1', columns(said));
    }
    Console console = System.console();
    boolean both = console != null && console.isTerminal();
    boolean output = both || isTerminalDevice("/proc/self/fd/1");
    boolean errors = both || isTerminalDevice("/proc/self/fd/2");
    return new Terminals(
        both || isTerminalDevice("/proc/self/fd/0"), output, errors, columns(null));
  }

  private static boolean isTerminalDevice(String link) {
    try {
      String target = Files.readSymbolicLink(Path.of(link)).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (java.io.IOException | UnsupportedOperationException | SecurityException e) {
      return false;
    }
  }

  private static int columns(@Nullable String said) {
    String text = said != null && said.length() > 6 ? said.substring(6) : System.getenv("COLUMNS");
    try {
      int columns = text == null ? 0 : Integer.parseInt(text.strip());
      return columns > 0 ? columns : USUAL_COLUMNS;
    } catch (NumberFormatException e) {
      return USUAL_COLUMNS;
    }
  }
}
