// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import dev.eider.bench.server.EngineServer;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines for child JVMs: the JVM of this process, and the class path a child needs. */
final class JavaProcess {
  private JavaProcess() {}

  static List<String> command(List<String> flags, List<Path> classPath, Class<?> main)
      throws IOException {
    List<String> entries = new ArrayList<>();
    entries.add(ownClasses().toString());
    classPath.forEach(entry -> entries.add(entry.toString()));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("-cp");
    command.add(String.join(File.pathSeparator, entries));
    command.add(main.getName());
    return command;
  }

  /** Directory or jar that holds the benchmark's own classes. */
  private static Path ownClasses() throws IOException {
    try {
      return Path.of(
          EngineServer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("The benchmark's class path is not a file", e);
    }
  }
}
