// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.server;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers queries over one JDBC connection until it is told to quit or its input ends. The argument
 * is the JDBC address.
 *
 * <p>The time of a query goes from the call of {@code executeQuery} to the last value of the last
 * row as a Java object; encoding and sending the rows is not part of it. Every engine is measured
 * by this same code.
 */
public final class EngineServer {
  private final Connection connection;
  private final PrintStream out;
  private final @Nullable OperatingSystemMXBean process;

  private EngineServer(Connection connection, PrintStream out) {
    this.connection = connection;
    this.out = out;
    this.process =
        ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean bean
            ? bean
            : null;
  }

  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    // A driver that prints must not disturb the lines.
    System.setOut(System.err);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Connection connection = DriverManager.getConnection(args[0])) {
      EngineServer server = new EngineServer(connection, out);
      for (String line = in.readLine();
          line != null && !line.equals("quit");
          line = in.readLine()) {
        try {
          server.answer(line);
        } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError e) {
          out.print("error\t" + Wire.escape(String.valueOf(e.getMessage())) + "\n");
        }
        out.flush();
      }
    }
  }

  private void answer(String line) throws SQLException, IOException {
    int tab = line.indexOf('\t');
    String verb = tab < 0 ? line : line.substring(0, tab);
    String argument = tab < 0 ? "" : Wire.unescape(line.substring(tab + 1));
    switch (verb) {
      case "query" -> query(argument, null);
      case "observe" -> observe(argument);
      case "exec" -> execute(argument);
      case "version" -> version();
      case "status" -> status();
      default -> throw new IllegalArgumentException("Unknown request: " + verb);
    }
  }

  private void observe(String sql) throws SQLException, IOException {
    try (TransferRecording recording = new TransferRecording()) {
      query(sql, recording);
    }
  }

  private void query(String sql, @Nullable TransferRecording recording)
      throws SQLException, IOException {
    List<@Nullable Object> values = new ArrayList<>();
    List<String> names = new ArrayList<>();
    long cpuBefore = cpuNanos();
    long before = System.nanoTime();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      ResultSetMetaData shape = rows.getMetaData();
      int columns = shape.getColumnCount();
      while (rows.next()) {
        for (int i = 1; i <= columns; i++) {
          values.add(rows.getObject(i));
        }
      }
      for (int i = 1; i <= columns; i++) {
        names.add(shape.getColumnLabel(i));
      }
    }
    long nanos = System.nanoTime() - before;
    long cpu = cpuNanos() - cpuBefore;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      text.append(i % names.size() == 0 ? "row\t" : "\t")
          .append(Wire.escape(Wire.cell(values.get(i))));
      if (i % names.size() == names.size() - 1) {
        text.append('\n');
      }
      if (text.length() > 1 << 16) {
        out.print(text);
        text.setLength(0);
      }
    }
    if (recording != null) {
      text.append(recording.lines(before));
    }
    long count = names.isEmpty() ? 0 : values.size() / names.size();
    text.append("done\t").append(nanos).append('\t').append(cpu).append('\t').append(count);
    for (String name : names) {
      text.append('\t').append(Wire.escape(name));
    }
    out.print(text.append('\n'));
  }

  private void execute(String sql) throws SQLException {
    long cpuBefore = cpuNanos();
    long before = System.nanoTime();
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
    long nanos = System.nanoTime() - before;
    out.print("done\t" + nanos + "\t" + (cpuNanos() - cpuBefore) + "\t0\n");
  }

  private void version() throws SQLException {
    DatabaseMetaData meta = connection.getMetaData();
    out.print(
        "version\t"
            + Wire.escape(meta.getDatabaseProductName())
            + "\t"
            + Wire.escape(meta.getDatabaseProductVersion())
            + "\t"
            + Wire.escape(meta.getDriverVersion())
            + "\n");
  }

  private void status() throws IOException {
    Path file = Path.of("/proc/self/status");
    StringBuilder text = new StringBuilder("status");
    if (Files.isReadable(file)) {
      for (String line : Files.readAllLines(file)) {
        text.append('\t').append(Wire.escape(line));
      }
    }
    out.print(text.append('\n'));
  }

  /** Processor time of this process so far, all threads, native ones too; 0 if unknown. */
  private long cpuNanos() {
    return process == null ? 0 : Math.max(0, process.getProcessCpuTime());
  }
}
