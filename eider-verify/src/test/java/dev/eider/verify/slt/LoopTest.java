// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import static dev.eider.verify.slt.Runs.fails;
import static dev.eider.verify.slt.Runs.passes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.eider.verify.slt.Outcome.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loops, their variables and conditions. */
class LoopTest {
  @Test
  void numbers() {
    int records =
        passes(
            """
            statement ok
            CREATE TABLE t(i INTEGER)

            loop i 0 3

            statement ok
            INSERT INTO t VALUES ({i})

            endloop

            query I
            SELECT list(i ORDER BY i) FROM t
            ----
            [0, 1, 2]
            """);
    assertEquals(5, records);
  }

  @Test
  void wordsAndNesting() {
    int records =
        passes(
            """
            foreach type TINYINT BIGINT

            loop i 1 4

            query T
            SELECT typeof(${i}::{type})
            ----
            <REGEX>:TINYINT|BIGINT

            endloop

            endloop
            """);
    assertEquals(6, records);
  }

  @Test
  void severalVariables() {
    passes(
        """
        foreach a,b 1,x 2,y

        query I
        SELECT '{b}' = CASE {a} WHEN 1 THEN 'x' ELSE 'y' END
        ----
        true

        endloop
        """);
    fails(Kind.BAD_TEST, 3, "foreach a,b 1\n\nstatement ok\nSELECT {a}\n\nendloop\n");
  }

  @Test
  void typeGroups() {
    List<String> words = new ArrayList<>();
    TypeGroups.expand("<integral>", words);
    assertEquals(10, words.size());
    TypeGroups.expand("!bigint", words);
    assertEquals(9, words.size());
    TypeGroups.expand("!varchar", words);
    assertEquals("!varchar", words.getLast());
    List<String> all = new ArrayList<>();
    TypeGroups.expand("<alltypes>", all);
    assertEquals(15, all.size());
    assertEquals("varchar", all.getLast());
  }

  @Test
  void conditions() {
    int records =
        passes(
            """
            loop i 0 4

            onlyif i=1
            statement ok
            SELECT 1

            skipif i<>2
            statement ok
            SELECT 2

            onlyif i>=1&&i<3
            statement ok
            SELECT 3

            endloop
            """);
    assertEquals(1 + 1 + 2, records);
    fails(Kind.BAD_TEST, 4, "loop i 0 1\n\nonlyif j=1\nstatement ok\nSELECT 1\n\nendloop\n");
  }

  @Test
  void continueLeavesTheRestOut() {
    int records =
        passes(
            """
            loop i 0 4

            onlyif i<2
            continue

            statement ok
            SELECT {i}

            endloop
            """);
    assertEquals(2, records);
  }

  @Test
  void otherSystems() {
    int records =
        passes(
            """
            onlyif duckdb
            statement ok
            SELECT 1

            skipif duckdb
            statement ok
            this is not sql

            onlyif mysql
            statement ok
            nor this

            onlyif eider
            statement ok
            nor this on the oracle
            """);
    assertEquals(1, records);
  }

  @Test
  void concurrently() {
    passes(
        """
        statement ok
        CREATE TABLE t(i INTEGER)

        concurrentloop i 0 8

        statement ok
        INSERT INTO t VALUES ({i})

        endloop

        query I
        SELECT sum(i) FROM t
        ----
        28

        concurrentforeach word a b

        query T
        SELECT '{word}'
        ----
        <REGEX>:a|b

        endloop
        """);
    fails(
        Kind.UNEXPECTED_ERROR, 3, "concurrentloop i 0 4\n\nstatement ok\nSELECT nope\n\nendloop\n");
  }

  @Test
  void variablesOfTheSession() {
    passes(
        """
        statement ok
        SET VARIABLE names = ['a', 'b']

        foreach name <variable:names>

        query T
        SELECT '{name}'
        ----
        <REGEX>:a|b

        endloop
        """);
  }

  @Test
  void loopsMustBeClosed() {
    fails(Kind.BAD_TEST, 1, "loop i 0 2\n\nstatement ok\nSELECT 1\n");
    fails(Kind.BAD_TEST, 1, "continue\n");
  }
}
