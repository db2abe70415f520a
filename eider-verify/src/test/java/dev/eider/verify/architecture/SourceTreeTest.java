// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for every source file and cannot be seen in class files. */
class SourceTreeTest {
  private static final String HEADER =
      """
      // Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
      // SPDX-License-Identifier: Apache-2.0
      """;

  /** The formatter leaves package-info files alone, so the header is checked here for all. */
  @Test
  void everySourceFileBeginsWithTheLicenceHeader() throws IOException {
    List<String> without = new ArrayList<>();
    for (Path source : sources()) {
      if (!Files.readString(source).startsWith(HEADER)) {
        without.add(root().relativize(source).toString());
      }
    }
    assertEquals(List.of(), without);
  }

  @Test
  void everyMainPackageHasItsPageOnTheMap() throws IOException {
    List<String> without = new ArrayList<>();
    for (Path source : sources()) {
      Path directory = source.getParent();
      boolean main = directory.toString().replace('\\', '/').contains("/src/main/java/");
      if (main && !Files.exists(directory.resolve("package-info.java"))) {
        without.add(root().relativize(directory).toString());
      }
    }
    assertEquals(List.of(), without);
  }

  /** A wildcard import hides what a file depends on. */
  @Test
  void noWildcardImports() throws IOException {
    List<String> with = new ArrayList<>();
    for (Path source : sources()) {
      try (Stream<String> lines = Files.lines(source)) {
        if (lines.anyMatch(line -> line.startsWith("import ") && line.endsWith(".*;"))) {
          with.add(root().relativize(source).toString());
        }
      }
    }
    assertEquals(List.of(), with);
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(root())) {
      for (Path module : modules.filter(p -> Files.exists(p.resolve("pom.xml"))).toList()) {
        Path src = module.resolve("src");
        if (Files.isDirectory(src)) {
          try (Stream<Path> files = Files.walk(src)) {
            files.filter(f -> f.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    assertTrue(sources.size() > 50, "looked in the wrong place: " + root());
    return sources;
  }

  /** The project's root directory: named by the build, or found upwards from here. */
  private static Path root() {
    String named = System.getProperty("eider.root");
    if (named != null) {
      return Path.of(named);
    }
    Path here = Path.of("").toAbsolutePath();
    while (here != null && !Files.exists(here.resolve("build/forbidden-apis.txt"))) {
      here = here.getParent();
    }
    if (here == null) {
      throw new AssertionError("not inside the project, and eider.root is not set");
    }
    return here;
  }
}
