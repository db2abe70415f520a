// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import static dev.eider.verify.slt.Runs.fails;
import static dev.eider.verify.slt.Runs.passes;
import static dev.eider.verify.slt.Runs.run;
import static dev.eider.verify.slt.Runs.skips;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.eider.verify.engine.JdbcEngine;
import dev.eider.verify.slt.Outcome.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands around the records: files, variables, connections, databases, requirements. */
class EnvironmentTest {
  @TempDir Path root;

  @Test
  void relativePathsMeanTheDataDirectory() throws IOException {
    Files.createDirectories(root.resolve("data/csv"));
    Files.writeString(root.resolve("data/csv/x.csv"), "a,b\n1,2\n");
    passesIn(
        """
        query II
        FROM 'data/csv/x.csv'
        ----
        1	2

        query T
        SELECT filename FROM read_csv('data/csv/x.csv', filename = true)
        ----
        data/csv/x.csv

        query II
        FROM '{DATA_DIR}/csv/x.csv'
        ----
        1	2

        statement error
        FROM 'data/csv/y.csv'
        ----
        "data/csv/y.csv"
        """);
  }

  private void passesIn(String script) {
    Outcome outcome = run(root, script);
    assertInstanceOf(Outcome.Passed.class, outcome, outcome::toString);
  }

  @Test
  void scratchDirectory() {
    passes(
        """
        statement ok
        COPY (SELECT 42 AS i) TO '{TEST_DIR}/out.csv'

        query I
        FROM '{TEMP_DIR}/out.csv'
        ----
        42

        query I
        FROM '__TEST_DIR__/out.csv'
        ----
        42

        query T
        SELECT '{TEST_DIR}'
        ----
        {TEST_DIR}

        query TT
        SELECT '{BASE_TEST_NAME}', '{UNKNOWN}'
        ----
        test_inline.test	{UNKNOWN}

        query I
        SELECT '{UUID}'::UUID <> '{UUID}'::UUID OR true
        ----
        true
        """);
  }

  @Test
  void definedVariables() {
    passes(
        """
        set variable size 3

        test-env COLOUR blue

        test-env DATA_DIR never

        query ITI
        SELECT {size}, '{COLOUR}', '{DATA_DIR}' <> 'never'
        ----
        3	blue	1
        """);
    passes("require-env PATH\n\nquery I\nSELECT '{PATH}' <> ''\n----\n1\n");
    assertEquals("require-env NO_SUCH_THING_1", skips("require-env NO_SUCH_THING_1\n"));
  }

  @Test
  void requirements() {
    passes("require vector_size 512\n\nrequire notwindows\n\nrequire skip_reload\n");
    passes("require parquet\n\nstatement ok\nSELECT 1\n");
    assertEquals("require no_such_extension", skips("require no_such_extension\n"));
    assertEquals("require exact_vector_size 2", skips("require exact_vector_size 2\n"));
  }

  @Test
  void namedConnectionsShareTheDatabase() {
    passes(
        """
        statement ok con1
        CREATE TABLE t AS SELECT 1 AS i

        statement ok con1
        BEGIN TRANSACTION

        statement ok con1
        INSERT INTO t VALUES (2)

        query I con2
        SELECT count(*) FROM t
        ----
        1

        query I con1
        SELECT count(*) FROM t
        ----
        2

        statement error other:con3
        FROM t
        ----
        does not exist
        """);
  }

  @Test
  void restartLosesMemoryAndKeepsFiles() {
    passes(
        """
        statement ok
        CREATE TABLE t(i INTEGER)

        statement ok
        SET default_null_order='nulls_first'

        restart

        statement error
        FROM t
        ----
        does not exist

        query T
        SELECT lower(current_setting('default_null_order'))
        ----
        nulls_first

        load {TEST_DIR}/store.db

        statement ok
        CREATE TABLE t AS SELECT 42 AS i

        restart

        query I
        FROM t
        ----
        42

        reconnect

        query I
        FROM t
        ----
        42

        load {TEST_DIR}/store.db readonly

        statement error
        INSERT INTO t VALUES (1)
        ----
        read-only

        load {TEST_DIR}/store.db

        statement error
        FROM t
        ----
        does not exist
        """);
  }

  @Test
  void skippedPartsAndHalt() {
    int records =
        passes(
            """
            mode skip because of that

            statement ok
            not sql at all

            mode unskip

            statement ok
            SELECT 1

            mode output_hash

            query I
            SELECT 1
            ----
            2

            mode no_output

            sleep 1 millisecond

            tags a b

            set seed 0.5

            halt

            statement ok
            nor this
            """);
    assertEquals(2, records);
  }

  @Test
  void includedFiles() throws IOException {
    Files.writeString(root.resolve("setup.test"), "statement ok\nCREATE TABLE t AS SELECT 7 i\n");
    passesIn("include setup.test\n\nquery I\nFROM t\n----\n7\n");
    Files.writeString(root.resolve("broken.test"), "\nstatement ok\nSELECT nope\n");
    Outcome outcome = run(root, "include broken.test\n");
    Outcome.Failed failed = assertInstanceOf(Outcome.Failed.class, outcome);
    assertEquals("broken.test:2", failed.source().toString());
  }

  @Test
  void unzippedFiles() throws IOException {
    Files.createDirectories(root.resolve("data"));
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(root.resolve("data/x.csv.gz")))) {
      out.write("a\n5\n".getBytes(StandardCharsets.UTF_8));
    }
    passesIn("unzip data/x.csv.gz\n\nquery I\nFROM '{TEST_DIR}/x.csv'\n----\n5\n");
    passesIn("unzip data/x.csv.gz {TEST_DIR}/y.csv\n\nquery I\nFROM '{TEST_DIR}/y.csv'\n----\n5\n");
  }

  @Test
  void expectationsFromFiles() throws IOException {
    Files.writeString(root.resolve("answer.csv"), "a|b\n1|\"x|y\"\n2|\n");
    passesIn(
        """
        query II
        SELECT * FROM (VALUES (1, 'x|y'), (2, NULL)) t(a, b)
        ----
        <FILE>:answer.csv
        """);
  }

  @Test
  void settingsOfTheWholeRun() throws IOException {
    Path file = root.resolve("config");
    Files.writeString(
        file,
        """
        # hostile
        on_init: CREATE TABLE made AS SELECT 1 i
        on_new_connection: SET threads=1
        sort_style: rowsort
        skip: test/other/**  not here
        """);
    RunConfig config = RunConfig.read(file);
    FileRunner runner = new FileRunner(JdbcEngine.duckDb(), config, root, 60_000);
    Outcome outcome =
        runner.runText(
            "a.test",
            """
            query I
            FROM made
            ----
            1

            query I
            SELECT current_setting('threads')
            ----
            1

            query I
            FROM (VALUES (2), (1)) t
            ----
            1
            2
            """,
            null);
    assertInstanceOf(Outcome.Passed.class, outcome, outcome::toString);
    assertEquals("not here", config.skips().get("test/other/**"));
  }

  @Test
  void aDatabaseThatCannotBeOpenedIsAFailure() {
    fails(Kind.BAD_TEST, 1, "load {TEST_DIR}/missing.db readonly\n");
  }
}
