// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import dev.eider.base.table.ScanContext;
import dev.eider.base.type.Value;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Gives each query its view of the stores. Any thread. */
public interface StoreSource {
  /**
   * The stores under the settings and secrets of one query. Holds nothing that has to be closed;
   * the stores behind it are shared by all queries.
   */
  Stores open(ScanContext context);

  /**
   * Checks settings.
   *
   * @throws dev.eider.base.error.EiderException INVALID_INPUT for a value that is none
   */
  void check(Function<String, @Nullable Value> settings);
}
