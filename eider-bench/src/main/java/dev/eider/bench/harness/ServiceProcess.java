// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A Java program on the benchmark's whole class path that runs beside a measurement: a server, or a
 * client whose processor time is wanted for itself. Lines go in and come out; its errors go to a
 * file.
 */
public final class ServiceProcess implements AutoCloseable {
  private static final long END_SECONDS = 5;

  /** A server whose start fails may stay alive without a word. */
  private static final long GREETING_SECONDS = 60;

  private final String name;
  private final Path errors;
  private final Process process;
  private final BufferedWriter in;
  private final BufferedReader out;
  private final String greeting;

  private ServiceProcess(String name, Path errors, Process process) throws IOException {
    this.name = name;
    this.errors = errors;
    this.process = process;
    this.in = process.outputWriter(StandardCharsets.UTF_8);
    this.out = process.inputReader(StandardCharsets.UTF_8);
    Thread watchdog = Thread.ofPlatform().daemon().start(this::endIfSilent);
    try {
      this.greeting = receive();
    } catch (IOException e) {
      process.destroyForcibly();
      throw e;
    } finally {
      watchdog.interrupt();
    }
  }

  private void endIfSilent() {
    try {
      Thread.sleep(Duration.ofSeconds(GREETING_SECONDS));
      process.destroyForcibly();
    } catch (InterruptedException e) {
      // It has spoken.
    }
  }

  /** Starts a program and waits for its first line. */
  public static ServiceProcess start(String main, List<String> arguments, Path errors)
      throws IOException {
    return start(List.of(), main, arguments, errors);
  }

  /**
   * Starts a program and waits for its first line.
   *
   * @param flags of its JVM
   */
  public static ServiceProcess start(
      List<String> flags, String main, List<String> arguments, Path errors) throws IOException {
    Process process =
        new ProcessBuilder(command(flags, main, arguments)).redirectError(errors.toFile()).start();
    return new ServiceProcess(main, errors, process);
  }

  /** The command line that {@link #start} uses. */
  public static List<String> command(List<String> flags, String main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main);
    command.addAll(arguments);
    return command;
  }

  /** Its first line. */
  public String greeting() {
    return greeting;
  }

  /** Sends a line and waits for one. */
  public String ask(String line) throws IOException {
    in.write(line);
    in.write('\n');
    in.flush();
    return receive();
  }

  private String receive() throws IOException {
    String line = out.readLine();
    if (line == null) {
      throw new IOException("The process of " + name + " ended; see " + errors);
    }
    return line;
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
