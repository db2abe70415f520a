// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.Arrays;

/**
 * One value of any type a group, overwritten at will: what {@code first}, {@code arg_max} and the
 * like keep. Variable-length storage that overwriting leaves behind is reclaimed by copying once it
 * outweighs what is in use.
 */
final class GroupValues {
  private static final long SLACK_BYTES = 1 << 16;

  private final LogicalType type;
  private FlatVector values;
  private long[] present = new long[1];
  private int groups;
  private long compactAt = SLACK_BYTES;

  GroupValues(LogicalType type) {
    this.type = type;
    this.values = FlatVector.allocate(type, 4);
  }

  void ensureGroups(int count) {
    if (count > groups) {
      values.ensureCapacity(count);
      int words = FlatVector.words(count);
      if (words > present.length) {
        present = Arrays.copyOf(present, Math.max(words, present.length * 2));
      }
      groups = count;
    }
  }

  /** Whether the group has been given a value (perhaps NULL). */
  boolean isSet(int group) {
    return (present[group >> 6] >>> group & 1) != 0;
  }

  void set(int group, FlatVector source, int row) {
    values.copyRow(source, row, group);
    present[group >> 6] |= 1L << group;
    if (values.sizeInBytes() > compactAt) {
      compact();
    }
  }

  private void compact() {
    FlatVector fresh = FlatVector.allocate(type, values.capacity());
    for (int g = 0; g < groups; g++) {
      if (isSet(g)) {
        fresh.copyRow(values, g, g);
      }
    }
    values = fresh;
    compactAt = 2 * fresh.sizeInBytes() + SLACK_BYTES;
  }

  FlatVector values() {
    return values;
  }

  /** Copies groups to a result; groups without a value become NULL. */
  void finish(int first, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      if (isSet(first + i)) {
        result.copyRow(values, first + i, i);
      } else {
        result.setNull(i);
      }
    }
  }

  long memoryBytes() {
    return values.sizeInBytes() + 8L * present.length;
  }

  void write(int group, StateWriter out) {
    out.putByte(isSet(group) ? 1 : 0);
    if (isSet(group)) {
      ValueBytes.write(values, group, out);
    }
  }

  void read(int group, StateReader in) {
    if (in.getByte() != 0) {
      ValueBytes.read(values, group, in);
      present[group >> 6] |= 1L << group;
    }
  }
}
