// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.table.FileFormat;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.Value;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.plan.LogicalOperator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the binder may ask of the session. Used by the session's thread only. */
public interface BindEnvironment {
  /** The built-in scalar and aggregate functions. */
  FunctionRegistry functions();

  /** The table function of that lower-case name, or null. */
  @Nullable TableFunction tableFunction(String name);

  /** Names of all table functions, for suggestions. */
  Set<String> tableFunctionNames();

  /** The file formats, asked in order whether a file name is theirs. */
  List<FileFormat> formats();

  /** The databases and the search path. */
  Databases databases();

  /** What table functions are bound with. */
  TableFunction.BindContext tableContext();

  /** A setting's value, or null when there is no such setting. */
  @Nullable Value setting(String name);

  /** A variable of the session, or null. */
  @Nullable Value variable(String name);

  /** A setting's value as text, or null when there is no such setting. */
  @Nullable String settingText(String name);

  /** The variables of the session by name. */
  Map<String, Value> variables();

  /** What constant expressions are evaluated with. */
  EvalContext evalContext();

  /** The SQL text of a built-in view such as {@code information_schema.tables}, or null. */
  @Nullable String systemView(@Nullable String schema, String name);

  /**
   * Runs a query that a statement needs before it can be bound (the values of PIVOT) and answers
   * its rows.
   */
  List<List<Value>> runNow(LogicalOperator plan);
}
