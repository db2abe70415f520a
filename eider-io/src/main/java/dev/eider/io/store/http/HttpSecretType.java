// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.http;

import dev.eider.base.error.EiderException;
import dev.eider.base.secret.Secret;
import dev.eider.base.secret.SecretType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.io.http.HttpHeaders;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Secrets of web servers: headers that are sent with each request. */
public final class HttpSecretType implements SecretType {
  /** Headers that say how bytes travel: the client's own, or the connection would break. */
  private static final List<String> OWN =
      List.of("host", "content-length", "transfer-encoding", "connection", "range");

  @Override
  public String name() {
    return "http";
  }

  @Override
  public List<String> providers() {
    return List.of("config");
  }

  @Override
  public List<String> defaultScope() {
    return List.of();
  }

  @Override
  public List<Parameter> parameters(String provider) {
    return List.of(
        new Parameter("bearer_token", LogicalType.VARCHAR, true),
        new Parameter(
            "extra_http_headers", LogicalType.map(LogicalType.VARCHAR, LogicalType.VARCHAR), true),
        new Parameter("http_proxy", LogicalType.VARCHAR, false),
        new Parameter("http_proxy_username", LogicalType.VARCHAR, false),
        new Parameter("http_proxy_password", LogicalType.VARCHAR, true),
        new Parameter("verify_ssl", LogicalType.BOOLEAN, false));
  }

  @Override
  public Map<String, Value> create(String provider, Map<String, Value> given) {
    Map<String, Value> values = new LinkedHashMap<>();
    given.forEach((parameter, value) -> {
      if (!value.isNull()) {
        boolean asksForMore =
            parameter.startsWith("http_proxy")
                || parameter.equals("verify_ssl") && !value.asBoolean();
        if (asksForMore) {
          throw EiderException.notImplemented(
              "the parameter "
                  + parameter.toUpperCase(Locale.ROOT)
                  + " of secrets of type http is not supported: requests go straight to the server,"
                  + " and certificates are always checked; leave it out");
        }
        values.put(parameter, value);
      }
    });
    Secret made =
        new Secret("", name(), provider, List.of(), values, java.util.Set.of(), false, "");
    for (Map.Entry<String, String> header : made.entries("extra_http_headers")) {
      check(header.getKey());
      if (header.getKey().equalsIgnoreCase("Authorization") && made.text("bearer_token") != null) {
        throw EiderException.invalidInput(
            "both BEARER_TOKEN and a header Authorization are given: the first is the second, give"
                + " one of them");
      }
    }
    headers(made);
    return values;
  }

  private static void check(String header) {
    boolean token =
        !header.isEmpty()
            && header
                .chars()
                .allMatch(c ->
                    c < 0x7F
                        && (Character.isLetterOrDigit(c) || "!#$%&'*+-.^_`|~".indexOf(c) >= 0));
    if (!token || OWN.contains(header.toLowerCase(Locale.ROOT))) {
      throw EiderException.invalidInput(
          "EXTRA_HTTP_HEADERS names the header \""
              + header
              + "\", which "
              + (token ? "the client sets itself" : "is not the name of one"));
    }
  }

  /**
   * The headers of each request; none without a secret.
   *
   * @throws EiderException INVALID_INPUT when a value cannot stand in a header
   */
  public static HttpHeaders headers(@Nullable Secret secret) {
    HttpHeaders headers = new HttpHeaders();
    if (secret == null) {
      return headers;
    }
    List<Map.Entry<String, String>> all = new ArrayList<>();
    String token = secret.text("bearer_token");
    if (token != null) {
      all.add(Map.entry("Authorization", "Bearer " + token));
    }
    all.addAll(secret.entries("extra_http_headers"));
    for (Map.Entry<String, String> header : all) {
      try {
        headers.add(header.getKey(), header.getValue());
      } catch (IllegalArgumentException e) {
        // The cause names a character of what may be secret.
        throw EiderException.invalidInput(
            "the value of the header \""
                + header.getKey()
                + "\" holds a line break or another character that no header can hold");
      }
    }
    return headers;
  }
}
