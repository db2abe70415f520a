// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All states of small worlds; {@link CheckModels} visits larger ones. */
@Timeout(120)
class ModelsTest {
  private static final long LIMIT = 400_000;

  private static LogModel.Bounds bounds(boolean reader) {
    return new LogModel.Bounds(6, 2, 1, 1, 1, 1, reader);
  }

  @Test
  void twoWritersKeepTheirPromises() {
    LogModel model = new LogModel(bounds(false), EnumSet.noneOf(LogModel.Rule.class));
    Explorer.Result result = new Explorer<>(model).explore(LIMIT, false);
    assertNull(result.violation());
    assertTrue(result.exhausted());
    // A change of the model is a change of this number, made on purpose.
    assertEquals(72_894, result.states());
  }

  @Test
  void aReaderSeesOnlyWhatWas() {
    LogModel.Bounds bounds = new LogModel.Bounds(4, 2, 1, 1, 1, 1, true);
    LogModel model = new LogModel(bounds, EnumSet.noneOf(LogModel.Rule.class));
    Explorer.Result result = new Explorer<>(model).explore(LIMIT, false);
    assertNull(result.violation());
    assertTrue(result.exhausted(), result.states() + " states");
  }

  @ParameterizedTest
  @EnumSource(LogModel.Rule.class)
  void everyRuleOfTheLogIsNeeded(LogModel.Rule rule) {
    LogModel model = new LogModel(bounds(rule == LogModel.Rule.READER_GUARD), EnumSet.of(rule));
    Explorer.Result result = new Explorer<>(model).explore(LIMIT, true);
    assertNotNull(result.violation(), rule + " after " + result.states() + " states");
    assertTrue(result.steps().size() > 5, "the way there: " + result.steps());
  }

  @Test
  void pinnedVersionsStay() {
    Explorer.Result result = new Explorer<>(new PinModel(Set.of())).explore(LIMIT, false);
    assertNull(result.violation());
    assertTrue(result.exhausted());
    assertEquals(12_368, result.states());
  }

  @ParameterizedTest
  @EnumSource(PinModel.Rule.class)
  void everyRuleOfPinsIsNeeded(PinModel.Rule rule) {
    Explorer.Result result = new Explorer<>(new PinModel(EnumSet.of(rule))).explore(LIMIT, true);
    assertNotNull(result.violation(), rule + " after " + result.states() + " states");
  }
}
