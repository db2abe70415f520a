// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.type.LogicalType;

/** The names of storage types as error texts of the dialect spell them. */
public final class InternalNames {
  private InternalNames() {}

  /** For instance INT32 for INTEGER. */
  public static String of(LogicalType type) {
    return switch (type.id()) {
      case BOOLEAN -> "BOOL";
      case TINYINT -> "INT8";
      case SMALLINT -> "INT16";
      case INTEGER -> "INT32";
      case BIGINT -> "INT64";
      case HUGEINT -> "INT128";
      case UTINYINT -> "UINT8";
      case USMALLINT -> "UINT16";
      case UINTEGER -> "UINT32";
      case UBIGINT -> "UINT64";
      case UHUGEINT -> "UINT128";
      default -> type.toString();
    };
  }
}
