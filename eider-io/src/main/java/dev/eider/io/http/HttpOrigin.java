// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.http;

import java.net.URI;
import java.util.Locale;

/**
 * Where connections go.
 *
 * @param secure whether with TLS
 * @param host a name or address, lower case, an IPv6 address in brackets
 * @param port 1 to 65535
 */
public record HttpOrigin(boolean secure, String host, int port) {
  /** A host in its normal form. */
  public HttpOrigin {
    host = host.toLowerCase(Locale.ROOT);
    if (host.isEmpty() || host.chars().anyMatch(c -> c <= ' ' || "/@?#\\".indexOf(c) >= 0)) {
      throw new IllegalArgumentException("\"" + host + "\" is not the name of a host");
    }
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("a port is 1 to 65535, not " + port);
    }
  }

  /**
   * The origin of an address.
   *
   * @throws IllegalArgumentException when it is none of http or https, or has no host
   */
  public static HttpOrigin of(URI uri) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean secure = scheme.equals("https");
    if (!secure && !scheme.equals("http") || uri.getHost() == null) {
      throw new IllegalArgumentException("not an address of http:// or https:// with a host");
    }
    int port = uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80;
    return new HttpOrigin(secure, uri.getHost(), port);
  }

  /** The value of the Host header: without the port where it is the usual one. */
  public String authority() {
    return port == (secure ? 443 : 80) ? host : host + ":" + port;
  }

  /** As users write it. */
  @Override
  public String toString() {
    return (secure ? "https://" : "http://") + authority();
  }
}
