// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;
import java.util.Arrays;

/** Numbers as runs of equal ones: the values of the runs, then their lengths less one. */
final class RunLengthEncoding {
  /** Shorter runs are filled by a loop without a call. */
  private static final int SHORT = 16;

  private RunLengthEncoding() {}

  /** About how many bytes: the lengths are taken to need a byte each. */
  static long size(IntegerAnalysis a) {
    return 20 + (long) a.runs * (BitPacking.width(a.max - a.min) + 8) / 8;
  }

  static void write(
      IntegerWriter writer, int runs, long[] values, int from, int count, PackOutput out) {
    long[] heads = writer.first(runs);
    long[] lengths = writer.second(runs);
    int run = 0;
    int start = from;
    for (int i = from + 1; i <= from + count; i++) {
      if (i == from + count || values[i] != values[start]) {
        heads[run] = values[start];
        lengths[run++] = i - start - 1;
        start = i;
      }
    }
    out.varint(runs);
    writer.writeSimple(heads, runs, out);
    writer.writeSimple(lengths, runs, out);
  }

  static void read(IntegerReader reader, PackInput in, int count, long[] values) {
    int runs = runs(reader, in, count);
    long[] heads = reader.first(runs);
    long[] lengths = reader.second(runs);
    int at = 0;
    for (int run = 0; run < runs; run++) {
      int end = end(in, at, lengths[run], count);
      long head = heads[run];
      if (end - at > SHORT) {
        Arrays.fill(values, at, end, head);
      } else {
        for (int i = at; i < end; i++) {
          values[i] = head;
        }
      }
      at = end;
    }
    complete(in, at, count);
  }

  static void read(IntegerReader reader, PackInput in, int count, int[] values) {
    int runs = runs(reader, in, count);
    long[] heads = reader.first(runs);
    long[] lengths = reader.second(runs);
    int at = 0;
    for (int run = 0; run < runs; run++) {
      int end = end(in, at, lengths[run], count);
      int head = (int) heads[run];
      if (end - at > SHORT) {
        Arrays.fill(values, at, end, head);
      } else {
        for (int i = at; i < end; i++) {
          values[i] = head;
        }
      }
      at = end;
    }
    complete(in, at, count);
  }

  private static int runs(IntegerReader reader, PackInput in, int count) {
    int runs = in.count("a number of runs", count);
    reader.readSimple(in, runs, reader.first(runs));
    reader.readSimple(in, runs, reader.second(runs));
    return runs;
  }

  private static int end(PackInput in, int at, long length, int count) {
    if (length < 0 || length >= count - at) {
      throw in.damaged("a run of at most " + (count - at) + " rows", length + 1);
    }
    return at + (int) length + 1;
  }

  private static void complete(PackInput in, int at, int count) {
    if (at != count) {
      throw in.damaged("runs of " + count + " rows in all", at);
    }
  }
}
