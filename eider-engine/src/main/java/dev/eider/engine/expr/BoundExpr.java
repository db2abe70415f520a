// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.expr;

import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.function.BoundScalar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A typed expression. Immutable; compared by structure. */
public sealed interface BoundExpr {
  /** The type of the result. */
  LogicalType type();

  /** A constant. */
  record Constant(Value value) implements BoundExpr {
    @Override
    public LogicalType type() {
      return value.type();
    }
  }

  /**
   * A column by its query-wide id. Two references are the same column when their ids are equal; the
   * name is for people.
   */
  record ColumnRef(int id, String name, LogicalType type) implements BoundExpr {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ColumnRef that && id == that.id;
    }

    @Override
    public int hashCode() {
      return id;
    }
  }

  /** A column by its position in the chunk an operator is given; only after lowering. */
  record InputRef(int position, LogicalType type) implements BoundExpr {}

  /** A parameter of a prepared statement; replaced by a constant before execution. */
  record Parameter(String key, LogicalType type) implements BoundExpr {}

  /** A comparison of two values of the same type; NULL if a side is NULL. */
  record Compare(CompareOp op, BoundExpr left, BoundExpr right) implements BoundExpr {
    @Override
    public LogicalType type() {
      return LogicalType.BOOLEAN;
    }
  }

  /** {@code IS [NOT] DISTINCT FROM}: a comparison that is never NULL. */
  record DistinctFrom(boolean not, BoundExpr left, BoundExpr right) implements BoundExpr {
    @Override
    public LogicalType type() {
      return LogicalType.BOOLEAN;
    }
  }

  /** Conjunction of two or more booleans. */
  record And(List<BoundExpr> parts) implements BoundExpr {
    public And {
      parts = List.copyOf(parts);
    }

    @Override
    public LogicalType type() {
      return LogicalType.BOOLEAN;
    }
  }

  /** Disjunction of two or more booleans. */
  record Or(List<BoundExpr> parts) implements BoundExpr {
    public Or {
      parts = List.copyOf(parts);
    }

    @Override
    public LogicalType type() {
      return LogicalType.BOOLEAN;
    }
  }

  /** Negation of a boolean. */
  record Not(BoundExpr child) implements BoundExpr {
    @Override
    public LogicalType type() {
      return LogicalType.BOOLEAN;
    }
  }

  /** {@code IS NULL}, or {@code IS NOT NULL} when negated. */
  record IsNull(BoundExpr child, boolean negated) implements BoundExpr {
    @Override
    public LogicalType type() {
      return LogicalType.BOOLEAN;
    }
  }

  /** {@code child IN (items)} over items of the child's type. */
  record In(BoundExpr child, List<BoundExpr> items, boolean negated) implements BoundExpr {
    public In {
      items = List.copyOf(items);
    }

    @Override
    public LogicalType type() {
      return LogicalType.BOOLEAN;
    }
  }

  /** CASE: only the branches that are taken are evaluated, for the rows that take them. */
  record Case(List<When> whens, BoundExpr otherwise, LogicalType type) implements BoundExpr {
    public Case {
      whens = List.copyOf(whens);
    }
  }

  /** One branch of a CASE. */
  record When(BoundExpr condition, BoundExpr result) {}

  /** COALESCE: later arguments are evaluated only for rows that still need them. */
  record Coalesce(List<BoundExpr> arguments, LogicalType type) implements BoundExpr {
    public Coalesce {
      arguments = List.copyOf(arguments);
    }
  }

  /** A cast. {@code tryCast}: NULL instead of a conversion error. */
  record Cast(BoundExpr child, LogicalType type, boolean tryCast, Place place)
      implements BoundExpr {
    /** A cast that was not written in the statement. */
    public Cast(BoundExpr child, LogicalType type, boolean tryCast) {
      this(child, type, tryCast, Place.NONE);
    }
  }

  /** {@code TRY(child)}: NULL instead of any error of the data. */
  record Try(BoundExpr child) implements BoundExpr {
    @Override
    public LogicalType type() {
      return child.type();
    }
  }

  /** A call of a scalar function; the arguments have exactly the bound parameter types. */
  record Call(BoundScalar function, List<BoundExpr> arguments) implements BoundExpr {
    public Call {
      arguments = List.copyOf(arguments);
    }

    @Override
    public LogicalType type() {
      return function.returnType();
    }
  }

  /**
   * A lambda as a function's argument. The body refers to the parameters and to outside columns by
   * id; {@code captures} are the outside expressions it needs, bound to {@code captureRefs}.
   */
  record Lambda(
      List<ColumnRef> parameters,
      List<ColumnRef> captureRefs,
      List<BoundExpr> captures,
      BoundExpr body)
      implements BoundExpr {
    public Lambda {
      parameters = List.copyOf(parameters);
      captureRefs = List.copyOf(captureRefs);
      captures = List.copyOf(captures);
    }

    @Override
    public LogicalType type() {
      return LogicalType.LAMBDA;
    }
  }

  /** A subquery; removed by decorrelation before lowering. */
  record Subquery(
      SubqueryKind kind,
      SubPlan plan,
      List<BoundExpr> left,
      @Nullable CompareOp op,
      boolean negated,
      LogicalType type)
      implements BoundExpr {
    public Subquery {
      left = List.copyOf(left);
    }
  }

  /** What a subquery is asked. */
  enum SubqueryKind {
    /** Its one value; NULL without rows, an error with several. */
    SCALAR,
    /** Whether it has rows. */
    EXISTS,
    /** Whether {@code left op ANY (...)} holds; IN is {@code = ANY}. */
    ANY,
    /** Whether {@code left op ALL (...)} holds. */
    ALL
  }
}
