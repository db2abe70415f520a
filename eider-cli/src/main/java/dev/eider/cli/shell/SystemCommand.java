// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.shell;

import java.io.File;

/** Commands of the system's own shell. */
final class SystemCommand {
  private SystemCommand() {}

  /** A process that runs a command line. */
  static ProcessBuilder builder(String command) {
    return File.separatorChar == '\\'
        ? new ProcessBuilder("cmd", "/c", command)
        : new ProcessBuilder("/bin/sh", "-c", command);
  }
}
