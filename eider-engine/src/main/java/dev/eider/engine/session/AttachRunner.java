// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.catalog.Catalog;
import dev.eider.base.catalog.CatalogSet;
import dev.eider.base.error.EiderException;
import dev.eider.base.type.Value;
import dev.eider.engine.bind.Binder;
import dev.eider.engine.bind.Databases;
import dev.eider.engine.sql.ast.DefinitionStatement.IfExists;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Option;
import dev.eider.engine.sql.ast.SessionStatement;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** ATTACH and DETACH of databases in memory. Used by the session's thread only. */
final class AttachRunner {
  private static final String IN_MEMORY = ":memory:";

  /** Names no database can have. */
  private static final List<String> RESERVED = List.of(Databases.TEMP, "system");

  private final Session session;

  AttachRunner(Session session) {
    this.session = session;
  }

  void attach(SessionStatement.Attach attach, Map<String, Value> parameters) {
    int at = attach.span().start();
    Value evaluated = new Binder(session.environment(), parameters).evaluate(attach.path());
    String path = evaluated.isNull() ? "" : String.valueOf(evaluated.object());
    if (!path.isEmpty() && !path.equals(IN_MEMORY)) {
      throw EiderException.notImplemented(
              "ATTACH of the database \""
                  + path
                  + "\" is not supported: databases live in memory only so far, attach ':memory:'")
          .at(at);
    }
    attach.options().forEach(option -> check(option, parameters));
    String alias = attach.alias();
    String name = alias == null ? "memory" : alias;
    if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
      throw EiderException.binder(
          "Attached database name \"" + name + "\" cannot be used because it is a reserved name",
          at);
    }
    CatalogSet catalogs = session.services().catalogs();
    if (attach.ifExists() == IfExists.REPLACE) {
      release(name);
    }
    if (!catalogs.attach(name) && attach.ifExists() != IfExists.SKIP) {
      throw EiderException.binder(
          "Failed to attach database: database with name \"" + name + "\" already exists", at);
    }
  }

  private void check(Option option, Map<String, Value> parameters) {
    int at = option.span().start();
    String name = option.name().toLowerCase(Locale.ROOT);
    String value =
        option.values().isEmpty() ? "true" : text(option.values().getFirst(), parameters);
    switch (name) {
      case "type" -> {
        if (!value.equalsIgnoreCase("duckdb") && !value.equalsIgnoreCase("memory")) {
          throw EiderException.notImplemented(
                  "ATTACH of a database of type \"" + value + "\" is not supported")
              .at(at);
        }
      }
      case "read_only", "readonly" -> {
        if (isTrue(value)) {
          throw EiderException.catalog("Cannot launch in-memory database in read-only mode!");
        }
      }
      case "read_write", "readwrite" -> {
        if (!isTrue(value)) {
          throw EiderException.catalog("Cannot launch in-memory database in read-only mode!");
        }
      }
      default ->
          throw EiderException.binder(
              "Unrecognized option for attach \"" + option.name() + "\"", at);
    }
  }

  private static boolean isTrue(String value) {
    return value.equalsIgnoreCase("true") || value.equals("1");
  }

  private String text(Expr value, Map<String, Value> parameters) {
    if (value instanceof Expr.ColumnRef word) {
      return String.join(".", word.names());
    }
    return String.valueOf(new Binder(session.environment(), parameters).evaluate(value).object());
  }

  void detach(SessionStatement.Detach detach) {
    String name = detach.name();
    int at = detach.span().start();
    if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
      throw EiderException.binder("Cannot detach database \"" + name + "\": it is internal", at);
    }
    if (name.equalsIgnoreCase(session.databases().currentDatabase())) {
      throw EiderException.binder(
          "Cannot detach database \""
              + name
              + "\" which is the default database. Select a different database using `USE` to allow"
              + " detaching this database",
          at);
    }
    if (name.equalsIgnoreCase(session.services().catalogs().main().name())) {
      throw EiderException.notImplemented("DETACH of the database that was opened").at(at);
    }
    if (!release(name) && !detach.ifExists()) {
      throw EiderException.binder(
          "Failed to detach database with name \"" + name + "\": database not found", at);
    }
  }

  /** Takes a database out and gives its memory back; false when there is none. */
  private boolean release(String name) {
    Catalog gone = session.services().catalogs().detach(name);
    if (gone == null) {
      return false;
    }
    gone.schemas().forEach(gone::dropSchema);
    return true;
  }
}
