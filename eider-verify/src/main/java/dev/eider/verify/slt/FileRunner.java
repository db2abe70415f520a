// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import dev.eider.verify.engine.SqlEngine;
import dev.eider.verify.slt.Outcome.Kind;
import dev.eider.verify.slt.SltRecord.Source;
import dev.eider.verify.support.HarnessThreads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs one file with everything around it: reading, a scratch directory, a thread of its own, the
 * time limit, and whatever the engine throws.
 */
final class FileRunner {
  /** How long a run may take to stop after it was cancelled. */
  private static final long GRACE_MILLIS = 3_000;

  private final SqlEngine engine;
  private final RunConfig config;
  private final Path root;
  private final long timeoutMillis;

  /**
   * A runner for many files.
   *
   * @param root what relative paths in the tests mean
   * @param timeoutMillis time limit for each file
   */
  FileRunner(SqlEngine engine, RunConfig config, Path root, long timeoutMillis) {
    this.engine = engine;
    this.config = config;
    this.root = root;
    this.timeoutMillis = timeoutMillis;
  }

  /**
   * Runs a file.
   *
   * @param name how reports and tests name it
   * @param complete rewrite expectations instead of judging them
   */
  Outcome run(Path file, String name, boolean complete) {
    try {
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      Completion completion = complete ? new Completion(name) : null;
      Outcome outcome = runText(name, text, completion);
      if (completion != null && !completion.isEmpty()) {
        Files.writeString(file, completion.apply(text));
      }
      return outcome;
    } catch (IOException unreadable) {
      return badTest(new Source(name, 1), unreadable.toString());
    }
  }

  /** Runs a text as if it were a file of that name. */
  Outcome runText(String name, String text, @Nullable Completion completion) {
    SltScript script;
    try {
      script = SltParser.parse(name, text, engine.name(), root);
    } catch (SltSyntaxException malformed) {
      return badTest(malformed.source(), String.valueOf(malformed.getMessage()));
    }
    Path temporary = null;
    try {
      temporary = Files.createTempDirectory("slt");
      return supervise(new FileRun(script, engine, config, root, temporary, completion));
    } catch (IOException noScratch) {
      return badTest(new Source(name, 1), "no scratch directory: " + noScratch);
    } finally {
      if (temporary != null) {
        deleteTree(temporary);
      }
    }
  }

  private static Outcome badTest(Source source, String message) {
    return new Outcome.Failed(Kind.BAD_TEST, source, "", "", message);
  }

  private Outcome supervise(FileRun run) {
    AtomicReference<@Nullable Outcome> outcome = new AtomicReference<>();
    Thread thread =
        HarnessThreads.start(
            "slt file",
            () -> {
              try {
                outcome.set(run.run());
              } catch (Throwable broken) {
                outcome.set(run.stoppedAt(Kind.INTERNAL, describe(broken)));
              }
            });
    if (!HarnessThreads.await(thread, timeoutMillis)) {
      run.abort();
      if (!HarnessThreads.await(thread, GRACE_MILLIS)) {
        // Closing can block behind the very thread that hangs, so it gets a thread too.
        HarnessThreads.await(HarnessThreads.start("slt close", run::forceClose), GRACE_MILLIS);
        thread.interrupt();
        if (!HarnessThreads.await(thread, GRACE_MILLIS)) {
          return run.stoppedAt(Kind.TIMEOUT, "no answer in time, and it cannot be cancelled");
        }
      }
      Outcome late = outcome.get();
      return late instanceof Outcome.Failed failed && failed.kind() == Kind.INTERNAL
          ? late
          : run.stoppedAt(Kind.TIMEOUT, "no answer in time");
    }
    Outcome result = outcome.get();
    return result == null ? run.stoppedAt(Kind.INTERNAL, "the run ended silently") : result;
  }

  private static String describe(Throwable broken) {
    StringBuilder text = new StringBuilder(broken.toString());
    StackTraceElement[] trace = broken.getStackTrace();
    for (int i = 0; i < Math.min(trace.length, 8); i++) {
      text.append("\n  at ").append(trace[i]);
    }
    return text.toString();
  }

  private static void deleteTree(Path directory) {
    try {
      Files.walkFileTree(
          directory,
          new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failed)
                throws IOException {
              Files.delete(visited);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException stillInUse) {
      // A scratch directory left behind is a nuisance, not a wrong outcome.
    }
  }
}
