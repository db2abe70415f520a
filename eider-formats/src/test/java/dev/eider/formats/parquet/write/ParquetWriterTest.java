// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetWriterTest {
  private static final LogicalType LISTS = LogicalType.list(LogicalType.list(LogicalType.BIGINT));
  private static final List<String> CODECS =
      List.of("uncompressed", "snappy", "zstd", "gzip", "lz4_raw");

  @TempDir Path dir;
  private final FileContext context = new FileContext();

  private String path() {
    return dir.resolve("x.parquet").toString();
  }

  private TableWriter open(List<LogicalType> types, Map<String, Value> options) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      names.add("c" + i);
    }
    return new ParquetFormat().write(path(), names, types, options, context);
  }

  private static DataChunk chunk(List<LogicalType> types, List<List<Value>> rows) {
    DataChunk chunk = DataChunk.allocate(types, Math.max(1, rows.size()));
    for (int r = 0; r < rows.size(); r++) {
      for (int c = 0; c < types.size(); c++) {
        chunk.flat(c).setValue(r, rows.get(r).get(c));
      }
    }
    chunk.setSize(rows.size());
    return chunk;
  }

  private static DataChunk numbers(long from, int count) {
    List<List<Value>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(List.of(Value.of(from + i)));
    }
    return chunk(List.of(LogicalType.BIGINT), rows);
  }

  private void write(List<LogicalType> types, List<List<Value>> rows, Map<String, Value> options) {
    try (TableWriter writer = open(types, options)) {
      TableWriter.Local local = writer.newLocal();
      for (int from = 0; from < rows.size(); from += 1000) {
        local.write(chunk(types, rows.subList(from, Math.min(rows.size(), from + 1000))), 0);
      }
      local.finish();
      assertEquals(rows.size(), writer.finish());
    }
    assertEquals(0, context.memory.used());
  }

  @Test
  void rowsAreInTheOrderOfTheirBatchesAndGroupsAreFull() {
    Map<String, Value> options = Map.of("row_group_size", Value.of(2048));
    try (TableWriter writer = open(List.of(LogicalType.BIGINT), options)) {
      TableWriter.Local one = writer.newLocal();
      TableWriter.Local other = writer.newLocal();
      other.write(numbers(3000, 2000), 1);
      other.write(numbers(5000, 2000), 1);
      other.write(numbers(7000, 500), 3);
      one.write(numbers(0, 2000), 0);
      one.write(numbers(2000, 1000), 0);
      one.finish();
      other.nextBatch(4);
      other.finish();
      assertEquals(7500, writer.finish());
      assertEquals(List.of(path()), writer.files());
    }
    List<List<Value>> rows = context.rows("read_parquet", path());
    assertEquals(7500, rows.size());
    for (int i = 0; i < rows.size(); i++) {
      assertEquals(i, rows.get(i).get(0).asLong());
    }
    List<Long> sizes = new ArrayList<>();
    for (List<Value> group : context.rows("parquet_metadata", path(), 2)) {
      sizes.add(group.get(0).asLong());
    }
    assertEquals(List.of(2048L, 2048L, 2048L, 1356L), sizes);
    assertEquals(0, context.memory.used());
  }

  @Test
  void withoutAnOrderNothingWaits() {
    context.settings.put("preserve_insertion_order", Value.FALSE);
    HashSet<Long> seen = new HashSet<>();
    try (TableWriter writer =
        open(List.of(LogicalType.BIGINT), Map.of("row_group_size", Value.of(1000)))) {
      TableWriter.Local late = writer.newLocal();
      TableWriter.Local other = writer.newLocal();
      for (int batch = 1; batch < 5; batch++) {
        other.write(numbers(batch * 1000L, 1000), batch);
      }
      late.write(numbers(0, 1000), 0);
      other.finish();
      late.finish();
      writer.finish();
    }
    context.rows("read_parquet", path()).forEach(row -> seen.add(row.get(0).asLong()));
    assertEquals(5000, seen.size());
  }

  @Test
  void whatIsNotFinishedIsNotThereAndWhatWasThereStays() throws IOException {
    Files.writeString(Path.of(path()), "old");
    try (TableWriter writer = open(List.of(LogicalType.BIGINT), Map.of())) {
      TableWriter.Local local = writer.newLocal();
      local.write(numbers(0, 2000), 0);
    }
    assertEquals("old", Files.readString(Path.of(path())));
    try (var files = Files.list(dir)) {
      assertEquals(1, files.count());
    }
    assertEquals(0, context.memory.used());
  }

  @Test
  void aFullDiskIsAnError() {
    if (!Files.exists(Path.of("/dev/full"))) {
      return;
    }
    EiderException e =
        assertThrows(
            EiderException.class,
            () ->
                new ParquetFormat()
                    .write(
                        "/dev/full", List.of("a"), List.of(LogicalType.BIGINT), Map.of(), context));
    assertTrue(e.getMessage().contains("No space left on device"), e.getMessage());
    assertEquals(0, context.memory.used());
  }

  @Test
  void aLimitOfMemoryHolds() {
    context.memory.setLimit(1 << 20);
    try (TableWriter writer = open(List.of(LogicalType.BIGINT), Map.of())) {
      TableWriter.Local local = writer.newLocal();
      assertThrows(
          EiderException.class,
          () -> {
            for (int i = 0; i < 1000; i++) {
              local.write(numbers(i * 2000L, 2000), 0);
            }
          });
    }
    assertEquals(0, context.memory.used());
    assertFalse(Files.exists(Path.of(path())));
  }

  private static Value random(Random random, LogicalType type, int shape) {
    if (random.nextInt(10) < shape % 3) {
      return Value.nullOf(type);
    }
    long number =
        switch (shape) {
          case 0 -> random.nextInt(5);
          case 1 -> random.nextLong();
          case 2 -> random.nextInt(1000) * 1_000_000_007L;
          case 3 -> random.nextInt(50) == 0 ? Long.MIN_VALUE + random.nextInt(9) : 7;
          default -> (random.nextBoolean() ? 1 : -1) * (1L << random.nextInt(63));
        };
    return switch (type.id()) {
      case BOOLEAN -> Value.of((number & 1) == 0);
      case INTEGER -> Value.of((int) number);
      case BIGINT -> Value.of(number);
      case DOUBLE -> Value.of(number / 8.0);
      case FLOAT -> new Value(type, (float) number);
      case VARCHAR -> Value.of(Long.toString(number).repeat(random.nextInt(4)));
      case LIST -> {
        List<Value> items = new ArrayList<>();
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
          items.add(random(random, ((LogicalType.ListOf) type).child(), shape));
        }
        yield new Value(type, items);
      }
      default -> throw new AssertionError(type);
    };
  }

  @Test
  void randomRowsComeBack() {
    List<LogicalType> types =
        List.of(
            LogicalType.BOOLEAN,
            LogicalType.INTEGER,
            LogicalType.BIGINT,
            LogicalType.DOUBLE,
            LogicalType.FLOAT,
            LogicalType.VARCHAR,
            LISTS);
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      List<List<Value>> rows = new ArrayList<>();
      int count = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(3000);
      for (int r = 0; r < count; r++) {
        List<Value> row = new ArrayList<>();
        for (LogicalType type : types) {
          row.add(random(random, type, seed % 5));
        }
        rows.add(row);
      }
      Map<String, Value> options =
          Map.of(
              "parquet_version", Value.of(random.nextBoolean() ? "V1" : "V2"),
              "codec", Value.of(CODECS.get(random.nextInt(CODECS.size()))),
              "row_group_size", Value.of(1 + random.nextInt(1500)),
              "data_page_size_limit", Value.of(1 + random.nextInt(5000)),
              "dictionary_size_limit", Value.of(random.nextInt(2) * 100_000));
      write(types, rows, options);
      assertEquals(rows, context.rows("read_parquet", path()), "seed " + seed + " " + options);
    }
  }

  @Test
  void longBoundsAreCutAndSaySo() {
    String a = "a".repeat(300);
    String duck = "\uD83E\uDD86".repeat(100);
    List<List<Value>> rows = List.of(List.of(Value.of(a)), List.of(Value.of("b" + duck)));
    write(List.of(LogicalType.VARCHAR), rows, Map.of());
    List<Value> chunk = context.rows("parquet_metadata", path()).get(0);
    assertEquals(a.substring(0, 256), chunk.get(14).asString());
    // The greatest text is cut where a character can be made greater.
    assertEquals("c", chunk.get(15).asString());
    assertEquals(Value.FALSE, chunk.get(26));
    assertEquals(Value.FALSE, chunk.get(27));
  }

  @Test
  void nanLeavesNoBounds() {
    List<List<Value>> rows = List.of(List.of(Value.of(1.5)), List.of(Value.of(Double.NaN)));
    write(List.of(LogicalType.DOUBLE), rows, Map.of());
    List<Value> chunk = context.rows("parquet_metadata", path()).get(0);
    assertNull(chunk.get(14).object());
    assertNull(chunk.get(15).object());
    assertEquals(0, chunk.get(12).asLong());
  }

  @Test
  void filesOfLimitedSizeAreUndoneTogether() throws IOException {
    Map<String, Value> options =
        Map.of("row_group_size", Value.of(1000), "row_groups_per_file", Value.of(2));
    try (TableWriter writer = open(List.of(LogicalType.BIGINT), options)) {
      TableWriter.Local local = writer.newLocal();
      for (int i = 0; i < 9; i++) {
        local.write(numbers(i * 1000L, 1000), 0);
      }
    }
    try (var files = Files.list(Path.of(path()))) {
      assertEquals(0, files.count());
    }
    Files.delete(Path.of(path()));
    try (TableWriter writer = open(List.of(LogicalType.BIGINT), options)) {
      TableWriter.Local local = writer.newLocal();
      for (int i = 0; i < 9; i++) {
        local.write(numbers(i * 1000L, 1000), 0);
      }
      local.finish();
      writer.finish();
      assertEquals(5, writer.files().size());
    }
  }
}
