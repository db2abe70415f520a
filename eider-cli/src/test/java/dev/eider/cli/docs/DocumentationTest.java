// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the examples of docs/ and compares what comes out with what the pages say (see {@link
 * Page}). The system property {@code eider.docs.complete=true} writes what comes out into the pages
 * instead; read the difference before it is committed.
 *
 * <p>One process of the program runs all pages, a new database for each. Its directory holds
 * nothing but a copy of examples/.
 */
class DocumentationTest {
  private static final String MARK = "@@example ";

  /** The names in a table's first column, {@code | `name`, `alias` |}. */
  private static final Pattern NAME = Pattern.compile("`([a-z_]+)`");

  @TempDir Path directory = Path.of("");

  private static Path root() {
    return Path.of(Objects.requireNonNull(System.getProperty("eider.root"), "eider.root"));
  }

  private static List<Page> pages() throws IOException {
    List<Page> pages = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root().resolve("docs"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".md")).sorted().toList()) {
        pages.add(new Page(file));
      }
    }
    return pages;
  }

  @Test
  void examplesGiveWhatThePagesSay() throws IOException, InterruptedException {
    List<Page> pages = pages();
    StringBuilder script = new StringBuilder();
    int count = 0;
    for (Page page : pages) {
      script.append(".open\n.mode duckbox\n.timer off\n");
      for (Page.Example example : page.examples()) {
        script.append(".print ").append(MARK).append(count++).append('\n');
        if (!example.mode().isEmpty()) {
          script.append(".mode ").append(example.mode()).append('\n');
          if (example.mode().equals("list")) {
            script.append(".headers off\n");
          }
        }
        script.append(example.text()).append('\n');
        if (!example.mode().isEmpty()) {
          script.append(".headers on\n.mode duckbox\n");
        }
      }
    }
    assertTrue(count > 0, "no page holds an example");
    List<String> outputs = run(script.toString(), count);
    int at = 0;
    List<String> expected = new ArrayList<>();
    List<String> actual = new ArrayList<>();
    for (Page page : pages) {
      List<String> mine = outputs.subList(at, at + page.examples().size());
      at += page.examples().size();
      if (Boolean.getBoolean("eider.docs.complete")) {
        Files.writeString(page.file(), page.completed(mine));
        continue;
      }
      for (int i = 0; i < mine.size(); i++) {
        Page.Example example = page.examples().get(i);
        String said = page.expected(example);
        if (!said.equals(mine.get(i))) {
          String title = page.file() + "\n" + example.text() + "\n";
          expected.add(title + said);
          actual.add(title + mine.get(i));
        }
      }
    }
    assertEquals(
        String.join("\n", expected),
        String.join("\n", actual),
        "pages and program disagree; -Deider.docs.complete=true brings the pages up to date");
  }

  /** Runs a script as a process of its own, as a user would, and cuts its output at the marks. */
  private List<String> run(String script, int count) throws IOException, InterruptedException {
    copyExamples();
    Path input = directory.resolve("script.sql");
    Path output = directory.resolve("output.txt");
    Files.writeString(input, script);
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.eider.cli.Main",
            "-threads",
            "2",
            "-set",
            "TimeZone=UTC",
            "-no-bail",
            "-batch");
    builder.environment().put("EIDER_VECTOR", "0");
    builder.directory(directory.toFile());
    builder.redirectErrorStream(true);
    builder.redirectInput(input.toFile());
    builder.redirectOutput(output.toFile());
    Process process = builder.start();
    process.waitFor();
    String text = Files.readString(output, StandardCharsets.UTF_8);
    List<String> outputs = new ArrayList<>();
    int start = text.indexOf(MARK);
    assertTrue(start >= 0, text);
    for (String part : text.substring(start + MARK.length()).split(MARK, -1)) {
      outputs.add(Page.trimmed(part.substring(part.indexOf('\n') + 1)));
    }
    assertEquals(count, outputs.size(), text);
    return Collections.unmodifiableList(outputs);
  }

  private void copyExamples() throws IOException {
    Path from = root().resolve("examples");
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path to = directory.resolve("examples").resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(to);
        } else {
          Files.copy(file, to);
        }
      }
    }
  }

  /** The reader names its parameters in the error for an unknown one. */
  @Test
  void everyParameterOfTheReaderIsOnItsPage() throws IOException, InterruptedException {
    List<String> outputs =
        run(".print " + MARK + "0\nFROM read_csv('examples/rides.csv', nothing=1);\n", 1);
    Set<String> known = new TreeSet<>();
    Matcher line = Pattern.compile("(?m)^    ([a-z_]+) ").matcher(outputs.getFirst());
    while (line.find()) {
      known.add(line.group(1));
    }
    assertTrue(known.contains("delim"), outputs.getFirst());
    Set<String> written = new TreeSet<>();
    for (String row : Files.readAllLines(root().resolve("docs/reference/read_csv.md"))) {
      if (row.startsWith("| `")) {
        Matcher name = NAME.matcher(row.substring(0, row.indexOf('|', 1)));
        while (name.find()) {
          written.add(name.group(1));
        }
      }
    }
    assertEquals(known, written, "docs/reference/read_csv.md and the reader disagree");
  }
}
