// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.shell;

import dev.eider.Connection;
import dev.eider.Database;
import dev.eider.Result;
import dev.eider.Sql;
import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.secret.SecretText;
import dev.eider.cli.output.ByteOutput;
import dev.eider.cli.output.OutputException;
import dev.eider.cli.output.OutputMode;
import dev.eider.cli.output.OutputSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements and dot commands one after the other. Belongs to one thread; {@link #interrupt()}
 * may come from any (Ctrl-C).
 *
 * <p>Errors do not leave as exceptions: they are printed, and the exit code remembers the first.
 * Only {@link OutputException} leaves: nobody reads what is printed.
 */
public final class Shell implements AutoCloseable {
  private static final int MOST_NESTED_FILES = 16;

  private final Map<String, String> settings;
  private final OutputSettings output;
  private final Streams streams;
  private final PrintStream errors;
  private final @Nullable String root;
  private final DotCommands commands = new DotCommands(this);
  private Database database;
  private Connection connection;
  private @Nullable ProgressBar progressBar;
  private int exitCode;
  private boolean bail;
  private boolean echo;
  private boolean timer;
  private boolean changes;
  private boolean exiting;
  private int nestedFiles;
  private volatile @Nullable Connection running;

  /**
   * A shell on a new database.
   *
   * @param path the database
   * @param settings settings of each connection
   * @param standard where results go; flushed, never closed
   * @param errors where messages go
   * @throws EiderException when the database cannot be opened
   */
  public Shell(
      String path,
      Map<String, String> settings,
      OutputSettings output,
      OutputStream standard,
      PrintStream errors) {
    this.settings = settings;
    this.output = output;
    this.streams = new Streams(standard);
    this.errors = errors;
    root = settings.get("eider_root");
    database = Database.open(path, settings);
    connection = database.connect();
  }

  // What the commands may change.

  public OutputSettings output() {
    return output;
  }

  public Streams streams() {
    return streams;
  }

  public Connection connection() {
    return connection;
  }

  /** The directory that files must lie in, or null. */
  @Nullable String root() {
    return root;
  }

  PrintStream errors() {
    return errors;
  }

  public void setBail(boolean on) {
    bail = on;
  }

  public void setEcho(boolean on) {
    echo = on;
  }

  public void setTimer(boolean on) {
    timer = on;
  }

  boolean timer() {
    return timer;
  }

  boolean echo() {
    return echo;
  }

  boolean bail() {
    return bail;
  }

  void setChanges(boolean on) {
    changes = on;
  }

  /** Whether a bar shows the progress of long queries. */
  public void setProgressBar(boolean on) {
    progressBar = on ? new ProgressBar(errors) : null;
  }

  /** Closes the database and opens another one. */
  void reopen(String path) {
    Database next = Database.open(path, settings);
    Connection nextConnection = next.connect();
    database.close();
    database = next;
    connection = nextConnection;
  }

  /** Ends the shell after the command at hand. */
  void exit(int code) {
    exiting = true;
    if (code != 0) {
      exitCode = code;
    }
  }

  public boolean isExiting() {
    return exiting;
  }

  /** 0, or the code of the first error. */
  public int exitCode() {
    return exitCode;
  }

  // Running.

  /** Runs a text: SQL, or a dot command, or lines of both. */
  public boolean runText(String text) {
    return runScript(new ScriptReader(new java.io.StringReader(text)));
  }

  /** Runs a script to its end, or to its first error when bailing; false after an error. */
  public boolean runScript(ScriptReader script) {
    boolean good = true;
    while (!exiting) {
      String part;
      try {
        part = script.next();
      } catch (IOException e) {
        return report(EiderException.io("the script cannot be read: " + e.getMessage(), e));
      }
      if (part == null) {
        break;
      }
      if (!runPart(part)) {
        good = false;
        if (bail) {
          exiting = true;
        }
      }
    }
    return good;
  }

  /** Runs the statements of a file; false after an error. */
  public boolean runFile(String file) {
    if (nestedFiles >= MOST_NESTED_FILES) {
      return fail("scripts that read scripts are nested deeper than " + MOST_NESTED_FILES, 1);
    }
    nestedFiles++;
    try {
      if (file.equals("-")) {
        return runScript(
            new ScriptReader(new java.io.InputStreamReader(System.in, StandardCharsets.UTF_8)));
      }
      try (java.io.Reader reader = Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8)) {
        return runScript(new ScriptReader(reader));
      } catch (IOException | java.nio.file.InvalidPathException e) {
        return fail("IO Error: the script \"" + file + "\" cannot be opened: " + reason(e), 3);
      }
    } finally {
      nestedFiles--;
    }
  }

  static String reason(Exception e) {
    return switch (e) {
      case java.nio.file.NoSuchFileException missing -> "No such file or directory";
      case java.nio.file.AccessDeniedException denied -> "Permission denied";
      default -> String.valueOf(e.getMessage());
    };
  }

  /** Runs one dot command or complete statements; false after an error. */
  public boolean runPart(String part) {
    if (ScriptReader.isCommand(part)) {
      if (echo) {
        printLine(part);
      }
      return commands.run(part);
    }
    boolean good = true;
    for (String statement : Sql.split(part)) {
      if (echo) {
        printLine(
            SecretText.mayHold(statement)
                ? "-- a statement that may hold a secret"
                : statement.strip());
      }
      if (!runStatement(statement)) {
        good = false;
        if (bail) {
          break;
        }
      }
    }
    return good;
  }

  /** Examines the store of an address and shows what was found; false when not all is well. */
  public boolean examine(String address) {
    Findings findings = new Findings();
    return runStatement("FROM eider_doctor('" + address.replace("'", "''") + "')", findings)
        && findings.report(this, address);
  }

  private boolean runStatement(String sql) {
    return runStatement(sql, null);
  }

  private boolean runStatement(String sql, @Nullable Findings findings) {
    long started = Env.system().nanoTime();
    Connection own = connection;
    running = own;
    ProgressBar bar = progressBar;
    if (bar != null) {
      bar.start(own);
    }
    try (Result result = own.query(sql)) {
      if (bar != null) {
        bar.watch(result);
      }
      show(result, findings);
      return true;
    } catch (EiderException e) {
      if (bar != null) {
        bar.stop();
      }
      streams.current().flush();
      return report(e);
    } catch (OutOfMemoryError e) {
      return report(
          new EiderException(ErrorType.OUT_OF_MEMORY, "the Java heap is full: " + e.getMessage()));
    } finally {
      running = null;
      if (bar != null) {
        bar.stop();
      }
      if (timer) {
        time(started);
      }
    }
  }

  private void show(Result result, @Nullable Findings findings) {
    ByteOutput out = streams.current();
    if (result.hasRows()) {
      if (isPlan(result)) {
        showPlan(result, out);
      } else {
        EngineRows rows = new EngineRows(result);
        OutputMode.renderer(output).render(findings == null ? rows : findings.watch(rows), out);
      }
      streams.resultDone();
    } else if (changes) {
      out.put("changes: " + result.changes() + "\n");
      out.flush();
    }
  }

  private boolean isPlan(Result result) {
    return output.mode() == OutputMode.DUCKBOX
        && result.columnNames().equals(List.of("explain_key", "explain_value"));
  }

  private static void showPlan(Result result, ByteOutput out) {
    while (result.next()) {
      String text = result.getString(1);
      if (text != null) {
        out.put(text);
        out.put(text.endsWith("\n") ? "" : "\n");
      }
    }
  }

  private void time(long started) {
    double seconds = (Env.system().nanoTime() - started) / 1e9;
    printLine(String.format(java.util.Locale.ROOT, "Run Time (s): real %.3f", seconds));
  }

  /** Prints a line where results go. */
  void printLine(String text) {
    ByteOutput out = streams.current();
    out.put(text);
    out.put('\n');
    out.flush();
  }

  /** Prints an error and remembers its exit code; answers false. */
  boolean report(EiderException error) {
    if (error.type() == ErrorType.INTERNAL) {
      StringWriter trace = new StringWriter();
      error.printStackTrace(new PrintWriter(trace));
      return fail(
          error.getMessage()
              + "\n\n"
              + "This is a defect of Eider. Please report it with the statement and these lines:\n"
              + trace,
          error.type().kind().exitCode());
    }
    return fail(error.getMessage(), error.type().kind().exitCode());
  }

  /** Prints a message and remembers the exit code; answers false. */
  public boolean fail(@Nullable String message, int code) {
    errors.println(message);
    errors.flush();
    if (exitCode == 0) {
      exitCode = code;
    }
    return false;
  }

  /** Stops the statement that runs, if one does. Any thread. */
  public boolean interrupt() {
    Connection busy = running;
    if (busy != null) {
      busy.interrupt();
    }
    return busy != null;
  }

  /** Forgets earlier errors: the exit code of a session of a person is that of its end. */
  public void clearExitCode() {
    exitCode = 0;
  }

  @Override
  public void close() {
    try {
      streams.close();
    } finally {
      database.close();
    }
  }
}
