// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.cli.output.OutputException;
import dev.eider.cli.output.OutputMode;
import dev.eider.cli.output.OutputSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellTest {
  @TempDir Path directory = Path.of("");

  /** What a run printed, and how it ended. */
  private record Run(String out, String errors, int code) {}

  private static Run run(Map<String, String> settings, boolean bail, String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    OutputSettings output = new OutputSettings();
    output.setMode(OutputMode.CSV);
    int code;
    try (Shell shell =
        new Shell(
            "", settings, output, out, new PrintStream(errors, true, StandardCharsets.UTF_8))) {
      shell.setBail(bail);
      shell.runText(text);
      code = shell.exitCode();
    }
    return new Run(
        out.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8), code);
  }

  private static Run run(String text) {
    return run(Map.of(), true, text);
  }

  private int examined(Map<String, String> settings, String address, String... alsoFound) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Shell shell = new Shell("", settings, new OutputSettings(), out, new PrintStream(out))) {
      if (alsoFound.length == 0) {
        boolean well = shell.examine(address);
        assertEquals(well, shell.exitCode() == 0);
      } else {
        Findings findings = new Findings();
        for (String result : alsoFound) {
          findings.count(result);
        }
        findings.report(shell, address);
      }
      return shell.exitCode();
    }
  }

  @Test
  void theExitCodeOfDoctorTellsHowItWent() {
    String store = "file://" + directory.toAbsolutePath() + "/probe";
    assertEquals(0, examined(Map.of("eider_simulated_store", "latency_ms=0"), store));
    assertEquals(
        3,
        examined(
            Map.of("eider_simulated_store", "fault_rate=1", "http_retries", "0"),
            store + "/faulty"));
    assertEquals(3, examined(Map.of("http_retries", "0"), "http://127.0.0.1:1/x"));
    assertEquals(0, examined(Map.of(), store, "ok", "unsupported"));
    assertEquals(1, examined(Map.of(), store, "ok", "failed", "broken"));
    assertEquals(3, examined(Map.of(), store, "unsupported"));
  }

  @Test
  void secretsAreNotEchoed() {
    Run run = run(".echo on\nCREATE SECRET (TYPE http, BEARER_TOKEN 'planted');\nSELECT 1;\n");
    assertFalse(run.out().contains("planted"), run.out());
    assertTrue(run.out().contains("SELECT 1;"), run.out());
    Run broken = run("CREATE SECRET (TYPE http, BEARER_TOKEN 'planted' 'planted');");
    assertFalse((broken.out() + broken.errors()).contains("planted"), broken.errors());
    assertEquals(1, broken.code());
  }

  @Test
  void statementsAndCommands() {
    Run run =
        run(
            """
            SELECT 1 AS a, 'x,y' AS b;
            .headers off
            .mode list
            .separator ;
            SELECT 1, NULL; SELECT
              2;
            .print done
            """);
    assertEquals("a,b\n1,\"x,y\"\n1;NULL\n2\ndone\n", run.out());
    assertEquals("", run.errors());
    assertEquals(0, run.code());
  }

  @Test
  void errorsSayWhereAndGiveTheExitCode() {
    Run run = run("SELECT 1;\nSELECT nothing;\nSELECT 2;");
    assertEquals("1\n1\n", run.out());
    assertTrue(run.errors().startsWith("Binder Error: "), run.errors());
    assertTrue(run.errors().contains("^"), run.errors());
    assertEquals(1, run.code());
    assertEquals(2, run("SELECT 'x'::INTEGER").code());
    assertEquals(3, run("FROM 'no such file.csv'").code());
    assertEquals(1, run("SELECT").code());
  }

  @Test
  void withoutBailTheScriptGoesOn() {
    Run run = run(Map.of(), false, "SELECT nothing; SELECT 1;\nSELECT 2;");
    assertEquals("1\n1\n2\n2\n", run.out());
    assertEquals(1, run.code());
  }

  @Test
  void aWrongStatementPrintsNoRowsBeforeItsError() {
    Run run = run("SELECT 1 AS a; SELEC 2;");
    assertEquals("a\n1\n", run.out());
    assertEquals(1, run.code());
  }

  @Test
  void filesInAndOut() throws IOException {
    Path script = directory.resolve("script.sql");
    Path result = directory.resolve("result.csv");
    Files.writeString(script, "SELECT 3 AS c;\n");
    Run run =
        run(
            ".output '%s'\n.read '%s'\n.output\nSELECT 4 AS d;\n.once '%s.json'\n.mode json\nSELECT 5 AS e;\nSELECT 6 AS f;"
                .formatted(result, script, result));
    assertEquals("", run.errors());
    assertEquals("c\n3\n", Files.readString(result));
    assertEquals("[{\"e\":5}]\n", Files.readString(Path.of(result + ".json")));
    assertEquals("d\n4\n[{\"f\":6}]\n", run.out());
  }

  @Test
  void importTablesAndSchema() throws IOException {
    Path file = directory.resolve("data.csv");
    Files.writeString(file, "a,b\n1,x\n2,y\n");
    Run run =
        run(
            """
            .import '%s' t
            .import '%s' t
            SELECT count(*) AS n FROM t;
            CREATE VIEW v AS SELECT a FROM t;
            .tables
            .tables v
            .schema t
            .columns t
            """
                .formatted(file, file));
    assertEquals("", run.errors());
    assertEquals(
        "n\n4\nt  v\nv\nCREATE TABLE t(a BIGINT, b VARCHAR);\na BIGINT\nb VARCHAR\n", run.out());
  }

  @Test
  void commandsThatAreWrong() {
    Run run = run(Map.of(), false, ".mdoe csv\n.mode nothing\n.headers\n.read nothing.sql");
    assertTrue(run.errors().contains("unknown command .mdoe"), run.errors());
    assertTrue(run.errors().contains("unknown mode nothing; the modes are duckbox"), run.errors());
    assertTrue(run.errors().contains("usage: .headers on|off"), run.errors());
    assertTrue(run.errors().contains("\"nothing.sql\" cannot be opened"), run.errors());
    assertEquals(1, run.code());
  }

  @Test
  void theRootHoldsForCommandsToo() throws IOException {
    Files.writeString(directory.resolve("in.csv"), "a\n1\n");
    Map<String, String> settings = Map.of("eider_root", directory.toString());
    String inside = directory.resolve("in.csv").toString();
    String outside = directory.resolve("../out.csv").toString();
    assertEquals(0, run(settings, true, "FROM '" + inside + "'").code());
    assertEquals(3, run(settings, true, "FROM '" + outside + "'").code());
    assertEquals(3, run(settings, true, "COPY (SELECT 1) TO '" + outside + "'").code());
    assertEquals(3, run(settings, true, ".output " + outside).code());
    assertEquals(3, run(settings, true, ".read " + outside).code());
    assertEquals(3, run(settings, true, ".shell true").code());
    assertEquals(3, run(settings, true, ".output |cat").code());
    assertEquals(3, run(settings, true, "SET eider_root = ''").code());
    assertEquals(3, run(settings, true, "RESET eider_root").code());
    assertFalse(Files.exists(directory.resolve("../out.csv")));
  }

  @Test
  void exitCodesAndEchoAndAbout() {
    Run run = run(".echo on\nSELECT 1;\n.exit 7\nSELECT 2;");
    assertEquals("SELECT 1;\n1\n1\n.exit 7\n", run.out());
    assertEquals(7, run.code());
    Run about = run(".about\n.version\n.help mode");
    assertTrue(about.out().contains("kernels: "), about.out());
    assertTrue(about.out().contains(".mode ?MODE? ?TABLE?"), about.out());
  }

  @Test
  void scriptsThatReadThemselvesEnd() throws IOException {
    Path script = directory.resolve("loop.sql");
    Files.writeString(script, ".read '" + script + "'\n");
    Run run = run(".read '" + script + "'");
    assertTrue(run.errors().contains("nested deeper"), run.errors());
  }

  @Test
  void plansArePrintedAsText() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Shell shell =
        new Shell("", Map.of(), new OutputSettings(), out, new PrintStream(out, true))) {
      shell.runText("EXPLAIN SELECT 42");
    }
    assertFalse(out.toString(StandardCharsets.UTF_8).contains("explain_key"));
  }

  @Test
  void nobodyReadsTheOutput() {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    PrintStream errors = new PrintStream(new ByteArrayOutputStream());
    try (Shell shell = new Shell("", Map.of(), new OutputSettings(), broken, errors)) {
      OutputException error =
          Assertions.assertThrows(
              OutputException.class, () -> shell.runText("SELECT * FROM range(100)"));
      assertTrue(error.isBrokenPipe());
    }
  }
}
