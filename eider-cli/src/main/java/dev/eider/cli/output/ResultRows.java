// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.Vector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a result as a renderer pulls them, once. Used by one thread. */
public interface ResultRows {
  List<String> names();

  List<LogicalType> types();

  /** The next chunk of at least one row, valid until the next call, or null after the last. */
  @Nullable DataChunk next();

  /** A cast of values of that type to their text, with scratch space of its own. */
  TextCast newTextCast(LogicalType type);

  /** Casts vectors of one type to VARCHAR. */
  interface TextCast {
    /** The texts of rows {@code [0, count)}, NULL where the value is; valid until the next call. */
    StringVector cast(Vector vector, int count);
  }
}
