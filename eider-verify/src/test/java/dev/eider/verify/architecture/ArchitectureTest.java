// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The walls of {@code docs/architecture.md} stand in the real house, and each alarm can ring. */
class ArchitectureTest {
  private static final JavaClasses HOUSE =
      new ClassFileImporter()
          .withImportOption(
              location -> !location.contains("/test-classes/") && !location.contains("/test/"))
          .importPackages("dev.eider");

  private static final String FIXTURE = "dev.eider.verify.architecture.fixture";

  /** Lazily, so that a broken fixture does not hide the state of the house. */
  private static JavaClasses fixture() {
    return new ClassFileImporter().importPackages(FIXTURE);
  }

  @TestFactory
  Stream<DynamicTest> theHouseKeepsItsWalls() {
    return new Walls("dev.eider")
        .rules().entrySet().stream()
            .map(
                rule -> DynamicTest.dynamicTest(rule.getKey(), () -> rule.getValue().check(HOUSE)));
  }

  @TestFactory
  Stream<DynamicTest> eachAlarmRingsInAHouseThatBreaksTheRules() {
    JavaClasses broken = fixture();
    return new Walls(FIXTURE)
        .rules().entrySet().stream()
            .map(rule ->
                DynamicTest.dynamicTest(
                    rule.getKey(),
                    () ->
                        assertTrue(
                            rule.getValue().evaluate(broken).hasViolation(),
                            "the fixture breaks this rule, yet it reports nothing")));
  }

  /** A rule over classes that were never imported holds without meaning anything. */
  @Test
  void everyModuleIsLookedAt() {
    for (String module :
        List.of("base", "io", "formats", "storage", "engine", "cli", "testkit", "verify")) {
      String name = "dev.eider." + module;
      assertTrue(HOUSE.containPackage(name), name + " was not imported");
    }
    assertTrue(
        HOUSE.stream().anyMatch(c -> c.getPackageName().equals("dev.eider")),
        "the library was not imported");
    assertTrue(HOUSE.stream().noneMatch(c -> c.getName().endsWith("Test")), "tests were imported");
  }

  @Test
  void rulesAreTheSameForBothHouses() {
    Map<String, ArchRule> real = new Walls("dev.eider").rules();
    Map<String, ArchRule> canary = new Walls(FIXTURE).rules();
    assertEquals(new TreeSet<>(real.keySet()), new TreeSet<>(canary.keySet()));
  }
}
