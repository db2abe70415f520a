// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the documentation: what it shows being run, and what it says comes out. Three forms are
 * known; everything else on a page is text.
 *
 * <ul>
 *   <li>an indented block that begins with {@code eider> }: statements at the shell's prompts, each
 *       with its output below it
 *   <li>an indented block that begins with {@code $ eider "SQL"}, or {@code $ eider -MODE "SQL"}
 *   <li>a comment {@code <!-- query: SQL -->} above a table: the table is what the query answers
 *   <li>a comment {@code <!-- text: SQL -->} above a paragraph: the paragraph is the one value that
 *       the query answers
 * </ul>
 */
final class Page {
  private static final String INDENT = "    ";
  private static final String PROMPT = "eider> ";
  private static final String MORE = "  ...> ";
  private static final Pattern COMMAND = Pattern.compile("\\$ eider (?:-([a-z]+) )?\"([^\"]*)\"");
  private static final String QUERY = "<!-- query:";
  private static final String TEXT = "<!-- text:";

  /**
   * One thing to run.
   *
   * @param mode the form of the result
   * @param text SQL or a dot command, as the shell reads it
   * @param from the first line of what the page says comes out, counted from 0
   * @param to the line after it
   */
  record Example(String mode, String text, String indent, int from, int to) {}

  private final Path file;
  private final List<String> lines;
  private final List<Example> examples = new ArrayList<>();

  Page(Path file) throws IOException {
    this.file = file;
    lines = Files.readAllLines(file);
    for (int at = 0; at < lines.size(); ) {
      String line = lines.get(at);
      if (line.startsWith(QUERY) || line.startsWith(TEXT)) {
        at = generated(at);
      } else if (line.startsWith(INDENT + PROMPT)) {
        at = session(at);
      } else if (line.startsWith(INDENT) && command(line).matches()) {
        at = commands(at);
      } else {
        at++;
      }
    }
  }

  Path file() {
    return file;
  }

  List<Example> examples() {
    return examples;
  }

  /** What the page says comes out. */
  String expected(Example example) {
    StringBuilder text = new StringBuilder();
    for (int i = example.from(); i < example.to(); i++) {
      text.append(stripped(lines.get(i), example.indent())).append('\n');
    }
    return trimmed(text.toString());
  }

  /** The page with what really comes out, one text for each example. */
  String completed(List<String> outputs) {
    List<String> page = new ArrayList<>(lines);
    for (int i = examples.size() - 1; i >= 0; i--) {
      Example example = examples.get(i);
      List<String> output = new ArrayList<>();
      for (String line : outputs.get(i).lines().toList()) {
        output.add(line.isEmpty() ? "" : example.indent() + line);
      }
      boolean promptFollows =
          example.to() < lines.size() && lines.get(example.to()).startsWith(INDENT + PROMPT);
      if (promptFollows && !output.isEmpty()) {
        output.add("");
      }
      List<String> old = page.subList(example.from(), example.to());
      old.clear();
      old.addAll(output);
    }
    return String.join("\n", page) + "\n";
  }

  /**
   * Without blanks at the ends of lines, without empty lines at both ends, and tables without what
   * aligns their columns: it would change every row for one.
   */
  static String trimmed(String text) {
    StringBuilder plain = new StringBuilder();
    for (String line : text.lines().toList()) {
      String kept = line.stripTrailing();
      if (kept.startsWith("|")) {
        kept = kept.replaceAll(" +\\|", " |").replaceAll("\\| +", "| ").replaceAll("-{3,}", "---");
      }
      plain.append(kept).append('\n');
    }
    return plain.toString().strip().isEmpty() ? "" : plain.toString().stripTrailing() + "\n";
  }

  private static Matcher command(String line) {
    return COMMAND.matcher(stripped(line, INDENT).stripTrailing());
  }

  private static String stripped(String line, String indent) {
    return line.startsWith(indent) ? line.substring(indent.length()) : line;
  }

  /** The line after an indented block, empty lines at its end left out. */
  private int blockEnd(int at) {
    int end = at;
    for (int i = at; i < lines.size(); i++) {
      if (lines.get(i).startsWith(INDENT)) {
        end = i + 1;
      } else if (!lines.get(i).isBlank()) {
        break;
      }
    }
    return end;
  }

  private int session(int start) {
    int end = blockEnd(start);
    int at = start;
    while (at < end) {
      StringBuilder text = new StringBuilder(lines.get(at).substring((INDENT + PROMPT).length()));
      int next = at + 1;
      while (next < end && lines.get(next).startsWith(INDENT + MORE)) {
        text.append('\n').append(lines.get(next).substring((INDENT + MORE).length()));
        next++;
      }
      int to = next;
      while (to < end && !lines.get(to).startsWith(INDENT + PROMPT)) {
        to++;
      }
      examples.add(new Example("", text.toString(), INDENT, next, to));
      at = to;
    }
    return end;
  }

  private int commands(int start) {
    int end = blockEnd(start);
    int at = start;
    while (at < end) {
      int to = at + 1;
      while (to < end && !lines.get(to).startsWith(INDENT + "$ ")) {
        to++;
      }
      Matcher command = command(lines.get(at));
      if (command.matches()) {
        String mode = command.group(1) == null ? "duckbox" : command.group(1);
        // The semicolon on a line of its own: messages show the line that was typed, without one.
        examples.add(new Example(mode, command.group(2) + "\n;", INDENT, at + 1, to));
      }
      at = to;
    }
    return end;
  }

  private int generated(int start) {
    boolean table = lines.get(start).startsWith(QUERY);
    int at = start;
    StringBuilder text = new StringBuilder();
    while (!lines.get(at).endsWith("-->")) {
      text.append(lines.get(at++)).append('\n');
    }
    text.append(lines.get(at++));
    int from = (table ? QUERY : TEXT).length();
    String query = text.substring(from, text.length() - "-->".length()).strip();
    int to = at;
    while (to < lines.size() && !lines.get(to).isBlank()) {
      to++;
    }
    examples.add(new Example(table ? "markdown" : "list", query + ";", "", at, to));
    return to;
  }
}
