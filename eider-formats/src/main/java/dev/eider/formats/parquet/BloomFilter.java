// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.type.Value;
import dev.eider.io.codec.XxHash;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A split-block Bloom filter over the stored bytes of a chunk's values. */
final class BloomFilter {
  private static final int[] SALT = {
    0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
  };
  private static final int BLOCK = 32;

  private final byte[] bytes;
  private final int from;
  private final int blocks;

  private BloomFilter(byte[] bytes, int from, int blocks) {
    this.bytes = bytes;
    this.from = from;
    this.blocks = blocks;
  }

  /**
   * Reads a filter, its header first; null when it is of an unknown kind or its size is not that of
   * its bytes.
   *
   * @param bytes with the slack of {@link Bits} behind {@code end}
   */
  static @Nullable BloomFilter read(byte[] bytes, int end) {
    ThriftReader in = new ThriftReader(bytes, 0, end);
    int size = -1;
    boolean known = true;
    int outer = in.enter();
    while (in.next()) {
      switch (in.id()) {
        case 1 -> size = in.i32();
        case 2, 3, 4 -> {
          int inner = in.struct();
          while (in.next()) {
            known &= in.id() == 1;
            in.skip();
          }
          in.leave(inner);
        }
        default -> in.skip();
      }
    }
    in.leave(outer);
    // Without it all rows are looked at, so one that is not what it should be is left aside.
    if (!known || size <= 0 || size % BLOCK != 0 || size != end - in.position()) {
      return null;
    }
    return new BloomFilter(bytes, in.position(), size / BLOCK);
  }

  /** False when no value of the chunk has this hash. */
  boolean mayContain(long hash) {
    int block = (int) (((hash >>> 32) * blocks) >>> 32);
    int key = (int) hash;
    int at = from + block * BLOCK;
    for (int i = 0; i < SALT.length; i++) {
      int bit = 1 << (key * SALT[i] >>> 27);
      if (((int) Bits.INT.get(bytes, at + 4 * i) & bit) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether values of the leaf can be looked for. */
  static boolean supports(LeafType leaf) {
    return leaf.factor() == 1
        && switch (leaf.form()) {
          case INT32,
              UINT8,
              UINT16,
              INT32_AS_LONG,
              UINT32_AS_LONG,
              INT64,
              FLOAT,
              DOUBLE,
              TEXT,
              BYTES ->
              true;
          default -> false;
        };
  }

  /** Whether a value may be in the chunk; NULL and NaN always may. */
  boolean mayContain(LeafType leaf, Value value) {
    byte[] stored = stored(leaf, value);
    return stored == null || mayContain(XxHash.hash64(stored));
  }

  private static byte @Nullable [] stored(LeafType leaf, Value value) {
    if (value.isNull()) {
      return null;
    }
    return switch (leaf.form()) {
      case INT32, UINT8, UINT16, INT32_AS_LONG, UINT32_AS_LONG -> ints((int) value.asLong());
      case INT64 -> longs(value.asLong());
      // Zeros and NaNs that are equal are stored in several ways.
      case FLOAT -> {
        float f = (float) value.asDouble();
        yield f == 0 || Float.isNaN(f) ? null : ints(Float.floatToRawIntBits(f));
      }
      case DOUBLE -> {
        double d = value.asDouble();
        yield d == 0 || Double.isNaN(d) ? null : longs(Double.doubleToRawLongBits(d));
      }
      case TEXT, BYTES ->
          value.get() instanceof byte[] raw
              ? raw
              : value.asString().getBytes(StandardCharsets.UTF_8);
      default -> null;
    };
  }

  private static byte[] ints(int value) {
    byte[] bytes = new byte[4];
    Bits.INT.set(bytes, 0, value);
    return bytes;
  }

  private static byte[] longs(long value) {
    byte[] bytes = new byte[8];
    Bits.LONG.set(bytes, 0, value);
    return bytes;
  }
}
