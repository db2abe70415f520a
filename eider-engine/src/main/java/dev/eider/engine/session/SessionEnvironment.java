// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.env.Env;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.table.FileFormat;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.Value;
import dev.eider.engine.bind.BindEnvironment;
import dev.eider.engine.bind.Databases;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.session.catalog.SystemViews;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The session as binder and table functions see it. */
final class SessionEnvironment implements BindEnvironment, TableFunction.BindContext {
  private final Session session;
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
}
