// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import dev.eider.verify.slt.SltRecord.Expect;
import dev.eider.verify.slt.SltRecord.LoopValues;
import dev.eider.verify.slt.SltRecord.Sort;
import dev.eider.verify.slt.SltRecord.Source;
import dev.eider.verify.slt.SltRecord.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads a test file. Records are separated by empty lines; a line that starts with {@code #} is a
 * comment and ends a record's SQL too. {@code mode skip}, {@code include} and {@code halt} are
 * settled here, everything else when the script runs.
 */
final class SltParser {
  private final String name;
  private final String engine;
  private final boolean isSqliteTest;
  private final @Nullable Path root;
  private final Deque<OpenLoop> openLoops = new ArrayDeque<>();
  private final List<SltRecord> topLevel = new ArrayList<>();
  private int skipLevel;

  /** A loop whose {@code endloop} has not come yet. */
  private record OpenLoop(
      Source source, String variable, LoopValues values, boolean parallel, List<SltRecord> body) {}

  private SltParser(String name, String engine, @Nullable Path root) {
    this.name = name;
    this.engine = engine;
    this.isSqliteTest = FileRun.isSqliteTest(name);
    this.root = root;
  }

  /**
   * Parses a text.
   *
   * @param name the file's path, for messages
   * @param engine the engine's name, for {@code onlyif} and {@code skipif}; every engine is also
   *     known as duckdb there, because the foreign suite means the dialect by that word
   * @param root directory that {@code include} paths are relative to
   * @throws SltSyntaxException when the text is malformed
   */
  static SltScript parse(String name, String text, String engine, @Nullable Path root)
      throws SltSyntaxException {
    SltParser parser = new SltParser(name, engine, root);
    Lines lines = new Lines(name, text);
    parser.parseAll(lines);
    if (!parser.openLoops.isEmpty()) {
      throw new SltSyntaxException(parser.openLoops.getLast().source, "missing endloop");
    }
    return new SltScript(name, List.copyOf(parser.topLevel));
  }

  private boolean parseAll(Lines lines) throws SltSyntaxException {
    while (lines.nextRecord()) {
      if (!parseRecord(lines)) {
        return false;
      }
    }
    return true;
  }

  /** False when the script ends here. */
  private boolean parseRecord(Lines lines) throws SltSyntaxException {
    Source source = lines.source();
    List<String> words = lines.words();
    List<Condition> conditions = new ArrayList<>();
    while (words.getFirst().equals("skipif") || words.getFirst().equals("onlyif")) {
      boolean runs;
      try {
        runs = parseCondition(words, conditions);
      } catch (IllegalArgumentException malformed) {
        throw new SltSyntaxException(source, String.valueOf(malformed.getMessage()));
      }
      if (!runs) {
        return true;
      }
      lines.advance();
      source = lines.source();
      words = lines.words();
    }
    String command = words.getFirst();
    if (isSingleLine(command) && !lines.followedByGap()) {
      throw new SltSyntaxException(
          source, "all test statements need to be separated by an empty line");
    }
    List<String> arguments = words.subList(1, words.size());
    if (skipLevel > 0 && !command.equals("mode")) {
      return true;
    }
    switch (command) {
      case "statement" -> add(statement(source, arguments, conditions, lines));
      case "query" -> add(query(source, arguments, conditions, lines));
      case "loop", "concurrentloop" -> openRange(source, command, arguments);
      case "foreach", "concurrentforeach" -> openForeach(source, command, arguments);
      case "endloop" -> closeLoop(source);
      case "mode" -> mode(source, arguments);
      case "halt" -> {
        return false;
      }
      case "include" -> {
        return include(source, only(source, arguments, "include <path>"));
      }
      case "tags" -> {}
      case "continue" -> {
        if (openLoops.isEmpty()) {
          throw new SltSyntaxException(source, "continue cannot stand outside of a loop");
        }
        add(new SltRecord.Continue(source, List.copyOf(conditions)));
      }
      default -> add(SltDirectives.parse(source, command, arguments));
    }
    return true;
  }

  /** Adds conditions on loop variables; answers false when the record is for another system. */
  private boolean parseCondition(List<String> words, List<Condition> conditions) {
    boolean skipIf = words.getFirst().equals("skipif");
    if (words.size() < 2) {
      throw new IllegalArgumentException("skipif/onlyif requires a parameter");
    }
    String system = words.get(1).toLowerCase(Locale.ROOT);
    List<Condition> parsed = isSqliteTest ? null : Condition.parse(system, skipIf);
    if (parsed != null) {
      conditions.addAll(parsed);
      return true;
    }
    boolean ours =
        system.equals("duckdb")
            || system.equals(engine)
            || isSqliteTest && system.equals("postgresql");
    return ours != skipIf;
  }

  private SltRecord statement(
      Source source, List<String> arguments, List<Condition> conditions, Lines lines)
      throws SltSyntaxException {
    if (arguments.isEmpty()) {
      throw new SltSyntaxException(source, "statement requires ok, error or maybe");
    }
    Expect expect =
        switch (arguments.getFirst()) {
          case "ok" -> Expect.OK;
          case "error" -> Expect.ERROR;
          case "maybe" -> Expect.MAYBE;
          case "debug", "debug_skip" -> Expect.ANYTHING;
          default -> throw new SltSyntaxException(source, "statement argument: ok, error or maybe");
        };
    lines.advance();
    String sql = lines.takeSql();
    if (sql.isEmpty()) {
      throw new SltSyntaxException(source, "unexpected empty statement text");
    }
    int from = lines.position();
    boolean hasExpectation = lines.at("----");
    boolean wantsMessage = expect == Expect.ERROR || expect == Expect.MAYBE;
    if (!hasExpectation && wantsMessage && !isSqliteTest) {
      throw new SltSyntaxException(source, "statement error and maybe need an expected message");
    }
    if (hasExpectation && !wantsMessage) {
      throw new SltSyntaxException(source, "statement ok cannot have an expected message");
    }
    String message = hasExpectation ? String.join("\n", lines.takeExpectation()) : "";
    if (arguments.getFirst().equals("debug_skip")) {
      skipLevel++;
    }
    return new SltRecord.Statement(
        source,
        List.copyOf(conditions),
        expect,
        arguments.size() > 1 ? arguments.get(1) : null,
        sql,
        message,
        new Span(from, lines.position()));
  }

  private static SltRecord query(
      Source source, List<String> arguments, List<Condition> conditions, Lines lines)
      throws SltSyntaxException {
    if (arguments.isEmpty()) {
      throw new SltSyntaxException(source, "query requires column types (query III)");
    }
    String letters = arguments.getFirst();
    for (int i = 0; i < letters.length(); i++) {
      if ("TIR".indexOf(letters.charAt(i)) < 0) {
        throw new SltSyntaxException(source, "unknown type character in '" + letters + "'");
      }
    }
    lines.advance();
    String sql = lines.takeSql();
    int from = lines.position();
    List<String> expected = lines.takeExpectation();
    Sort sort = arguments.size() > 1 ? Sort.parse(arguments.get(1)) : Sort.NONE;
    return new SltRecord.Query(
        source,
        List.copyOf(conditions),
        letters.length(),
        sort == null ? Sort.NONE : sort,
        sort == null ? arguments.get(1) : null,
        arguments.size() > 2 ? arguments.get(2) : null,
        sql,
        expected,
        new Span(from, lines.position()));
  }

  private void openRange(Source source, String command, List<String> arguments)
      throws SltSyntaxException {
    if (arguments.size() != 3) {
      throw new SltSyntaxException(source, "expected loop [name] [start] [end]");
    }
    LoopValues.Range range;
    try {
      range =
          new LoopValues.Range(
              Integer.parseInt(arguments.get(1)), Integer.parseInt(arguments.get(2)));
    } catch (NumberFormatException notANumber) {
      throw new SltSyntaxException(source, "start and end of a loop must be numbers");
    }
    open(source, arguments.getFirst(), range, command.equals("concurrentloop"));
  }

  private void openForeach(Source source, String command, List<String> arguments)
      throws SltSyntaxException {
    if (arguments.size() < 2) {
      throw new SltSyntaxException(source, "expected foreach [name] [value]...");
    }
    List<String> words = List.copyOf(arguments.subList(1, arguments.size()));
    open(
        source,
        arguments.getFirst(),
        new LoopValues.Words(words),
        command.equals("concurrentforeach"));
  }

  private void open(Source source, String variable, LoopValues values, boolean parallel) {
    openLoops.addLast(new OpenLoop(source, variable, values, parallel, new ArrayList<>()));
  }

  private void closeLoop(Source source) throws SltSyntaxException {
    OpenLoop loop = openLoops.pollLast();
    if (loop == null) {
      throw new SltSyntaxException(source, "endloop without a loop");
    }
    add(
        new SltRecord.Loop(
            loop.source, loop.variable, loop.values, loop.parallel, List.copyOf(loop.body)));
  }

  private void mode(Source source, List<String> arguments) throws SltSyntaxException {
    if (arguments.isEmpty()) {
      throw new SltSyntaxException(source, "mode requires a parameter");
    }
    switch (arguments.getFirst()) {
      case "skip" -> skipLevel++;
      case "unskip" -> skipLevel--;
      case "output_hash", "output_result", "no_output", "debug" ->
          add(new SltRecord.Mode(source, arguments.getFirst()));
      default -> throw new SltSyntaxException(source, "unknown mode " + arguments.getFirst());
    }
  }

  private boolean include(Source source, String path) throws SltSyntaxException {
    Path file = root == null ? Path.of(path) : root.resolve(path);
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException unreadable) {
      throw new SltSyntaxException(source, "cannot read included file " + path);
    }
    return parseAll(new Lines(path, text));
  }

  private void add(SltRecord parsed) {
    OpenLoop loop = openLoops.peekLast();
    (loop == null ? topLevel : loop.body).add(parsed);
  }

  private static String only(Source source, List<String> arguments, String usage)
      throws SltSyntaxException {
    if (arguments.size() != 1) {
      throw new SltSyntaxException(source, "expected " + usage);
    }
    return arguments.getFirst();
  }

  private static boolean isSingleLine(String command) {
    return switch (command) {
      case "statement", "query" -> false;
      default -> true;
    };
  }

  @Override
  public String toString() {
    return "parser of " + name;
  }
}
