// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import dev.eider.bench.server.EngineServer;
import dev.eider.bench.server.Wire;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An engine kept running in a child JVM; the time is measured inside it, so that start-up and the
 * pipe are not part of it.
 */
public final class InProcessContestant implements Contestant {
  private static final long QUIT_SECONDS = 10;

  private final Engine engine;
  private final Process process;
  private final BufferedWriter requests;
  private final BufferedReader replies;
  private final String version;
  private MemoryUse seen = MemoryUse.UNKNOWN;
  private @Nullable MemoryWatch watch;

  private InProcessContestant(Engine engine, Process process) throws IOException {
    this.engine = engine;
    this.process = process;
    this.requests = process.outputWriter(StandardCharsets.UTF_8);
    this.replies = process.inputReader(StandardCharsets.UTF_8);
    try {
      for (String sql : engine.setup()) {
        execute(sql);
      }
      this.version = readVersion();
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /**
   * Starts the engine's server.
   *
   * @param directory working directory: file names in queries are relative to it
   */
  public static InProcessContestant start(Engine engine, Path directory) throws IOException {
    List<String> command =
        JavaProcess.command(engine.serverFlags(), engine.classPath(), EngineServer.class);
    command.add(engine.url());
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new InProcessContestant(engine, process);
  }

  @Override
  public String name() {
    return engine.name();
  }

  /** Product and driver version as the driver reports them. */
  public String version() {
    return version;
  }

  @Override
  public Reply ask(Query query) throws IOException, EngineFailure {
    return ask("query", query, new ArrayList<>());
  }

  /**
   * Asks, and has the engine's flight recorder watch the simulated link meanwhile. Not for timing.
   *
   * @param seen is given what passed
   */
  public Reply observe(Query query, List<Transfer> seen) throws IOException, EngineFailure {
    return ask("observe", query, seen);
  }

  private Reply ask(String verb, Query query, List<Transfer> seen)
      throws IOException, EngineFailure {
    send(verb + "\t" + Wire.escape(query.sql()));
    List<List<Cell>> rows = new ArrayList<>();
    while (true) {
      String[] fields = receive();
      switch (fields[0]) {
        case "row" -> rows.add(cells(fields));
        case "transfer" ->
            seen.add(
                new Transfer(
                    fields[1],
                    Long.parseLong(fields[2]),
                    Long.parseLong(fields[3]),
                    Long.parseLong(fields[4]),
                    Long.parseLong(fields[5])));
        case "done" -> {
          if (Long.parseLong(fields[3]) != rows.size()) {
            throw new IOException(
                name() + " announced " + fields[3] + " rows, sent " + rows.size());
          }
          return new Reply(new Answer(rows), Long.parseLong(fields[1]), Long.parseLong(fields[2]));
        }
        case "error" -> throw new EngineFailure(Wire.unescape(fields[1]));
        default -> throw new IOException("Unexpected line from " + name() + ": " + fields[0]);
      }
    }
  }

  /** Runs a statement without an answer; an error of the engine is fatal here. */
  public void execute(String sql) throws IOException {
    try {
      run(sql);
    } catch (EngineFailure e) {
      throw new IOException(name() + " could not run: " + sql + ": " + e.getMessage(), e);
    }
  }

  /** Runs a statement without an answer and says what it cost. */
  public Reply run(String sql) throws IOException, EngineFailure {
    send("exec\t" + Wire.escape(sql));
    String[] fields = receive();
    if (!fields[0].equals("done")) {
      throw new EngineFailure(Wire.unescape(fields[1]));
    }
    return new Reply(new Answer(List.of()), Long.parseLong(fields[1]), Long.parseLong(fields[2]));
  }

  private String readVersion() throws IOException {
    send("version");
    String[] fields = receive();
    if (!fields[0].equals("version")) {
      throw new IOException(name() + " does not tell its version: " + Wire.unescape(fields[1]));
    }
    return Wire.unescape(fields[1] + " " + fields[2] + " (JDBC " + fields[3] + ")");
  }

  @Override
  public void watchMemory(boolean on) {
    if (watch != null) {
      watch.close();
      seen = seen.max(watch.use());
      watch = null;
    }
    if (on) {
      watch = new MemoryWatch(process.pid());
    }
  }

  @Override
  public MemoryUse memory() throws IOException {
    send("status");
    String[] fields = receive();
    List<String> lines = new ArrayList<>();
    for (int i = 1; i < fields.length; i++) {
      lines.add(Wire.unescape(fields[i]));
    }
    seen = seen.max(MemoryUse.ofStatus(lines));
    return watch == null ? seen : seen.max(watch.use());
  }

  private static List<Cell> cells(String[] fields) {
    List<Cell> row = new ArrayList<>(fields.length - 1);
    for (int i = 1; i < fields.length; i++) {
      row.add(Cell.ofWire(Wire.unescape(fields[i])));
    }
    return row;
  }

  private void send(String line) throws IOException {
    requests.write(line);
    requests.write('\n');
    requests.flush();
  }

  private String[] receive() throws IOException {
    String line = replies.readLine();
    if (line == null) {
      throw new IOException("The process of " + name() + " ended; its message is above");
    }
    return line.split("\t", -1);
  }

  @Override
  public void close() throws IOException {
    watchMemory(false);
    try {
      if (process.isAlive()) {
        send("quit");
      }
      if (!process.waitFor(QUIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
