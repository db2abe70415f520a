// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each rule of the conformance class is broken once, and must be seen. */
class ConformanceCanaryTest {
  /** The conformance class over a broken store; JUnit does not find it by itself. */
  private static final class Subject extends ObjectStoreConformance {
    private final PlantedBug bug;

    Subject(PlantedBug bug) {
      this.bug = bug;
    }

    @Override
    protected ObjectStore newStore() {
      return new BrokenStore(bug);
    }
  }

  /** What a test says about a bug; null when it passes. */
  private static @Nullable Throwable run(PlantedBug bug, Method test) throws Exception {
    Subject subject = new Subject(bug);
    subject.openStore();
    try {
      test.setAccessible(true);
      test.invoke(subject);
      return null;
    } catch (InvocationTargetException e) {
      return e.getCause();
    } finally {
      subject.closeStore();
    }
  }

  private static List<Method> tests() {
    List<Method> tests = new ArrayList<>();
    Collections.addAll(tests, ObjectStoreConformance.class.getDeclaredMethods());
    Collections.addAll(tests, ObjectReadConformance.class.getDeclaredMethods());
    tests.removeIf(method -> !method.isAnnotationPresent(Test.class));
    return tests;
  }

  @TestFactory
  Stream<DynamicTest> everyPlantedBugIsSeen() {
    return PlantedBug.all().stream()
        .map(bug ->
            DynamicTest.dynamicTest(
                bug.name(),
                () -> {
                  Method test =
                      tests().stream()
                          .filter(method -> method.getName().equals(bug.seenBy))
                          .findFirst()
                          .orElseThrow();
                  assertNull(run(PlantedBug.NONE, test), "without a bug");
                  assertNotNull(run(bug, test), bug.seenBy + " did not see " + bug);
                }));
  }

  /** A rule that nothing breaks may be one that cannot fail. */
  @Test
  void everyRuleIsBrokenByABug() {
    List<String> unbroken = new ArrayList<>();
    for (Method test : tests()) {
      if (PlantedBug.all().stream().noneMatch(bug -> bug.seenBy.equals(test.getName()))) {
        unbroken.add(test.getName());
      }
    }
    Collections.sort(unbroken);
    // Variations of rules that are broken by name elsewhere.
    assertEquals(
        List.of(
            "aClosedStoreDoesNotWrite",
            "bodiesMayLieOnTheHeap",
            "bodiesOfWritesMayLieOnTheHeap",
            "interruptedThreadsDoNotWrite",
            "oneSmallPartIsEnough",
            "threadsReadAtTheSameTime",
            "whatIsNoKeyIsNotWritten"),
        unbroken);
  }
}
