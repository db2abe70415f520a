// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import dev.eider.base.type.Value;
import dev.eider.base.vector.Vector;
import java.util.List;

/**
 * A condition a scan can use. A row qualifies when the condition is true (not when it is NULL).
 * Column numbers are those of {@link Table#columns()}. Values have the column's type.
 */
public sealed interface ScanFilter {
  /** {@code column OP constant}. */
  record Compare(int column, CompareOp op, Value constant) implements ScanFilter {}

  /** {@code column IN (values)}; no value is NULL. */
  record In(int column, List<Value> values) implements ScanFilter {
    public In {
      values = List.copyOf(values);
    }
  }

  /** {@code column IS NULL}. */
  record IsNull(int column) implements ScanFilter {}

  /** {@code column IS NOT NULL}. */
  record IsNotNull(int column) implements ScanFilter {}

  /** Any of the parts. */
  record Or(List<ScanFilter> parts) implements ScanFilter {
    public Or {
      parts = List.copyOf(parts);
    }
  }

  /**
   * Any other condition over some columns, evaluated by the engine's own code on vectors the scan
   * decoded first, so that the remaining columns are decoded for surviving rows only.
   */
  record Predicate(int[] columns, PredicateFactory factory, String text) implements ScanFilter {}

  /**
   * A condition that a running operator tightens while the scan runs (the key range of a join's
   * build side, the current bound of a top-n). Advice: rows it leaves out cannot matter, rows it
   * keeps may not match.
   */
  record Runtime(int column, RuntimeFilter filter) implements ScanFilter {}

  /** Comparison operators. */
  enum CompareOp {
    EQ("="),
    NE("<>"),
    LT("<"),
    LE("<="),
    GT(">"),
    GE(">=");

    private final String text;

    CompareOp(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }

    /** The operator with the sides exchanged. */
    public CompareOp flip() {
      return switch (this) {
        case EQ -> EQ;
        case NE -> NE;
        case LT -> GT;
        case LE -> GE;
        case GT -> LT;
        case GE -> LE;
      };
    }

    /** The operator that is true where this one is false. */
    public CompareOp negate() {
      return switch (this) {
        case EQ -> NE;
        case NE -> EQ;
        case LT -> GE;
        case LE -> GT;
        case GT -> LE;
        case GE -> LT;
      };
    }
  }

  /** Makes one evaluator a worker. Safe for any number of threads. */
  interface PredicateFactory {
    RowPredicate newPredicate();
  }

  /** Evaluates a predicate; used by one worker. */
  interface RowPredicate {
    /**
     * Writes the rows of {@code [0, count)} that qualify to {@code selection}, ascending.
     *
     * @param columns the columns of {@link Predicate#columns()}, in that order
     * @return how many rows qualify
     */
    int select(Vector[] columns, int count, int[] selection);
  }
}
