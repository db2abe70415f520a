// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.registry;

import dev.eider.base.error.EiderException;
import dev.eider.base.secret.Secret;
import dev.eider.base.secret.SecretManager;
import dev.eider.base.table.ScanContext;
import dev.eider.base.type.Value;
import dev.eider.io.http.HttpOrigin;
import dev.eider.io.store.s3.Credentials;
import dev.eider.io.store.s3.CredentialsProvider;
import dev.eider.io.store.s3.S3Settings;
import org.jspecify.annotations.Nullable;

/**
 * How one bucket is reached: by the secret with the longest scope, or without one by the settings
 * {@code s3_region} and so on. Two of them are equal when the same store will do.
 */
record S3Access(S3Settings settings, @Nullable Credentials fixed) {
  static S3Access of(String address, Address parts, SecretManager secrets, ScanContext context) {
    Secret secret = secrets.find(address, "s3");
    String region = text(secret, "region", context);
    String endpoint = text(secret, "endpoint", context);
    boolean secure = !"false".equals(text(secret, "use_ssl", context));
    String style = text(secret, "url_style", context);
    String key = text(secret, secret == null ? "access_key_id" : "key_id", context);
    String value = text(secret, secret == null ? "secret_access_key" : "secret", context);
    String token = text(secret, "session_token", context);
    String bucket = parts.place();
    try {
      HttpOrigin server = endpoint == null ? null : server(endpoint, secure);
      boolean ours = server == null || server.host().endsWith(".amazonaws.com");
      boolean path = style == null ? !ours || bucket.contains(".") : style.equals("path");
      return new S3Access(
          new S3Settings(
              bucket, region == null ? S3Settings.DEFAULT_REGION : region, server, path, ours),
          key == null || value == null ? null : new Credentials(key, value, token));
    } catch (IllegalArgumentException e) {
      throw EiderException.invalidInput("\"" + address + "\": " + e.getMessage());
    }
  }

  private static HttpOrigin server(String endpoint, boolean secure) {
    String host = endpoint;
    boolean tls = secure;
    int scheme = endpoint.indexOf("://");
    if (scheme > 0) {
      tls = endpoint.startsWith("https:");
      host = endpoint.substring(scheme + 3);
    }
    return HttpAccess.origin(host.endsWith("/") ? host.substring(0, host.length() - 1) : host, tls);
  }

  /** A parameter of the secret or, without one, the setting {@code s3_...}; null for none. */
  private static @Nullable String text(@Nullable Secret secret, String name, ScanContext context) {
    if (secret != null) {
      String value = secret.text(name);
      return value == null || value.isEmpty() ? null : value;
    }
    Value value = context.setting("s3_" + name);
    return value == null || value.isNull() || value.object().toString().isEmpty()
        ? null
        : value.object().toString();
  }

  CredentialsProvider credentials() {
    return CredentialsProvider.of(fixed);
  }
}
