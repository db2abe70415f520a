// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.eider.base.env.Env;
import dev.eider.io.store.CountingStore.Counts;
import dev.eider.io.store.StoreException.Reason;
import dev.eider.io.store.memory.MemoryStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Counts are exact, and a store that is counted stays one. */
class CountingStoreTest extends ObjectStoreConformance {
  @Override
  protected ObjectStore newStore() {
    return new CountingStore(new MemoryStore(Env.system(), "counted"));
  }

  @Test
  void everyCallIsCountedOnce() throws Exception {
    CountingStore counting = (CountingStore) store;
    store.put("a", segment(content(100, 1)), PutCondition.IF_ABSENT);
    fails(
        Reason.PRECONDITION_FAILED,
        () -> store.put("a", segment(content(70, 1)), PutCondition.IF_ABSENT));
    store.get("a", 10, target(30), null);
    store.get("a", 0, target(100), null);
    fails(Reason.RANGE, () -> store.get("a", 90, target(30), null));
    store.getSuffix("a", target(500), null);
    store.head("a");
    store.list("", null, null, 10);
    try (MultipartUpload upload = store.startMultipart("m")) {
      upload.part(1, segment(content(40, 1)));
      upload.complete(1, PutCondition.NONE);
    }
    store.startMultipart("n").close();
    store.delete("a");
    store.deleteAll(List.of("m", "n"));
    assertEquals(new Counts(2, 1, 100), counting.counts(StoreOperation.PUT));
    assertEquals(new Counts(3, 1, 130), counting.counts(StoreOperation.GET));
    assertEquals(new Counts(1, 0, 100), counting.counts(StoreOperation.GET_SUFFIX));
    assertEquals(new Counts(1, 0, 0), counting.counts(StoreOperation.HEAD));
    assertEquals(new Counts(1, 0, 0), counting.counts(StoreOperation.LIST));
    assertEquals(new Counts(2, 0, 0), counting.counts(StoreOperation.START_MULTIPART));
    assertEquals(new Counts(1, 0, 40), counting.counts(StoreOperation.PART));
    assertEquals(new Counts(1, 0, 0), counting.counts(StoreOperation.COMPLETE));
    assertEquals(new Counts(1, 0, 0), counting.counts(StoreOperation.ABORT));
    assertEquals(new Counts(1, 0, 0), counting.counts(StoreOperation.DELETE));
    assertEquals(new Counts(1, 0, 0), counting.counts(StoreOperation.DELETE_ALL));
    assertEquals(new Counts(6, 1, 230), counting.total(true));
    assertEquals(new Counts(9, 1, 140), counting.total(false));
  }
}
