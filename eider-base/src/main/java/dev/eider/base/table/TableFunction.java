// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A function in FROM whose arguments are constants: it answers a table. */
public interface TableFunction {
  /** Lower-case name. */
  String name();

  /** Accepted lists of positional parameter types; ANY accepts all. */
  List<List<LogicalType>> signatures();

  /** Named parameters and their types (ANY: any). Names are lower case. */
  Map<String, LogicalType> namedParameters();

  /**
   * Makes the table.
   *
   * @param arguments constants, cast to the chosen signature
   * @param named constants by lower-case name
   */
  Table bind(List<Value> arguments, Map<String, Value> named, BindContext context);

  /** What a table function may ask of the session that binds it. */
  interface BindContext extends ScanContext {
    /**
     * How the session casts text to a type that a format cannot read by itself (lists, structs,
     * intervals, ...), or null when it does not.
     */
    default @Nullable TextCast textCast(LogicalType type) {
      return null;
    }

    /**
     * How values of one type become those of another, for files whose columns differ in type, or
     * null when they do not.
     */
    default @Nullable ColumnCast columnCast(LogicalType from, LogicalType to) {
      return null;
    }

    /**
     * The type that a column has whose values are of one type in some files, of another in others.
     */
    default LogicalType commonType(LogicalType a, LogicalType b) {
      return a.equals(b) ? a : LogicalType.VARCHAR;
    }

    /** The type a user made under a name (an ENUM, say), or null when there is none. */
    default @Nullable LogicalType namedType(String name) {
      return null;
    }

    /** The session's temporary table of a name, which a function may have provided, or null. */
    default @Nullable Table sessionTable(String name) {
      return null;
    }

    /**
     * Shows a table that the function keeps (the rejected rows of {@code read_csv}) to the session
     * under a name, in place of the one it showed under that name before.
     */
    default void provideTable(String name, Table table) {}
  }

  /** Casts columns. Safe for any number of threads. */
  @FunctionalInterface
  interface ColumnCast {
    /**
     * Converts rows {@code [0, count)}.
     *
     * @param source the values; that of a NULL row is not looked at
     * @param target reset vector of the target type with room for the rows; the NULLs of the source
     *     are NULL in it already
     * @throws dev.eider.base.error.EiderException CONVERSION when a value does not convert
     */
    void cast(FlatVector source, int count, FlatVector target);
  }

  /** Casts one text. Safe for any number of threads. */
  interface TextCast {
    /**
     * Sets {@code target[row]} to the value of UTF-8 text, or answers false and changes nothing.
     */
    boolean cast(byte[] text, int from, int to, FlatVector target, int row);
  }
}
