// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Why there is no reply, or not all of it. The message names the address, never a secret. */
public final class HttpException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  HttpException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What went wrong. */
  public Kind kind() {
    return kind;
  }

  /** What can go wrong, and what the server can have seen. */
  public enum Kind {
    /** No connection: the request was not sent. */
    CONNECT,
    /** TLS could not be agreed on, or the certificate is not the host's. It was not sent. */
    TLS,
    /** The request may have been sent, and no reply came: reset, closed or time-out. */
    NO_REPLY,
    /** The reply began, and its body broke off. */
    INCOMPLETE,
    /** The reply is not HTTP/1.1, or exceeds a bound. */
    PROTOCOL,
    /** The thread was interrupted or the client closed. */
    INTERRUPTED
  }
}
