// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli;

/**
 * The options of the program. Each may be written with one dash or two; the value is the next
 * argument or follows an equals sign. To add one: a line here, and its effect in {@link
 * CommandLine}.
 */
enum Option {
  C("c", "SQL", "run SQL (or a dot command) and exit; may be given again"),
  S("s", "SQL", "the same as -c"),
  F("f", "FILE", "run the statements of FILE and exit; - is standard input"),
  CMD("cmd", "SQL", "run SQL (or a dot command) before anything else"),
  INIT("init", "FILE", "run FILE at the start instead of ~/.eiderrc"),
  NO_INIT("no-init", "", "do not run ~/.eiderrc"),
  O("o", "FILE", "write results to FILE"),

  CSV("csv", "", "results as CSV"),
  JSON("json", "", "results as an array of JSON objects"),
  JSONLINES("jsonlines", "", "results as one JSON object a line"),
  MARKDOWN("markdown", "", "results as a Markdown table"),
  BOX("box", "", "results as a box of all rows"),
  DUCKBOX("duckbox", "", "results as a box with types, long ones shortened (the default)"),
  TABLE("table", "", "results as a box of ASCII characters"),
  COLUMN("column", "", "results in aligned columns"),
  LINE("line", "", "results as one value a line"),
  LIST("list", "", "results as values with a separator between them"),
  TABS("tabs", "", "results as tab-separated values"),
  HTML("html", "", "results as rows of an HTML table"),
  INSERT("insert", "TABLE", "results as INSERT statements"),
  QUOTE("quote", "", "results as SQL literals"),
  LATEX("latex", "", "results as a LaTeX table"),
  ASCII("ascii", "", "results as one value a line, without names"),
  TRASH("trash", "", "run queries and drop their results"),

  HEADER("header", "", "print the names of the columns (the default)"),
  NOHEADER("noheader", "", "do not print the names of the columns"),
  NULLVALUE("nullvalue", "TEXT", "print TEXT for NULL"),
  SEPARATOR("separator", "TEXT", "print TEXT between values (list, csv, tabs, quote)"),
  NEWLINE("newline", "TEXT", "print TEXT after rows"),
  MAXROWS("maxrows", "N", "show at most N rows in a duckbox; 0: all"),
  MAXWIDTH("maxwidth", "N", "make a duckbox at most N characters wide; 0: as the terminal"),

  THREADS("threads", "N", "worker threads; default: the processors there are"),
  MEMORY_LIMIT("memory-limit", "SIZE", "most memory for data, for instance 4GB"),
  TEMP_DIRECTORY("temp-directory", "DIR", "where what does not fit in memory is spilled to"),
  ROOT("root", "DIR", "read and write files inside of DIR only"),
  SET("set", "NAME=VALUE", "any other setting; may be given again"),
  READONLY("readonly", "", "open the database for reading only"),

  ECHO("echo", "", "print each statement before it runs"),
  BAIL("bail", "", "stop at the first error of a script (the default with -c and -f)"),
  NO_BAIL("no-bail", "", "go on after an error of a script"),
  TIMER("timer", "", "print how long each statement took"),
  INTERACTIVE("interactive", "", "be a shell even if standard input is no terminal"),
  BATCH("batch", "", "never be a shell"),
  NO_STDIN("no-stdin", "", "exit after the options instead of reading standard input"),
  VERSION("version", "", "print the version and exit"),
  HELP("help", "", "print this and exit"),
  H("h", "", "the same as -help");

  private final String text;
  private final String argument;
  private final String help;

  Option(String text, String argument, String help) {
    this.text = text;
    this.argument = argument;
    this.help = help;
  }

  /** The name without dashes. */
  String text() {
    return text;
  }

  /** What the value is called in the help; empty for an option without one. */
  String argument() {
    return argument;
  }

  boolean takesValue() {
    return !argument.isEmpty();
  }

  String help() {
    return help;
  }

  /** The option of that name, underscores being dashes, or one that does not exist. */
  static @org.jspecify.annotations.Nullable Option find(String name) {
    String wanted = name.replace('_', '-');
    for (Option option : VALUES) {
      if (option.text.equals(wanted)) {
        return option;
      }
    }
    return null;
  }

  private static final Option[] VALUES = values();
}
