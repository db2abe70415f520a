// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import static dev.eider.verify.slt.Runs.fails;
import static dev.eider.verify.slt.Runs.passes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.verify.slt.Outcome.Kind;
import org.junit.jupiter.api.Test;

/** {@code query}: values, shapes, orders, hashes, labels. */
class QueryRecordTest {
  @Test
  void rowsByTabsAndValuesByLine() {
    int records =
        passes(
            """
            query II
            SELECT * FROM (VALUES (1, 'a'), (2, 'b')) t
            ----
            1	a
            2	b

            query II
            SELECT * FROM (VALUES (1, 'a'), (2, 'b')) t
            ----
            1
            a
            2
            b

            query ITR
            SELECT 1, 'x', 2.5
            ----
            1		x	2.5
            """);
    assertEquals(3, records);
  }

  @Test
  void wordsForNullEmptyTruthAndNul() {
    passes(
        """
        query TTIII
        SELECT NULL, '', true, false, 'a' || chr(0) || 'b'
        ----
        NULL	(empty)	1	false	a\\0b
        """);
  }

  @Test
  void numbersAreComparedByValue() {
    passes(
        """
        query RRII
        SELECT 1.000001::DOUBLE, 2.5::DECIMAL(4,2), 1000000, 12::HUGEINT
        ----
        1.0	2.5	1e6	12.0
        """);
    fails(Kind.WRONG_RESULT, 1, "query R\nSELECT 1.02::DOUBLE\n----\n1.0\n");
    fails(Kind.WRONG_RESULT, 1, "query R\nSELECT 2.5::DECIMAL(4,2)\n----\n2.51\n");
    fails(Kind.WRONG_RESULT, 1, "query T\nSELECT '1.0'\n----\n1\n");
  }

  @Test
  void temporalAndNestedValuesAreShownAsCastsShowThem() {
    passes(
        """
        query TTTT
        SELECT DATE '1992-01-01', TIME '12:00:00', TIMESTAMP '2001-02-03 04:05:06.7', 1e20::DOUBLE
        ----
        1992-01-01	12:00:00	2001-02-03 04:05:06.7	1e+20

        query TTTT
        SELECT '44-03-15 (BC)'::DATE, 'infinity'::DATE, '-infinity'::TIMESTAMP, '24:00:00'::TIME
        ----
        0044-03-15 (BC)	infinity	-infinity	24:00:00

        query TT
        SELECT {'a': 1, 'b': [NULL, 'x']}, MAP {'k': [1]}
        ----
        {'a': 1, 'b': [NULL, x]}	{k=[1]}
        """);
  }

  @Test
  void differencesNameRowAndColumn() {
    Outcome.Failed failed =
        fails(
            Kind.WRONG_RESULT,
            3,
            """
            # a comment

            query II
            SELECT * FROM (VALUES (1, 2), (3, 5)) t(a, b)
            ----
            1	2
            3	4
            """);
    assertTrue(failed.expected().startsWith("row 2, column 2 (b INTEGER): 4"), failed.expected());
    assertTrue(failed.seen().startsWith("row 2, column 2 (b INTEGER): 5"), failed.seen());
  }

  @Test
  void shapesMustFit() {
    fails(Kind.WRONG_RESULT, 1, "query I\nSELECT 1, 2\n----\n1\n2\n");
    fails(Kind.WRONG_RESULT, 1, "query II\nSELECT 1, 2\n----\n1\t2\n3\t4\n");
    fails(Kind.WRONG_RESULT, 1, "query I\nSELECT 1 WHERE false\n----\n1\n");
    passes("query I\nSELECT 1 WHERE false\n----\n");
    fails(Kind.UNEXPECTED_ERROR, 1, "query I\nSELECT nope\n----\n1\n");
    fails(Kind.BAD_TEST, 1, "query X\nSELECT 1\n----\n1\n");
  }

  @Test
  void sortModes() {
    passes(
        """
        query II rowsort
        SELECT * FROM (VALUES (3, 1), (1, 2), (20, 0)) t
        ----
        1	2
        20	0
        3	1

        query II valuesort
        SELECT * FROM (VALUES (3, 1), (1, 2)) t
        ----
        1
        1
        2
        3

        query I sort
        SELECT * FROM (VALUES ('b'), ('a')) t
        ----
        a
        b

        query I nosort
        SELECT * FROM (VALUES (2), (1)) t
        ----
        2
        1
        """);
    fails(Kind.WRONG_RESULT, 1, "query I\nFROM (VALUES (2), (1)) t\n----\n1\n2\n");
  }

  @Test
  void hashes() {
    passes("query I\nSELECT 1\n----\n1 values hashing to b026324c6904b2a9cb4b88d6d61c81d1\n");
    fails(
        Kind.WRONG_RESULT,
        1,
        "query I\nSELECT 2\n----\n1 values hashing to b026324c6904b2a9cb4b88d6d61c81d1\n");
  }

  @Test
  void labelsTieQueriesTogether() {
    String twice =
        """
        query I nosort same
        SELECT 1
        ----

        query I nosort same
        SELECT %s
        ----
        """;
    passes(twice.formatted("1"));
    fails(Kind.WRONG_RESULT, 5, twice.formatted("2"));
    passes(
        """
        query I nosort same
        SELECT 1
        ----

        reset label same

        query I nosort same
        SELECT 2
        ----
        """);
  }

  @Test
  void hashThresholdTurnsComparisonOff() {
    passes("hash-threshold 1\n\nquery II\nSELECT 1, 2\n----\n7\n8\n");
  }

  @Test
  void patterns() {
    passes(
        """
        query TT
        SELECT 'one two', E'a\\nb'
        ----
        <REGEX>:one.*	<REGEX>:a.b

        query T
        SELECT 'abc'
        ----
        <!REGEX>:.*z.*
        """);
    fails(Kind.WRONG_RESULT, 1, "query T\nSELECT 'one two'\n----\n<REGEX>:one\n");
    fails(Kind.WRONG_RESULT, 1, "query T\nSELECT 'abc'\n----\n<!REGEX>:.*b.*\n");
  }

  @Test
  void countsOfChangedRowsAreAResult() {
    passes(
        """
        statement ok
        CREATE TABLE t(i INTEGER)

        query I
        INSERT INTO t VALUES (1), (2)
        ----
        2
        """);
  }
}
