// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Rates and moments of a link, from what passed it. */
class LinkUseTest {
  private static final long MS = 1_000_000;

  private static Transfer transfer(String operation, long bytes, int... millis) {
    return new Transfer(operation, bytes, millis[0] * MS, millis[1] * MS, millis[2] * MS);
  }

  private static final List<Transfer> QUERY =
      List.of(
          transfer("GET_SUFFIX", 100, 0, 30, 31),
          transfer("GET", 1000, 40, 70, 80),
          transfer("GET", 1000, 40, 80, 90),
          transfer("GET", 2000, 85, 90, 110));

  @Test
  void dataGoesFromTheFirstByteToTheLast() {
    LinkUse use = new LinkUse(QUERY);
    assertEquals(4100, use.bytes());
    assertEquals(4000, use.dataBytes());
    assertEquals(3, use.dataRequests());
    assertEquals(70, use.firstByteMillis());
    assertEquals(4000 / 0.04, use.dataRate(), 1e-6);
    assertEquals(2, use.mostAtOnce());
  }

  @Test
  void theRestOfALongFooterIsNoData() {
    List<Transfer> seen =
        List.of(
            transfer("GET_SUFFIX", 100, 0, 30, 31),
            transfer("GET", 700, 32, 60, 61),
            transfer("GET", 1000, 62, 90, 95),
            transfer("GET", 1000, 62, 91, 96));
    LinkUse use = new LinkUse(seen);
    assertEquals(2000, use.dataBytes());
    assertEquals(90, use.firstByteMillis());
    // One read alone is data.
    assertEquals(700, new LinkUse(seen.subList(0, 2)).dataBytes());
  }

  @Test
  void bytesAreSpreadOverTheIntervalsTheyPassIn() {
    double[] sums = new LinkUse(QUERY).bytesPerInterval(25 * MS);
    assertArrayEquals(new double[] {0, 100, 500, 500 + 1000 + 1000, 1000}, sums, 1e-6);
  }
}
