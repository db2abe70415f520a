// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.TableRef;
import org.jspecify.annotations.Nullable;

/** Binds Unpivot. */
final class UnpivotBinder {
  private final StatementContext context;

  UnpivotBinder(StatementContext context, @Nullable ExpressionBinder outer, CteScope ctes) {
    this.context = context;
  }

  FromBinder.Source bind(TableRef.Unpivot ref) {
    throw EiderException.notImplemented("Unpivot");
  }
}
