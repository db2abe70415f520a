// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.ObjectVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestPlannerTest {
  private static final ObjectVersion A = new ObjectVersion("s3://b/a", "1", 1L << 40);
  private static final ObjectVersion B = new ObjectVersion("s3://b/b", "1", 1L << 40);
  private final RequestPlanner planner = new RequestPlanner(1 << 20, 16 << 20, 8 << 20);

  private static ByteRange range(ObjectVersion object, long offset, long length) {
    return new ByteRange(object, offset, length);
  }

  private static String text(List<Extent> extents) {
    List<String> texts = new ArrayList<>();
    for (Extent e : extents) {
      texts.add(
          e.object().address().substring(7)
              + e.offset()
              + "+"
              + e.length()
              + "/"
              + e.parts().size());
    }
    return String.join(" ", texts);
  }

  @Test
  void neighboursBecomeOneRequest() {
    assertEquals(
        "a100+300/1",
        text(planner.plan(new FetchPlan(List.of(range(A, 200, 200), range(A, 100, 100))))));
  }

  @Test
  void theSmallestGapsAreReadOverWhileTheyAreATenthOfWhatIsWanted() {
    // 3,000 wanted: 300 bytes of gaps are allowed; gaps are 200, 150 and 100.
    FetchPlan plan =
        new FetchPlan(
            List.of(
                range(A, 0, 1000), range(A, 1200, 500), range(A, 1850, 500), range(A, 2450, 1000)));
    assertEquals("a0+1000/1 a1200+2250/1", text(planner.plan(plan)));
  }

  @Test
  void gapsThatCostMoreThanARequestAreNot() {
    FetchPlan plan =
        new FetchPlan(List.of(range(A, 0, 15 << 20), range(A, (16 << 20) + 1, 14 << 20)));
    assertEquals("a0+15728640/1 a16777217+14680064/1", text(planner.plan(plan)));
  }

  @Test
  void largeExtentsAreCutIntoEqualParts() {
    List<Extent> extents = planner.plan(new FetchPlan(List.of(range(A, 5, 20 << 20))));
    assertEquals("a5+20971520/3", text(extents));
    assertEquals(6990507, extents.getFirst().parts().getFirst().length());
    assertEquals(
        "a0+16777216/1", text(planner.plan(new FetchPlan(List.of(range(A, 0, 16 << 20))))));
  }

  @Test
  void objectsStayApartAndThePlansOrderIsKept() {
    FetchPlan plan =
        new FetchPlan(List.of(range(B, 0, 10), range(A, 90_000_000, 10), range(A, 0, 10)));
    assertEquals("b0+10/1 a90000000+10/1 a0+10/1", text(planner.plan(plan)));
  }

  @Test
  void everyByteOfEveryPlanIsFetchedOnceAndAtMostATenthMore() {
    Random random = new Random(7);
    for (int round = 0; round < 300; round++) {
      List<ByteRange> ranges = new ArrayList<>();
      long at = 0;
      long wanted = 0;
      for (int i = 0; i < 1 + random.nextInt(12); i++) {
        at += random.nextInt(3) * (long) random.nextInt(3 << 20);
        long length = 1 + random.nextInt(30 << 20);
        ranges.add(range(A, at, length));
        at += length;
        wanted += length;
      }
      Collections.shuffle(ranges, random);
      long fetched = 0;
      List<ByteRange> seen = new ArrayList<>();
      for (Extent extent : planner.plan(new FetchPlan(ranges))) {
        long start = 0;
        for (Extent.Part part : extent.parts()) {
          assertEquals(start, part.start());
          start += part.length();
        }
        assertEquals(extent.length(), start);
        for (ByteRange range : extent.ranges()) {
          assertTrue(range.offset() >= extent.offset());
          assertTrue(range.offset() + range.length() <= extent.offset() + extent.length());
        }
        seen.addAll(extent.ranges());
        fetched += extent.length();
      }
      assertEquals(ranges.size(), seen.size());
      assertTrue(seen.containsAll(ranges));
      assertTrue(fetched <= wanted + wanted / 10, fetched + " for " + wanted);
    }
  }
}
