// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnswerComparatorTest {
  /** Rows of cells in the wire form, separated by spaces. */
  private static Answer answer(String... rows) {
    List<List<Cell>> out = new ArrayList<>();
    for (String row : rows) {
      List<Cell> cells = new ArrayList<>();
      for (String cell : row.split(" ")) {
        cells.add(Cell.ofWire(cell));
      }
      out.add(cells);
    }
    return new Answer(out);
  }

  private static @Nullable String difference(Answer expected, Answer actual, Integer... orderedBy) {
    return AnswerComparator.difference(expected, actual, List.of(orderedBy));
  }

  @Test
  void rowsMayComeInAnySequenceWithoutOrder() {
    assertNull(difference(answer("Sa I1", "Sb I2", "N I3"), answer("N I3", "Sb I2", "Sa I1")));
  }

  @Test
  void anAlteredValueIsFoundWhateverItsType() {
    for (String altered : List.of("I2", "D1.01", "F1.00000001", "Sx", "N")) {
      assertNotNull(difference(answer("I1"), answer(altered)), altered);
      assertNotNull(difference(answer("F1.0"), answer(altered)), altered);
    }
  }

  @Test
  void repeatedRowsCount() {
    assertNotNull(difference(answer("I1", "I1", "I2"), answer("I1", "I2", "I2")));
    assertNotNull(difference(answer("F1.5", "F1.5", "F2.5"), answer("F1.5", "F2.5", "F2.5")));
    assertNotNull(difference(answer("I1", "I1"), answer("I1")));
  }

  @Test
  void floatingPointIsComparedWithinTheTolerance() {
    assertNull(difference(answer("F1000000.0"), answer("F1000000.0005")));
    assertNotNull(difference(answer("F1000000.0"), answer("F1000000.002")));
    assertNull(difference(answer("F0.0"), answer("F-0.0")));
    assertNull(difference(answer("FNaN", "FInfinity"), answer("FInfinity", "FNaN")));
    assertNotNull(difference(answer("FNaN"), answer("F0.0")));
    assertNotNull(difference(answer("FInfinity"), answer("F-Infinity")));
  }

  @Test
  void exactNumbersAreComparedExactlyWhateverTheirScale() {
    assertNull(difference(answer("D1.50"), answer("D1.5")));
    assertNull(difference(answer("I100"), answer("D100.00")));
    assertNotNull(
        difference(answer("D12345678901234567890.01"), answer("D12345678901234567890.02")));
  }

  @Test
  void aDecimalOnOneSideAndADoubleOnTheOtherAreNear() {
    assertNull(difference(answer("D2.50", "N"), answer("N", "F2.5000000001")));
  }

  @Test
  void noiseInALeadingColumnDoesNotHideEqualRows() {
    Answer expected = answer("F1.0000000000001 F5.0", "F1.0 F7.0");
    Answer actual = answer("F1.0 F5.0", "F1.0000000000001 F7.0");
    assertNull(difference(expected, actual));
    assertNotNull(difference(expected, answer("F1.0 F5.0", "F1.0000000000001 F7.1")));
  }

  @Test
  void theKeysOfAnOrderMustComeInSequenceButTiesMaySwap() {
    Answer expected = answer("I1 Sa", "I2 Sb", "I2 Sc");
    assertNull(difference(expected, answer("I1 Sa", "I2 Sc", "I2 Sb"), 0));
    String swapped = difference(expected, answer("I2 Sb", "I1 Sa", "I2 Sc"), 0);
    assertNotNull(swapped);
    assertTrue(swapped.startsWith("order: row 0"), swapped);
    assertNull(difference(expected, answer("I2 Sb", "I1 Sa", "I2 Sc")));
  }

  @Test
  void shapesMustAgree() {
    assertEquals("row count: expected 1, seen 2", difference(answer("I1"), answer("I1", "I1")));
    assertNotNull(difference(answer("I1 I2"), answer("I1")));
    assertNull(difference(answer(), answer()));
  }

  @Test
  void textsOfACommandLineAreComparedByWhatTheyLookLike() {
    Answer expected = Answer.ofCsv("a,b\n1,0.30000000000000004\n,\"x, \"\"y\"\"\nz\"\n");
    assertEquals(2, expected.rows().size());
    assertEquals("x, \"y\"\nz", expected.rows().get(1).get(1).text());
    assertNull(difference(expected, Answer.ofCsv("a,b\r\n1,0.3\r\n,\"x, \"\"y\"\"\nz\"")));
    assertNotNull(difference(expected, Answer.ofCsv("a,b\n2,0.3\n,\"x, \"\"y\"\"\nz\"")));
    assertEquals(0, Answer.ofCsv("").rows().size());
  }
}
