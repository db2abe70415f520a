// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.table.ColumnStats;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.FilterEvaluator;
import dev.eider.base.table.Pruner;
import dev.eider.base.table.ScanFilter;
import dev.eider.formats.parquet.Footer.Statistics;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the pages of a column chunk hold, as the file's page index tells: which rows of a row group
 * need not be looked at. An index that does not fit its row group is left aside.
 */
final class PageBounds {
  /** Longer indexes cost more than they spare. */
  static final int INDEX_MAX = 1 << 20;

  private static final long[] NOTHING = {};

  /** Where the page index of a column of the table lies. */
  record Index(int column, SchemaNode node, ByteRange columnIndex, ByteRange offsetIndex) {}

  /** Rows {@code [from, to)} of a row group. */
  private record Rows(long from, long to) {}

  /** The first row of each page; of the number of pages, the number of rows. */
  private final long[] firstRows;

  private final ColumnStats[] stats;

  private PageBounds(long[] firstRows, ColumnStats[] stats) {
    this.firstRows = firstRows;
    this.stats = stats;
  }

  /**
   * The rows that no filter lets pass: pairs of a first row and the one behind the last, ascending,
   * apart from one another.
   */
  static long[] excluded(
      List<ScanFilter> filters,
      List<Index> indexes,
      FetchedBytes bytes,
      long rows,
      Footer footer,
      boolean mayHaveNan) {
    if (indexes.isEmpty()) {
      return NOTHING;
    }
    Map<Integer, PageBounds> known = new HashMap<>();
    for (Index index : indexes) {
      PageBounds bounds = read(index, bytes, rows, footer, mayHaveNan);
      if (bounds != null) {
        known.put(index.column(), bounds);
      }
    }
    List<Rows> found = new ArrayList<>();
    for (ScanFilter filter : filters) {
      List<Integer> used = new ArrayList<>();
      FilterEvaluator.columnsOf(filter, used);
      PageBounds bounds = new HashSet<>(used).size() == 1 ? known.get(used.getFirst()) : null;
      if (bounds != null) {
        bounds.exclude(filter, found);
      }
    }
    return merged(found);
  }

  private void exclude(ScanFilter filter, List<Rows> into) {
    List<ScanFilter> one = List.of(filter);
    for (int page = 0; page < stats.length; page++) {
      ColumnStats of = stats[page];
      long rows = firstRows[page + 1] - firstRows[page];
      if (!Pruner.mayMatch(one, column -> of, rows)) {
        into.add(new Rows(firstRows[page], firstRows[page + 1]));
      }
    }
  }

  private static long[] merged(List<Rows> found) {
    found.sort(Comparator.comparingLong(Rows::from));
    long[] pairs = new long[2 * found.size()];
    int count = 0;
    for (Rows rows : found) {
      if (rows.from() == rows.to()) {
        continue;
      }
      if (count > 0 && rows.from() <= pairs[count - 1]) {
        pairs[count - 1] = Math.max(pairs[count - 1], rows.to());
      } else {
        pairs[count++] = rows.from();
        pairs[count++] = rows.to();
      }
    }
    return java.util.Arrays.copyOf(pairs, count);
  }

  private static @Nullable PageBounds read(
      Index index, FetchedBytes bytes, long rows, Footer footer, boolean mayHaveNan) {
    long[] firstRows = firstRows(copy(bytes.get(index.offsetIndex())), rows);
    if (firstRows == null) {
      return null;
    }
    int pages = firstRows.length - 1;
    byte[] source = copy(bytes.get(index.columnIndex()));
    ThriftReader in = new ThriftReader(source, 0, source.length - Bits.SLACK);
    boolean[] empty = {};
    byte[][] lower = {};
    byte[][] upper = {};
    long[] nulls = null;
    int outer = in.enter();
    while (in.next()) {
      switch (in.id()) {
        case 1 -> {
          empty = new boolean[in.list(ThriftReader.TRUE)];
          for (int i = 0; i < empty.length; i++) {
            empty[i] = in.elementBool();
          }
        }
        case 2 -> lower = texts(in);
        case 3 -> upper = texts(in);
        case 5 -> {
          nulls = new long[in.list(ThriftReader.I64)];
          for (int i = 0; i < nulls.length; i++) {
            nulls[i] = in.elementI64();
          }
        }
        default -> in.skip();
      }
    }
    in.leave(outer);
    if (empty.length != pages
        || lower.length != pages
        || upper.length != pages
        || nulls != null && nulls.length != pages) {
      return null;
    }
    ColumnStats[] stats = new ColumnStats[pages];
    for (int i = 0; i < pages; i++) {
      long rowsOfPage = firstRows[i + 1] - firstRows[i];
      stats[i] =
          empty[i]
              ? new ColumnStats(null, null, rowsOfPage, -1)
              : StatsReader.read(
                  index.node(),
                  new Statistics(
                      null,
                      null,
                      nulls == null ? -1 : nulls[i],
                      -1,
                      lower[i],
                      upper[i],
                      null,
                      null,
                      -1),
                  footer,
                  mayHaveNan);
    }
    return new PageBounds(firstRows, stats);
  }

  private static byte[][] texts(ThriftReader in) {
    byte[][] texts = new byte[in.list(ThriftReader.BINARY)][];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = in.elementBinary();
    }
    return texts;
  }

  /** Null when the pages are not one behind the other from the first row on. */
  private static long @Nullable [] firstRows(byte[] source, long rows) {
    ThriftReader in = new ThriftReader(source, 0, source.length - Bits.SLACK);
    long[] firstRows = {};
    int outer = in.enter();
    while (in.next()) {
      if (in.id() != 1) {
        in.skip();
        continue;
      }
      int pages = in.list(ThriftReader.STRUCT);
      firstRows = new long[pages + 1];
      firstRows[pages] = rows;
      for (int i = 0; i < pages; i++) {
        int inner = in.enter();
        while (in.next()) {
          if (in.id() == 3) {
            firstRows[i] = in.i64();
          } else {
            in.skip();
          }
        }
        in.leave(inner);
      }
    }
    in.leave(outer);
    if (firstRows.length < 2 || firstRows[0] != 0) {
      return null;
    }
    for (int i = 1; i < firstRows.length; i++) {
      if (firstRows[i] < firstRows[i - 1]) {
        return null;
      }
    }
    return firstRows;
  }

  private static byte[] copy(MemorySegment segment) {
    int length = (int) segment.byteSize();
    byte[] copy = new byte[length + Bits.SLACK];
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, 0, copy, 0, length);
    return copy;
  }
}
