// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli;

import dev.eider.cli.output.OutputMode;
import dev.eider.cli.output.OutputSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The arguments, read. Options may stand anywhere; of two that contradict the last one counts. */
final class CommandLine {
  /** SQL to run, or a file of it. */
  record Step(String text, Kind kind) {
    enum Kind {
      /** SQL or a dot command. */
      TEXT,
      /** The path of a script. */
      FILE,
      /** The address of a store to examine. */
      DOCTOR
    }
  }

  private final List<Step> steps = new ArrayList<>();
  private final List<String> commands = new ArrayList<>();
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final List<String> positional = new ArrayList<>();
  private final OutputSettings output = new OutputSettings();
  private @Nullable String separator;
  private @Nullable String outputFile;
  private @Nullable String initFile;
  private @Nullable String root;
  private @Nullable Boolean bail;
  private boolean noInit;
  private boolean readOnly;
  private boolean echo;
  private boolean timer;
  private boolean interactive;
  private boolean batch;
  private boolean noStdin;
  private boolean version;
  private boolean help;

  private CommandLine() {}

  /** Reads the arguments. */
  static CommandLine parse(String[] args) throws UsageException {
    CommandLine line = new CommandLine();
    boolean options = true;
    for (int i = 0; i < args.length; i++) {
      String arg = args[i];
      if (options && arg.equals("--")) {
        options = false;
      } else if (options && arg.length() > 1 && arg.charAt(0) == '-' && !hasSpace(arg)) {
        i = line.option(args, i);
      } else {
        line.positional.add(arg);
      }
    }
    line.finish();
    return line;
  }

  private static boolean hasSpace(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isWhitespace(text.charAt(i))) {
        return text.indexOf('=') < 0 || text.indexOf('=') > i;
      }
    }
    return false;
  }

  private int option(String[] args, int at) throws UsageException {
    String name = args[at].substring(args[at].startsWith("--") ? 2 : 1);
    int equals = name.indexOf('=');
    String value = null;
    if (equals >= 0) {
      value = name.substring(equals + 1);
      name = name.substring(0, equals);
    }
    Option option = Option.find(name);
    if (option == null) {
      throw new UsageException(
          "unknown option " + args[at] + suggestion(name) + " (eider -help lists all)");
    }
    int last = at;
    if (option.takesValue()) {
      if (value == null) {
        last = at + 1;
        if (last >= args.length) {
          throw new UsageException(
              "option -"
                  + option.text()
                  + " needs a value: -"
                  + option.text()
                  + " "
                  + option.argument());
        }
        value = args[last];
      }
    } else if (value != null) {
      throw new UsageException("option -" + option.text() + " takes no value, got " + args[at]);
    }
    apply(option, value == null ? "" : value);
    return last;
  }

  private static String suggestion(String name) {
    for (Option option : Option.values()) {
      String text = option.text();
      if (text.length() > 1
          && (text.startsWith(name) || name.startsWith(text) || isNear(text, name))) {
        return ", did you mean -" + text + "?";
      }
    }
    return "";
  }

  /** Whether two words differ in one letter at most, or in two that changed places. */
  private static boolean isNear(String a, String b) {
    if (a.length() < 3 || Math.abs(a.length() - b.length()) > 1) {
      return false;
    }
    int start = 0;
    while (start < Math.min(a.length(), b.length()) && a.charAt(start) == b.charAt(start)) {
      start++;
    }
    int end = 0;
    while (end < Math.min(a.length(), b.length()) - start
        && a.charAt(a.length() - 1 - end) == b.charAt(b.length() - 1 - end)) {
      end++;
    }
    int rest = Math.max(a.length(), b.length()) - start - end;
    return rest <= 1
        || (rest == 2
            && a.length() == b.length()
            && a.charAt(start) == b.charAt(start + 1)
            && a.charAt(start + 1) == b.charAt(start));
  }

  private void apply(Option option, String value) throws UsageException {
    switch (option) {
      case C, S -> steps.add(new Step(value, Step.Kind.TEXT));
      case F -> steps.add(new Step(value, Step.Kind.FILE));
      case CMD -> commands.add(value);
      case INIT -> initFile = value;
      case NO_INIT -> noInit = true;
      case O -> outputFile = value;
      case CSV -> output.setMode(OutputMode.CSV);
      case JSON -> output.setMode(OutputMode.JSON);
      case JSONLINES -> output.setMode(OutputMode.JSONLINES);
      case MARKDOWN -> output.setMode(OutputMode.MARKDOWN);
      case BOX -> output.setMode(OutputMode.BOX);
      case DUCKBOX -> output.setMode(OutputMode.DUCKBOX);
      case TABLE -> output.setMode(OutputMode.TABLE);
      case COLUMN -> output.setMode(OutputMode.COLUMN);
      case LINE -> output.setMode(OutputMode.LINE);
      case LIST -> output.setMode(OutputMode.LIST);
      case TABS -> output.setMode(OutputMode.TABS);
      case HTML -> output.setMode(OutputMode.HTML);
      case QUOTE -> output.setMode(OutputMode.QUOTE);
      case LATEX -> output.setMode(OutputMode.LATEX);
      case ASCII -> output.setMode(OutputMode.ASCII);
      case TRASH -> output.setMode(OutputMode.TRASH);
      case INSERT -> {
        output.setMode(OutputMode.INSERT);
        output.setInsertTable(value);
      }
      case HEADER -> output.setHeaders(true);
      case NOHEADER -> output.setHeaders(false);
      case NULLVALUE -> output.setNullValue(value);
      case SEPARATOR -> separator = unescape(value);
      case NEWLINE -> output.setRowSeparator(unescape(value));
      case MAXROWS -> output.setMaxRows(number(option, value));
      case MAXWIDTH -> output.setMaxWidth(number(option, value));
      case THREADS -> {
        if (number(option, value) < 1) {
          throw new UsageException("option -threads needs a number of at least 1, got " + value);
        }
        settings.put("threads", value);
      }
      case MEMORY_LIMIT -> settings.put("memory_limit", value);
      case TEMP_DIRECTORY -> settings.put("temp_directory", value);
      case ROOT -> root = value;
      case SET -> {
        int equals = value.indexOf('=');
        if (equals < 1) {
          throw new UsageException("option -set needs NAME=VALUE, got " + value);
        }
        settings.put(value.substring(0, equals).strip(), value.substring(equals + 1).strip());
      }
      case READONLY -> readOnly = true;
      case ECHO -> echo = true;
      case BAIL -> bail = true;
      case NO_BAIL -> bail = false;
      case TIMER -> timer = true;
      case INTERACTIVE -> interactive = true;
      case BATCH -> batch = true;
      case NO_STDIN -> noStdin = true;
      case VERSION -> version = true;
      case HELP, H -> help = true;
    }
  }

  private static int number(Option option, String value) throws UsageException {
    try {
      int number = Integer.parseInt(value);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The message below says it.
    }
    throw new UsageException("option -" + option.text() + " needs a number, got " + value);
  }

  /** {@code \t}, {@code \n}, {@code \r}, {@code \\} and {@code \0} as the characters they mean. */
  static String unescape(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\' || i + 1 == text.length()) {
        plain.append(c);
        continue;
      }
      i++;
      switch (text.charAt(i)) {
        case 't' -> plain.append('\t');
        case 'n' -> plain.append('\n');
        case 'r' -> plain.append('\r');
        case '0' -> plain.append('\0');
        case '\\' -> plain.append('\\');
        default -> plain.append('\\').append(text.charAt(i));
      }
    }
    return plain.toString();
  }

  private void finish() throws UsageException {
    if (separator != null) {
      output.setColumnSeparator(separator);
    }
    if (root != null) {
      settings.put("eider_root", root);
    }
    if (!positional.isEmpty() && positional.getFirst().equals("doctor")) {
      doctor();
      return;
    }
    if (positional.size() > 1 && isVerb(positional.getFirst())) {
      throw new UsageException(
          "SQL is one argument: put it between quotes, eider \""
              + String.join(" ", positional)
              + "\"");
    }
    if (positional.size() == 1 && isSql(positional.getFirst())) {
      steps.add(new Step(positional.removeFirst(), Step.Kind.TEXT));
    }
    while (positional.size() > 1) {
      steps.add(new Step(positional.remove(1), Step.Kind.TEXT));
    }
  }

  /** {@code eider doctor s3://bucket/prefix}: examines a store. */
  private void doctor() throws UsageException {
    if (positional.size() != 2 || positional.get(1).indexOf("://") < 0) {
      throw new UsageException(
          "doctor needs the address of a store and a prefix to write below:"
              + " eider doctor s3://bucket/prefix");
    }
    steps.add(new Step(positional.get(1), Step.Kind.DOCTOR));
    positional.clear();
  }

  /** Whether a word is one that statements begin with, and databases are not called by. */
  private static boolean isVerb(String word) {
    return switch (word.toUpperCase(Locale.ROOT)) {
      case "SELECT", "FROM", "WITH", "DESCRIBE", "SUMMARIZE", "EXPLAIN", "CREATE", "COPY", "SHOW" ->
          true;
      default -> false;
    };
  }

  /**
   * A lone argument is SQL when it holds white space, and a dot command when it looks like one; a
   * path that holds white space stands before SQL.
   */
  private static boolean isSql(String argument) {
    if (isDotCommand(argument)) {
      return true;
    }
    for (int i = 0; i < argument.length(); i++) {
      if (Character.isWhitespace(argument.charAt(i))) {
        return true;
      }
    }
    return argument.endsWith(";");
  }

  private static boolean isDotCommand(String argument) {
    for (int i = 1; i < argument.length(); i++) {
      if (argument.charAt(i) < 'a' || argument.charAt(i) > 'z') {
        return false;
      }
    }
    return argument.length() > 1 && argument.charAt(0) == '.';
  }

  /** The database's path; empty: in memory. */
  String database() {
    return positional.isEmpty() ? "" : positional.getFirst();
  }

  /** What -c and -f said, and the SQL argument, in order. */
  List<Step> steps() {
    return steps;
  }

  /** What -cmd said. */
  List<String> commands() {
    return commands;
  }

  Map<String, String> settings() {
    return settings;
  }

  OutputSettings output() {
    return output;
  }

  @Nullable String outputFile() {
    return outputFile;
  }

  @Nullable String initFile() {
    return initFile;
  }

  @Nullable String root() {
    return root;
  }

  boolean noInit() {
    return noInit;
  }

  boolean readOnly() {
    return readOnly;
  }

  boolean echo() {
    return echo;
  }

  /** Whether to stop at an error, or null: as usual. */
  @Nullable Boolean bail() {
    return bail;
  }

  boolean timer() {
    return timer;
  }

  boolean interactive() {
    return interactive;
  }

  boolean batch() {
    return batch;
  }

  boolean noStdin() {
    return noStdin;
  }

  boolean version() {
    return version;
  }

  boolean help() {
    return help;
  }

  /** The help text. */
  static String usage() {
    StringBuilder text =
        new StringBuilder(
            """
            Usage: eider [OPTIONS] [DATABASE] [SQL]
            Runs SQL, or is a shell when there is none. Without DATABASE data live in memory.
            A lone argument that holds white space is SQL (.tables and the like are dot commands):
              eider "SELECT count(*) FROM 'rides.csv'"
            eider doctor s3://bucket/prefix tries what is asked of a store (-cmd "CREATE SECRET ..." first).

            Options (one dash or two):
            """);
    for (Option option : Option.values()) {
      String left = "  -" + option.text() + (option.takesValue() ? " " + option.argument() : "");
      text.append(left).append(" ".repeat(Math.max(2, 26 - left.length()))).append(option.help());
      text.append('\n');
    }
    return text.append(
            """

            Exit codes: 0 all went well, 1 a statement (or the command line) is wrong, 2 data defeated
            a query, 3 the environment refused (files, memory, disk).
            """)
        .toString();
  }
}
