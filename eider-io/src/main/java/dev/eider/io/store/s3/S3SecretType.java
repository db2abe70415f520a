// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import dev.eider.base.error.EiderException;
import dev.eider.base.secret.SecretType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.io.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Secrets of stores that speak S3: Amazon's and its likes, Cloudflare's R2, Google's. */
public final class S3SecretType implements SecretType {
  static final String CONFIG = "config";
  static final String CHAIN = "credential_chain";

  /** Parameters that no store here acts on, with the values that ask for nothing. */
  private static final Map<String, String> WITHOUT_EFFECT =
      Map.ofEntries(
          Map.entry("kms_key_id", ""),
          Map.entry("requester_pays", "false"),
          Map.entry("url_compatibility_mode", "false"),
          Map.entry("verify_ssl", "true"),
          Map.entry("bearer_token", ""),
          Map.entry("assume_role_arn", ""),
          Map.entry("external_id", ""));

  private final String name;
  private final List<String> scope;
  private final CredentialChain chain;

  private S3SecretType(String name, List<String> scope, CredentialChain chain) {
    this.name = name;
    this.scope = scope;
    this.chain = chain;
  }

  /** The types s3, r2 and gcs. */
  public static List<SecretType> all(CredentialChain chain) {
    return List.of(
        new S3SecretType("s3", List.of("s3://", "s3n://", "s3a://"), chain),
        new S3SecretType("r2", List.of("r2://"), chain),
        new S3SecretType("gcs", List.of("gcs://", "gs://"), chain));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> providers() {
    return List.of(CONFIG, CHAIN);
  }

  @Override
  public List<String> defaultScope() {
    return scope;
  }

  @Override
  public List<Parameter> parameters(String provider) {
    List<Parameter> all = new ArrayList<>();
    for (String text : List.of("region", "endpoint", "url_style")) {
      all.add(new Parameter(text, LogicalType.VARCHAR, false));
    }
    all.add(new Parameter("use_ssl", LogicalType.BOOLEAN, false));
    if (provider.equals(CHAIN)) {
      for (String text : List.of("chain", "profile", "refresh")) {
        all.add(new Parameter(text, LogicalType.VARCHAR, false));
      }
      all.add(new Parameter("assume_role_arn", LogicalType.VARCHAR, false));
      all.add(new Parameter("external_id", LogicalType.VARCHAR, true));
    } else {
      all.add(new Parameter("key_id", LogicalType.VARCHAR, false));
      all.add(new Parameter("secret", LogicalType.VARCHAR, true));
      all.add(new Parameter("session_token", LogicalType.VARCHAR, true));
    }
    switch (name) {
      case "r2" -> all.add(new Parameter("account_id", LogicalType.VARCHAR, false));
      case "gcs" -> all.add(new Parameter("bearer_token", LogicalType.VARCHAR, true));
      default -> {}
    }
    all.add(new Parameter("kms_key_id", LogicalType.VARCHAR, false));
    for (String flag : List.of("requester_pays", "url_compatibility_mode", "verify_ssl")) {
      all.add(new Parameter(flag, LogicalType.BOOLEAN, false));
    }
    return all;
  }

  @Override
  public Map<String, Value> create(String provider, Map<String, Value> given) {
    Map<String, Value> values = new LinkedHashMap<>();
    given.forEach((parameter, value) -> {
      checkEffect(parameter, value);
      if (!value.isNull()) {
        values.put(parameter, value);
      }
    });
    String style = text(values, "url_style");
    if (style != null) {
      values.put("url_style", Value.of(S3Secrets.urlStyle(style, "URL_STYLE")));
    }
    complete(values);
    String endpoint = text(values, "endpoint");
    if (endpoint != null) {
      S3Secrets.endpoint(endpoint, flag(values), "ENDPOINT");
    }
    String region = text(values, "region");
    if (region != null) {
      S3Secrets.region(region, "REGION");
    }
    if (provider.equals(CHAIN)) {
      completeFromChain(values);
    } else {
      checkKey(values);
    }
    return values;
  }

  private void checkEffect(String parameter, Value value) {
    String harmless = WITHOUT_EFFECT.get(parameter);
    if (harmless != null
        && !value.isNull()
        && !String.valueOf(value.object()).equalsIgnoreCase(harmless)) {
      throw EiderException.notImplemented(
          "the parameter "
              + parameter.toUpperCase(Locale.ROOT)
              + " of secrets of type "
              + name
              + " is not supported: requests cannot do what it asks for, leave it out");
    }
  }

  /** Adds what the type says itself. */
  private void complete(Map<String, Value> values) {
    switch (name) {
      case "r2" -> {
        String account = text(values, "account_id");
        if (account != null && values.containsKey("endpoint")) {
          throw EiderException.invalidInput(
              "both ACCOUNT_ID and ENDPOINT are given: the account is a part of the endpoint, give"
                  + " one of them");
        }
        if (account != null && !account.matches("[A-Za-z0-9-]{1,64}")) {
          throw EiderException.invalidInput(
              "ACCOUNT_ID \"" + account + "\" is not an account: letters, digits and dashes");
        }
        if (account == null && !values.containsKey("endpoint")) {
          throw EiderException.invalidInput(
              "a secret of type r2 needs the account: give ACCOUNT_ID '...' (or ENDPOINT)");
        }
        if (account != null) {
          values.put("endpoint", Value.of(account + ".r2.cloudflarestorage.com"));
        }
        values.putIfAbsent("region", Value.of("auto"));
        values.putIfAbsent("url_style", Value.of("path"));
      }
      case "gcs" -> {
        values.putIfAbsent("endpoint", Value.of("storage.googleapis.com"));
        values.putIfAbsent("region", Value.of("auto"));
        values.putIfAbsent("url_style", Value.of("path"));
      }
      default -> {}
    }
  }

  private static void checkKey(Map<String, Value> values) {
    boolean hasId = values.containsKey("key_id");
    if (hasId != values.containsKey("secret")) {
      throw EiderException.invalidInput(
          hasId
              ? "KEY_ID is given and SECRET is not: give both, or none to ask without a key"
              : "SECRET is given and KEY_ID is not: give both, or none to ask without a key");
    }
    if (!hasId && values.containsKey("session_token")) {
      throw EiderException.invalidInput(
          "SESSION_TOKEN belongs to a key: give KEY_ID and SECRET, too");
    }
    for (String parameter : List.of("key_id", "secret", "session_token")) {
      String text = text(values, parameter);
      if (text != null && (text.isEmpty() || text.chars().anyMatch(c -> c <= ' ' || c > '~'))) {
        throw EiderException.invalidInput(
            parameter.toUpperCase(Locale.ROOT)
                + (text.isEmpty()
                    ? " is empty"
                    : " holds a blank, a line break or another character that no key has")
                + ": copy it anew");
      }
    }
  }

  private void completeFromChain(Map<String, Value> values) {
    String refresh = text(values, "refresh");
    if (refresh != null && !refresh.equalsIgnoreCase("auto")) {
      throw EiderException.invalidInput(
          "REFRESH \"" + refresh + "\" is unknown: auto is the only value");
    }
    try {
      CredentialLink.Found found =
          chain.find(chain.links(text(values, "chain")), text(values, "profile"));
      String region = found.region();
      if (region != null && !values.containsKey("region")) {
        S3Secrets.region(region, "the region of the credentials");
        values.put("region", Value.of(region));
      }
    } catch (StoreException e) {
      throw EiderException.invalidInput(
          "Secret Validation Failure: during `create`: " + e.getMessage());
    }
  }

  private static @Nullable String text(Map<String, Value> values, String parameter) {
    Value value = values.get(parameter);
    return value == null || value.isNull() ? null : value.asString();
  }

  private static @Nullable Boolean flag(Map<String, Value> values) {
    Value value = values.get("use_ssl");
    return value == null || value.isNull() ? null : value.asBoolean();
  }
}
