// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.catalog.AttachedDatabase;
import dev.eider.base.catalog.Catalog;
import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry.ViewEntry;
import dev.eider.base.catalog.CatalogSet;
import dev.eider.base.catalog.DatabaseNames;
import dev.eider.base.catalog.DatabaseOpener;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.Value;
import dev.eider.engine.bind.Binder;
import dev.eider.engine.bind.BoundStatement;
import dev.eider.engine.bind.Databases;
import dev.eider.engine.sql.SqlParser;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.DefinitionStatement.IfExists;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Option;
import dev.eider.engine.sql.ast.SessionStatement;
import dev.eider.engine.sql.ast.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** ATTACH and DETACH of databases. Used by the session's thread only. */
final class AttachRunner {
  private static final String IN_MEMORY = ":memory:";

  /** Begins the name of a database file, whatever its ending. */
  private static final String DATABASE = "duckdb:";

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
    boolean isFile = !path.isEmpty() && !path.equals(IN_MEMORY) && isDataFile(path);
    if (isFile && path.startsWith(DATABASE)) {
      throw new EiderException(
          ErrorType.IO,
          "The file \""
              + path.substring(DATABASE.length())
              + "\" is not a valid DuckDB database file; to attach a file of data leave out \""
              + DATABASE
              + "\"",
          at,
          null);
    }
    boolean isStored = !path.isEmpty() && !path.equals(IN_MEMORY) && !isFile;
    Options options = options(attach, parameters, isStored);
    String alias = attach.alias();
    String name = alias != null ? alias : isFile || isStored ? DatabaseNames.of(path) : "memory";
    if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
      throw EiderException.binder(
          "Attached database name \"" + name + "\" cannot be used because it is a reserved name",
          at);
    }
    CatalogSet catalogs = session.services().catalogs();
    if (attach.ifExists() == IfExists.REPLACE) {
      release(name);
    }
    List<ViewEntry> views = isFile ? views(path, name) : List.of();
    boolean attached = false;
    if (catalogs.find(name) == null) {
      AttachedDatabase database = isStored ? open(name, path, options) : catalogs.newInMemory(name);
      attached = catalogs.attach(database);
      if (!attached) {
        database.close();
      }
    }
    if (!attached && attach.ifExists() != IfExists.SKIP) {
      throw EiderException.binder(
          "Failed to attach database: database with name \"" + name + "\" already exists", at);
    }
    Catalog catalog = attached ? session.databases().catalog(name) : null;
    if (catalog != null) {
      views.forEach(view -> catalog.put(EntryKind.RELATION, Databases.MAIN, view));
    }
  }

  /** Whether a name is one of a file that queries can read. */
  private boolean isDataFile(String path) {
    return session.environment().formats().stream().anyMatch(format -> format.matches(path));
  }

  private AttachedDatabase open(String name, String path, Options options) {
    return session
        .services()
        .catalogs()
        .opener()
        .open(
            name,
            path,
            new DatabaseOpener.Request(
                options.readOnly, options.others, session.settings()::value, session.secrets()));
  }

  /** What a database of one file has: the file, as {@code file} and under the database's name. */
  private List<ViewEntry> views(String path, String name) {
    String sql = "SELECT * FROM \"" + path.replace("\"", "\"\"") + "\"";
    Statement select = SqlParser.parse(sql).getFirst();
    BoundStatement bound =
        new Binder(session.environment(), Map.of())
            .bindQuery(((DataStatement.Select) select).query());
    List<ViewEntry> views = new ArrayList<>();
    for (String view : new LinkedHashSet<>(List.of("file", name.toLowerCase(Locale.ROOT)))) {
      views.add(
          new ViewEntry(
              view.equals("file") ? view : name, sql, bound.names(), bound.types(), false));
    }
    return views;
  }

  /** What the options of ATTACH say. */
  private record Options(boolean readOnly, Map<String, String> others) {}

  private Options options(
      SessionStatement.Attach attach, Map<String, Value> parameters, boolean isStored) {
    boolean readOnly = false;
    Map<String, String> others = new LinkedHashMap<>();
    for (Option option : attach.options()) {
      int at = option.span().start();
      String name = option.name().toLowerCase(Locale.ROOT);
      String value =
          option.values().isEmpty() ? "true" : text(option.values().getFirst(), parameters);
      switch (name) {
        case "type" -> checkType(value, isStored, at);
        case "read_only", "readonly" -> readOnly = isTrue(value);
        case "read_write", "readwrite" -> readOnly = !isTrue(value);
        default -> {
          if (!isStored) {
            throw EiderException.binder(
                "Unrecognized option for attach \"" + option.name() + "\"", at);
          }
          others.put(name, value);
        }
      }
    }
    if (readOnly && !isStored) {
      throw EiderException.catalog("Cannot launch in-memory database in read-only mode!");
    }
    return new Options(readOnly, others);
  }

  private static void checkType(String type, boolean isStored, int at) {
    boolean isKnown =
        isStored
            ? type.equalsIgnoreCase("eider") || type.equalsIgnoreCase("duckdb")
            : type.equalsIgnoreCase("duckdb") || type.equalsIgnoreCase("memory");
    if (!isKnown) {
      throw EiderException.notImplemented(
              "ATTACH of a database of type \"" + type + "\" is not supported")
          .at(at);
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
    AttachedDatabase gone = session.services().catalogs().detach(name);
    if (gone == null) {
      return false;
    }
    gone.close();
    return true;
  }
}
