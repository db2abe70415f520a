// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import dev.eider.base.type.Interval;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.Vector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows made by hand, in chunks of three; texts are what {@code toString} says. */
final class MemoryRows implements ResultRows {
  private static final int CHUNK = 3;

  private final List<String> names = new ArrayList<>();
  private final List<LogicalType> types = new ArrayList<>();
  private final ArrayDeque<DataChunk> chunks = new ArrayDeque<>();
  private int count;

  MemoryRows column(String name, LogicalType type) {
    names.add(name);
    types.add(type);
    return this;
  }

  MemoryRows row(@Nullable Object... cells) {
    if (count++ % CHUNK == 0) {
      chunks.add(DataChunk.allocate(types, CHUNK));
    }
    DataChunk chunk = chunks.getLast();
    int row = chunk.size();
    chunk.setSize(row + 1);
    for (int c = 0; c < cells.length; c++) {
      Object cell = cells[c];
      Value value = cell instanceof Value given ? given : new Value(types.get(c), cell);
      ((FlatVector) chunk.column(c)).setValue(row, value);
    }
    return this;
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public List<LogicalType> types() {
    return types;
  }

  @Override
  public @Nullable DataChunk next() {
    return chunks.poll();
  }

  @Override
  public TextCast newTextCast(LogicalType type) {
    return (Vector vector, int count) -> {
      StringVector texts = new StringVector(LogicalType.VARCHAR, Math.max(count, 1));
      for (int row = 0; row < count; row++) {
        if (vector.isNull(row)) {
          texts.setNull(row);
        } else {
          Object value = vector.getValue(row).get();
          texts.set(row, value instanceof Interval ? "interval" : value.toString());
        }
      }
      return texts;
    };
  }

  /** What a renderer with these settings writes. */
  String render(OutputSettings settings) {
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    try (ByteOutput out = new ByteOutput(bytes)) {
      OutputMode.renderer(settings).render(this, out);
    }
    return bytes.toString(java.nio.charset.StandardCharsets.UTF_8);
  }
}
