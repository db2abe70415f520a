// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

/** Anything that was read from SQL text. */
public sealed interface Node
    permits Statement, Query, QueryNode, TableRef, Expr, TypeName, QualifiedName, Cte {
  /** Where the node stands in the text; its start is where an error message points. */
  SourceSpan span();
}
