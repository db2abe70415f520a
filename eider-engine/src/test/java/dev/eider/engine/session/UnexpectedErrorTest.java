// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorKind;
import org.junit.jupiter.api.Test;

class UnexpectedErrorTest {
  @Test
  void aDefectBecomesAnInternalErrorAndKeepsItsTrace() {
    IllegalStateException defect = new IllegalStateException("no such operator");
    EiderException error = ErrorText.unexpected(defect);
    assertEquals(
        "INTERNAL Error: java.lang.IllegalStateException: no such operator", error.getMessage());
    assertEquals(ErrorKind.INTERNAL, error.type().kind());
    assertSame(defect, error.getCause());
  }
}
