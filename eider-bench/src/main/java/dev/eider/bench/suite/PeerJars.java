// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

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

  /**
   * A copy of a driver whose native library is a file beside the jar, where the driver finds it.
   * Made once.
   */
  static Path unpacked(Path jar, Path folder) throws IOException {
    Path copy = folder.resolve(jar.getFileName());
    if (Files.exists(copy)) {
      return copy;
    }
    Files.createDirectories(folder);
    Path partial = folder.resolve("partial");
    try (ZipFile from = new ZipFile(jar.toFile());
        ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(partial))) {
      for (ZipEntry entry : Collections.list(from.entries())) {
        try (InputStream content = from.getInputStream(entry)) {
          if (!entry.getName().startsWith("libduckdb")) {
            to.putNextEntry(new ZipEntry(entry.getName()));
            content.transferTo(to);
          } else if (isForThisMachine(entry.getName())) {
            Files.copy(
                content, folder.resolve(entry.getName()), StandardCopyOption.REPLACE_EXISTING);
          }
        }
      }
    }
    Files.move(partial, copy);
    return copy;
  }

  private static boolean isForThisMachine(String library) {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    boolean arm = System.getProperty("os.arch").equals("aarch64");
    String name =
        system.startsWith("windows") ? "windows" : system.startsWith("mac") ? "macos" : "linux";
    return library.contains("_" + name + "_") && library.contains(arm ? "arm64" : "amd64");
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
