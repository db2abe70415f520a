// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import static dev.eider.verify.slt.Runs.fails;
import static dev.eider.verify.slt.Runs.passes;
import static dev.eider.verify.slt.Runs.skips;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.verify.slt.Outcome.Kind;
import org.junit.jupiter.api.Test;

/** {@code statement}: success, errors, messages. */
class StatementRecordTest {
  @Test
  void successAndFailure() {
    passes("statement ok\nSELECT 1\n");
    Outcome.Failed failed = fails(Kind.UNEXPECTED_ERROR, 1, "statement ok\nSELECT nope\n");
    assertTrue(failed.seen().startsWith("Binder Error"), failed.seen());
    assertEquals("SELECT nope", failed.sql());
  }

  @Test
  void errorsAreMatchedByPart() {
    passes("statement error\nSELECT nope\n----\nBinder Error\n");
    passes("statement error\nSELECT nope\n----\n");
    fails(Kind.WRONG_ERROR, 1, "statement error\nSELECT nope\n----\nParser Error\n");
    fails(Kind.MISSING_ERROR, 1, "statement error\nSELECT 1\n----\nBinder Error\n");
  }

  @Test
  void errorsAreMatchedByPattern() {
    passes("statement error\nSELECT nope\n----\n<REGEX>:Binder.*nope.*\n");
    passes("statement error\nSELECT nope\n----\n<!REGEX>:Parser.*\n");
    fails(Kind.WRONG_ERROR, 1, "statement error\nSELECT nope\n----\n<REGEX>:Binder\n");
    fails(Kind.WRONG_ERROR, 1, "statement error\nSELECT nope\n----\n<!REGEX>:Binder.*\n");
  }

  @Test
  void maybeAcceptsBoth() {
    passes("statement maybe\nSELECT nope\n----\nBinder Error\n");
    passes("statement maybe\nSELECT 1\n----\nBinder Error\n");
    fails(Kind.WRONG_ERROR, 1, "statement maybe\nSELECT nope\n----\nParser Error\n");
  }

  @Test
  void internalErrorsAreNeverExpected() {
    fails(Kind.INTERNAL, 1, "statement error\nSELECT error('INTERNAL')\n----\nINTERNAL\n");
    passes(
        """
        set always_fail_error_messages something else, boom

        statement error
        SELECT error('bang')
        ----
        bang
        """);
    fails(
        Kind.INTERNAL,
        3,
        """
        set always_fail_error_messages something else, boom

        statement error
        SELECT error('boom')
        ----
        boom
        """);
  }

  @Test
  void ignoredMessagesSkipTheFile() {
    assertEquals(
        "error message contains 'bang'",
        skips("set ignore_error_messages bang\n\nstatement ok\nSELECT error('bang')\n"));
    assertEquals(
        "error message contains 'HTTP'", skips("statement ok\nSELECT error('HTTP 503')\n"));
  }

  @Test
  void malformedFilesAreReported() {
    fails(Kind.BAD_TEST, 1, "statement perhaps\nSELECT 1\n");
    fails(Kind.BAD_TEST, 1, "statement error\nSELECT nope\n");
    fails(Kind.BAD_TEST, 1, "statement ok\nSELECT 1\n----\nsomething\n");
    fails(Kind.BAD_TEST, 1, "nonsense here\n");
    fails(Kind.BAD_TEST, 1, "mode skip\nstatement ok\nSELECT 1\n");
    fails(Kind.BAD_TEST, 4, "statement ok\nSELECT 1\n\nendloop\n");
  }

  @Test
  void theFileEndsAtTheFirstFailure() {
    fails(Kind.UNEXPECTED_ERROR, 1, "statement ok\nSELECT x\n\nstatement ok\nSELECT y\n");
  }

  @Test
  void aTextWithoutStatementSucceeds() {
    passes("statement ok\n-- nothing\n");
  }
}
