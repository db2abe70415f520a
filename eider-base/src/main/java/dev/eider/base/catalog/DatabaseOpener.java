// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.catalog;

import dev.eider.base.secret.SecretLookup;
import dev.eider.base.type.Value;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Opens databases by where they lie. Safe for any number of threads. */
public interface DatabaseOpener {
  /**
   * Opens a database; blocks on its store.
   *
   * @param name by which statements will call it
   * @throws dev.eider.base.error.EiderException BINDER for an unknown option; IO when it cannot be
   *     opened
   */
  AttachedDatabase open(String name, String path, Request request);

  /**
   * How a database is to be opened.
   *
   * @param readOnly whether it is for reading only
   * @param options texts of other options by lower-case name
   * @param settings a setting's value, or null
   * @param secrets what proves to stores who asks
   */
  record Request(
      boolean readOnly,
      Map<String, String> options,
      Function<String, @Nullable Value> settings,
      SecretLookup secrets) {
    public Request {
      options = Map.copyOf(options);
    }
  }
}
