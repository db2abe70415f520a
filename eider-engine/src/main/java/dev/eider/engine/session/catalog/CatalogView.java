// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.catalog;

import dev.eider.base.secret.Secret;
import dev.eider.base.secret.SecretLookup;
import dev.eider.base.secret.SecretType;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.Value;
import dev.eider.engine.bind.Databases;
import dev.eider.engine.function.FunctionRegistry;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What the catalog functions tell about a session. Asked when a query is bound. */
public interface CatalogView {
  Databases databases();

  FunctionRegistry functions();

  List<TableFunction> tableFunctions();

  Map<String, Value> variables();

  /** The settings by name. */
  List<SettingRow> settings();

  /** The prepared statements. */
  List<PreparedRow> prepared();

  /** Memory by component: name, bytes. */
  Map<String, Long> memory();

  String version();

  /** Secrets by address. */
  SecretLookup secrets();

  /** All secrets that the session sees, in the order to show them. */
  List<Secret> allSecrets();

  /** The types of secrets by name. */
  Collection<SecretType> secretTypes();

  /** Whether what is secret may be shown to who asks for it. */
  boolean unredactedSecretsAllowed();

  /** One setting. */
  record SettingRow(String name, String value, String description, String type, String scope) {}

  /** One prepared statement. */
  record PreparedRow(
      String name, String statement, List<String> parameterTypes, List<String> resultTypes) {}
}
