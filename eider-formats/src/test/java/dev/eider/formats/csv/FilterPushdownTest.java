// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.table.RuntimeFilter;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.table.Table.FilterSupport;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scan with filters yields what a full scan and a loop would, whatever columns are asked for. */
class FilterPushdownTest {
  private static final int ROWS = 9000;

  @TempDir Path dir;
  private CsvTable table = emptyTable();
  private List<List<Value>> all = List.of();

  @SuppressWarnings("NullAway") // set before each test
  private static CsvTable emptyTable() {
    return null;
  }

  @BeforeEach
  void makeTable() throws IOException {
    StringBuilder text = new StringBuilder("i,d,s,t,w\n");
    for (int i = 0; i < ROWS; i++) {
      text.append(i).append(',');
      text.append(i % 11 == 0 ? "" : (i % 1000) / 8.0).append(',');
      text.append(i % 13 == 0 ? "\"quoted, \"\"text\"\" " + i + "\"" : "text " + i % 17);
      text.append(",2024-01-").append(10 + i % 20).append(" 10:00:00,");
      text.append("a longer text that lies outside its view ").append(i % 5).append('\n');
    }
    Path path = dir.resolve("f.csv");
    Files.writeString(path, text);
    table = Csv.bind(path.toString(), "buffer_size", 30_000);
    all = Csv.rows(table);
    assertEquals(ROWS, all.size());
  }

  private void check(List<ScanFilter> filters, Predicate<List<Value>> expected) {
    int[][] projections = {{}, {0}, {4, 0}, {2, 1, 3}, {0, 1, 2, 3, 4}, {2, 2}};
    for (int[] columns : projections) {
      List<List<Value>> wanted = new ArrayList<>();
      for (List<Value> row : all) {
        if (expected.test(row)) {
          List<Value> picked = new ArrayList<>();
          for (int column : columns) {
            picked.add(row.get(column));
          }
          wanted.add(picked);
        }
      }
      for (int threads = 1; threads <= 3; threads++) {
        assertEquals(wanted, Csv.rows(table, new TestContext(), columns, filters, -1, threads));
      }
    }
  }

  @Test
  void comparisonsOfEveryType() {
    check(
        List.of(new ScanFilter.Compare(0, CompareOp.LT, Value.of(100L))),
        row -> row.get(0).asLong() < 100);
    check(
        List.of(
            new ScanFilter.Compare(0, CompareOp.GE, Value.of(4000L)),
            new ScanFilter.Compare(1, CompareOp.GT, Value.of(100.0))),
        row ->
            row.get(0).asLong() >= 4000 && !row.get(1).isNull() && row.get(1).asDouble() > 100.0);
    check(
        List.of(new ScanFilter.Compare(2, CompareOp.EQ, Value.of("text 3"))),
        row -> row.get(2).asString().equals("text 3"));
    check(
        List.of(new ScanFilter.Compare(0, CompareOp.NE, Value.of(5L))),
        row -> row.get(0).asLong() != 5);
    check(
        List.of(new ScanFilter.Compare(0, CompareOp.EQ, Value.nullOf(LogicalType.BIGINT))),
        row -> false);
  }

  @Test
  void nullsListsAndAlternatives() {
    check(List.of(new ScanFilter.IsNull(1)), row -> row.get(1).isNull());
    check(List.of(new ScanFilter.IsNotNull(1)), row -> !row.get(1).isNull());
    check(
        List.of(new ScanFilter.In(2, List.of(Value.of("text 1"), Value.of("text 2")))),
        row -> row.get(2).asString().equals("text 1") || row.get(2).asString().equals("text 2"));
    ScanFilter or =
        new ScanFilter.Or(
            List.of(
                new ScanFilter.Compare(0, CompareOp.EQ, Value.of(77L)), new ScanFilter.IsNull(1)));
    assertEquals(FilterSupport.EXACT, table.supports(or));
    check(List.of(or), row -> row.get(0).asLong() == 77 || row.get(1).isNull());
  }

  @Test
  void predicatesOfTheEngine() {
    ScanFilter odd =
        new ScanFilter.Predicate(
            new int[] {0},
            () ->
                (columns, count, selection) -> {
                  int out = 0;
                  for (int i = 0; i < count; i++) {
                    if (columns[0].getValue(i).asLong() % 2 == 1) {
                      selection[out++] = i;
                    }
                  }
                  return out;
                },
            "i % 2 = 1");
    check(List.of(odd), row -> row.get(0).asLong() % 2 == 1);
    check(
        List.of(new ScanFilter.Compare(0, CompareOp.LT, Value.of(3000L)), odd),
        row -> row.get(0).asLong() < 3000 && row.get(0).asLong() % 2 == 1);
  }

  @Test
  void runtimeFiltersAreAdvice() {
    RuntimeFilter below =
        new RuntimeFilter() {
          @Override
          public boolean isActive() {
            return true;
          }

          @Override
          public @Nullable Value min() {
            return null;
          }

          @Override
          public @Nullable Value max() {
            return Value.of(50L);
          }

          @Override
          public boolean rejectsNull() {
            return true;
          }

          @Override
          public int filter(FlatVector column, int[] selection, int count) {
            int out = 0;
            for (int i = 0; i < count; i++) {
              if (((LongVector) column).get(selection[i]) <= 50) {
                selection[out++] = selection[i];
              }
            }
            return out;
          }
        };
    ScanFilter filter = new ScanFilter.Runtime(0, below);
    assertEquals(FilterSupport.PRUNING, table.supports(filter));
    check(List.of(filter), row -> row.get(0).asLong() <= 50);
  }

  @Test
  void aLimitGivesTheFirstRowsAndReadsLittle() {
    for (int threads = 1; threads <= 3; threads++) {
      TestContext context = new TestContext();
      List<List<Value>> rows = Csv.rows(table, context, new int[] {0}, List.of(), 10, threads);
      assertTrue(rows.size() >= 10);
      for (int i = 0; i < 10; i++) {
        assertEquals((long) i, rows.get(i).get(0).get());
      }
      if (threads == 1) {
        // With more of them it depends on who is first: the limit counts from the first block on.
        assertTrue(context.bytesRead <= 60_000, "read " + context.bytesRead);
      }
    }
    ScanFilter late = new ScanFilter.Compare(0, CompareOp.GE, Value.of(8000L));
    List<List<Value>> rows = Csv.rows(table, new TestContext(), new int[] {0}, List.of(late), 3, 2);
    assertEquals(8000L, rows.get(0).get(0).get());
    assertTrue(rows.size() >= 3 && rows.size() < 1000, rows.size() + " rows");
  }

  @Test
  void paddedRowsAreFilledUnderFiltersToo() throws IOException {
    StringBuilder text = new StringBuilder("a,b,c\n");
    for (int i = 0; i < 3000; i++) {
      text.append(i).append(i % 3 == 0 ? "\n" : i % 3 == 1 ? "," + i + "\n" : "," + i + ",x\n");
    }
    Path path = dir.resolve("padded.csv");
    Files.writeString(path, text);
    for (boolean drop : new boolean[] {false, true}) {
      CsvTable padded =
          Csv.bind(
              path.toString(), "null_padding", true, "ignore_errors", drop, "buffer_size", 5000);
      List<List<Value>> rows =
          Csv.rows(
              padded,
              new TestContext(),
              new int[] {0, 1, 2},
              List.of(new ScanFilter.Compare(0, CompareOp.GE, Value.of(1000L))),
              -1,
              2);
      assertEquals(2000, rows.size());
      for (List<Value> row : rows) {
        long i = row.get(0).asLong();
        assertEquals(i % 3 == 0, row.get(1).isNull(), "b of " + i);
        assertEquals(i % 3 != 2, row.get(2).isNull(), "c of " + i);
      }
    }
  }
}
