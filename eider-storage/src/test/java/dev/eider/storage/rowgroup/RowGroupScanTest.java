// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.rowgroup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.RuntimeFilter;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.ScanTask;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.storage.encoding.DecodeContext;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class RowGroupScanTest {
  private static final int ROWS = 130_000;

  /** Ascending ids, a category, a number with NULLs, a text, a list. */
  private static final StoredFixture STORED = stored();

  private static List<List<Value>> rows;

  private static StoredFixture stored() {
    StoredFixture stored =
        new StoredFixture(
            LogicalType.BIGINT,
            LogicalType.VARCHAR,
            LogicalType.INTEGER,
            LogicalType.VARCHAR,
            LogicalType.list(LogicalType.INTEGER));
    Random random = new Random(17);
    rows = new ArrayList<>();
    String[] categories = {"red", "green", "blue", "a colour with a longer name"};
    for (int i = 0; i < ROWS; i++) {
      LogicalType list = LogicalType.list(LogicalType.INTEGER);
      rows.add(
          List.of(
              Value.of((long) i * 3),
              Value.of(categories[random.nextInt(4)]),
              random.nextInt(5) == 0
                  ? Value.nullOf(LogicalType.INTEGER)
                  : Value.of(random.nextInt(1000)),
              Value.of("text " + random.nextInt(100000) + " of row " + i),
              random.nextInt(3) == 0
                  ? Value.nullOf(list)
                  : new Value(list, List.of(Value.of(i), Value.of(random.nextInt(4))))));
    }
    stored.write(rows, 16 << 20);
    return stored;
  }

  private static List<List<Value>> expected(
      int[] columns, Predicate<List<Value>> filter, Predicate<Integer> visible) {
    List<List<Value>> found = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      if (visible.test(i) && filter.test(rows.get(i))) {
        List<Value> row = new ArrayList<>();
        for (int column : columns) {
          row.add(column == 5 ? Value.of(1000L + i) : rows.get(i).get(column));
        }
        found.add(row);
      }
    }
    return found;
  }

  private static void check(
      int[] columns, List<ScanFilter> filters, Predicate<List<Value>> expected) {
    assertEquals(
        expected(columns, expected, row -> true),
        STORED.scan(new ScanRequest(columns, filters, -1), VisibleRows.ALL));
  }

  @Test
  void allRowsComeBackInOrder() {
    assertEquals(2, STORED.groups.size());
    check(new int[] {0, 1, 2, 3, 4, 5}, List.of(), row -> true);
  }

  @Test
  void filtersYieldExactlyTheRowsThatMatch() {
    ScanFilter range = new ScanFilter.Compare(0, CompareOp.LT, Value.of(30_000L));
    ScanFilter red = new ScanFilter.Compare(1, CompareOp.EQ, Value.of("red"));
    ScanFilter small = new ScanFilter.Compare(2, CompareOp.LE, Value.of(100));
    ScanFilter none = new ScanFilter.IsNull(2);
    check(new int[] {5, 0}, List.of(range), row -> row.get(0).asLong() < 30_000);
    check(new int[] {3, 1}, List.of(red), row -> row.get(1).asString().equals("red"));
    check(
        new int[] {4, 3, 2},
        List.of(small, red),
        row ->
            !row.get(2).isNull()
                && row.get(2).asLong() <= 100
                && row.get(1).asString().equals("red"));
    check(new int[] {0}, List.of(none), row -> row.get(2).isNull());
    check(
        new int[] {0, 2},
        List.of(new ScanFilter.Or(List.of(range, none))),
        row -> row.get(2).isNull() || row.get(0).asLong() < 30_000);
    check(
        new int[] {3},
        List.of(new ScanFilter.In(1, List.of(Value.of("blue"), Value.of("none")))),
        row -> row.get(1).asString().equals("blue"));
    check(
        new int[] {5, 0},
        List.of(new ScanFilter.Compare(5, CompareOp.GE, Value.of(130_900L))),
        row -> row.get(0).asLong() >= 3 * 129_900L);
  }

  @Test
  void rowsThatAreNotVisibleAreLeftOut() {
    Random random = new Random(5);
    Map<Integer, DeletedRows> deleted = new HashMap<>();
    for (int g = 0; g < STORED.groups.size(); g++) {
      DeletedRows some = new DeletedRows(STORED.groups.get(g).rows());
      for (int i = 0; i < some.rows(); i++) {
        if (i < 5000 || random.nextInt(10) == 0) {
          some.delete(i);
        }
      }
      deleted.put(g, some);
    }
    VisibleRows visible = (group, vector) -> deleted.get(group).visible(vector);
    int first = STORED.groups.getFirst().rows();
    Predicate<Integer> left =
        row -> !deleted.get(row < first ? 0 : 1).isDeleted(row < first ? row : row - first);
    int[] columns = {5, 3, 2};
    assertEquals(
        expected(columns, row -> true, left),
        STORED.scan(new ScanRequest(columns, List.of(), -1), visible));
    ScanFilter red = new ScanFilter.Compare(1, CompareOp.EQ, Value.of("red"));
    assertEquals(
        expected(columns, row -> row.get(1).asString().equals("red"), left),
        STORED.scan(new ScanRequest(columns, List.of(red), -1), visible));
    // Each row group stops at the limit.
    assertEquals(20, STORED.scan(new ScanRequest(columns, List.of(), 10), visible).size());
  }

  @Test
  void aBareCountNeedsNoBytes() {
    int before = STORED.reads.get();
    assertEquals(
        ROWS, STORED.scan(new ScanRequest(new int[0], List.of(), -1), VisibleRows.ALL).size());
    assertEquals(before, STORED.reads.get());
  }

  @Test
  void aPlanIsOneRangeForEachColumn() {
    ScanFilter red = new ScanFilter.Compare(1, CompareOp.EQ, Value.of("red"));
    ScanRequest request = new ScanRequest(new int[] {0, 1, 5}, List.of(red), -1);
    try (RowGroupScan scan =
        new RowGroupScan(STORED.stored(), request, STORED.context(), VisibleRows.ALL)) {
      ScanTask task = scan.nextTask();
      assertEquals(2, task.slices().size());
      long filterBytes = 0;
      long bytes = 0;
      for (var group : STORED.groups) {
        filterBytes += group.columns().get(1).length();
        bytes += group.columns().get(0).length();
      }
      assertEquals(2, task.fetchPlan().ranges().size());
      assertEquals(filterBytes, task.fetchPlan().ranges().getFirst().length());
      assertEquals(filterBytes + bytes, task.fetchPlan().bytes());
      assertEquals(null, scan.nextTask());
    }
  }

  @Test
  void rowGroupsAndVectorsThatCannotMatchAreNotRead() {
    ScanFilter last = new ScanFilter.Compare(0, CompareOp.GE, Value.of(3L * (ROWS - 1)));
    ScanRequest request = new ScanRequest(new int[] {0, 3}, List.of(last), -1);
    try (RowGroupScan scan =
        new RowGroupScan(STORED.stored(), request, STORED.context(), VisibleRows.ALL)) {
      ScanTask task = scan.nextTask();
      assertTrue(task.slices().isEmpty());
      assertEquals(
          STORED.groups.get(1).columns().get(0).length()
              + STORED.groups.get(1).columns().get(3).length(),
          task.fetchPlan().bytes());
    }
    check(new int[] {0, 3}, List.of(last), row -> row.get(0).asLong() >= 3L * (ROWS - 1));
    // A vector that is damaged is not looked at when its bounds exclude it.
    ScanFilter first = new ScanFilter.Compare(0, CompareOp.LT, Value.of(30L));
    StoredFixture damaged = damagedAtTheEndOf(3);
    assertEquals(
        10,
        damaged.scan(new ScanRequest(new int[] {3}, List.of(first), -1), VisibleRows.ALL).size());
  }

  @Test
  void runtimeFiltersPruneAndSelect() {
    RuntimeFilter filter =
        new RuntimeFilter() {
          @Override
          public boolean isActive() {
            return true;
          }

          @Override
          public Value min() {
            return Value.of(3L * 129_000);
          }

          @Override
          public Value max() {
            return null;
          }

          @Override
          public boolean rejectsNull() {
            return true;
          }

          @Override
          public int filter(FlatVector column, int[] selection, int count) {
            int kept = 0;
            for (int i = 0; i < count; i++) {
              if (column.getValue(selection[i]).asLong() >= 3L * 129_000) {
                selection[kept++] = selection[i];
              }
            }
            return kept;
          }
        };
    check(
        new int[] {5},
        List.of(new ScanFilter.Runtime(0, filter)),
        row -> row.get(0).asLong() >= 3L * 129_000);
  }

  private static StoredFixture damagedAtTheEndOf(int column) {
    StoredFixture damaged = new StoredFixture();
    damaged.columns.addAll(STORED.columns);
    damaged.packs.addAll(STORED.packs);
    damaged.groups.addAll(STORED.groups);
    var chunk = STORED.groups.getFirst().columns().get(column);
    byte[] bytes =
        STORED.objects.get(STORED.packs.getFirst().address()).toArray(ValueLayout.JAVA_BYTE);
    bytes[(int) chunk.offset() + chunk.length() - 1] ^= 4;
    damaged.objects.put(STORED.packs.getFirst().address(), MemorySegment.ofArray(bytes));
    return damaged;
  }

  @Test
  void damageIsNamed() {
    StoredFixture damaged = damagedAtTheEndOf(3);
    EiderException thrown =
        assertThrows(
            EiderException.class,
            () -> damaged.scan(new ScanRequest(new int[] {3}, List.of(), -1), VisibleRows.ALL));
    assertEquals(ErrorType.SERIALIZATION, thrown.type());
    for (String part :
        new String[] {
          "mem://db/seg/0.pack", "at byte", "column 13", "rows 1000 to", "expected", "seen"
        }) {
      assertTrue(thrown.getMessage().contains(part), thrown.getMessage());
    }
  }

  @Test
  void rowsAreFetchedByTheirIds() {
    Random random = new Random(9);
    long[] ids = new long[50];
    List<List<Value>> expected = new ArrayList<>();
    for (int i = 0; i < ids.length; i++) {
      int row = random.nextInt(ROWS);
      ids[i] = 1000 + row;
      expected.add(
          List.of(
              rows.get(row).get(3),
              Value.of(1000L + row),
              rows.get(row).get(1),
              rows.get(row).get(4)));
    }
    RowFetch fetch = new RowFetch(STORED.stored(), new int[] {3, 5, 1, 4}, ids);
    try (DecodeContext context = new DecodeContext()) {
      FetchPlan first = fetch.firstPlan();
      var firstBytes = STORED.fetch(first);
      FetchPlan second = fetch.secondPlan(firstBytes, context);
      List<List<Value>> read = new ArrayList<>();
      StoredFixture.addRows(fetch.read(firstBytes, STORED.fetch(second), context), read);
      assertEquals(expected, read);
    }
    // One row of the large column: its prefix, then the 64 KiB that hold its vector.
    RowFetch one = new RowFetch(STORED.stored(), new int[] {3}, new long[] {1000 + 60_000});
    try (DecodeContext context = new DecodeContext()) {
      FetchPlan first = one.firstPlan();
      assertEquals(STORED.groups.getFirst().columns().get(3).prefixLength(), first.bytes());
      FetchPlan second = one.secondPlan(STORED.fetch(first), context);
      assertEquals(1, second.ranges().size());
      ByteRange range = second.ranges().getFirst();
      assertTrue(range.length() <= 2 * (64 << 10), range::toString);
    }
  }

  @Test
  void memoryIsGivenBack() {
    long before = STORED.memory.used();
    STORED.scan(new ScanRequest(new int[] {0, 3}, List.of(), 5), VisibleRows.ALL);
    assertEquals(before, STORED.memory.used());
  }

  @Test
  void aWriterWithLittleMemoryMakesSmallPacks() {
    StoredFixture small = new StoredFixture(LogicalType.BIGINT, LogicalType.VARCHAR);
    small.memory.setLimit(6 << 20);
    List<List<Value>> some = new ArrayList<>();
    for (List<Value> row : rows.subList(0, 100_000)) {
      some.add(List.of(row.get(0), row.get(3)));
    }
    small.write(some, PackWriter.packBytes(small.memory));
    assertTrue(small.groups.size() > 1, small.groups::toString);
    // No row group is cut short because of memory that is only kept.
    for (var group : small.groups.subList(0, small.groups.size() - 1)) {
      assertTrue(group.rows() > 10_000, () -> "a row group of " + group.rows() + " rows");
    }
    assertEquals(
        some, small.scan(new ScanRequest(new int[] {0, 1}, List.of(), -1), VisibleRows.ALL));
    assertEquals(0, small.memory.used());
  }
}
