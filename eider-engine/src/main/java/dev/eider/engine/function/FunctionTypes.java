// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import java.util.List;

/** Parameter types that stand for many: used in signatures only, never of a value. */
public final class FunctionTypes {
  /** DECIMAL of any width and scale. */
  public static final LogicalType ANY_DECIMAL = new LogicalType.Simple(TypeId.DECIMAL);

  /** A list of anything. */
  public static final LogicalType ANY_LIST = LogicalType.list(LogicalType.ANY);

  /** A map of anything. */
  public static final LogicalType ANY_MAP = LogicalType.map(LogicalType.ANY, LogicalType.ANY);

  /** Any struct or tuple. */
  public static final LogicalType ANY_STRUCT = new LogicalType.Simple(TypeId.STRUCT);

  /** Any array. */
  public static final LogicalType ANY_ARRAY = new LogicalType.Simple(TypeId.ARRAY);

  /** Any enumeration. */
  public static final LogicalType ANY_ENUM = new LogicalType.Simple(TypeId.ENUM);

  /** Any union. */
  public static final LogicalType ANY_UNION = new LogicalType.Simple(TypeId.UNION);

  /** The integer types, narrow to wide. */
  public static final List<LogicalType> INTEGERS =
      List.of(
          LogicalType.TINYINT,
          LogicalType.SMALLINT,
          LogicalType.INTEGER,
          LogicalType.BIGINT,
          LogicalType.HUGEINT,
          LogicalType.UTINYINT,
          LogicalType.USMALLINT,
          LogicalType.UINTEGER,
          LogicalType.UBIGINT,
          LogicalType.UHUGEINT);

  private FunctionTypes() {}
}
