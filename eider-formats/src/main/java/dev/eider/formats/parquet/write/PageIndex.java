// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the pages of a column chunk are and what values they hold: the offset index and the column
 * index. Filled by the thread that encodes the chunk, then only read.
 */
final class PageIndex {
  private static final byte[] NOTHING = {};

  /** Offsets from the chunk's start. */
  private long[] offsets = new long[4];

  private int[] sizes = new int[4];
  private long[] firstRows = new long[4];
  private long[] nulls = new long[4];
  private final List<byte[]> lower = new ArrayList<>();
  private final List<byte[]> upper = new ArrayList<>();
  private boolean[] empty = new boolean[4];
  private int pages;
  private boolean hasBounds = true;
  private boolean ascending = true;
  private boolean descending = true;

  /** Adds a page; its bounds are told apart. */
  void add(long offset, int size, long firstRow, long nullCount) {
    if (pages == sizes.length) {
      offsets = Arrays.copyOf(offsets, 2 * pages);
      sizes = Arrays.copyOf(sizes, 2 * pages);
      firstRows = Arrays.copyOf(firstRows, 2 * pages);
      nulls = Arrays.copyOf(nulls, 2 * pages);
      empty = Arrays.copyOf(empty, 2 * pages);
    }
    offsets[pages] = offset;
    sizes[pages] = size;
    firstRows[pages] = firstRow;
    nulls[pages++] = nullCount;
  }

  /** The page that was added last has no values. */
  void noValues() {
    empty[pages - 1] = true;
    lower.add(NOTHING);
    upper.add(NOTHING);
  }

  /** The bounds of the page that was added last. */
  void bounds(byte[] min, byte[] max) {
    lower.add(min);
    upper.add(max);
  }

  /** The page that was added last has values, but no bounds: the column index is left out. */
  void noBounds() {
    hasBounds = false;
  }

  /** How the bounds of a page compare with those of the page with values before it. */
  void order(int leastToLast, int greatestToLast) {
    ascending &= leastToLast >= 0 && greatestToLast >= 0;
    descending &= leastToLast <= 0 && greatestToLast <= 0;
  }

  boolean hasColumnIndex() {
    return hasBounds && pages > 0;
  }

  int pages() {
    return pages;
  }

  /** Writes the column index. */
  void writeColumnIndex(ByteSink out) {
    ThriftWriter thrift = new ThriftWriter(out);
    int outer = thrift.begin();
    thrift.booleans(1, Arrays.copyOf(empty, pages));
    thrift.list(2, ThriftWriter.BINARY, pages);
    lower.forEach(thrift::element);
    thrift.list(3, ThriftWriter.BINARY, pages);
    upper.forEach(thrift::element);
    thrift.i32(4, ascending ? 1 : descending ? 2 : 0);
    thrift.list(5, ThriftWriter.I64, pages);
    for (int i = 0; i < pages; i++) {
      thrift.element(nulls[i]);
    }
    thrift.end(outer);
  }

  /** Writes the offset index of a chunk that starts there in the file. */
  void writeOffsetIndex(long start, ByteSink out) {
    ThriftWriter thrift = new ThriftWriter(out);
    int outer = thrift.begin();
    thrift.list(1, ThriftWriter.STRUCT, pages);
    for (int i = 0; i < pages; i++) {
      int location = thrift.begin();
      thrift.i64(1, start + offsets[i]);
      thrift.i32(2, sizes[i]);
      thrift.i64(3, firstRows[i]);
      thrift.end(location);
    }
    thrift.end(outer);
  }
}
