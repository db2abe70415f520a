// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.base.type.LogicalType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the least and the greatest of a column chunk's values. One thread's. */
final class Bounds {
  private final LeafBuffer buffer;
  private final ValueOrder order;
  private final byte[][] enumTexts;

  /** Numbers of the least and greatest value of the last range, -1: there is none. */
  int least;

  int greatest;

  /** Whether the last range has a NaN, which has no place in the order. */
  boolean hasNan;

  Bounds(LeafBuffer buffer) {
    this.buffer = buffer;
    order = ValueOrder.of(buffer.leaf);
    enumTexts =
        buffer.leaf.type() instanceof LogicalType.EnumOf of ? texts(of.values()) : new byte[0][];
  }

  private static byte[][] texts(List<String> values) {
    byte[][] texts = new byte[values.size()][];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = values.get(i).getBytes(StandardCharsets.UTF_8);
    }
    return texts;
  }

  /** The text of each code of an enum. */
  byte[][] enumTexts() {
    return enumTexts;
  }

  /** Finds the bounds of values {@code [from, to)}. */
  void find(@Nullable Dictionary dictionary, int from, int to) {
    least = -1;
    greatest = -1;
    hasNan = false;
    if (from == to || order == ValueOrder.NONE) {
      return;
    }
    if (dictionary == null || !(buffer instanceof BytesLeaf) && order != ValueOrder.ENUM) {
      switch (buffer) {
        case IntLeaf ints -> find(ints.stored, from, to);
        case LongLeaf longs -> find(longs.stored, from, to);
        case BytesLeaf bytes -> {
          least = from;
          greatest = from;
          for (int i = from + 1; i < to; i++) {
            take(i);
          }
        }
      }
      return;
    }
    // Texts are dear to compare: each of the dictionary once.
    BitSet seen = new BitSet(dictionary.size());
    int[] ids = dictionary.ids();
    int last = -1;
    for (int i = from; i < to; i++) {
      if (ids[i] != last) {
        last = ids[i];
        seen.set(last);
      }
    }
    for (int id = seen.nextSetBit(0); id >= 0; id = seen.nextSetBit(id + 1)) {
      take(dictionary.first()[id]);
    }
  }

  /** Widens the bounds to a value. */
  private void take(int value) {
    if (least < 0 || compare(value, least) < 0) {
      least = value;
    }
    if (greatest < 0 || compare(value, greatest) > 0) {
      greatest = value;
    }
  }

  /** Compares two values by their numbers. */
  int compare(int one, int other) {
    return switch (buffer) {
      case IntLeaf ints -> {
        int a = ints.stored[one];
        int b = ints.stored[other];
        yield switch (order) {
          case UNSIGNED -> Integer.compareUnsigned(a, b);
          case FLOAT -> Float.compare(Float.intBitsToFloat(a), Float.intBitsToFloat(b));
          case ENUM -> Arrays.compareUnsigned(enumTexts[a], enumTexts[b]);
          default -> Integer.compare(a, b);
        };
      }
      case LongLeaf longs -> {
        long a = longs.stored[one];
        long b = longs.stored[other];
        yield switch (order) {
          case UNSIGNED -> Long.compareUnsigned(a, b);
          case DOUBLE -> Double.compare(Double.longBitsToDouble(a), Double.longBitsToDouble(b));
          default -> Long.compare(a, b);
        };
      }
      case BytesLeaf bytes -> {
        if (order == ValueOrder.BYTES_SIGNED) {
          byte a = bytes.heap[bytes.starts[one]];
          byte b = bytes.heap[bytes.starts[other]];
          if (a != b) {
            yield Byte.compare(a, b);
          }
        }
        yield bytes.compare(one, other);
      }
    };
  }

  private void find(int[] values, int from, int to) {
    if (order == ValueOrder.FLOAT) {
      for (int i = from; i < to; i++) {
        if (Float.isNaN(Float.intBitsToFloat(values[i]))) {
          hasNan = true;
        } else {
          take(i);
        }
      }
      return;
    }
    if (order == ValueOrder.ENUM) {
      for (int i = from; i < to; i++) {
        take(i);
      }
      return;
    }
    int flip = order == ValueOrder.UNSIGNED ? Integer.MIN_VALUE : 0;
    int min = values[from] ^ flip;
    int max = min;
    for (int i = from + 1; i < to; i++) {
      min = Math.min(min, values[i] ^ flip);
      max = Math.max(max, values[i] ^ flip);
    }
    least = indexOf(values, from, min ^ flip);
    greatest = indexOf(values, from, max ^ flip);
  }

  private static int indexOf(int[] values, int from, int value) {
    int at = from;
    while (values[at] != value) {
      at++;
    }
    return at;
  }

  private void find(long[] values, int from, int to) {
    if (order == ValueOrder.DOUBLE) {
      for (int i = from; i < to; i++) {
        if (Double.isNaN(Double.longBitsToDouble(values[i]))) {
          hasNan = true;
        } else {
          take(i);
        }
      }
      return;
    }
    long flip = order == ValueOrder.UNSIGNED ? Long.MIN_VALUE : 0;
    long min = values[from] ^ flip;
    long max = min;
    for (int i = from + 1; i < to; i++) {
      min = Math.min(min, values[i] ^ flip);
      max = Math.max(max, values[i] ^ flip);
    }
    least = indexOf(values, from, min ^ flip);
    greatest = indexOf(values, from, max ^ flip);
  }

  private static int indexOf(long[] values, int from, long value) {
    int at = from;
    while (values[at] != value) {
      at++;
    }
    return at;
  }

  /** The bytes of a value, as the plain encoding stores it, without its length. */
  byte[] bytes(int value) {
    return switch (buffer) {
      case IntLeaf ints -> {
        if (order == ValueOrder.ENUM) {
          yield enumTexts[ints.stored[value]];
        }
        if (buffer.leaf.form() == StoredForm.BOOLEAN) {
          yield new byte[] {(byte) ints.stored[value]};
        }
        byte[] bytes = new byte[4];
        ByteSink.INT.set(bytes, 0, ints.stored[value]);
        yield bytes;
      }
      case LongLeaf longs -> {
        byte[] bytes = new byte[8];
        ByteSink.LONG.set(bytes, 0, longs.stored[value]);
        yield bytes;
      }
      case BytesLeaf heap -> heap.bytes(value);
    };
  }

  /** A bound below that is no longer than {@code most} bytes. */
  byte[] lower(int value, int most) {
    byte[] bytes = bytes(value);
    if (!mayCut() || bytes.length <= most) {
      return bytes;
    }
    int end = most;
    while (isText() && end > 0 && (bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return Arrays.copyOf(bytes, end);
  }

  /** A bound above that is no longer than {@code most} bytes; null when there is none. */
  byte @Nullable [] upper(int value, int most) {
    byte[] bytes = bytes(value);
    if (!mayCut() || bytes.length <= most) {
      return bytes;
    }
    // What is cut off is made up for by a greater byte; in texts, by a greater ASCII character.
    int max = isText() ? 0x7F : 0xFF;
    for (int end = most; end > 0; end--) {
      if ((bytes[end - 1] & 0xFF) < max) {
        byte[] cut = Arrays.copyOf(bytes, end);
        cut[end - 1]++;
        return cut;
      }
    }
    return null;
  }

  private boolean isText() {
    return buffer.leaf.form() != StoredForm.BYTES;
  }

  private boolean mayCut() {
    return switch (buffer.leaf.form()) {
      case TEXT, BYTES, ENUM -> true;
      default -> false;
    };
  }
}
