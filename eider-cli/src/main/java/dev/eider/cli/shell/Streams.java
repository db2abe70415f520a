// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.shell;

import dev.eider.cli.output.ByteOutput;
import dev.eider.cli.output.OutputException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where results go: standard output, or for a while a file or a program. Used by the shell's
 * thread.
 */
public final class Streams {
  private final ByteOutput standard;
  private @Nullable ByteOutput redirected;
  private @Nullable Process program;
  private boolean once;

  public Streams(OutputStream standard) {
    this.standard = new ByteOutput(standard);
  }

  /** The output to write to now. */
  public ByteOutput current() {
    ByteOutput file = redirected;
    return file != null ? file : standard;
  }

  /** Whether results go to standard output. */
  public boolean isStandard() {
    return redirected == null;
  }

  /**
   * Sends results elsewhere from now on.
   *
   * @param target a file's name, or {@code |} and a command that reads them; null: standard output
   * @param nextOnly for the next result only
   */
  public void redirect(@Nullable String target, boolean nextOnly) throws IOException {
    restore();
    once = nextOnly;
    if (target == null) {
      return;
    }
    if (target.startsWith("|")) {
      Process started =
          SystemCommand.builder(target.substring(1).strip())
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      program = started;
      redirected = new ByteOutput(started.getOutputStream());
    } else {
      redirected = new ByteOutput(new FileOutputStream(Path.of(target).toFile()));
    }
  }

  /** A result is complete: hands it on, and ends a redirection that was for one result. */
  void resultDone() {
    current().flush();
    if (once) {
      restore();
    }
  }

  /** Ends a redirection. */
  public void restore() {
    once = false;
    ByteOutput file = redirected;
    redirected = null;
    if (file == null) {
      return;
    }
    try {
      file.close();
    } finally {
      Process running = program;
      program = null;
      if (running != null) {
        try {
          running.waitFor();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  /** Hands everything to the system; errors of a closed pipe are dropped. */
  public void close() {
    try {
      restore();
      standard.flush();
    } catch (OutputException e) {
      if (!e.isBrokenPipe()) {
        throw e;
      }
    }
  }
}
