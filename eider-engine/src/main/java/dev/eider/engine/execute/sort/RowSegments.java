// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.execute.row.Columns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows by column in segments of up to {@link #ROWS} rows, so that every row has an address: its
 * segment's number, then its place in the segment. Text is copied into the segments.
 *
 * <p>The input order is kept as pieces: stretches of one batch in one segment. Pieces in the order
 * of their batch, then of arrival, are the rows in input order.
 *
 * <p>One thread at a time while rows are added; any number may read after. Bytes are charged to the
 * reservation given, together with those that sorting the rows will take.
 */
public final class RowSegments {
  /** Bits of an address that are the place in a segment. */
  static final int BITS = 16;

  /** The most rows of a segment: few segments, and one array of longs is half a megabyte. */
  static final int ROWS = 1 << BITS;

  /** Rows of the first segment at its start; it grows by doubling. */
  private static final int FIRST_ROWS = 1 << 8;

  /** Rows of later segments at their start: the last one may stay nearly empty. */
  private static final int NEXT_ROWS = 1 << 14;

  private final List<LogicalType> types;
  private final MemoryReservation reservation;
  private final List<FlatVector[]> segments = new ArrayList<>();
  private int tailRows = ROWS;
  private long tailBytes;
  private long rows;
  private long charged;

  private int pieces;
  private long[] pieceBatch = new long[8];
  private int[] pieceAddress = new int[8];
  private int[] pieceRows = new int[8];

  public RowSegments(List<LogicalType> types, MemoryReservation reservation) {
    this.types = List.copyOf(types);
    this.reservation = reservation;
  }

  public List<LogicalType> types() {
    return types;
  }

  public long rows() {
    return rows;
  }

  /** Bytes charged to the reservation. */
  public long bytes() {
    return charged;
  }

  int segments() {
    return segments.size();
  }

  FlatVector[] segment(int index) {
    return segments.get(index);
  }

  /**
   * Copies rows {@code [0, count)} of the columns; batches ascend. Answers false when the
   * reservation could not grow: the rows are there, but the caller must soon {@link #clear} or give
   * up.
   */
  public boolean append(Vector[] columns, int count, long batch) {
    boolean granted = true;
    int done = 0;
    while (done < count) {
      if (tailRows == ROWS) {
        open(count);
      }
      FlatVector[] tail = segments.get(segments.size() - 1);
      int part = Math.min(count - done, ROWS - tailRows);
      for (int i = 0; i < tail.length; i++) {
        FlatVector target = tail[i];
        if (tailRows + part > target.capacity()) {
          target.ensureCapacity(Math.min(ROWS, Math.max(tailRows + part, 2 * target.capacity())));
        }
        Columns.append(columns[i], done, part, target, tailRows);
      }
      piece(batch, (segments.size() - 1) << BITS | tailRows, part);
      tailRows += part;
      rows += part;
      done += part;
      granted &= charge(tail);
    }
    return granted;
  }

  /** {@link #append} for callers that cannot do with less: throws OUT_OF_MEMORY. */
  public void appendOrFail(Vector[] columns, int count, long batch) {
    if (!append(columns, count, batch)) {
      long bytes = 0;
      for (FlatVector column : segments.get(segments.size() - 1)) {
        bytes += Columns.bytes(column);
      }
      reservation.grow(bytes);
      charged += bytes;
    }
  }

  private void open(int wanted) {
    int room =
        Math.min(
            ROWS,
            Math.max(
                Integer.highestOneBit(wanted) * 2, segments.isEmpty() ? FIRST_ROWS : NEXT_ROWS));
    FlatVector[] columns = new FlatVector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = FlatVector.allocate(types.get(i), room);
    }
    segments.add(columns);
    tailRows = 0;
    tailBytes = 0;
  }

  private boolean charge(FlatVector[] tail) {
    long bytes = 64 + tailRows * RowSorter.BYTES_PER_ROW;
    for (FlatVector column : tail) {
      bytes += Columns.bytes(column);
    }
    if (bytes > tailBytes) {
      if (!reservation.tryGrow(bytes - tailBytes)) {
        return false;
      }
      charged += bytes - tailBytes;
      tailBytes = bytes;
    }
    return true;
  }

  private void piece(long batch, int address, int count) {
    int last = pieces - 1;
    if (last >= 0
        && pieceBatch[last] == batch
        && pieceAddress[last] + pieceRows[last] == address
        && (address & (ROWS - 1)) != 0) {
      pieceRows[last] += count;
      return;
    }
    if (pieces == pieceBatch.length) {
      pieceBatch = Arrays.copyOf(pieceBatch, 2 * pieces);
      pieceAddress = Arrays.copyOf(pieceAddress, 2 * pieces);
      pieceRows = Arrays.copyOf(pieceRows, 2 * pieces);
    }
    pieceBatch[pieces] = batch;
    pieceAddress[pieces] = address;
    pieceRows[pieces] = count;
    pieces++;
  }

  /** Moves another store's rows (same types, same reservation) to this one. */
  public void take(RowSegments other) {
    assert other.reservation == reservation : "stores of different reservations";
    int base = segments.size() << BITS;
    segments.addAll(other.segments);
    for (int i = 0; i < other.pieces; i++) {
      // A piece of another store never continues one of ours: segments differ.
      piece(other.pieceBatch[i], other.pieceAddress[i] + base, other.pieceRows[i]);
    }
    rows += other.rows;
    charged += other.charged;
    tailRows = ROWS;
    other.forget();
  }

  private void forget() {
    segments.clear();
    tailRows = ROWS;
    tailBytes = 0;
    rows = 0;
    charged = 0;
    pieces = 0;
  }

  /** Forgets all rows and gives their bytes back. */
  public void clear() {
    reservation.shrink(charged);
    forget();
  }

  /** Writes the addresses of all rows in input order to {@code target[0, rows)}. */
  void addresses(long[] target) {
    // A batch belongs to one worker, so arrival order within a batch is the order of pieces.
    Integer[] order = new Integer[pieces];
    for (int i = 0; i < pieces; i++) {
      order[i] = i;
    }
    Arrays.sort(order, (a, b) -> Long.compare(pieceBatch[a], pieceBatch[b]));
    int at = 0;
    for (int p : order) {
      int address = pieceAddress[p];
      int end = at + pieceRows[p];
      while (at < end) {
        target[at++] = address++;
      }
    }
    assert at == rows;
  }

  /**
   * Writes what tells the input order of rows: the batch in the high word, and in the low word a
   * number that ascends with arrival, {@code base} and more. For stores of one worker (see {@link
   * #take}).
   */
  void sequence(int[] addresses, int count, long base, WideVector target) {
    for (int i = 0; i < count; i++) {
      int piece = Arrays.binarySearch(pieceAddress, 0, pieces, addresses[i]);
      piece = piece < 0 ? -piece - 2 : piece;
      target.set(i, base + addresses[i], pieceBatch[piece]);
    }
  }

  /** The number of addresses in use, also by places without rows. */
  long addressSpace() {
    return (long) segments.size() << BITS;
  }

  /** Bits that hold every address, at least 1. */
  int addressBits() {
    int last = Math.max(1, (segments.size() << BITS) - 1);
    if (segments.size() == 1) {
      last = Math.max(1, (int) rows - 1);
    }
    return 32 - Integer.numberOfLeadingZeros(last);
  }

  /** A reader of columns by address. For any number of threads at once. */
  public SegmentColumns columns() {
    return new SegmentColumns(types, segments);
  }
}
