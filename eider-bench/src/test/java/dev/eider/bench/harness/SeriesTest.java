// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {
  @Test
  void theMedianIsTheMiddleValueOrTheMeanOfTwo() {
    assertEquals(3, Series.median(9, 1, 3));
    assertEquals(2.5, Series.median(4, 1, 2, 3));
    assertEquals(7, Series.median(7));
    assertThrows(IllegalArgumentException.class, () -> Series.median());
  }

  @Test
  void aRatioIsOfTheMediansAndItsSpreadOfTheRounds() {
    Ratio ratio = Ratio.of("eider", new double[] {10, 20, 10}, "peer", new double[] {80, 100, 120});
    assertEquals(10, ratio.value());
    assertEquals(5, ratio.min());
    assertEquals(12, ratio.max());
    assertThrows(
        IllegalArgumentException.class,
        () -> Ratio.of("eider", new double[1], "peer", new double[2]));
  }

  @Test
  void theOrderMovesOnByOnePlaceARound() {
    assertEquals(List.of("a", "b", "c"), Rotation.order(List.of("a", "b", "c"), 0));
    assertEquals(List.of("b", "c", "a"), Rotation.order(List.of("a", "b", "c"), 1));
    assertEquals(List.of("c", "a", "b"), Rotation.order(List.of("a", "b", "c"), 5));
  }

  @Test
  void memoryIsReadFromAStatusFile() {
    List<String> status =
        List.of(
            "Name:\tjava",
            "VmHWM:\t  2000 kB",
            "RssAnon:\t 500 kB",
            "RssFile:\t 900 kB",
            "RssShmem:\t 24 kB");
    assertEquals(new MemoryUse(2000 * 1024, 524 * 1024, 900 * 1024), MemoryUse.ofStatus(status));
    assertEquals(MemoryUse.UNKNOWN, MemoryUse.ofStatus(List.of("Name:\tjava")));
  }

  @Test
  void jsonTextIsEscapedAndNested() {
    JsonWriter json = new JsonWriter().open('{');
    json.name("a\"b").text("line\nbreak \\ \u0001");
    json.name("list").open('[').element().literal(1).element().literal(2).close(']');
    json.name("none").open('{').close('}').name("ms").numbers(1.5, 2);
    assertEquals(
        """
        {
          "a\\"b": "line\\nbreak \\\\ \\u0001",
          "list": [
            1,
            2
          ],
          "none": {},
          "ms": [1.500, 2.000]
        }
        """,
        json.close('}').toString());
  }
}
