// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.nio.file.Path;
import java.util.List;

/**
 * How an engine is reached. Engines differ in this data only; the code that measures them is one.
 *
 * @param classPath what its driver needs, without the benchmark's own classes
 * @param serverFlags JVM flags of the long-running process
 * @param setup statements run once on the connection of the long-running process
 * @param command program and leading arguments of its own command line, to which the SQL is
 *     appended; empty if it has none: then a small Java program runs the query over JDBC
 */
public record Engine(
    String name,
    String url,
    List<Path> classPath,
    List<String> serverFlags,
    List<String> setup,
    List<String> command) {
  public Engine {
    classPath = List.copyOf(classPath);
    serverFlags = List.copyOf(serverFlags);
    setup = List.copyOf(setup);
    command = List.copyOf(command);
  }

  /** True for the engine this project makes, whose ratios are reported. */
  public static boolean isOurs(String name) {
    return name.startsWith("eider");
  }
}
