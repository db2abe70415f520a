// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.table.ColumnStats;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.storage.encoding.RandomColumns.Shape;
import dev.eider.storage.format.v1.DamagedPackException;
import dev.eider.storage.format.v1.PackFormat;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ColumnChunkTest {
  private static final Set<Integer> SEEN = new HashSet<>();

  private static ColumnChunk open(LogicalType type, EncodedChunk made, long rows, DecodeContext c) {
    return ColumnChunk.open(
        type,
        (int) rows,
        made.length(),
        MemorySegment.ofArray(Arrays.copyOf(made.bytes(), made.prefixLength())),
        c);
  }

  private static EncodedChunk encode(ColumnData data) {
    try (ColumnChunkWriter writer = new ColumnChunkWriter()) {
      return writer.encode(data);
    }
  }

  private static void roundTrip(ColumnData data, String what) {
    EncodedChunk made = encode(data);
    SEEN.add(made.encoding());
    MemorySegment bytes = MemorySegment.ofArray(Arrays.copyOf(made.bytes(), made.length()));
    try (DecodeContext context = new DecodeContext()) {
      ColumnChunk chunk = open(data.type(), made, data.rows(), context);
      assertEquals(data.vectors(), chunk.vectors(), what);
      FlatVector target = FlatVector.allocate(data.type(), PackFormat.VECTOR_ROWS);
      int[] codes = new int[PackFormat.VECTOR_ROWS];
      // From the last to the first: each can be read alone.
      for (int v = chunk.vectors() - 1; v >= 0; v--) {
        long from = chunk.rangeStart(v);
        MemorySegment part = bytes.asSlice(from, chunk.rangeEnd(v) - from);
        Vector read = chunk.read(v, part, from, target, codes);
        check(data, v, read, chunk.statistics(v), what);
      }
    }
  }

  private static void check(
      ColumnData data, int vector, Vector read, ColumnStats stats, String what) {
    FlatVector flat = data.vector(vector);
    long nulls = 0;
    for (int i = 0; i < data.count(vector); i++) {
      Value expected = flat.getValue(i);
      assertEquals(expected, read.getValue(i), what + " vector " + vector + " row " + i);
      nulls += expected.isNull() ? 1 : 0;
      if (!expected.isNull()) {
        assertTrue(stats.min() == null || compare(stats.min(), expected) <= 0, what);
        assertTrue(stats.max() == null || compare(stats.max(), expected) >= 0, what);
      }
    }
    assertEquals(nulls, stats.nullCount(), what);
  }

  private static int compare(Value a, Value b) {
    return CompareKernels.compare(ConstantVector.of(a).value(), 0, ConstantVector.of(b).value(), 0);
  }

  @Test
  void everyTypeInEveryShapeComesBack() {
    for (LogicalType type : RandomColumns.TYPES) {
      for (Shape shape : Shape.values()) {
        for (double nulls : new double[] {0, 0.3, 0.002, 1}) {
          long seed = 31L * type.hashCode() + shape.ordinal();
          RandomColumns columns = new RandomColumns(seed);
          int rows = nulls == 0 ? 2200 : 1 + (int) Math.floorMod(seed, 400L);
          roundTrip(columns.column(type, shape, rows, nulls), type + " " + shape + " " + nulls);
        }
      }
    }
    for (int encoding = PackFormat.CONSTANT; encoding <= PackFormat.STRUCT; encoding++) {
      assertTrue(SEEN.contains(encoding), "never chosen: " + PackFormat.encodingName(encoding));
    }
  }

  @Test
  void smallChunksComeBack() {
    for (LogicalType type : RandomColumns.TYPES) {
      for (int rows : new int[] {1, 2, 31, 33, 64, 65, 2047, 2049}) {
        RandomColumns columns = new RandomColumns(rows);
        roundTrip(columns.column(type, Shape.RANDOM, rows, 0.1), type + " of " + rows);
      }
    }
  }

  @Test
  void boundsOfTheChunkHold() {
    for (LogicalType type : RandomColumns.TYPES) {
      for (Shape shape : EnumSet.of(Shape.RANDOM, Shape.OUTLIERS)) {
        ColumnData data = new RandomColumns(7).column(type, shape, 3000, 0.1);
        ChunkStatistics statistics = encode(data).statistics();
        for (int v = 0; v < data.vectors(); v++) {
          for (int i = 0; i < data.count(v); i++) {
            Value value = data.vector(v).getValue(i);
            if (!value.isNull() && statistics.min() != null) {
              assertTrue(compare(statistics.min(), value) <= 0, type + " " + value);
            }
            if (!value.isNull() && statistics.max() != null) {
              assertTrue(compare(statistics.max(), value) >= 0, type + " " + value);
            }
          }
        }
      }
    }
  }

  @Test
  void distinctValuesAreEstimated() {
    ColumnData few = new RandomColumns(3).column(LogicalType.BIGINT, Shape.SMALL, 20000, 0.1);
    assertEquals(50, encode(few).statistics().distinct(), 4);
    ColumnData many = new RandomColumns(3).column(LogicalType.BIGINT, Shape.RANDOM, 20000, 0);
    assertEquals(20000, encode(many).statistics().distinct(), 3000);
  }

  @Test
  void constantsAndDictionariesStayWhatTheyAre() {
    try (DecodeContext context = new DecodeContext()) {
      ColumnData one = new RandomColumns(3).column(LogicalType.VARCHAR, Shape.ONE, 5000, 0);
      EncodedChunk made = encode(one);
      ColumnChunk chunk = open(one.type(), made, 5000, context);
      FlatVector target = FlatVector.allocate(one.type(), PackFormat.VECTOR_ROWS);
      int[] codes = new int[PackFormat.VECTOR_ROWS];
      MemorySegment bytes = MemorySegment.ofArray(made.bytes());
      assertInstanceOf(ConstantVector.class, chunk.read(1, bytes, 0, target, codes));
      ColumnData few = new RandomColumns(3).column(LogicalType.VARCHAR, Shape.FEW, 5000, 0.1);
      made = encode(few);
      chunk = open(few.type(), made, 5000, context);
      Vector read = chunk.read(1, MemorySegment.ofArray(made.bytes()), 0, target, codes);
      assertEquals(6, assertInstanceOf(DictionaryVector.class, read).dictionarySize());
    }
  }

  @Test
  void aFlippedBitIsFoundBeforeItIsUsed() {
    ColumnData data = new RandomColumns(3).column(LogicalType.BIGINT, Shape.RANDOM, 20000, 0);
    EncodedChunk made = encode(data);
    Random random = new Random(5);
    FlatVector target = FlatVector.allocate(data.type(), PackFormat.VECTOR_ROWS);
    int[] codes = new int[PackFormat.VECTOR_ROWS];
    for (int round = 0; round < 50; round++) {
      byte[] bytes = Arrays.copyOf(made.bytes(), made.length());
      int at = random.nextInt(bytes.length);
      bytes[at] ^= (byte) (1 << random.nextInt(8));
      DamagedPackException thrown =
          assertThrows(
              DamagedPackException.class,
              () -> {
                try (DecodeContext context = new DecodeContext()) {
                  MemorySegment all = MemorySegment.ofArray(bytes);
                  ColumnChunk chunk =
                      ColumnChunk.open(
                          data.type(),
                          20000,
                          made.length(),
                          all.asSlice(0, made.prefixLength()),
                          context);
                  for (int v = 0; v < chunk.vectors(); v++) {
                    chunk.read(v, all, 0, target, codes);
                  }
                }
              });
      assertTrue(thrown.offset() <= at && at < thrown.offset() + (64 << 10), thrown::detail);
      assertFalse(thrown.detail().isEmpty());
    }
  }
}
