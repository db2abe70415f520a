// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.type.Interval;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompareKernelsTest {
  private static FlatVector of(LogicalType type, Object... objects) {
    FlatVector vector = FlatVector.allocate(type, objects.length);
    for (int i = 0; i < objects.length; i++) {
      vector.setValue(i, new Value(type, objects[i]));
    }
    return vector;
  }

  private static void ascending(FlatVector vector, int rows) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < rows; j++) {
        assertEquals(
            Integer.compare(i, j),
            Integer.signum(CompareKernels.compareNullsGreatest(vector, i, vector, j)),
            i + " ? " + j);
      }
    }
  }

  @Test
  void doublesPutNanLastAndZerosTogether() {
    ascending(
        of(
            LogicalType.DOUBLE,
            Double.NEGATIVE_INFINITY,
            -1.5,
            0.0,
            1e300,
            Double.POSITIVE_INFINITY,
            Double.NaN,
            null),
        7);
    FlatVector zeros = of(LogicalType.DOUBLE, 0.0, -0.0);
    assertTrue(CompareKernels.sameValue(zeros, 0, zeros, 1));
    long[] hashes = new long[2];
    HashKernels.hash(zeros, 2, hashes);
    assertEquals(hashes[0], hashes[1]);
  }

  @Test
  void unsignedTypesOrderByTheirBits() {
    ascending(of(LogicalType.UBIGINT, 0L, 1L, Long.MAX_VALUE, Long.MIN_VALUE, -1L), 5);
    ascending(
        of(
            LogicalType.UHUGEINT,
            BigInteger.ZERO,
            BigInteger.ONE.shiftLeft(64),
            BigInteger.ONE.shiftLeft(127),
            BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE)),
        4);
    ascending(
        of(
            LogicalType.HUGEINT,
            BigInteger.ONE.shiftLeft(127).negate(),
            BigInteger.ONE.negate(),
            BigInteger.ZERO,
            BigInteger.ONE.shiftLeft(64),
            BigInteger.ONE.shiftLeft(126)),
        5);
  }

  @Test
  void intervalsCompareByNormalisedLength() {
    FlatVector equal =
        of(
            LogicalType.INTERVAL,
            new Interval(1, 0, 0),
            new Interval(0, 30, 0),
            new Interval(0, 29, 86_400_000_000L));
    long[] hashes = new long[3];
    HashKernels.hash(equal, 3, hashes);
    for (int i = 1; i < 3; i++) {
      assertEquals(0, CompareKernels.compare(equal, 0, equal, i));
      assertEquals(hashes[0], hashes[i]);
    }
    ascending(
        of(
            LogicalType.INTERVAL,
            new Interval(0, 0, -1),
            new Interval(0, 0, 0),
            new Interval(0, 1, -1),
            new Interval(0, 1, 0),
            new Interval(1, 0, 0)),
        5);
  }

  @Test
  void nestedValuesCompareElementByElementWithNullsGreatest() {
    LogicalType list = LogicalType.list(LogicalType.INTEGER);
    Value one = Value.of(1);
    Value two = Value.of(2);
    Value none = Value.nullOf(LogicalType.INTEGER);
    ascending(
        of(list, List.of(), List.of(one), List.of(one, two), List.of(two), List.of(none), null), 6);
  }

  @Test
  void nullHasItsOwnHash() {
    long[] hashes = new long[2];
    HashKernels.hash(of(LogicalType.INTEGER, 0, null), 2, hashes);
    assertEquals(HashKernels.NULL_HASH, hashes[1]);
    assertNotEquals(hashes[0], hashes[1]);
  }
}
