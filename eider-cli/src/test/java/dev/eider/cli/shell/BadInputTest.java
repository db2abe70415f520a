// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.cli.output.OutputMode;
import dev.eider.cli.output.OutputSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bad input of every kind through the command line in process: one clear error (exit code 1: the
 * statement is wrong, 2: the data, 3: the environment) or the documented lenient result, and the
 * next statement of the same connection works.
 */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class BadInputTest {
  @TempDir Path directory = Path.of("");

  /** What one statement printed, before the statement that must work after it. */
  private record Run(String out, String error, int code) {}

  private static Run run(Map<String, String> settings, String sql) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    OutputSettings output = new OutputSettings();
    output.setMode(OutputMode.CSV);
    output.setHeaders(false);
    try (Shell shell =
        new Shell(
            "", settings, output, out, new PrintStream(errors, true, StandardCharsets.UTF_8))) {
      shell.runText(sql + ";");
      int code = shell.exitCode();
      String text = out.toString(StandardCharsets.UTF_8);
      String error = errors.toString(StandardCharsets.UTF_8);
      assertFalse(error.startsWith("INTERNAL"), error);
      assertFalse(error.contains("StackOverflow"), error);
      assertTrue(error.length() < 20_000, "an error that nobody can read");
      out.reset();
      shell.runText("SELECT 40 + 2 FROM range(1);");
      assertEquals("42\n", out.toString(StandardCharsets.UTF_8), "the connection still works");
      return new Run(text, error, code);
    }
  }

  private static Run run(String sql) {
    return run(Map.of(), sql);
  }

  private static void fails(int code, String part, String sql) {
    fails(Map.of(), code, part, sql);
  }

  private static void fails(Map<String, String> settings, int code, String part, String sql) {
    Run run = run(settings, sql);
    assertTrue(run.error().contains(part), run.error());
    assertEquals(code, run.code(), run.error());
  }

  private static void answers(String rows, String sql) {
    Run run = run(sql);
    assertEquals("", run.error());
    assertEquals(rows, run.out());
    assertEquals(0, run.code());
  }

  private String file(String name, byte[] bytes) throws IOException {
    Path path = directory.resolve(name);
    Files.write(path, bytes);
    return path.toString();
  }

  private String file(String name, String text) throws IOException {
    return file(name, text.getBytes(StandardCharsets.UTF_8));
  }

  // --- files that are not there, or not readable

  @Test
  void aMissingFile() {
    fails(3, "No files found that match the pattern", "FROM '" + directory + "/none.csv'");
    fails(3, "No files found that match the pattern", "FROM '" + directory + "/*.csv'");
  }

  @Test
  void aDirectory() {
    fails(3, "No files found that match the pattern", "FROM read_csv('" + directory + "')");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFileThatMayNotBeRead() throws IOException {
    Path path = Path.of(file("secret.csv", "a\n1\n"));
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("---------"));
    if (Files.isReadable(path)) {
      // A privileged user reads everything: a name below a file is as closed to him.
      fails(3, "No files found", "FROM '" + path + "/x.csv'");
    } else {
      fails(3, "secret.csv", "FROM '" + path + "'");
    }
  }

  @Test
  void anEmptyFileHasNoRows() throws IOException {
    answers("0\n", "SELECT count(*) FROM '" + file("empty.csv", "") + "'");
  }

  @Test
  void aHeaderAloneHasColumnsAndNoRows() throws IOException {
    String path = file("header.csv", "a,b\n");
    answers("0\n", "SELECT count(*) FROM '" + path + "'");
    answers("a\nb\n", "SELECT column_name FROM (DESCRIBE FROM '" + path + "')");
  }

  // --- files whose bytes are wrong

  @Test
  void binaryBytes() throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      byte[] bytes = new byte[5000];
      new Random(seed).nextBytes(bytes);
      Run run = run("SELECT count(*) FROM '" + file("binary.csv", bytes) + "'");
      assertTrue(run.code() == 2 && !run.error().isEmpty() || run.code() == 0, run.error());
    }
  }

  private static byte[] lines(int count) {
    StringBuilder text = new StringBuilder("a,b\n");
    Random random = new Random(1);
    for (int i = 0; i < count; i++) {
      text.append(random.nextInt()).append(",x\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void truncatedGzip() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(lines(100_000));
    }
    byte[] half = Arrays.copyOf(packed.toByteArray(), packed.size() / 2);
    fails(3, "half.csv.gz", "SELECT sum(a) FROM '" + file("half.csv.gz", half) + "'");
    fails(3, "not.csv.gz", "FROM '" + file("not.csv.gz", "a,b\n1,2\n") + "'");
  }

  @Test
  void truncatedZstd() throws IOException {
    Path whole = directory.resolve("whole.csv.zst");
    Run made = run("COPY (SELECT hash(range) a FROM range(100000)) TO '" + whole + "'");
    assertEquals(0, made.code(), made.error());
    byte[] bytes = Files.readAllBytes(whole);
    byte[] half = Arrays.copyOf(bytes, bytes.length / 2 + 3);
    fails(3, "half.csv.zst", "SELECT count(*) FROM '" + file("half.csv.zst", half) + "'");
    fails(3, "not.csv.zst", "FROM '" + file("not.csv.zst", "a,b\n1,2\n") + "'");
  }

  @Test
  void invalidUtf8() throws IOException {
    byte[] bytes = "a,b\n1,x\n2,?\n".getBytes(StandardCharsets.UTF_8);
    bytes[10] = (byte) 0xFF;
    String path = file("utf8.csv", bytes);
    fails(2, "Invalid unicode (byte sequence mismatch)", "FROM '" + path + "'");
    answers("1,x\n", "FROM read_csv('" + path + "', ignore_errors=true)");
  }

  @Test
  void nulBytesAreText() throws IOException {
    String path = file("nul.csv", "a,b\n1,x\0y\n");
    answers("3\n", "SELECT length(b) FROM '" + path + "'");
  }

  // --- rows that are wrong

  @Test
  void aQuoteThatIsNeverClosed() throws IOException {
    String path = file("quote.csv", "a,b\n1,2\n\"x");
    fails(2, "CSV Error on Line: 3", "FROM '" + path + "'");
    fails(2, "Value with unterminated quote found", "FROM sniff_csv('" + path + "')");
    fails(2, "Original Line: \"x\n", "FROM '" + path + "'");
    answers("1,2\n", "FROM read_csv('" + path + "', ignore_errors=true)");
    String quoted = file("quoted.csv", "a,b\n1,\"x y\"\n2,\"z w");
    fails(2, "CSV Error on Line: 3", "FROM '" + quoted + "'");
    answers("1,x y\n", "FROM read_csv('" + quoted + "', ignore_errors=true)");
    String commas = file("commas.csv", "a,b\n1,\"x,y\"\n2,\"z");
    fails(2, "CSV Error on Line: 3", "FROM '" + commas + "'");
    answers("1,\"x,y\"\n", "FROM read_csv('" + commas + "', ignore_errors=true)");
  }

  @Test
  void aQuoteThatIsNeverClosedBehindTheSample() throws IOException {
    StringBuilder text = new StringBuilder("a,b\n");
    for (int i = 0; i < 60_000; i++) {
      text.append(i).append(",\"t\"\n");
    }
    text.append("7,\"open\n");
    for (int i = 0; i < 60_000; i++) {
      text.append(i).append(",\"t\"\n");
    }
    String path = file("late.csv", text.toString());
    for (String threads : new String[] {"1", "4"}) {
      Map<String, String> settings = Map.of("threads", threads);
      fails(settings, 2, "CSV Error on Line: 60002", "SELECT count(*) FROM '" + path + "'");
      fails(settings, 2, "Original Line: 7,\"open\n", "SELECT max(a) FROM '" + path + "'");
    }
  }

  @Test
  void moreColumnsThanTheHeader() throws IOException {
    String path = file("more.csv", "a,b\n" + "1,2\n".repeat(3000) + "1,2,3\n1,2\n");
    fails(2, "Expected Number of Columns: 2 Found: 3", "SELECT sum(a) FROM '" + path + "'");
    answers("3001\n", "SELECT count(*) FROM read_csv('" + path + "', ignore_errors=true)");
  }

  @Test
  void fewerColumnsThanTheHeader() throws IOException {
    String path = file("fewer.csv", "a,b\n" + "1,2\n".repeat(3000) + "1\n");
    fails(2, "Expected Number of Columns: 2 Found: 1", "SELECT count(*) FROM '" + path + "'");
    answers(
        "3001,3000\n",
        "SELECT count(*), count(b) FROM read_csv('" + path + "', null_padding=true)");
  }

  // --- streams

  /** A stream of a header and one line of a length, made as it is read. */
  private static InputStream longLine(long length) {
    return new InputStream() {
      private final byte[] head = "a,b\n1,".getBytes(StandardCharsets.UTF_8);
      private long at;

      @Override
      public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0];
      }

      @Override
      public int read(byte[] target, int offset, int length1) {
        if (at > head.length + length) {
          return -1;
        }
        int count = 0;
        while (count < length1 && at <= head.length + length) {
          target[offset + count++] =
              at < head.length
                  ? head[(int) at]
                  : at == head.length + length ? (byte) '\n' : (byte) 'x';
          at++;
        }
        return count;
      }
    };
  }

  private static Run withStdin(InputStream input, Map<String, String> settings, String sql) {
    InputStream before = System.in;
    System.setIn(input);
    try {
      return run(settings, sql);
    } finally {
      System.setIn(before);
    }
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aLineOfHundredMegabytesInBoundedMemory() {
    Run run =
        withStdin(
            longLine(100_000_000),
            Map.of("memory_limit", "64MB", "threads", "1"),
            "SELECT count(*) FROM read_csv('/dev/stdin')");
    assertTrue(run.error().startsWith("Out of Memory Error"), run.error());
    assertEquals(3, run.code());
    Run shorter =
        withStdin(
            longLine(1_000_000),
            Map.of("memory_limit", "64MB", "threads", "1"),
            "SELECT length(b) FROM read_csv('/dev/stdin')");
    assertEquals("1000000\n", shorter.out(), shorter.error());
  }

  @Test
  void standardInput() {
    String text = "a,b\n1,2\n3,4\n";
    for (String from :
        new String[] {"'/dev/stdin'", "'-'", "read_csv('/dev/stdin')", "read_csv('-')"}) {
      Run run = withStdin(bytes(text), Map.of(), "SELECT sum(a), sum(b) FROM " + from);
      assertEquals("", run.error());
      assertEquals("4,6\n", run.out(), from);
    }
    Run empty = withStdin(bytes(""), Map.of(), "SELECT count(*) FROM '/dev/stdin'");
    assertEquals("0\n", empty.out(), empty.error());
    Run broken = withStdin(bytes("a,b\n1,2\n\"x"), Map.of(), "FROM '/dev/stdin'");
    assertTrue(broken.error().contains("CSV Error on Line: 3"), broken.error());
    assertEquals(2, broken.code());
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aPipeThatClosesEarly() throws Exception {
    Path pipe = directory.resolve("pipe");
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    assertEquals(0, made.waitFor());
    for (String[] c :
        new String[][] {
          {"a,b\n1,2\n3,4", "0", "2"},
          {"a,b\n" + "1,2\n".repeat(20) + "3", "2", "Expected Number of Columns: 2 Found: 1"},
          {"a,b\n1,\"x\"\n3,\"y", "2", "unterminated quote"},
          {"", "0", "0"}
        }) {
      Thread writer =
          Thread.ofPlatform()
              .start(() -> {
                try (OutputStream out = Files.newOutputStream(pipe)) {
                  out.write(c[0].getBytes(StandardCharsets.UTF_8));
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      Run run = run("SELECT count(*) FROM read_csv('" + pipe + "')");
      writer.join();
      assertEquals(Integer.parseInt(c[1]), run.code(), run.error());
      assertTrue((run.out() + run.error()).contains(c[2]), run.out() + run.error());
    }
  }

  // --- memory and disk

  @Test
  void theDiskIsFullWhileSpilling() {
    Map<String, String> settings =
        Map.of(
            "memory_limit", "20MB",
            "threads", "2",
            "max_temp_directory_size", "1MB",
            "temp_directory", directory.resolve("spill").toString());
    fails(
        settings,
        3,
        "max_temp_directory_size",
        "SELECT count(*) FROM (SELECT range, hash(range) h FROM range(3000000) ORDER BY h, range"
            + " OFFSET 1)");
    assertFalse(Files.exists(directory.resolve("spill")), "nothing is left behind");
  }

  @Test
  void thereIsNoPlaceToSpill() throws IOException {
    String notADirectory = file("plain", "x");
    Map<String, String> settings =
        Map.of("memory_limit", "20MB", "threads", "2", "temp_directory", notADirectory + "/below");
    fails(
        settings,
        3,
        "temp",
        "SELECT count(*) FROM (SELECT range, hash(range) h FROM range(3000000) ORDER BY h, range"
            + " OFFSET 1)");
  }

  @Test
  void theMemoryLimitIsHit() {
    fails(
        Map.of("memory_limit", "10MB", "threads", "2"),
        3,
        "Out of Memory Error",
        "SELECT length(list(range)) FROM range(20000000)");
  }

  // --- statements

  private static String nested(String before, String core, String after) {
    return "SELECT " + before.repeat(10_000) + core + after.repeat(10_000);
  }

  @Test
  void statementsNestedTenThousandDeep() {
    String[] statements = {
      nested("(", "1", ")"),
      nested("NOT ", "true", ""),
      nested("- ", "1", ""),
      nested("CASE WHEN true THEN ", "1", " END"),
      nested("CASE WHEN true THEN 1 ELSE ", "1", " END"),
      nested("(SELECT ", "1", ")"),
      nested("1 + ", "1", ""),
      nested("1 + (", "1", ")"),
      nested("true AND ", "true", ""),
      nested("true OR NOT (", "true", ")"),
      nested("'a' || ", "'b'", ""),
      nested("abs(", "1", ")"),
      nested("[", "1", "]"),
      nested("{'a': ", "1", "}"),
      nested("", "1", "::INTEGER"),
      nested("", "[1]", "[1]"),
      nested("", "1", " BETWEEN 0 AND 2"),
      nested("EXISTS (SELECT 1 WHERE ", "true", ")"),
      "SELECT 1 " + "UNION ALL SELECT 1 ".repeat(10_000),
      "SELECT * FROM " + "(SELECT * FROM ".repeat(10_000) + "range(1)" + ")".repeat(10_000),
      "SELECT * FROM range(1) " + "CROSS JOIN range(1) ".repeat(10_000),
      "WITH a AS (".repeat(10_000) + "SELECT 1" + ") FROM a".repeat(10_000)
    };
    for (String sql : statements) {
      Run run = run(sql);
      String start = sql.substring(0, 40);
      assertTrue(run.code() == 0 || run.code() == 1, start + ": " + run.error());
      assertEquals(run.code() == 0, run.error().isEmpty(), start + ": " + run.error());
    }
  }

  @Test
  void aStatementOfFiftyMegabytes() {
    int length = 50_000_000;
    answers(length + "\n", "SELECT length('" + "x".repeat(length) + "')");
    Run run = run("SELECT " + "nonsense ".repeat(length / 9));
    assertEquals(1, run.code(), run.error());
  }
}
