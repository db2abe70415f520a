// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.List;
import java.util.Random;

/** Families of keys that make trees of different shapes. */
enum KeyShape {
  /** Numbers close together: full nodes. */
  DENSE {
    @Override
    Value value(Random random, int range) {
      return Value.of((long) random.nextInt(range));
    }
  },
  /** Numbers far apart: few levels, long ends. */
  SPARSE {
    @Override
    Value value(Random random, int range) {
      return Value.of(new Random(random.nextInt(range)).nextLong());
    }
  },
  /** A handful of keys with many rows each. */
  REPEATED {
    @Override
    Value value(Random random, int range) {
      return Value.of((long) random.nextInt(5));
    }
  },
  /** Short text of few letters, zero bytes and the empty string included. */
  TEXT {
    @Override
    Value value(Random random, int range) {
      return Value.of(text(random, random.nextInt(1 + Integer.numberOfTrailingZeros(range))));
    }
  },
  /** Text that is long and differs late. */
  LONG_TEXT {
    @Override
    Value value(Random random, int range) {
      return Value.of("http://".repeat(1 + random.nextInt(12)) + text(random, 12));
    }
  };

  abstract Value value(Random random, int range);

  byte[] key(KeyEncoder encoder, Random random, int range) {
    return encoder.lowerBound(List.of(value(random, range)), true);
  }

  KeyEncoder encoder() {
    boolean text = this == TEXT || this == LONG_TEXT;
    return new KeyEncoder(List.of(text ? LogicalType.VARCHAR : LogicalType.BIGINT));
  }

  private static String text(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append("ab\0\1\2é".charAt(random.nextInt(6)));
    }
    return text.toString();
  }
}
