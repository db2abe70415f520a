// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.engine;

import org.jspecify.annotations.Nullable;

/** The engine refused, or broke. The message is the engine's own, prefix included. */
public final class SqlFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean internal;

  /** A failure with the engine's message. */
  public SqlFailure(String message, boolean internal, @Nullable Throwable cause) {
    super(message, cause);
    this.internal = internal;
  }

  /** The engine's message; never null. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }

  /** True when the engine itself is at fault: an internal error, or an unchecked exception. */
  public boolean isInternal() {
    return internal || text().contains("INTERNAL");
  }

  /** The part before the first colon, such as {@code Binder Error}; empty when there is none. */
  public String errorClass() {
    String text = text();
    int colon = text.indexOf(':');
    String prefix = colon < 0 ? "" : text.substring(0, colon);
    return prefix.endsWith("Error") || prefix.endsWith("Exception") ? prefix : "";
  }
}
