// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.vector.FlatVector;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;

/** Which rows of a vector are valid: all, none, a bitmap, or runs. */
final class ValidityEncoding {
  private static final int ALL = 0;
  private static final int NONE = 1;
  private static final int BITMAP = 2;
  private static final int RUNS = 3;

  private ValidityEncoding() {}

  static void write(FlatVector vector, int count, IntegerWriter integers, PackOutput out) {
    long[] mask = vector.validity();
    int nulls = mask == null ? 0 : nulls(mask, count);
    if (mask == null || nulls == 0) {
      out.u8(ALL);
      return;
    }
    if (nulls == count) {
      out.u8(NONE);
      return;
    }
    int changes = 0;
    boolean before = true;
    for (int i = 0; i < count; i++) {
      boolean valid = (mask[i >> 6] >>> i & 1) != 0;
      changes += valid != before ? 1 : 0;
      before = valid;
    }
    if (changes * 12L >= count) {
      out.u8(BITMAP);
      for (int at = 0; at < count; at += 8) {
        int bits = (int) (mask[at >> 6] >>> at) & 0xFF;
        out.u8(count - at < 8 ? bits & (1 << count - at) - 1 : bits);
      }
      return;
    }
    long[] runs = integers.first(changes + 1);
    int run = 0;
    int start = 0;
    before = true;
    for (int i = 0; i <= count; i++) {
      boolean valid = i < count && (mask[i >> 6] >>> i & 1) != 0;
      if (i == count || valid != before) {
        runs[run++] = i - start;
        start = i;
        before = valid;
      }
    }
    out.u8(RUNS);
    out.varint(run);
    integers.writeSimple(runs, run, out);
  }

  /** NULLs among the first rows. */
  static int nulls(long[] mask, int count) {
    int valid = 0;
    for (int i = 0; i < count >> 6; i++) {
      valid += Long.bitCount(mask[i]);
    }
    if ((count & 63) != 0) {
      valid += Long.bitCount(mask[count >> 6] & (1L << count) - 1);
    }
    return count - valid;
  }

  /** Makes the mask of a vector that was reset and has room for the rows. */
  static void read(PackInput in, int count, FlatVector target, IntegerReader integers) {
    int mode = in.u8();
    switch (mode) {
      case ALL -> {}
      case NONE -> clear(target.ensureValidity(), 0, count);
      case BITMAP -> {
        long[] mask = target.ensureValidity();
        for (int at = 0; at < count; at += 8) {
          int bits = in.u8();
          if (count - at < 8) {
            bits |= -1 << count - at;
          }
          mask[at >> 6] &= (bits & 0xFFL) << at | ~(0xFFL << at);
        }
      }
      case RUNS -> {
        long[] mask = target.ensureValidity();
        int runs = in.count("a number of runs of NULLs", count + 1L);
        long[] lengths = integers.first(runs);
        integers.readSimple(in, runs, lengths);
        int at = 0;
        for (int run = 0; run < runs; run++) {
          long length = lengths[run];
          if (length < 0 || length > count - at) {
            throw in.damaged("a run of at most " + (count - at) + " rows", length);
          }
          if ((run & 1) != 0) {
            clear(mask, at, (int) length);
          }
          at += (int) length;
        }
        if (at != count) {
          throw in.damaged("runs of " + count + " rows in all", at);
        }
      }
      default -> throw in.damaged("a kind of validity from 0 to 3", mode);
    }
  }

  private static void clear(long[] mask, int from, int count) {
    for (int i = from; i < from + count; i++) {
      mask[i >> 6] &= ~(1L << i);
    }
  }
}
