// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.catalog.Catalog;
import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.secret.SecretLookup;
import dev.eider.base.table.FileFormat;
import dev.eider.base.table.ObjectAccess;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.bind.BindEnvironment;
import dev.eider.engine.bind.Databases;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.cast.CastContext;
import dev.eider.engine.function.cast.CastKernel;
import dev.eider.engine.function.cast.Casts;
import dev.eider.engine.function.cast.TypeUnifier;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.session.catalog.SystemViews;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.SourceSpan;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The session as binder and table functions see it. */
final class SessionEnvironment implements BindEnvironment, TableFunction.BindContext {
  private final Session session;

  /** That of the present statement. */
  private @Nullable ObjectAccess objects;

  private final Map<String, TableFunction> tableFunctions = new LinkedHashMap<>();

  SessionEnvironment(Session session, List<TableFunction> own) {
    this.session = session;
    session.services().tableFunctions().forEach(f -> tableFunctions.put(f.name(), f));
    own.forEach(f -> tableFunctions.putIfAbsent(f.name(), f));
  }

  @Override
  public FunctionRegistry functions() {
    return session.services().functions();
  }

  @Override
  public @Nullable TableFunction tableFunction(String name) {
    return tableFunctions.get(name);
  }

  @Override
  public Set<String> tableFunctionNames() {
    return new TreeSet<>(tableFunctions.keySet());
  }

  /** All table functions, for the catalog. */
  List<TableFunction> tableFunctions() {
    return List.copyOf(tableFunctions.values());
  }

  @Override
  public List<FileFormat> formats() {
    return session.services().formats();
  }

  @Override
  public Databases databases() {
    return session.databases();
  }

  @Override
  public TableFunction.BindContext tableContext() {
    return this;
  }

  @Override
  public @Nullable Value setting(String name) {
    return session.settings().value(name);
  }

  @Override
  public @Nullable Value variable(String name) {
    return session.variable(name);
  }

  @Override
  public @Nullable String settingText(String name) {
    return session.settings().isKnown(name) ? session.settings().text(name) : null;
  }

  @Override
  public Map<String, Value> variables() {
    return session.variables();
  }

  @Override
  public EvalContext evalContext() {
    return session.evalContext();
  }

  @Override
  public @Nullable String systemView(@Nullable String schema, String name) {
    return SystemViews.find(schema, name);
  }

  @Override
  public List<List<Value>> runNow(LogicalOperator plan) {
    return session.runner().runNow(plan);
  }

  // What table functions ask.

  @Override
  public SecretLookup secrets() {
    return session.secrets();
  }

  @Override
  public Env env() {
    return session.services().env();
  }

  @Override
  public MemoryManager memory() {
    return session.services().memory();
  }

  @Override
  public int threads() {
    return session.services().executor().threads();
  }

  @Override
  public String timeZone() {
    return session.settings().text("TimeZone");
  }

  @Override
  public void checkInterrupted() {
    session.checkInterrupted();
  }

  @Override
  public void addBytesRead(long bytes) {}

  @Override
  public ObjectAccess objects() {
    ObjectAccess reader = objects;
    if (reader == null) {
      reader = session.services().fetches().objects(this);
      objects = reader;
    }
    return reader;
  }

  /** A statement begins: what was learnt of objects for the one before may have changed. */
  void forgetObjects() {
    objects = null;
  }

  @Override
  public TableFunction.TextCast textCast(LogicalType type) {
    return new SessionTextCast(type, ZoneId.of(timeZone()));
  }

  @Override
  public TableFunction.@Nullable ColumnCast columnCast(LogicalType from, LogicalType to) {
    if (!Casts.exists(from, to)) {
      return null;
    }
    CastKernel kernel = Casts.find(from, to);
    CastContext context = new CastContext(false, ZoneId.of(timeZone()));
    return (source, count, target) -> kernel.cast(source, count, target, context);
  }

  @Override
  public LogicalType commonType(LogicalType a, LogicalType b) {
    return TypeUnifier.force(a, b);
  }

  @Override
  public @Nullable LogicalType namedType(String name) {
    Databases.Found found =
        databases().find(EntryKind.TYPE, QualifiedName.of(name, new SourceSpan(0, 0)));
    return found != null && found.entry() instanceof CatalogEntry.TypeEntry type
        ? type.type()
        : null;
  }

  @Override
  public @Nullable Table sessionTable(String name) {
    CatalogEntry entry = temporary().find(EntryKind.RELATION, Databases.MAIN, name);
    return switch (entry) {
      case CatalogEntry.TableEntry table when table.table() instanceof ProvidedTable provided ->
          provided.table();
      case CatalogEntry.TableEntry table -> table.table();
      case null, default -> null;
    };
  }

  @Override
  public void provideTable(String name, Table table) {
    List<CatalogEntry.ColumnDefinition> columns = new ArrayList<>();
    for (TableColumn column : table.columns()) {
      columns.add(
          new CatalogEntry.ColumnDefinition(column.name(), column.type(), false, null, null));
    }
    temporary()
        .put(
            EntryKind.RELATION,
            Databases.MAIN,
            new CatalogEntry.TableEntry(
                name, columns, List.of(), true, new ProvidedTable(name, table)));
  }

  private Catalog temporary() {
    Catalog temporary = databases().catalog(Databases.TEMP);
    if (temporary == null) {
      throw EiderException.internal("there is no temporary database");
    }
    return temporary;
  }
}
