// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import dev.eider.base.error.EiderException;
import dev.eider.base.secret.Secret;
import dev.eider.base.secret.SecretLookup;
import dev.eider.io.http.HttpOrigin;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a store needs, from the secret that fits an address and the settings {@code s3_*}: a
 * parameter that the secret does not give is looked for there, the key only as a whole. Any thread.
 */
public final class S3Secrets {
  private static final int ENDPOINT_CHARACTERS_MAX = 300;

  private final CredentialChain chain;

  public S3Secrets(CredentialChain chain) {
    this.chain = chain;
  }

  /**
   * The type of secret that an address asks for: {@code s3}, {@code r2} or {@code gcs}; null for an
   * address of another kind of store.
   */
  public static @Nullable String type(String address) {
    int colon = address.indexOf("://");
    return switch (colon < 0 ? "" : address.substring(0, colon).toLowerCase(Locale.ROOT)) {
      case "s3", "s3n", "s3a" -> "s3";
      case "r2" -> "r2";
      case "gcs", "gs" -> "gcs";
      default -> null;
    };
  }

  /**
   * How a bucket is reached.
   *
   * @param type {@code s3}, {@code r2} or {@code gcs}
   * @param secret the one that fits the address; null when none does
   * @throws EiderException INVALID_INPUT when the bucket or a setting cannot be right
   */
  public static S3Settings settings(
      String type, @Nullable Secret secret, String bucket, SecretLookup lookup) {
    String region = value(secret, "region", lookup, "s3_region");
    String endpoint = value(secret, "endpoint", lookup, "s3_endpoint");
    String style = value(secret, "url_style", lookup, "s3_url_style");
    Boolean secure = secure(secret, lookup);
    if (secret == null && type.equals("r2")) {
      throw EiderException.invalidInput(
          "r2://"
              + bucket
              + " needs a secret that names the account: CREATE SECRET (TYPE r2, ACCOUNT_ID '...',"
              + " KEY_ID '...', SECRET '...')");
    }
    if (secret == null && type.equals("gcs")) {
      endpoint = "storage.googleapis.com";
      region = "auto";
      style = "path";
    }
    if (region != null) {
      region(region, "s3_region");
    }
    boolean amazon = endpoint == null || endpoint.equalsIgnoreCase("s3.amazonaws.com");
    String named = region == null ? S3Settings.DEFAULT_REGION : region;
    HttpOrigin server = null;
    if (!amazon && endpoint != null) {
      server = endpoint(endpoint, secure, "s3_endpoint");
    } else if (Boolean.FALSE.equals(secure)) {
      server = new HttpOrigin(false, "s3." + named + ".amazonaws.com", 80);
    }
    boolean path =
        style == null
            // Certificates are for one level of names below the host; other servers than Amazon's
            // often have no names below it at all.
            ? !amazon || bucket.contains(".")
            : urlStyle(style, "s3_url_style").equals("path");
    try {
      return new S3Settings(bucket, named, server, path, amazon);
    } catch (IllegalArgumentException e) {
      throw EiderException.invalidInput(String.valueOf(e.getMessage()));
    }
  }

  private static @Nullable String value(
      @Nullable Secret secret, String parameter, SecretLookup lookup, String setting) {
    String value = secret == null ? null : secret.text(parameter);
    if (value == null) {
      value = lookup.setting(setting);
    }
    return value == null || value.isEmpty() ? null : value;
  }

  private static @Nullable Boolean secure(@Nullable Secret secret, SecretLookup lookup) {
    if (secret != null && secret.values().containsKey("use_ssl")) {
      return secret.flag("use_ssl", true);
    }
    String value = lookup.setting("s3_use_ssl");
    return value == null || value.isEmpty() ? null : Boolean.valueOf(value);
  }

  /** Where the key of requests comes from; it looks anew when the store says that one has ended. */
  public CredentialsProvider credentials(@Nullable Secret secret, SecretLookup lookup) {
    if (secret != null && secret.provider().equals(S3SecretType.CHAIN)) {
      return chain.provider(chain.links(secret.text("chain")), secret.text("profile"));
    }
    String keyId = secret == null ? null : secret.text("key_id");
    String key = secret == null ? null : secret.text("secret");
    String token = secret == null ? null : secret.text("session_token");
    if (keyId == null || key == null) {
      keyId = set(lookup, "s3_access_key_id");
      key = set(lookup, "s3_secret_access_key");
      token = set(lookup, "s3_session_token");
    }
    if (keyId == null && key == null) {
      return CredentialsProvider.of(null);
    }
    if (keyId == null || key == null) {
      throw EiderException.invalidInput(
          "of the settings s3_access_key_id and s3_secret_access_key one is set and one is not: set"
              + " both, or better CREATE SECRET (TYPE s3, KEY_ID '...', SECRET '...')");
    }
    return CredentialsProvider.of(new Credentials(keyId, key, token));
  }

  private static @Nullable String set(SecretLookup lookup, String setting) {
    String value = lookup.setting(setting);
    return value == null || value.isEmpty() ? null : value;
  }

  // --- values

  /** {@code path} or {@code vhost}. */
  static String urlStyle(String text, String what) {
    String style = text.toLowerCase(Locale.ROOT);
    if (!style.equals("path") && !style.equals("vhost")) {
      throw EiderException.invalidInput(
          what
              + " \""
              + text
              + "\" is unknown: vhost (the bucket in the name of the host) or path");
    }
    return style;
  }

  static void region(String text, String what) {
    if (!text.matches("[A-Za-z0-9-]{1,60}")) {
      throw EiderException.invalidInput(
          what + " \"" + text + "\" is not the name of a region: letters, digits and dashes");
    }
  }

  /**
   * A server: {@code host}, {@code host:port}, with or without {@code http://} or {@code https://}
   * before it.
   *
   * @param secure what USE_SSL says; null when it is not given
   */
  static HttpOrigin endpoint(String text, @Nullable Boolean secure, String what) {
    String host = text;
    Boolean named = null;
    for (String scheme : new String[] {"https://", "http://"}) {
      if (host.toLowerCase(Locale.ROOT).startsWith(scheme)) {
        named = scheme.startsWith("https");
        host = host.substring(scheme.length());
        break;
      }
    }
    if (named != null && secure != null && !named.equals(secure)) {
      throw EiderException.invalidInput(
          what + " \"" + text + "\" and USE_SSL " + secure + " say different things");
    }
    boolean tls = named != null ? named : secure == null || secure;
    host = host.endsWith("/") ? host.substring(0, host.length() - 1) : host;
    int colon = host.startsWith("[") ? host.indexOf(':', host.indexOf(']') + 1) : host.indexOf(':');
    int port = tls ? 443 : 80;
    try {
      if (colon >= 0) {
        port = Integer.parseInt(host.substring(colon + 1));
        host = host.substring(0, colon);
      }
      if (text.length() > ENDPOINT_CHARACTERS_MAX) {
        throw new IllegalArgumentException("too long");
      }
      return new HttpOrigin(tls, host, port);
    } catch (IllegalArgumentException e) {
      throw EiderException.invalidInput(
          what
              + " \""
              + text
              + "\" is not a server: host or host:port, without a path, blanks or an account");
    }
  }
}
