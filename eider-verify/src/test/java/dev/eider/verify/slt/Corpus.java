// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where the project's own test files lie. */
final class Corpus {
  private Corpus() {}

  /** The root of the project; also what relative paths in the corpus mean. */
  static Path projectRoot() {
    Path directory = Path.of(System.getProperty("eider.root", "")).toAbsolutePath();
    while (!Files.isDirectory(directory.resolve("eider-verify/src/test/slt"))) {
      Path parent = directory.getParent();
      if (parent == null) {
        throw new IllegalStateException("the project's root is not above the working directory");
      }
      directory = parent;
    }
    return directory.normalize();
  }

  static List<Suite.TestFile> files() throws IOException {
    Path root = projectRoot();
    return Suite.find(root.resolve("eider-verify/src/test/slt"), root, false);
  }

  static Suite.TestFile canary() {
    Path path = projectRoot().resolve("eider-verify/src/test/slt-canary/canary.slt");
    return new Suite.TestFile(path, "canary.slt");
  }
}
