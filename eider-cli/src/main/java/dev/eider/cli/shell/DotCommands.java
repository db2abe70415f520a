// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.shell;

import dev.eider.Database;
import dev.eider.Roots;
import dev.eider.Sql;
import dev.eider.TableInfo;
import dev.eider.base.error.EiderException;
import dev.eider.cli.output.DisplayWidth;
import dev.eider.cli.output.OutputMode;
import dev.eider.cli.output.OutputSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the dot commands do. Used by the shell's thread. */
final class DotCommands {
  private static final int LIST_WIDTH = 80;

  private final Shell shell;

  DotCommands(Shell shell) {
    this.shell = shell;
  }

  /** Runs a command line that begins with a dot; false after an error. */
  boolean run(String line) {
    List<String> words = CommandWords.split(line.strip());
    String name = words.getFirst().substring(1);
    List<String> arguments = words.subList(1, words.size());
    DotCommand command = DotCommand.find(name);
    if (command == null) {
      return shell.fail("unknown command ." + name + suggestion(name) + " (.help lists all)", 1);
    }
    try {
      return run(command, arguments, line);
    } catch (EiderException e) {
      return shell.report(e);
    } catch (IOException e) {
      return shell.fail("IO Error: " + command.text() + ": " + Shell.reason(e), 3);
    }
  }

  private static String suggestion(String name) {
    for (DotCommand command : DotCommand.values()) {
      String text = command.text().substring(1);
      if (text.startsWith(name.substring(0, Math.min(2, name.length())).toLowerCase(Locale.ROOT))) {
        return ", did you mean ." + text + "?";
      }
    }
    return "";
  }

  private boolean run(DotCommand command, List<String> arguments, String line) throws IOException {
    OutputSettings output = shell.output();
    String first = arguments.isEmpty() ? null : arguments.getFirst();
    switch (command) {
      case ABOUT -> about();
      case BAIL -> {
        return onOff(command, first, shell::setBail);
      }
      case CHANGES -> {
        return onOff(command, first, shell::setChanges);
      }
      case COLUMNS -> {
        return first == null ? usage(command) : columns(first);
      }
      case DATABASES -> list(shell.connection().databases());
      case ECHO -> {
        return onOff(command, first, shell::setEcho);
      }
      case EXIT, QUIT -> {
        return exit(command, first);
      }
      case FUNCTIONS -> list(matching(shell.connection().functionNames(), first));
      case HEADERS -> {
        return onOff(command, first, output::setHeaders);
      }
      case HELP -> help(first);
      case IMPORT -> {
        return arguments.size() != 2 ? usage(command) : importFile(arguments);
      }
      case MAXROWS -> {
        if (first == null) {
          shell.printLine("current max rows: " + output.maxRows());
        } else {
          return number(command, first, output::setMaxRows);
        }
      }
      case MAXWIDTH -> {
        if (first == null) {
          shell.printLine("current max width: " + output.maxWidthSetting());
        } else {
          return number(command, first, output::setMaxWidth);
        }
      }
      case MODE -> {
        return mode(arguments);
      }
      case NULLVALUE -> {
        if (first == null) {
          return usage(command);
        }
        output.setNullValue(first);
      }
      case ONCE, OUTPUT -> {
        return redirect(command, arguments);
      }
      case OPEN -> shell.reopen(first == null ? Database.MEMORY : first);
      case PRINT -> shell.printLine(String.join(" ", arguments));
      case PROGRESS -> {
        return onOff(command, first, shell::setProgressBar);
      }
      case READ -> {
        return first == null ? usage(command) : inside(first) && shell.runFile(first);
      }
      case SCHEMA -> schema(first);
      case SEPARATOR -> {
        return separator(command, arguments);
      }
      case SETTINGS -> settings(first);
      case SHELL, SYSTEM -> {
        return system(command, line);
      }
      case SHOW -> show();
      case TABLES -> tables(first);
      case TIMER -> {
        return onOff(command, first, shell::setTimer);
      }
      case VERSION -> shell.printLine("eider " + Database.version());
      case WIDTH -> {
        return widths(command, arguments);
      }
    }
    return true;
  }

  private boolean usage(DotCommand command) {
    return shell.fail("usage: " + command.usage(), 1);
  }

  /** Takes a switch. */
  private interface Switch {
    void set(boolean on);
  }

  private boolean onOff(DotCommand command, @Nullable String word, Switch target) {
    switch (word == null ? "" : word.toLowerCase(Locale.ROOT)) {
      case "on", "yes", "true", "1" -> target.set(true);
      case "off", "no", "false", "0" -> target.set(false);
      default -> {
        return usage(command);
      }
    }
    return true;
  }

  /** Takes a number. */
  private interface NumberTarget {
    void set(int number);
  }

  private boolean number(DotCommand command, String word, NumberTarget target) {
    try {
      target.set(Integer.parseInt(word));
      return true;
    } catch (NumberFormatException e) {
      return usage(command);
    }
  }

  private boolean exit(DotCommand command, @Nullable String word) {
    return word == null ? number(command, "0", shell::exit) : number(command, word, shell::exit);
  }

  private void about() {
    shell.printLine("Eider " + Database.version() + ", an analytical SQL database for the JVM");
    Database.buildInfo().forEach((name, value) -> shell.printLine("  " + name + ": " + value));
  }

  private void help(@Nullable String word) {
    String wanted = word == null ? "" : word.startsWith(".") ? word : "." + word;
    for (DotCommand command : DotCommand.values()) {
      if (command.text().startsWith(wanted)) {
        String left = command.usage();
        shell.printLine(left + " ".repeat(Math.max(2, 24 - left.length())) + command.help());
      }
    }
  }

  private boolean mode(List<String> arguments) {
    if (arguments.isEmpty()) {
      shell.printLine("current output mode: " + shell.output().mode().modeName());
      for (OutputMode mode : OutputMode.values()) {
        String left = "  " + mode.modeName();
        shell.printLine(left + " ".repeat(14 - left.length()) + mode.description());
      }
      return true;
    }
    OutputMode mode = OutputMode.find(arguments.getFirst());
    if (mode == null) {
      StringBuilder names = new StringBuilder();
      for (OutputMode known : OutputMode.values()) {
        names.append(names.isEmpty() ? "" : ", ").append(known.modeName());
      }
      return shell.fail("unknown mode " + arguments.getFirst() + "; the modes are " + names, 1);
    }
    shell.output().setMode(mode);
    if (mode == OutputMode.INSERT) {
      shell.output().setInsertTable(arguments.size() > 1 ? arguments.get(1) : "table");
    }
    return true;
  }

  private boolean separator(DotCommand command, List<String> arguments) {
    if (arguments.isEmpty()) {
      return usage(command);
    }
    shell.output().setColumnSeparator(escapes(arguments.get(0)));
    if (arguments.size() > 1) {
      shell.output().setRowSeparator(escapes(arguments.get(1)));
    }
    return true;
  }

  private static String escapes(String text) {
    return text.replace("\\t", "\t").replace("\\n", "\n").replace("\\r", "\r");
  }

  private boolean widths(DotCommand command, List<String> arguments) {
    int[] widths = new int[arguments.size()];
    for (int i = 0; i < widths.length; i++) {
      int at = i;
      if (!number(command, arguments.get(i), width -> widths[at] = width)) {
        return false;
      }
    }
    shell.output().setWidths(widths);
    return true;
  }

  private boolean redirect(DotCommand command, List<String> arguments) throws IOException {
    String target = arguments.isEmpty() ? null : String.join(" ", arguments);
    if (target != null) {
      if (target.startsWith("|") && shell.root() != null) {
        return forbidden(command);
      }
      if (!target.startsWith("|") && !inside(target)) {
        return false;
      }
    }
    shell.streams().redirect(target, command == DotCommand.ONCE);
    return true;
  }

  private boolean forbidden(DotCommand command) {
    return shell.fail(
        "Permission Error: " + command.text() + " runs programs, which -root does not allow", 3);
  }

  /** Whether a file lies where -root allows; prints the error when not. */
  private boolean inside(String file) {
    String root = shell.root();
    if (root == null) {
      return true;
    }
    try {
      Roots.check(file, root);
      return true;
    } catch (EiderException e) {
      return shell.report(e);
    }
  }

  private boolean system(DotCommand command, String line) throws IOException {
    if (shell.root() != null) {
      return forbidden(command);
    }
    String stripped = line.strip();
    int space = 0;
    while (space < stripped.length() && !Character.isWhitespace(stripped.charAt(space))) {
      space++;
    }
    if (space == stripped.length()) {
      return usage(command);
    }
    int code;
    try {
      code = SystemCommand.builder(stripped.substring(space).strip()).inheritIO().start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    if (code != 0) {
      shell.errors().println("the command ended with code " + code);
    }
    return true;
  }

  private boolean importFile(List<String> arguments) {
    String file = Sql.quoteText(arguments.get(0));
    String name = arguments.get(1);
    boolean known = false;
    for (TableInfo table : shell.connection().tables()) {
      known |= table.name().equalsIgnoreCase(name);
    }
    String from = " FROM read_csv(" + file + ")";
    shell
        .connection()
        .execute(
            known
                ? "INSERT INTO " + Sql.quoteName(name) + from.replace(" FROM", " SELECT * FROM")
                : "CREATE TABLE " + Sql.quoteName(name) + " AS SELECT *" + from);
    return true;
  }

  // Lists.

  private void tables(@Nullable String pattern) {
    List<String> names = new ArrayList<>();
    for (TableInfo table : shell.connection().tables()) {
      if (like(table.name(), pattern)) {
        names.add(
            table.schema().equals("main") ? table.name() : table.schema() + "." + table.name());
      }
    }
    names.sort(Comparator.naturalOrder());
    list(names);
  }

  private void schema(@Nullable String pattern) {
    for (TableInfo table : shell.connection().tables()) {
      if (like(table.name(), pattern)) {
        shell.printLine(table.sql());
      }
    }
  }

  private boolean columns(String name) {
    boolean found = false;
    for (TableInfo table : shell.connection().tables()) {
      if (table.name().equalsIgnoreCase(name)) {
        found = true;
        for (TableInfo.Column column : table.columns()) {
          shell.printLine(column.name() + " " + column.type());
        }
      }
    }
    return found || shell.fail("there is no table " + name, 1);
  }

  private void settings(@Nullable String pattern) {
    for (String name : matching(shell.connection().settingNames(), pattern)) {
      shell.printLine(name + " = " + shell.connection().setting(name));
    }
  }

  private void show() {
    OutputSettings output = shell.output();
    shell.printLine("       bail: " + word(shell.bail()));
    shell.printLine("       echo: " + word(shell.echo()));
    shell.printLine("    headers: " + word(output.headers()));
    shell.printLine("    maxrows: " + output.maxRows());
    shell.printLine("   maxwidth: " + output.maxWidthSetting());
    shell.printLine("       mode: " + output.mode().modeName());
    shell.printLine("  nullvalue: \"" + output.nullValue() + "\"");
    shell.printLine("  separator: \"" + visible(output.columnSeparator()) + "\"");
    shell.printLine("rowseparator: \"" + visible(output.rowSeparator()) + "\"");
    shell.printLine("      timer: " + word(shell.timer()));
  }

  private static String word(boolean on) {
    return on ? "on" : "off";
  }

  private static String visible(String text) {
    return text.replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
  }

  private static List<String> matching(Set<String> names, @Nullable String pattern) {
    List<String> found = new ArrayList<>();
    for (String name : names) {
      if (like(name, pattern)) {
        found.add(name);
      }
    }
    return found;
  }

  /** LIKE without regard to case; a pattern without wildcards may match anywhere; null: all. */
  private static boolean like(String text, @Nullable String pattern) {
    if (pattern == null) {
      return true;
    }
    String lower = pattern.toLowerCase(Locale.ROOT);
    boolean wild = lower.indexOf('%') >= 0 || lower.indexOf('_') >= 0 || lower.indexOf('*') >= 0;
    String name = text.toLowerCase(Locale.ROOT);
    return wild ? like(name, 0, lower.replace('*', '%'), 0) : name.contains(lower);
  }

  private static boolean like(String text, int t, String pattern, int p) {
    if (p == pattern.length()) {
      return t == text.length();
    }
    char c = pattern.charAt(p);
    if (c == '%') {
      for (int skip = t; skip <= text.length(); skip++) {
        if (like(text, skip, pattern, p + 1)) {
          return true;
        }
      }
      return false;
    }
    return t < text.length()
        && (c == '_' || c == text.charAt(t))
        && like(text, t + 1, pattern, p + 1);
  }

  /** Prints names in columns, as many as fit. */
  private void list(List<String> names) {
    int widest = 1;
    for (String name : names) {
      widest = Math.max(widest, DisplayWidth.of(name));
    }
    int perLine = Math.max(1, LIST_WIDTH / (widest + 2));
    int lines = (names.size() + perLine - 1) / perLine;
    for (int row = 0; row < lines; row++) {
      StringBuilder line = new StringBuilder();
      for (int i = row; i < names.size(); i += lines) {
        line.append(names.get(i));
        if (i + lines < names.size()) {
          line.append(" ".repeat(widest + 2 - DisplayWidth.of(names.get(i))));
        }
      }
      shell.printLine(line.toString());
    }
  }
}
