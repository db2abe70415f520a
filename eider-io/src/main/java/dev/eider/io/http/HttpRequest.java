// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.http;

import java.lang.foreign.MemorySegment;

/**
 * One request. {@code Host} and {@code Content-Length} are added when it is sent.
 *
 * @param method such as GET
 * @param origin where it goes
 * @param target path and query as they are sent, encoded: starts with a slash
 * @param headers the others
 * @param body empty for none
 */
public record HttpRequest(
    String method, HttpOrigin origin, String target, HttpHeaders headers, MemorySegment body) {
  /** A target that is one word. */
  public HttpRequest {
    if (!target.startsWith("/") || target.chars().anyMatch(c -> c <= ' ' || c >= 0x7F)) {
      throw new IllegalArgumentException("\"" + target + "\" is not an encoded path");
    }
  }

  /** Without a body. */
  public HttpRequest(String method, HttpOrigin origin, String target, HttpHeaders headers) {
    this(method, origin, target, headers, MemorySegment.NULL);
  }

  /** Whether it may be sent again when no reply came, by HTTP's own rules. */
  boolean isRepeatable() {
    return method.equals("GET") || method.equals("HEAD");
  }

  /** Whether the reply has no body whatever its headers say. */
  boolean isHead() {
    return method.equals("HEAD");
  }

  /** The address without its query, which may hold a signature. */
  String place() {
    int query = target.indexOf('?');
    return origin + (query < 0 ? target : target.substring(0, query));
  }
}
