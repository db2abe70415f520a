// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.bench.harness.Engine;
import dev.eider.bench.harness.WholeProcessContestant;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The engines by name.
 *
 * <p>{@code eider} and {@code eider-scalar} differ in the Vector API module alone. A peer is named
 * {@code duckdb-VERSION} or {@code duckdb-VERSION-unpacked}; its driver is the Maven artifact of
 * that version.
 */
public final class Engines {
  /** Those of the committed figures. */
  public static final String DEFAULT = "eider,eider-scalar,duckdb-2.0.0,duckdb-1.5.5";

  public static final String EIDER = "eider";
  public static final String EIDER_SCALAR = "eider-scalar";
  public static final String DUCKDB_2 = "duckdb-2.0.0";

  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /**
   * Behind the name of a peer: its native library lies beside the jar. As it is published, the
   * driver copies that library out of the jar at each start of a process, which is a large part of
   * a short run.
   */
  private static final String UNPACKED = "-unpacked";

  private Engines() {}

  /**
   * What is measured as whole processes: the scalar variant has no command line of its own and is
   * left out; DuckDB comes twice, as published and with its library unpacked.
   */
  static List<WholeProcessContestant> wholeProcesses(
      List<Engine> engines, Options options, Path directory)
      throws IOException, InterruptedException {
    List<WholeProcessContestant> out = new ArrayList<>();
    for (Engine engine : engines) {
      if (!engine.name().equals(EIDER_SCALAR)) {
        out.add(WholeProcessContestant.of(engine, directory));
      }
      if (engine.name().equals(DUCKDB_2)) {
        out.add(WholeProcessContestant.of(engine(DUCKDB_2 + UNPACKED, options), directory));
      }
    }
    return out;
  }

  /** The engines of {@code --engines}, in that order. */
  public static List<Engine> of(Options options) throws IOException, InterruptedException {
    List<Engine> engines = new ArrayList<>();
    for (String name : options.list("engines", DEFAULT)) {
      engines.add(engine(name, options));
    }
    if (engines.isEmpty()) {
      throw new IllegalArgumentException("--engines names no engine");
    }
    return engines;
  }

  /** One engine by its name. */
  static Engine engine(String name, Options options) throws IOException, InterruptedException {
    if (name.equals(EIDER)) {
      List<String> flags = List.of("--add-modules=jdk.incubator.vector", NATIVE_ACCESS);
      return eider(name, options, flags, launcher(options));
    }
    if (name.equals(EIDER_SCALAR)) {
      return eider(name, options, List.of(NATIVE_ACCESS), List.of());
    }
    if (name.startsWith("duckdb-")) {
      return duckdb(name, options);
    }
    throw new IllegalArgumentException(
        "Unknown engine " + name + "; known are eider, eider-scalar and duckdb-VERSION");
  }

  /** The same engine with other settings, under a name with {@code suffix}. */
  static Engine variant(Engine engine, String suffix, List<String> settings) {
    List<String> setup = new ArrayList<>(engine.setup());
    setup.addAll(settings);
    return new Engine(
        engine.name() + suffix,
        engine.url(),
        engine.classPath(),
        engine.serverFlags(),
        setup,
        engine.command());
  }

  private static Engine eider(
      String name, Options options, List<String> flags, List<String> command) throws IOException {
    return new Engine(
        name,
        "jdbc:eider:",
        eiderClassPath(options),
        flags,
        List.of("SET threads = " + options.threads()),
        command);
  }

  private static Engine duckdb(String name, Options options)
      throws IOException, InterruptedException {
    boolean unpacked = name.endsWith(UNPACKED);
    String version =
        name.substring("duckdb-".length(), name.length() - (unpacked ? UNPACKED.length() : 0));
    // The driver numbers its own corrections of a DuckDB version in a fourth place.
    String artifact =
        switch (version) {
          case "2.0.0" -> "2.0.0.1";
          default -> version.split("\\.").length == 3 ? version + ".0" : version;
        };
    Path jar = PeerJars.find(options.root(), "org.duckdb", "duckdb_jdbc", artifact);
    if (unpacked) {
      jar = PeerJars.unpacked(jar, options.dataDirectory().resolve("peers").resolve(artifact));
    }
    return new Engine(
        name,
        "jdbc:duckdb:",
        List.of(jar),
        List.of(NATIVE_ACCESS),
        List.of("SET threads = " + options.threads(), "SET enable_progress_bar = false"),
        List.of());
  }

  /** {@code --eider PATHS}, by default the one jar that the build makes. */
  private static List<Path> eiderClassPath(Options options) throws IOException {
    List<Path> paths = new ArrayList<>();
    for (String entry : options.text("eider", "dist/eider.jar").split(File.pathSeparator, -1)) {
      Path path = options.root().resolve(entry).toAbsolutePath();
      if (!Files.exists(path)) {
        throw new IOException(
            "No " + path + ": run ./eider once to build it, or leave Eider out with --engines");
      }
      paths.add(path);
    }
    return paths;
  }

  /** {@code --launcher FILE}, by default the script at the root of the project. */
  private static List<String> launcher(Options options) {
    Path script = options.root().resolve(options.text("launcher", "eider")).toAbsolutePath();
    if (System.getProperty("os.name").startsWith("Windows")) {
      // A shell script is nothing that Windows starts; its twin beside it is.
      boolean isScript = script.getFileName().toString().indexOf('.') < 0;
      Path twin = isScript ? script.resolveSibling(script.getFileName() + ".cmd") : script;
      return List.of(twin.toString(), "-csv");
    }
    return List.of(script.toString(), "-csv");
  }
}
