// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.lower;

import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.plan.LogicalOperator;
import java.util.function.ToLongFunction;

/**
 * What lowering needs of the session: where constants such as LIMIT are evaluated, and where CREATE
 * TABLE AS puts its table when all rows are written, for EXPLAIN how many rows a part of the plan
 * is thought to have (-1: not known), and how many bytes one worker may count on: operators that
 * cannot spill are chosen only for what is much smaller.
 */
public record LoweringContext(
    EvalContext eval,
    TablePublisher publisher,
    ToLongFunction<LogicalOperator> estimates,
    long memoryPerWorker) {

  /** Puts a finished table into the catalog. Called by a worker thread at the end of the query. */
  @FunctionalInterface
  public interface TablePublisher {
    void publish(String database, String schema, TableEntry entry);
  }
}
