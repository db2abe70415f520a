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

  /** Casts one text. Safe for any number of threads. */
  interface TextCast {
    /**
     * Sets {@code target[row]} to the value of UTF-8 text, or answers false and changes nothing.
     */
    boolean cast(byte[] text, int from, int to, FlatVector target, int row);
  }
}
