// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv.simd;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Rows of text without surprises, a piece at a time: first the places of all delimiters and line
 * ends are listed, without a branch that depends on where they are, then rows are picked from the
 * list by counting. A row by itself ({@link VectorRows}) costs three wrongly predicted branches.
 *
 * <p>All or nothing: a piece with a row of another number of fields, a carriage return or a quote
 * in an unusual place is left to the kernel that takes row by row.
 */
final class MarkedRows {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;

  /** Bytes of a piece: with its list it stays in the first-level cache. */
  private static final int PIECE = 8 << 10;

  /** Room for the places of a piece, if every byte is one, and what a store writes behind them. */
  static final int SCRATCH = PIECE + 128;

  /** Pieces of one block that may turn out to be unfit before no more are tried. */
  private static final int MAX_UNFIT = 4;

  private static final byte[] LANES = new byte[64];

  static {
    for (int i = 0; i < LANES.length; i++) {
      LANES[i] = (byte) i;
    }
  }

  /** Whether bytes are compressed by an instruction; without it this is no gain. */
  static final boolean USEFUL = ByteVector.SPECIES_PREFERRED.length() >= 64 && compressesBytes();

  private MarkedRows() {}

  /** The Vector API does not tell, and what it does instead takes a hundred times as long. */
  private static boolean compressesBytes() {
    try (BufferedReader lines = Files.newBufferedReader(Path.of("/proc/cpuinfo"))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("flags")) {
          return line.contains(" avx512_vbmi2");
        }
      }
      return false;
    } catch (IOException e) {
      // Not Linux: the other kernel is right everywhere.
      return false;
    }
  }

  /**
   * As {@code ScalarRows.scan}, but stops before the first piece that is not plain.
   *
   * @param places scratch of {@link #SCRATCH} numbers
   */
  static int scan(
      byte[] text,
      int limit,
      int last,
      byte delimiter,
      byte quote,
      int mode,
      int columns,
      int[] need,
      int[] off,
      int stride,
      int rows,
      int maxRows,
      int[] state,
      int[] places) {
    int done = rows;
    while (done < maxRows && state[0] <= last && state[2] < MAX_UNFIT) {
      int from = state[0];
      int to = Math.min(limit - 64, from + PIECE - 64);
      long marked = mark(text, from, to, delimiter, quote, mode, places);
      int lines = (int) (marked >>> 32);
      if (marked < 0 || !isRegular(text, places, lines, (int) marked, columns)) {
        state[2]++;
        return done;
      }
      int most = Math.min(lines, maxRows - done);
      int more = pick(from, last, most, columns, need, off, stride, done, places, state);
      if (more == 0) {
        return done;
      }
      done += more;
    }
    return done;
  }

  /**
   * Lists places from {@code from} on; answers line ends times 2^32 plus places, or -1.
   *
   * <p>Short, so that all of the Vector API is compiled in line: else vectors become objects.
   */
  private static long mark(
      byte[] text, int from, int to, byte delimiter, byte quote, int mode, int[] places) {
    long quoting = (mode & 1) != 0 ? -1L : 0L;
    long doubling = (mode & 2) != 0 ? -1L : 0L;
    ByteVector lanes = ByteVector.fromArray(BYTES, LANES, 0);
    int rank = 0;
    int lines = 0;
    long inside = 0;
    long mayOpen = 1;
    long closed = 0;
    for (int at = from; at <= to; at += 64) {
      ByteVector v = ByteVector.fromArray(BYTES, text, at);
      long q = v.eq(quote).toLong() & quoting;
      long n = v.sub((byte) 10).compare(VectorOperators.ULE, (byte) 3).toLong();
      long both = v.eq(delimiter).toLong() | n;
      if ((q | inside | closed) != 0) {
        long in = VectorRows.prefixXor(q) ^ inside;
        n &= ~in;
        both &= ~in;
        long close = q & ~in;
        long open = q & in;
        // The rule is explained in VectorRows.
        long wrong =
            (open & ~((both | (close & doubling)) << 1 | mayOpen))
                | ((close << 1 | closed) & ~(both | (q & doubling)));
        if (wrong != 0) {
          return -1;
        }
        inside = in >> 63;
        mayOpen = (both | (close & doubling)) >>> 63;
        closed = close >>> 63;
      } else {
        mayOpen = both >>> 63;
      }
      lines += Long.bitCount(n);
      int found = Long.bitCount(both);
      if (found <= 16) {
        ByteVector packed = lanes.compress(VectorMask.fromLong(BYTES, both));
        ((IntVector) packed.castShape(INTS, 0)).add(at).intoArray(places, rank);
      } else {
        for (int i = rank; both != 0; both &= both - 1) {
          places[i++] = at + Long.numberOfTrailingZeros(both);
        }
      }
      rank += found;
    }
    return (long) lines << 32 | rank;
  }

  /** Whether each of the line ends is where a row of so many columns ends: then all are rows. */
  private static boolean isRegular(byte[] text, int[] places, int lines, int found, int columns) {
    if ((long) lines * columns > found) {
      return false;
    }
    int different = 0;
    for (int r = 0, at = columns - 1; r < lines; r++, at += columns) {
      different |= text[places[at]] ^ '\n';
    }
    return different == 0;
  }

  private static int pick(
      int from,
      int last,
      int most,
      int columns,
      int[] need,
      int[] off,
      int stride,
      int rows,
      int[] places,
      int[] state) {
    int row = from;
    int base = rows * stride;
    int wanted = stride - 2;
    int n = 0;
    for (int at = -1; n < most && row <= last; n++) {
      off[base] = row;
      for (int k = 0; k < wanted; k++) {
        off[base + 1 + k] = places[at + need[k]];
      }
      at += columns;
      int end = places[at];
      off[base + stride - 1] = end;
      base += stride;
      row = end + 1;
    }
    state[0] = row;
    return n;
  }
}
