// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.shell;

/** The dot commands. To add one: a line here, and what it does in {@link DotCommands}. */
public enum DotCommand {
  ABOUT("", "say what this is: version, kernels, JDK"),
  BAIL("on|off", "stop a script at its first error"),
  CHANGES("on|off", "print how many rows statements change"),
  COLUMNS("TABLE", "list the columns of a table"),
  DATABASES("", "list the databases"),
  ECHO("on|off", "print each statement before it runs"),
  EXIT("?CODE?", "leave"),
  FUNCTIONS("?PATTERN?", "list the functions"),
  HEADERS("on|off", "print the names of columns"),
  HELP("?COMMAND?", "print this"),
  IMPORT("FILE TABLE", "put the rows of a CSV file into a table, which is made if it is not there"),
  MAXROWS("?N?", "show at most N rows in a duckbox; 0: all"),
  MAXWIDTH("?N?", "make a duckbox at most N characters wide; 0: as the terminal"),
  MODE("?MODE? ?TABLE?", "set the form of results; without a mode: list the modes"),
  NULLVALUE("TEXT", "print TEXT for NULL"),
  ONCE("?FILE?", "send the next result to FILE, or to a program with |COMMAND"),
  OPEN("?DATABASE?", "close the database and open another one"),
  OUTPUT("?FILE?", "send results to FILE, or to a program with |COMMAND; without: to the screen"),
  PRINT("TEXT...", "print TEXT"),
  PROGRESS("on|off", "show the progress of long queries"),
  QUIT("", "leave"),
  READ("FILE", "run the statements of FILE"),
  SCHEMA("?PATTERN?", "print the CREATE statements of tables and views"),
  SEPARATOR("COL ?ROW?", "print COL between values and ROW after rows"),
  SETTINGS("?PATTERN?", "list the settings and their values"),
  SHELL("COMMAND...", "run a command of the system"),
  SHOW("", "print the settings of this shell"),
  SYSTEM("COMMAND...", "run a command of the system"),
  TABLES("?PATTERN?", "list tables and views"),
  TIMER("on|off", "print how long each statement took"),
  VERSION("", "print the version"),
  WIDTH("N...", "least widths of columns, negative: right-aligned; without: none");

  private final String arguments;
  private final String help;

  DotCommand(String arguments, String help) {
    this.arguments = arguments;
    this.help = help;
  }

  /** The name with its dot. */
  public String text() {
    return "." + name().toLowerCase(java.util.Locale.ROOT);
  }

  String arguments() {
    return arguments;
  }

  String help() {
    return help;
  }

  /** How it is typed. */
  String usage() {
    return arguments.isEmpty() ? text() : text() + " " + arguments;
  }

  /** The command of that name, or the only one that begins so; null when there is none. */
  static @org.jspecify.annotations.Nullable DotCommand find(String name) {
    String wanted = name.toUpperCase(java.util.Locale.ROOT);
    DotCommand found = null;
    int count = 0;
    for (DotCommand command : values()) {
      if (command.name().equals(wanted)) {
        return command;
      }
      if (command.name().startsWith(wanted)) {
        found = command;
        count++;
      }
    }
    return count == 1 ? found : null;
  }
}
