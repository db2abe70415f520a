// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.shell;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.cli.output.ResultRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at what {@code eider_doctor} finds while it is printed: the exit code depends on it. */
final class Findings {
  /** The exit code when the store does something else than it should. */
  static final int BROKEN = 1;

  /** The exit code when the store could not be examined. */
  static final int REFUSED = 3;

  private int kept;
  private int broken;
  private int failed;

  /** Rows of {@code eider_doctor} that are counted as they pass. */
  ResultRows watch(ResultRows rows) {
    int column = rows.names().indexOf("result");
    return new ResultRows() {
      @Override
      public List<String> names() {
        return rows.names();
      }

      @Override
      public List<LogicalType> types() {
        return rows.types();
      }

      @Override
      public @Nullable DataChunk next() {
        DataChunk chunk = rows.next();
        for (int r = 0; chunk != null && r < chunk.size(); r++) {
          count(chunk.column(column).getValue(r).asString());
        }
        return chunk;
      }

      @Override
      public TextCast newTextCast(LogicalType type) {
        return rows.newTextCast(type);
      }
    };
  }

  void count(String result) {
    switch (result) {
      case "ok" -> kept++;
      case "broken" -> broken++;
      case "failed" -> failed++;
      default -> {
        // Unsupported: the store says what it cannot do.
      }
    }
  }

  /** Tells what is not well, if anything, by the exit code too; false then. */
  boolean report(Shell shell, String address) {
    if (broken > 0) {
      return shell.fail(address + " breaks its promises: " + broken + " of them", BROKEN);
    }
    if (failed > 0 || kept == 0) {
      return shell.fail(
          address + " could not be examined in full: see the promises that failed", REFUSED);
    }
    return true;
  }
}
