// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.shell;

import dev.eider.Result;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.cli.output.ResultRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A result of the library as the renderers want it. */
final class EngineRows implements ResultRows {
  private final Result result;

  EngineRows(Result result) {
    this.result = result;
  }

  @Override
  public List<String> names() {
    return result.columnNames();
  }

  @Override
  public List<LogicalType> types() {
    return result.columnTypes();
  }

  @Override
  public @Nullable DataChunk next() {
    return result.nextChunk();
  }

  @Override
  public TextCast newTextCast(LogicalType type) {
    Result.TextCast cast = result.textCast(type);
    return cast::cast;
  }
}
