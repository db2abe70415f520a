// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.catalog;

import dev.eider.base.error.EiderException;
import dev.eider.base.secret.Secret;
import dev.eider.base.secret.SecretType;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The table functions that tell about secrets, without what is secret in them. */
final class SecretFunctions {
  private final CatalogView view;

  SecretFunctions(CatalogView view) {
    this.view = view;
  }

  void add(List<TableFunction> functions) {
    functions.add(new Secrets());
    functions.add(
        new RowsFunction(
            "which_secret",
            List.of(List.of(LogicalType.VARCHAR, LogicalType.VARCHAR)),
            List.of("name VARCHAR", "persistent VARCHAR", "storage VARCHAR"),
            this::which));
    functions.add(
        new RowsFunction(
            "duckdb_secret_types",
            List.of(List.of()),
            List.of("type VARCHAR", "default_provider VARCHAR", "extension VARCHAR"),
            arguments -> types()));
  }

  private List<List<Value>> which(List<Value> arguments) {
    if (arguments.get(0).isNull() || arguments.get(1).isNull()) {
      return List.of();
    }
    Secret secret =
        view.secrets()
            .find(
                arguments.get(0).asString(), arguments.get(1).asString().toLowerCase(Locale.ROOT));
    return secret == null
        ? List.of()
        : List.of(
            List.of(
                Value.of(secret.name()),
                Value.of(secret.persistent() ? "PERSISTENT" : "TEMPORARY"),
                Value.of(secret.storage())));
  }

  private List<List<Value>> types() {
    List<List<Value>> rows = new ArrayList<>();
    for (SecretType type : view.secretTypes()) {
      // Every type is built in: the extension is none.
      rows.add(List.of(Value.of(type.name()), Value.of(type.providers().getFirst()), Value.of("")));
    }
    return rows;
  }

  /** {@code duckdb_secrets(redact := true)}. */
  private final class Secrets implements TableFunction {
    private static final LogicalType TEXTS = LogicalType.list(LogicalType.VARCHAR);

    private static final List<TableColumn> COLUMNS =
        List.of(
            new TableColumn("name", LogicalType.VARCHAR),
            new TableColumn("type", LogicalType.VARCHAR),
            new TableColumn("provider", LogicalType.VARCHAR),
            new TableColumn("persistent", LogicalType.BOOLEAN),
            new TableColumn("storage", LogicalType.VARCHAR),
            new TableColumn("scope", TEXTS),
            new TableColumn("secret_string", LogicalType.VARCHAR));

    @Override
    public String name() {
      return "duckdb_secrets";
    }

    @Override
    public List<List<LogicalType>> signatures() {
      return List.of(List.of());
    }

    @Override
    public Map<String, LogicalType> namedParameters() {
      return Map.of("redact", LogicalType.BOOLEAN);
    }

    @Override
    public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
      Value redact = named.getOrDefault("redact", Value.TRUE);
      if (redact.isNull()) {
        throw EiderException.invalidInput("Cannot use NULL as argument for redact");
      }
      if (!redact.asBoolean() && !view.unredactedSecretsAllowed()) {
        throw EiderException.invalidInput("Displaying unredacted secrets is disabled");
      }
      List<List<Value>> rows = new ArrayList<>();
      for (Secret secret : view.allSecrets()) {
        rows.add(
            List.of(
                Value.of(secret.name()),
                Value.of(secret.type()),
                Value.of(secret.provider()),
                Value.of(secret.persistent()),
                Value.of(secret.storage()),
                new Value(TEXTS, secret.scope().stream().map(Value::of).toList()),
                Value.of(redact.asBoolean() ? secret.shown() : secret.unredacted())));
      }
      return new RowsTable(name(), COLUMNS, rows);
    }
  }
}
