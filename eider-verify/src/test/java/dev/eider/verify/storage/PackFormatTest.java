// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.storage.encoding.ColumnChunk;
import dev.eider.storage.encoding.DecodeContext;
import dev.eider.storage.format.v1.ColumnChunkMeta;
import dev.eider.storage.format.v1.DamagedPackException;
import dev.eider.storage.format.v1.PackColumn;
import dev.eider.storage.format.v1.PackDirectory;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.RowGroupMeta;
import dev.eider.storage.rowgroup.FinishedPack;
import dev.eider.storage.rowgroup.PackWriter;
import dev.eider.verify.storage.RandomValues.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class PackFormatTest {
  private static FinishedPack write(List<LogicalType> types, List<List<Value>> columns) {
    List<PackColumn> described = new ArrayList<>();
    for (LogicalType type : types) {
      described.add(new PackColumn(described.size(), type));
    }
    List<FinishedPack> packs = new ArrayList<>();
    MemoryReservation memory = new MemoryManager(1L << 30).reserve("TEST");
    try (PackWriter writer =
        new PackWriter(3, described, 0, PackWriter.PACK_BYTES, memory, packs::add)) {
      int rows = columns.getFirst().size();
      for (int from = 0; from < rows; from += 500) {
        DataChunk chunk = DataChunk.allocate(types, 500);
        int count = Math.min(500, rows - from);
        for (int c = 0; c < columns.size(); c++) {
          for (int i = 0; i < count; i++) {
            chunk.flat(c).setValue(i, columns.get(c).get(from + i));
          }
        }
        chunk.setSize(count);
        writer.append(chunk);
      }
      writer.finish();
    }
    assertEquals(1, packs.size());
    return packs.getFirst();
  }

  @Test
  void theSlowReaderReadsWhatTheWriterWrote() {
    TreeSet<Integer> seen = new TreeSet<>();
    for (Shape shape : Shape.values()) {
      List<List<Value>> columns = new ArrayList<>();
      for (LogicalType type : RandomValues.TYPES) {
        RandomValues values = new RandomValues(shape.ordinal() * 100L + columns.size());
        columns.add(values.column(type, shape, 2300, shape.ordinal() % 3 == 0 ? 0.05 : 0));
      }
      FinishedPack pack = write(RandomValues.TYPES, columns);
      for (ColumnChunkMeta chunk : pack.groups().getFirst().columns()) {
        seen.add(chunk.encoding());
      }
      SlowPack slow = new SlowPack(pack.bytes().toArray(ValueLayout.JAVA_BYTE));
      assertEquals(RandomValues.TYPES, slow.types);
      for (int c = 0; c < columns.size(); c++) {
        String what = RandomValues.TYPES.get(c) + " " + shape;
        List<Value> expected = columns.get(c);
        List<Value> read = slow.columns.get(c);
        assertEquals(expected.size(), read.size(), what);
        for (int i = 0; i < expected.size(); i++) {
          assertEquals(expected.get(i), read.get(i), what + " row " + i);
        }
      }
    }
    for (int encoding = PackFormat.CONSTANT; encoding <= PackFormat.STRUCT; encoding++) {
      assertTrue(seen.contains(encoding), "never written: " + PackFormat.encodingName(encoding));
    }
  }

  /** Mutations after which the checksums are right again, so that the decoders see them. */
  @Test
  void wrongBytesAreOneErrorOrOtherValues() {
    for (Shape shape : Shape.values()) {
      List<List<Value>> columns = new ArrayList<>();
      for (LogicalType type : RandomValues.TYPES) {
        RandomValues values = new RandomValues(columns.size());
        columns.add(values.column(type, shape, 300, 0.1));
      }
      FinishedPack pack = write(RandomValues.TYPES, columns);
      byte[] bytes = pack.bytes().toArray(ValueLayout.JAVA_BYTE);
      Random random = new Random(shape.ordinal());
      RowGroupMeta group = pack.groups().getFirst();
      for (int c = 0; c < columns.size(); c++) {
        ColumnChunkMeta meta = group.columns().get(c);
        for (int round = 0; round < 25; round++) {
          byte[] chunk =
              Arrays.copyOfRange(bytes, (int) meta.offset(), (int) meta.offset() + meta.length());
          mutate(chunk, meta, random);
          String what = RandomValues.TYPES.get(c) + " " + shape + " round " + round;
          read(RandomValues.TYPES.get(c), group.rows(), meta, chunk, what);
        }
      }
      for (int round = 0; round < 60; round++) {
        byte[] mutated = bytes.clone();
        int from = mutated.length - 12 - directoryLength(bytes);
        for (int i = random.nextInt(3); i >= 0; i--) {
          mutated[from + random.nextInt(directoryLength(bytes))] = (byte) random.nextInt(256);
        }
        putInt(mutated, mutated.length - 8, crc(mutated, from, directoryLength(bytes)));
        try {
          PackDirectory.read(MemorySegment.ofArray(mutated));
        } catch (DamagedPackException e) {
          assertTrue(e.detail().contains("expected"), e.detail());
        }
      }
    }
  }

  private static int directoryLength(byte[] pack) {
    return MemorySegment.ofArray(pack).get(ValueLayout.JAVA_INT_UNALIGNED, pack.length - 12L);
  }

  private static int crc(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  private static void putInt(byte[] bytes, int at, int value) {
    MemorySegment.ofArray(bytes).set(ValueLayout.JAVA_INT_UNALIGNED, at, value);
  }

  private static void mutate(byte[] chunk, ColumnChunkMeta meta, Random random) {
    int prefix = meta.prefixLength();
    int body = chunk.length - prefix;
    for (int i = random.nextInt(3); i >= 0; i--) {
      boolean inBody = body > 0 && random.nextInt(4) != 0;
      int at = inBody ? prefix + random.nextInt(Math.min(body, 300)) : random.nextInt(prefix);
      chunk[at] =
          switch (random.nextInt(3)) {
            case 0 -> (byte) random.nextInt(256);
            case 1 -> (byte) (chunk[at] + 1);
            default -> (byte) (chunk[at] ^ 1 << random.nextInt(8));
          };
    }
    if (body > 0) {
      putInt(chunk, prefix - 8, crc(chunk, prefix, body));
    }
    putInt(chunk, prefix - 4, crc(chunk, 0, prefix - 4));
  }

  private static void read(
      LogicalType type, int rows, ColumnChunkMeta meta, byte[] bytes, String what) {
    try (DecodeContext context = new DecodeContext()) {
      MemorySegment segment = MemorySegment.ofArray(bytes);
      ColumnChunk chunk =
          ColumnChunk.open(
              type, rows, bytes.length, segment.asSlice(0, meta.prefixLength()), context);
      FlatVector target = FlatVector.allocate(type, PackFormat.VECTOR_ROWS);
      for (int v = 0; v < chunk.vectors(); v++) {
        Vector read = chunk.read(v, segment, 0, target, new int[PackFormat.VECTOR_ROWS]);
        for (int i = 0; i < chunk.rows(v); i++) {
          read.getValue(i);
        }
      }
    } catch (DamagedPackException e) {
      assertTrue(e.detail().contains("expected"), what + e.detail());
      assertTrue(e.offset() >= 0 && e.offset() <= bytes.length, what + e.offset());
    } catch (RuntimeException e) {
      throw new AssertionError(what, e);
    }
  }
}
