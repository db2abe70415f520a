// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.secret.Secret;
import dev.eider.base.secret.SecretLookup;
import dev.eider.base.secret.SecretType;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.bind.Databases;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.session.catalog.CatalogView;
import dev.eider.engine.sql.SqlText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A session as the catalog functions see it. */
final class SessionCatalogView implements CatalogView {
  private final Session session;

  SessionCatalogView(Session session) {
    this.session = session;
  }

  @Override
  public Databases databases() {
    return session.databases();
  }

  @Override
  public FunctionRegistry functions() {
    return session.services().functions();
  }

  @Override
  public List<TableFunction> tableFunctions() {
    return session.tableFunctions();
  }

  @Override
  public Map<String, Value> variables() {
    return session.variables();
  }

  @Override
  public List<SettingRow> settings() {
    List<SettingRow> rows = new ArrayList<>();
    for (Map.Entry<String, Settings.Setting> entry : session.settings().all().entrySet()) {
      Settings.Setting setting = entry.getValue();
      boolean alias = !entry.getKey().equals(setting.name().toLowerCase(Locale.ROOT));
      rows.add(
          new SettingRow(
              alias ? entry.getKey() : setting.name(),
              session.settings().text(setting.name()),
              setting.description(),
              setting.type().toString(),
              setting.scope().name()));
    }
    return rows;
  }

  @Override
  public List<PreparedRow> prepared() {
    List<PreparedRow> rows = new ArrayList<>();
    session
        .prepared()
        .forEach((name, statement) ->
            rows.add(
                new PreparedRow(
                    name,
                    SqlText.render(statement.statement().statement()),
                    statement.parameterTypes().values().stream()
                        .map(type -> type.equals(LogicalType.ANY) ? "UNKNOWN" : type.toString())
                        .toList(),
                    statement.types().stream().anyMatch(LogicalType.ANY::equals)
                        ? List.of()
                        : statement.types().stream().map(LogicalType::toString).toList())));
    return rows;
  }

  @Override
  public Map<String, Long> memory() {
    Map<String, Long> sums = new TreeMap<>();
    for (MemoryReservation reservation : session.services().memory().reservations()) {
      sums.merge(reservation.component(), reservation.bytes(), Long::sum);
    }
    return sums;
  }

  @Override
  public String version() {
    return session.services().version();
  }

  @Override
  public SecretLookup secrets() {
    return session.secrets();
  }

  @Override
  public List<Secret> allSecrets() {
    return session.secrets().all();
  }

  @Override
  public Collection<SecretType> secretTypes() {
    return session.services().secrets().types();
  }

  @Override
  public boolean unredactedSecretsAllowed() {
    return session.settings().text("allow_unredacted_secrets").equals("true");
  }
}
