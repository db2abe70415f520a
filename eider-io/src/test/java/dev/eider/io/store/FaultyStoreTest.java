// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.io.store.StoreException.Reason;
import dev.eider.io.store.memory.MemoryStore;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Faults come by seed, stay within the contract, and each kind comes. */
class FaultyStoreTest {
  private final ManualEnv env = ManualEnv.moving(1);
  private final MemoryStore memory = new MemoryStore(env, "m");

  private FaultyStore store(Faults faults) {
    return new FaultyStore(env, memory, faults);
  }

  private static MemorySegment body(String text) {
    return MemorySegment.ofArray(ObjectReadConformance.bytes(text));
  }

  private static StoreException fails(
      Reason reason, org.junit.jupiter.api.function.Executable call) {
    return ObjectReadConformance.fails(reason, call);
  }

  private List<String> run(long seed) {
    MemoryStore fresh = new MemoryStore(env, "m");
    FaultyStore store = new FaultyStore(env, fresh, Faults.all(seed, 0.5));
    List<String> outcomes = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      try {
        if (i % 2 == 0) {
          store.put("k", body("body " + i), PutCondition.NONE);
        } else {
          store.get("k", 0, ObjectReadConformance.target(4), null);
        }
        outcomes.add("fine");
      } catch (StoreException e) {
        outcomes.add(e.reason() + " " + e.getMessage());
      }
    }
    return outcomes;
  }

  @Test
  void theSeedDecides() {
    assertEquals(run(7), run(7));
    assertNotEquals(run(7), run(8));
    Set<Reason> seen = EnumSet.noneOf(Reason.class);
    for (String outcome : run(7)) {
      if (!outcome.equals("fine")) {
        seen.add(Reason.valueOf(outcome.substring(0, outcome.indexOf(' '))));
      }
    }
    assertTrue(
        seen.containsAll(
            Set.of(Reason.THROTTLED, Reason.UNAVAILABLE, Reason.INCOMPLETE, Reason.UNCLEAR)),
        seen.toString());
  }

  @Test
  void aLostReplyIsOfAWriteThatWasApplied() throws Exception {
    FaultyStore store = store(Faults.none(1).withUnclearWrites(1, 0, 0, 0));
    fails(Reason.UNCLEAR, () -> store.put("k", body("x"), PutCondition.IF_ABSENT));
    assertEquals(1, memory.head("k").size());
    fails(Reason.UNCLEAR, () -> store.put("k", body("xyz"), PutCondition.IF_ABSENT));
    assertEquals(1, memory.head("k").size());
  }

  @Test
  void aLostRequestIsNeverApplied() {
    FaultyStore store = store(Faults.none(1).withUnclearWrites(0, 1, 0, 0));
    fails(Reason.UNCLEAR, () -> store.put("k", body("x"), PutCondition.NONE));
    fails(Reason.NOT_FOUND, () -> memory.head("k"));
  }

  @Test
  void aDelayedWriteIsAppliedLater() throws Exception {
    FaultyStore store = store(Faults.none(1).withUnclearWrites(0, 0, 1, 500));
    byte[] bytes = {1, 2, 3};
    fails(
        Reason.UNCLEAR, () -> store.put("k", MemorySegment.ofArray(bytes), PutCondition.IF_ABSENT));
    bytes[0] = 9;
    fails(Reason.NOT_FOUND, () -> memory.head("k"));
    env.advance(499);
    fails(Reason.NOT_FOUND, () -> memory.head("k"));
    env.advance(1);
    MemorySegment target = ObjectReadConformance.target(3);
    memory.get("k", 0, target, null);
    assertArrayEquals(new byte[] {1, 2, 3}, ObjectReadConformance.array(target));
  }

  @Test
  void aBurstLastsItsTime() throws Exception {
    memory.put("k", body("x"), PutCondition.NONE);
    FaultyStore store = store(Faults.none(1).withThrottled(1, 1, 5000, 700));
    StoreException e = fails(Reason.THROTTLED, () -> store.head("k"));
    assertEquals(700, e.retryAfterMillis());
    assertEquals(503, e.status());
    env.advance(4999);
    fails(Reason.THROTTLED, () -> store.head("k"));
  }

  @Test
  void aCompletedUploadIsForgotten() throws Exception {
    FaultyStore store = store(Faults.none(3).withUnclearWrites(0.5, 0, 0, 0));
    boolean seen = false;
    for (int i = 0; i < 20; i++) {
      MultipartUpload upload = uploadOf(store, "k" + i);
      try {
        upload.complete(1, PutCondition.NONE);
      } catch (StoreException e) {
        assertEquals(Reason.UNCLEAR, e.reason());
        assertEquals(1, memory.head("k" + i).size());
        try {
          upload.complete(1, PutCondition.NONE);
        } catch (StoreException again) {
          seen |= again.reason() == Reason.NOT_FOUND;
        }
      }
    }
    assertTrue(seen);
  }

  private static MultipartUpload uploadOf(FaultyStore store, String key) throws StoreException {
    while (true) {
      try {
        MultipartUpload upload = store.startMultipart(key);
        while (true) {
          try {
            upload.part(1, body("x"));
            return upload;
          } catch (StoreException e) {
            assertEquals(Reason.UNCLEAR, e.reason());
          }
        }
      } catch (StoreException e) {
        assertEquals(Reason.UNAVAILABLE, e.reason());
      }
    }
  }
}
