// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.io.probe.Finding;
import dev.eider.io.probe.Finding.Status;
import dev.eider.io.probe.StoreProbe;
import dev.eider.io.store.local.DirectoryStore;
import dev.eider.io.store.memory.MemoryStore;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examination finds the faults that were planted, and none where there is none. */
class StoreProbeTest {
  private static List<Finding> examine(ObjectStore store) {
    return StoreProbe.run(Env.system(), store, "some/place/", () -> {});
  }

  private static void assertWell(ObjectStore store) throws StoreException {
    List<Finding> findings = examine(store);
    assertEquals(15, findings.size(), findings::toString);
    for (Finding finding : findings) {
      assertEquals(Status.OK, finding.status(), finding::toString);
    }
    assertEquals(List.of(), store.list("", null, null, 10).objects(), "nothing is left");
  }

  @Test
  void aStoreInMemoryIsWell() throws Exception {
    try (ObjectStore store = new MemoryStore(Env.system(), "memory:test")) {
      assertWell(store);
    }
  }

  @Test
  void aDirectoryIsWell(@TempDir Path directory) throws Exception {
    try (ObjectStore store = DirectoryStore.open(Env.system(), directory)) {
      assertWell(store);
    }
  }

  /** What is not a matter of single calls on small objects is left to the conformance tests. */
  static List<PlantedBug> visible() {
    EnumSet<PlantedBug> bugs = EnumSet.allOf(PlantedBug.class);
    bugs.removeAll(
        EnumSet.of(
            PlantedBug.NONE,
            PlantedBug.SIZE_OF_THE_RANGE,
            PlantedBug.EMPTY_TARGET_UNCHECKED,
            PlantedBug.SUFFIX_AT_THE_END,
            PlantedBug.SUFFIX_OF_EMPTY_REFUSED,
            PlantedBug.CLOCK_IN_SECONDS,
            PlantedBug.KEY_CUT_AT_1023,
            PlantedBug.LONG_KEYS_TAKEN,
            PlantedBug.LARGE_BODY_TORN,
            PlantedBug.INTERRUPT_IGNORED,
            PlantedBug.INTERRUPT_CLEARED,
            PlantedBug.CLOSE_IGNORED,
            PlantedBug.BODY_KEPT,
            PlantedBug.SWAP_LOOKS_THEN_WRITES,
            PlantedBug.SWAP_OVERWRITES_PLAIN,
            PlantedBug.BODY_AND_INFO_APART,
            PlantedBug.FIRST_PART_STAYS,
            PlantedBug.SMALL_PARTS_TAKEN,
            PlantedBug.ABORT_DELETES,
            PlantedBug.PART_ZERO,
            PlantedBug.UPLOAD_CONDITION_IGNORED,
            PlantedBug.LIST_IN_UTF16_ORDER,
            PlantedBug.LIST_OTHER_SIZE,
            PlantedBug.LIMIT_UNCHECKED));
    return List.copyOf(bugs);
  }

  @ParameterizedTest
  @MethodSource("visible")
  void plantedFaultsAreFound(PlantedBug bug) {
    try (ObjectStore store = new BrokenStore(bug)) {
      List<Finding> findings = examine(store);
      assertTrue(
          findings.stream().anyMatch(finding -> finding.status() != Status.OK),
          () -> bug + " is not seen: " + findings);
    }
  }
}
