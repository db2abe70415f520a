// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import dev.eider.verify.slt.SltRecord.Source;

/** What became of one file. */
sealed interface Outcome {
  /** Every record did as it should. */
  record Passed(int recordCount) implements Outcome {}

  /** The file was not judged. */
  record Skipped(String reason) implements Outcome {}

  /**
   * The first record that did not do as it should.
   *
   * @param sql what was run, variables replaced; may be empty
   * @param expected what should have come
   * @param seen what came
   */
  record Failed(Kind kind, Source source, String sql, String expected, String seen)
      implements Outcome {
    /** The first line of what came, for lists. */
    String headline() {
      String first = seen.strip().lines().findFirst().orElse("");
      return kind == Kind.WRONG_RESULT ? "wrong result" : first;
    }
  }

  /** Kinds of failure, worst last. */
  enum Kind {
    /** Rows, values or column count differ. */
    WRONG_RESULT("wrong result"),
    /** An error where none was expected. */
    UNEXPECTED_ERROR("unexpected error"),
    /** Success where an error was expected. */
    MISSING_ERROR("error expected, but it succeeded"),
    /** Another error than the expected one. */
    WRONG_ERROR("wrong error"),
    /** The test file is malformed, or the harness cannot do what it asks. */
    BAD_TEST("test file"),
    /** No answer in time. */
    TIMEOUT("timeout"),
    /** The engine broke: internal error, stack overflow, out of memory. */
    INTERNAL("internal error");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }
}
