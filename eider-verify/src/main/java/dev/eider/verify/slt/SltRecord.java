// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One directive of a test file, with the texts as written: nothing is substituted yet. */
sealed interface SltRecord {
  /** Where the directive stands. */
  Source source();

  /**
   * A place in a test file.
   *
   * @param file the path as given or included
   * @param line one-based
   */
  record Source(String file, int line) {
    @Override
    public String toString() {
      return file + ":" + line;
    }
  }

  /**
   * The lines of a file that hold an expectation, so that it can be rewritten.
   *
   * @param from index of the first line after the SQL (zero-based)
   * @param to index after the last line of the expectation
   */
  record Span(int from, int to) {}

  /** What a statement must do. */
  enum Expect {
    OK,
    ERROR,
    MAYBE,
    ANYTHING
  }

  /** How rows are ordered before they are compared. */
  enum Sort {
    NONE,
    ROWS,
    VALUES;

    static @Nullable Sort parse(String word) {
      return switch (word) {
        case "nosort", "none" -> NONE;
        case "rowsort", "sort" -> ROWS;
        case "valuesort" -> VALUES;
        default -> null;
      };
    }
  }

  /** {@code statement ok|error|maybe|debug [connection]}. */
  record Statement(
      Source source,
      List<Condition> conditions,
      Expect expect,
      @Nullable String connection,
      String sql,
      String expectedError,
      Span span)
      implements SltRecord {}

  /** {@code query III [sort|connection] [label]}. */
  record Query(
      Source source,
      List<Condition> conditions,
      int columnCount,
      Sort sort,
      @Nullable String connection,
      @Nullable String label,
      String sql,
      List<String> expected,
      Span span)
      implements SltRecord {}

  /**
   * {@code loop}, {@code foreach} and their concurrent forms.
   *
   * @param variable name, or several names joined by commas
   * @param values what the variable runs over; for {@code foreach} type groups are not expanded yet
   */
  record Loop(
      Source source, String variable, LoopValues values, boolean parallel, List<SltRecord> body)
      implements SltRecord {}

  /** The values of a loop. */
  sealed interface LoopValues {
    /** Whole numbers from {@code start} to {@code end} exclusive; at least one is run. */
    record Range(int start, int end) implements LoopValues {}

    /** Words. */
    record Words(List<String> words) implements LoopValues {}
  }

  /** {@code continue}: the rest of the loop body is left out. */
  record Continue(Source source, List<Condition> conditions) implements SltRecord {}

  /** {@code mode output_hash|output_result|no_output|debug}. */
  record Mode(Source source, String mode) implements SltRecord {}

  /** {@code require what [argument]}. */
  record Require(Source source, List<String> words) implements SltRecord {}

  /** {@code require-env NAME [VALUE]}. */
  record RequireEnv(Source source, String variable, @Nullable String value) implements SltRecord {}

  /** {@code test-env NAME DEFAULT} and {@code set variable NAME VALUE}. */
  record SetVariable(Source source, String variable, String value, boolean isDefault)
      implements SltRecord {}

  /** {@code load [FILE [readonly|readwrite [VERSION]]]}. */
  record Load(Source source, String path, boolean readOnly, @Nullable String version)
      implements SltRecord {}

  /** {@code restart}: close the database and open it again. */
  record Restart(Source source) implements SltRecord {}

  /** {@code reconnect}: a new main connection. */
  record Reconnect(Source source) implements SltRecord {}

  /** {@code sleep N unit}. */
  record Sleep(Source source, long nanos) implements SltRecord {}

  /** {@code unzip FILE.gz [TARGET]}. */
  record Unzip(Source source, String archive, @Nullable String target) implements SltRecord {}

  /** {@code hash-threshold N}. */
  record HashThreshold(Source source, int valueCount) implements SltRecord {}

  /** {@code set seed X}. */
  record SetSeed(Source source, String seed) implements SltRecord {}

  /** {@code set ignore_error_messages …} or {@code set always_fail_error_messages …}. */
  record SetMessages(Source source, boolean ignore, List<String> messages) implements SltRecord {}

  /** {@code reset label NAME}. */
  record ResetLabel(Source source, String label) implements SltRecord {}
}
