// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

/** The test file itself is malformed; the message names the place. */
final class SltSyntaxException extends Exception {
  private static final long serialVersionUID = 1L;

  private final SltRecord.Source source;

  SltSyntaxException(SltRecord.Source source, String message) {
    super(message);
    this.source = source;
  }

  /** Where the mistake is. */
  SltRecord.Source source() {
    return source;
  }
}
