// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import dev.eider.verify.support.HarnessThreads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;

/** Finds test files and runs them, several at a time; results come in the order of the files. */
final class Suite {
  private Suite() {}

  /** A file and the name under which it is reported and listed. */
  record TestFile(Path path, String name) {}

  /**
   * What became of a file.
   *
   * @param millis how long it took
   */
  record Result(TestFile file, Outcome outcome, long millis) {}

  /** Told about each file when it is done; called from several threads, one at a time. */
  interface Listener {
    /** One more file is done. */
    void done(Result result);
  }

  /**
   * The test files at or under a path, sorted.
   *
   * @param root names are relative to it where possible
   * @param slow include {@code .test_slow}
   * @throws IOException when the path does not exist
   */
  static List<TestFile> find(Path path, Path root, boolean slow) throws IOException {
    List<TestFile> files = new ArrayList<>();
    if (Files.isRegularFile(path)) {
      files.add(new TestFile(path, name(path, root)));
      return files;
    }
    try (Stream<Path> found = Files.walk(path)) {
      found
          .filter(file -> isTest(file.getFileName().toString(), slow))
          .filter(Files::isRegularFile)
          .sorted()
          .forEach(file -> files.add(new TestFile(file, name(file, root))));
    }
    return files;
  }

  private static boolean isTest(String fileName, boolean slow) {
    return fileName.endsWith(".test")
        || fileName.endsWith(".slt")
        || slow && fileName.endsWith(".test_slow");
  }

  private static String name(Path path, Path root) {
    Path absolute = path.toAbsolutePath().normalize();
    Path relative = absolute.startsWith(root) ? root.relativize(absolute) : path;
    return relative.toString().replace('\\', '/');
  }

  /** Whether the file says that it needs an extension. */
  static boolean needsExtension(TestFile file) throws IOException {
    String text = new String(Files.readAllBytes(file.path()), StandardCharsets.UTF_8);
    return Requirements.firstExtension(Lines.split(text)) != null;
  }

  /** Runs the files; {@code jobs} at a time. */
  static List<Result> run(
      List<TestFile> files, FileRunner runner, boolean complete, int jobs, Listener listener) {
    AtomicInteger next = new AtomicInteger();
    AtomicReferenceArray<Result> results = new AtomicReferenceArray<>(files.size());
    List<Runnable> workers = new ArrayList<>();
    for (int worker = 0; worker < jobs; worker++) {
      workers.add(() -> {
        for (int i = next.getAndIncrement(); i < files.size(); i = next.getAndIncrement()) {
          TestFile file = files.get(i);
          long start = HarnessThreads.millis();
          Outcome outcome = runner.run(file.path(), file.name(), complete);
          Result result = new Result(file, outcome, HarnessThreads.millis() - start);
          results.set(i, result);
          synchronized (listener) {
            listener.done(result);
          }
        }
      });
    }
    Throwable broken = HarnessThreads.runConcurrently("slt worker", workers);
    if (broken != null) {
      throw new IllegalStateException("a worker of the harness died", broken);
    }
    List<Result> ordered = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      ordered.add(results.get(i));
    }
    return ordered;
  }
}
