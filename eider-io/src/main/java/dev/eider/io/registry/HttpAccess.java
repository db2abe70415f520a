// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.registry;

import dev.eider.base.secret.Secret;
import dev.eider.io.http.HttpHeaders;
import dev.eider.io.http.HttpOrigin;
import org.jspecify.annotations.Nullable;

/** Hosts, and what is sent to them because of a secret. */
final class HttpAccess {
  private HttpAccess() {}

  /**
   * The server of {@code host}, {@code host:port} or {@code [address]:port}.
   *
   * @throws IllegalArgumentException when it is none
   */
  static HttpOrigin origin(String place, boolean secure) {
    String host = place.substring(place.lastIndexOf('@') + 1);
    if (host.length() != place.length()) {
      throw new IllegalArgumentException(
          "names and passwords do not belong into an address; CREATE SECRET (TYPE http, ...)");
    }
    int colon = host.lastIndexOf(':');
    if (colon < 0 || host.endsWith("]")) {
      return new HttpOrigin(secure, host, secure ? 443 : 80);
    }
    int port;
    try {
      port = Integer.parseInt(host.substring(colon + 1));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "\"" + host.substring(colon + 1) + "\" is not the number of a port", e);
    }
    return new HttpOrigin(secure, host.substring(0, colon), port);
  }

  /** The headers that a secret adds to requests. */
  static HttpHeaders headers(@Nullable Secret secret) {
    HttpHeaders headers = new HttpHeaders();
    String token = secret == null ? null : secret.text("bearer_token");
    if (token != null) {
      headers.add("Authorization", "Bearer " + token);
    }
    return headers;
  }
}
