// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.secret;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.List;
import java.util.Map;

/** A kind of secret, as the room of its store knows it. Any thread. */
public interface SecretType {
  /** Lower-case name, as in {@code TYPE s3}. */
  String name();

  /** Lower-case names of the providers; the first is the default. */
  List<String> providers();

  /** What may be given to a provider, and which of it is secret. */
  List<Parameter> parameters(String provider);

  /** Prefixes of addresses when the statement gives no SCOPE; empty: all addresses. */
  List<String> defaultScope();

  /**
   * Checks the values that were given and completes them with what the provider finds out itself (a
   * profile's keys, say). May read files and wait for a network.
   *
   * @param provider one of {@link #providers}
   * @param given by lower-case parameter name, cast to the parameters' types
   * @throws dev.eider.base.error.EiderException INVALID_INPUT that names the parameter, what was
   *     seen (unless it is secret) and what is possible
   */
  Map<String, Value> create(String provider, Map<String, Value> given);

  /**
   * Whether a provider looks at more than the statement: files or variables of the process. What
   * keeps statements from those keeps them from such a provider.
   */
  default boolean readsSurroundings(String provider) {
    return !provider.equals("config");
  }

  /** One parameter; {@code type} is VARCHAR, BOOLEAN, BIGINT or MAP(VARCHAR, VARCHAR). */
  record Parameter(String name, LogicalType type, boolean redacted) {}
}
