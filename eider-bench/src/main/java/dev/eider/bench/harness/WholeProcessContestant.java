// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import dev.eider.bench.server.OneShot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A fresh process for each question, timed from outside: from its creation until its output has
 * ended and it is gone. The output is read through a pipe.
 */
public final class WholeProcessContestant implements Contestant {
  /** What helps a short-lived JVM; the class-data archive of the JDK is on by default. */
  private static final List<String> SHORT_RUN_FLAGS =
      List.of("-XX:+UseSerialGC", "-Xshare:auto", "--enable-native-access=ALL-UNNAMED");

  private final String name;
  private final List<String> command;
  private final Path directory;
  private MemoryUse seen = MemoryUse.UNKNOWN;
  private boolean watching;

  private WholeProcessContestant(String name, List<String> command, Path directory) {
    this.name = name;
    this.command = List.copyOf(command);
    this.directory = directory;
  }

  /** The engine's own command line, or a small Java program over its driver. */
  public static WholeProcessContestant of(Engine engine, Path directory) throws IOException {
    if (!engine.command().isEmpty()) {
      return new WholeProcessContestant(engine.name(), engine.command(), directory);
    }
    List<String> command = JavaProcess.command(SHORT_RUN_FLAGS, engine.classPath(), OneShot.class);
    command.add(engine.url());
    return new WholeProcessContestant(engine.name(), command, directory);
  }

  /** A Java program that ignores its arguments. */
  public static WholeProcessContestant ofMain(String name, Class<?> main, Path directory)
      throws IOException {
    return new WholeProcessContestant(
        name, JavaProcess.command(SHORT_RUN_FLAGS, List.of(), main), directory);
  }

  /** Program and arguments, the SQL not included. */
  public List<String> command() {
    return command;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Reply ask(Query query) throws IOException, EngineFailure, InterruptedException {
    List<String> line = new ArrayList<>(command);
    line.add(query.sql());
    Path errors = Files.createTempFile("eider-bench", ".err");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(line).directory(directory.toFile()).redirectError(errors.toFile());
      long cpuBefore = endedChildrenCpuNanos();
      long before = System.nanoTime();
      Process process = builder.start();
      byte[] output;
      int code;
      MemoryWatch watch = watching ? new MemoryWatch(process.pid()) : null;
      try (InputStream in = process.getInputStream()) {
        process.getOutputStream().close();
        output = in.readAllBytes();
        code = process.waitFor();
      } finally {
        process.destroyForcibly();
        if (watch != null) {
          watch.close();
          seen = seen.max(watch.use());
        }
      }
      long nanos = System.nanoTime() - before;
      if (code != 0) {
        throw new EngineFailure("exit code " + code + ": " + Files.readString(errors).strip());
      }
      Answer answer = Answer.ofCsv(new String(output, StandardCharsets.UTF_8));
      return new Reply(answer, nanos, endedChildrenCpuNanos() - cpuBefore);
    } finally {
      Files.deleteIfExists(errors);
    }
  }

  /**
   * Processor time of all ended child processes of this one, in steps of 10 ms; 0 where there is no
   * {@code /proc}.
   */
  private static long endedChildrenCpuNanos() throws IOException {
    Path stat = Path.of("/proc/self/stat");
    if (!Files.isReadable(stat)) {
      return 0;
    }
    String text = Files.readString(stat);
    // Fields after the program name in parentheses; cutime and cstime are the 16th and 17th of all.
    String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) * 10_000_000L;
  }

  @Override
  public void watchMemory(boolean on) {
    watching = on;
  }

  @Override
  public MemoryUse memory() {
    return seen;
  }

  @Override
  public void close() {}
}
