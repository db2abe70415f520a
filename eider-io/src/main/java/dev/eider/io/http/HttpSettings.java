// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.http;

import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Bounds and times of a client.
 *
 * @param connectMillis for the name, the connection and the TLS handshake together
 * @param firstByteMillis from the last byte of the request to the first of the reply
 * @param stallMillis the longest time without a byte, in either direction
 * @param idleMillis how long an unused connection is kept; servers close theirs after 5 to 60 s
 * @param connectionsPerHostMax the most connections to one host; who needs another waits
 * @param headBytesMax the most bytes of a status line and headers
 * @param tls whom to trust; null for the JDK's default
 */
public record HttpSettings(
    long connectMillis,
    long firstByteMillis,
    long stallMillis,
    long idleMillis,
    int connectionsPerHostMax,
    int headBytesMax,
    @Nullable SSLContext tls) {
  /** What clients start with. */
  public static final HttpSettings DEFAULT =
      new HttpSettings(10_000, 30_000, 30_000, 20_000, 512, 64 << 10, null);

  /** Times and bounds are positive. */
  public HttpSettings {
    if (connectMillis <= 0 || firstByteMillis <= 0 || stallMillis <= 0 || idleMillis <= 0) {
      throw new IllegalArgumentException("times of an HTTP client are positive");
    }
    if (connectionsPerHostMax <= 0 || headBytesMax <= 0) {
      throw new IllegalArgumentException("bounds of an HTTP client are positive");
    }
  }

  /** These, with one time-out for everything that waits for a server. */
  public HttpSettings withTimeout(long millis) {
    return new HttpSettings(
        Math.min(millis, connectMillis),
        millis,
        millis,
        idleMillis,
        connectionsPerHostMax,
        headBytesMax,
        tls);
  }

  /** These, with somebody else to trust. */
  public HttpSettings withTls(SSLContext context) {
    return new HttpSettings(
        connectMillis,
        firstByteMillis,
        stallMillis,
        idleMillis,
        connectionsPerHostMax,
        headBytesMax,
        context);
  }
}
