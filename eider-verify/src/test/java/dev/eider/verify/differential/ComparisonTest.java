// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.eider.verify.differential.Difference.Kind;
import dev.eider.verify.engine.SqlFailure;
import dev.eider.verify.engine.SqlResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What counts as a difference. */
class ComparisonTest {
  private static Answer rows(String type, @Nullable String... cells) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (String cell : cells) {
      rows.add(Arrays.asList("k", cell));
    }
    return new Answer.Rows(new SqlResult(List.of("a", "b"), List.of("VARCHAR", type), rows, true));
  }

  private static Answer error(String message) {
    return new Answer.Failure(new SqlFailure(message, false, null));
  }

  private static @Nullable Kind kind(Answer left, Answer right, boolean ordered) {
    Difference difference = Comparison.of(left, right, ordered);
    return difference == null ? null : difference.kind();
  }

  @Test
  void rowsAreABagUnlessOrdered() {
    assertNull(kind(rows("INTEGER", "1", "2"), rows("INTEGER", "2", "1"), false));
    assertEquals(Kind.ORDER, kind(rows("INTEGER", "1", "2"), rows("INTEGER", "2", "1"), true));
    assertEquals(Kind.VALUE, kind(rows("INTEGER", "1", "1"), rows("INTEGER", "1", "2"), false));
    assertEquals(Kind.ROW_COUNT, kind(rows("INTEGER", "1"), rows("INTEGER", "1", "1"), false));
    String missing = null;
    assertNull(kind(rows("INTEGER", missing), rows("INTEGER", missing), true));
    assertEquals(Kind.VALUE, kind(rows("INTEGER", missing), rows("INTEGER", "0"), false));
  }

  @Test
  void columnsMustBeTheSame() {
    assertEquals(Kind.COLUMN_TYPE, kind(rows("INTEGER", "1"), rows("BIGINT", "1"), false));
    Answer narrow =
        new Answer.Rows(
            new SqlResult(List.of("a"), List.of("VARCHAR"), List.of(List.of("k")), true));
    assertEquals(Kind.COLUMN_COUNT, kind(narrow, rows("INTEGER", "1"), false));
  }

  @Test
  void floatingPointMayDifferAtTheEnd() {
    assertNull(kind(rows("DOUBLE", "0.1"), rows("DOUBLE", "0.10000000000000001"), false));
    assertNull(
        kind(rows("DOUBLE", "1.0", "2.0000000001"), rows("DOUBLE", "2.0", "1.0000000001"), false));
    assertEquals(Kind.VALUE, kind(rows("DOUBLE", "0.1"), rows("DOUBLE", "0.1001"), false));
    assertEquals(Kind.VALUE, kind(rows("DOUBLE", "nan"), rows("DOUBLE", "1.0"), false));
    assertEquals(Kind.VALUE, kind(rows("VARCHAR", "1.0"), rows("VARCHAR", "1.00"), false));
  }

  @Test
  void errorsAreComparedByClass() {
    assertNull(kind(error("Binder Error: a"), error("Binder Error: b"), false));
    assertEquals(
        Kind.ERROR_CLASS, kind(error("Binder Error: a"), error("Conversion Error: a"), false));
    assertEquals(Kind.ONLY_LEFT_FAILS, kind(error("x"), rows("INTEGER"), false));
    assertEquals(Kind.ONLY_RIGHT_FAILS, kind(rows("INTEGER"), error("x"), false));
    assertEquals(Kind.INTERNAL, kind(error("INTERNAL Error: x"), error("Binder Error: x"), false));
    assertEquals(Kind.TIMEOUT, kind(new Answer.Silence(), rows("INTEGER"), false));
    assertNull(kind(new Answer.Silence(), new Answer.Silence(), false));
  }

  @Test
  void agreedDifferencesNeedBothPatterns() {
    AgreedDifferences agreed =
        AgreedDifferences.parse("# comment\n\n\\bavg\\(\t^VALUE.*inf\twe follow IEEE\n");
    Difference difference = new Difference(Kind.VALUE, "row 1: [inf]", "row 1: [NULL]");
    assertEquals("we follow IEEE", agreed.reason("SELECT avg(x)", difference));
    assertNull(agreed.reason("SELECT sum(x)", difference));
    assertNull(agreed.reason("SELECT avg(x)", new Difference(Kind.ORDER, "inf", "")));
    assertThrows(IllegalArgumentException.class, () -> AgreedDifferences.parse("one field\n"));
    assertNotNull(AgreedDifferences.load());
  }

  @Test
  void treesShrinkToParts() {
    Node one = Node.leaf(Category.INT, "a.x");
    Node two = Node.leaf(Category.TEXT, "a.s");
    Node length = new Node(Category.INT, List.of("length(", ")"), List.of(two));
    Node sum = new Node(Category.INT, List.of("(", " + ", ")"), List.of(one, length));
    assertEquals("(a.x + length(a.s))", sum.sql());
    List<String> simpler = sum.simpler().stream().map(Node::sql).toList();
    assertEquals(List.of("a.x", "length(a.s)"), simpler);
  }
}
