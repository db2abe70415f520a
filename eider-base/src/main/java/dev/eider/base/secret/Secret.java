// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.secret;

import dev.eider.base.type.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One secret. Its {@link #toString} and {@link #shown} never hold what is secret.
 *
 * @param name as it was given; unique within its storage whatever its case
 * @param type name of its {@link SecretType}, lower case: {@code s3}
 * @param provider where its values came from, lower case: {@code config}, {@code credential_chain}
 * @param scope prefixes of the addresses it is for; empty: for all addresses, after all others
 * @param values by lower-case parameter name; parameters that were not given are not there
 * @param redacted names of the values that are secret
 * @param persistent whether it outlives the process
 * @param storage the name of where it is kept: {@code memory}, {@code local_file}
 */
public record Secret(
    String name,
    String type,
    String provider,
    List<String> scope,
    Map<String, Value> values,
    Set<String> redacted,
    boolean persistent,
    String storage) {
  public Secret {
    scope = List.copyOf(scope);
    values = Map.copyOf(values);
    redacted = Set.copyOf(redacted);
  }

  /** The value of a parameter as text, or null when it was not given. */
  public @Nullable String text(String parameter) {
    Value value = values.get(parameter);
    return value == null || value.isNull() ? null : value.asString();
  }

  /** The value of a BOOLEAN parameter. */
  public boolean flag(String parameter, boolean otherwise) {
    Value value = values.get(parameter);
    return value == null || value.isNull() ? otherwise : Boolean.TRUE.equals(value.object());
  }

  /** The entries of a MAP parameter in their order; empty when it was not given. */
  public List<Map.Entry<String, String>> entries(String parameter) {
    Value value = values.get(parameter);
    List<Map.Entry<String, String>> entries = new ArrayList<>();
    if (value != null && !value.isNull()) {
      for (Value entry : value.asList()) {
        List<Value> pair = entry.asList();
        if (!pair.get(1).isNull()) {
          entries.add(Map.entry(pair.get(0).asString(), pair.get(1).asString()));
        }
      }
    }
    return entries;
  }

  /** How many characters of an address a scope of this secret covers, or -1 when none does. */
  public int match(String address) {
    int longest = scope.isEmpty() ? 0 : -1;
    for (String prefix : scope) {
      if (address.startsWith(prefix)) {
        longest = Math.max(longest, prefix.length());
      }
    }
    return longest;
  }

  /** What may be shown of it: {@code name=...;type=...;key_id=...;secret=redacted}. */
  public String shown() {
    return text(true);
  }

  /** All of it, for who has asked for that and may: the same text with what is secret. */
  public String unredacted() {
    return text(false);
  }

  private String text(boolean redact) {
    StringBuilder text = new StringBuilder();
    text.append("name=").append(name).append(";type=").append(type);
    text.append(";provider=").append(provider);
    text.append(";serializable=true;scope");
    text.append(scope.isEmpty() ? "" : "=" + String.join(",", scope)).append(';');
    String separator = "";
    for (Map.Entry<String, Value> value : new TreeMap<>(values).entrySet()) {
      text.append(separator).append(value.getKey()).append('=');
      boolean hidden = redact && redacted.contains(value.getKey());
      text.append(hidden ? "redacted" : shown(value.getKey(), value.getValue()));
      separator = ";";
    }
    return text.toString();
  }

  private String shown(String parameter, Value value) {
    return switch (value.object()) {
      case null -> "NULL";
      case List<?> list -> {
        List<String> parts = new ArrayList<>();
        entries(parameter).forEach(entry -> parts.add(entry.getKey() + "=" + entry.getValue()));
        yield "{" + String.join(", ", parts) + "}";
      }
      case Object object -> object.toString();
    };
  }

  @Override
  public String toString() {
    return "Secret[" + shown() + "]";
  }
}
