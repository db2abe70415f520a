// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.TableScan;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.formats.parquet.Footer.Chunk;
import dev.eider.formats.parquet.write.FileContext;
import dev.eider.formats.parquet.write.ParquetFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages are passed over when their bounds say so, and only then. */
class PageBoundsTest {
  @TempDir Path dir;
  private final FileContext context = new FileContext();

  private ParquetTable write(LogicalType type, List<Value> values) {
    String path = dir.resolve("x.parquet").toString();
    Map<String, Value> options =
        Map.of("data_page_size_limit", Value.of(800), "dictionary_size_limit", Value.of(0));
    try (TableWriter writer =
        new ParquetFormat().write(path, List.of("c"), List.of(type), options, context)) {
      TableWriter.Local local = writer.newLocal();
      for (int from = 0; from < values.size(); from += 1000) {
        List<Value> part = values.subList(from, Math.min(values.size(), from + 1000));
        DataChunk chunk = DataChunk.allocate(List.of(type), part.size());
        for (int i = 0; i < part.size(); i++) {
          chunk.flat(0).setValue(i, part.get(i));
        }
        chunk.setSize(part.size());
        local.write(chunk, 0);
      }
      local.finish();
      writer.finish();
    }
    return (ParquetTable) context.table("read_parquet", path);
  }

  private long[] excluded(ParquetTable table, ScanFilter filter) {
    try (TableScan scan =
        table.scan(new ScanRequest(new int[] {0}, List.of(filter), -1), context)) {
      ParquetTask task = (ParquetTask) scan.nextTask();
      if (task == null) {
        return new long[] {0, Long.MAX_VALUE};
      }
      try (FetchedBytes bytes = context.fetcher().fetch(task.fetchPlan())) {
        return ((ParquetScan) scan).excludedRows(task, bytes);
      }
    }
  }

  @Test
  void ascendingNumbersLeaveOnePage() {
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      values.add(Value.of((long) i));
    }
    ParquetTable table = write(LogicalType.BIGINT, values);
    assertArrayEquals(
        new long[] {0, 400, 500, 1000},
        excluded(table, new ScanFilter.Compare(0, CompareOp.EQ, Value.of(444L))));
    assertArrayEquals(
        new long[] {300, 1000},
        excluded(table, new ScanFilter.Compare(0, CompareOp.LT, Value.of(250L))));
    assertArrayEquals(new long[] {}, excluded(table, new ScanFilter.IsNotNull(0)));
  }

  @Test
  void pagesAreWhereTheIndexSaysTheyAre() {
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      values.add(i / 100 == 3 ? Value.nullOf(LogicalType.BIGINT) : Value.of((long) i));
    }
    ParquetTable table = write(LogicalType.BIGINT, values);
    Chunk chunk = table.parts().get(0).file().footer().rowGroups().get(0).chunks().get(0);
    ByteRange range =
        new ByteRange(
            table.parts().get(0).file().object(),
            chunk.offsetIndexOffset(),
            chunk.offsetIndexLength());
    byte[] index = bytes(range);
    ThriftReader in = new ThriftReader(index, 0, index.length - Bits.SLACK);
    in.enter();
    assertTrue(in.next());
    int pages = in.list(ThriftReader.STRUCT);
    long expected = chunk.start();
    long rows = 0;
    for (int i = 0; i < pages; i++) {
      int outer = in.enter();
      in.next();
      long offset = in.i64();
      in.next();
      int size = in.i32();
      in.next();
      assertEquals(rows, in.i64());
      in.next();
      in.leave(outer);
      assertEquals(expected, offset);
      byte[] page = bytes(new ByteRange(range.object(), offset, size));
      PageHeader header = PageHeader.read(page, 0, size);
      assertEquals(size, header.headerBytes() + header.compressedSize());
      rows += header.values();
      expected += size;
    }
    assertEquals(1000, rows);
    assertEquals(chunk.start() + chunk.compressedSize(), expected);
    assertTrue(pages >= 10);
  }

  private byte[] bytes(ByteRange range) {
    try (FetchedBytes fetched = context.fetcher().fetch(new FetchPlan(List.of(range)))) {
      MemorySegment segment = fetched.get(range);
      byte[] bytes = new byte[(int) segment.byteSize() + Bits.SLACK];
      MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, 0, bytes, 0, (int) segment.byteSize());
      return bytes;
    }
  }

  private static boolean holds(CompareOp op, int comparison) {
    return switch (op) {
      case EQ -> comparison == 0;
      case NE -> comparison != 0;
      case LT -> comparison < 0;
      case LE -> comparison <= 0;
      case GT -> comparison > 0;
      case GE -> comparison >= 0;
    };
  }

  private void check(
      LogicalType type, List<Value> values, ScanFilter filter, Predicate<Value> test) {
    long[] excluded = excluded(write(type, values), filter);
    for (int r = 0; r < excluded.length; r += 2) {
      for (long i = excluded[r]; i < Math.min(excluded[r + 1], values.size()); i++) {
        Value value = values.get((int) i);
        assertTrue(value.isNull() || !test.test(value), () -> filter + " passes over " + value);
      }
    }
  }

  @Test
  void whatMatchesIsNeverPassedOver() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      int spread = 1 + random.nextInt(2000);
      List<Value> doubles = new ArrayList<>();
      List<Value> texts = new ArrayList<>();
      for (int i = 0; i < 3000; i++) {
        double number = i / 100 + random.nextInt(spread) / 10.0;
        boolean isNull = random.nextInt(9) == 0 || i / 300 == seed % 10;
        doubles.add(
            isNull
                ? Value.nullOf(LogicalType.DOUBLE)
                : Value.of(random.nextInt(500) == 0 ? Double.NaN : number));
        String text = "\u00e4".repeat(i / 50) + (char) ('a' + random.nextInt(26));
        texts.add(isNull ? Value.nullOf(LogicalType.VARCHAR) : Value.of(text));
      }
      CompareOp op = CompareOp.values()[seed % CompareOp.values().length];
      double limit = random.nextInt(60);
      // NaN is the greatest number.
      check(
          LogicalType.DOUBLE,
          doubles,
          new ScanFilter.Compare(0, op, Value.of(limit)),
          value -> holds(op, Double.compare(value.asDouble(), limit)));
      String word = "\u00e4".repeat(random.nextInt(60)) + "k";
      check(
          LogicalType.VARCHAR,
          texts,
          new ScanFilter.Compare(0, op, Value.of(word)),
          value -> holds(op, value.asString().compareTo(word)));
    }
  }
}
