// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the drivers of the peers. Two versions of one driver cannot share a class path, so they are
 * no dependencies of this module: each is taken from the local Maven repository, where Maven puts
 * it when it is asked for the first time.
 */
final class PeerJars {
  private static final String GET = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:get";

  private PeerJars() {}

  /**
   * The jar of an artifact, fetched if it is not there yet.
   *
   * @param root the project's directory; its {@code bin/mvn} is used if there is one
   */
  static Path find(Path root, String group, String artifact, String version)
      throws IOException, InterruptedException {
    Path jar =
        localRepository()
            .resolve(group.replace('.', '/'))
            .resolve(artifact)
            .resolve(version)
            .resolve(artifact + "-" + version + ".jar");
    if (!Files.exists(jar)) {
      fetch(root, group + ":" + artifact + ":" + version);
    }
    if (!Files.exists(jar)) {
      throw new IOException(
          "No "
              + jar
              + ". Fetch it with: mvn "
              + GET
              + " -Dtransitive=false -Dartifact="
              + group
              + ":"
              + artifact
              + ":"
              + version
              + " (or leave the engine out with --engines)");
    }
    return jar;
  }

  private static void fetch(Path root, String coordinates)
      throws IOException, InterruptedException {
    System.err.println("fetching " + coordinates);
    Path own = root.resolve("bin/mvn");
    boolean windows = System.getProperty("os.name").startsWith("Windows");
    List<String> command = new ArrayList<>();
    command.add(windows ? "mvn.cmd" : Files.isExecutable(own) ? own.toString() : "mvn");
    command.addAll(List.of("-q", "-B", GET, "-Dtransitive=false", "-Dartifact=" + coordinates));
    command.add("-Dmaven.repo.local=" + localRepository());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.start().waitFor();
  }

  static Path localRepository() {
    String chosen = System.getProperty("maven.repo.local");
    return chosen == null
        ? Path.of(System.getProperty("user.home"), ".m2", "repository")
        : Path.of(chosen);
  }
}
