// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import dev.eider.verify.engine.SqlFailure;
import dev.eider.verify.engine.SqlResult;

/** What an engine made of a query. */
sealed interface Answer {
  /** Rows. */
  record Rows(SqlResult result) implements Answer {}

  /** An error. */
  record Failure(SqlFailure failure) implements Answer {}

  /** Nothing in time. */
  record Silence() implements Answer {}
}
