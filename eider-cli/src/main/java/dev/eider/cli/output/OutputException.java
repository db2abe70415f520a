// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import java.io.IOException;

/** Output that nobody takes: a closed pipe, a full disk. */
public final class OutputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public OutputException(IOException cause) {
    super(cause.getMessage(), cause);
  }

  /** Whether the reader of a pipe has gone ({@code | head}), which is no error to speak of. */
  public boolean isBrokenPipe() {
    String message = getMessage();
    return message != null
        && (message.contains("Broken pipe")
            || message.contains("pipe is being closed")
            || message.contains("pipe has been ended"));
  }
}
