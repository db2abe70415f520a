// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli;

import dev.eider.Database;
import dev.eider.base.error.EiderException;
import dev.eider.cli.output.OutputException;
import dev.eider.cli.output.Palette;
import dev.eider.cli.shell.ScriptReader;
import dev.eider.cli.shell.Shell;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the program starts: reads the arguments and runs what they ask for. Every query of a user
 * waits for this path, so it avoids what is slow to start: lambdas, streams, regular expressions,
 * formatted strings, and the terminal library until there is somebody to talk to.
 */
public final class Main {
  /** The exit code for arguments that make no sense. */
  private static final int WRONG_USAGE = 1;

  private Main() {}

  /** Runs the program. */
  public static void main(String[] args) {
    int code = run(args);
    if (code != 0) {
      System.exit(code);
    }
  }

  private static int run(String[] args) {
    PrintStream errors =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    CommandLine line;
    try {
      line = CommandLine.parse(args);
    } catch (UsageException e) {
      errors.println("eider: " + e.getMessage());
      return WRONG_USAGE;
    }
    if (line.help()) {
      System.out.print(CommandLine.usage());
      return 0;
    }
    if (line.version()) {
      System.out.println("eider " + Database.version());
      return 0;
    }
    Terminals terminals = Terminals.find();
    boolean session =
        line.interactive()
            || (line.steps().isEmpty() && !line.batch() && !line.noStdin() && terminals.input());
    String wish = System.getenv("EIDER_VECTOR");
    if ("0".equals(wish)) {
      System.setProperty("eider.simd", "off");
    } else if (VectorPolicy.wanted(wish, session, texts(line))) {
      VectorModule.load();
    }
    Shell shell;
    try {
      if (line.readOnly()
          && (line.database().isEmpty() || line.database().equals(Database.MEMORY))) {
        throw EiderException.catalog("Cannot launch in-memory database in read-only mode!");
      }
      shell =
          new Shell(
              line.database(),
              line.settings(),
              line.output(),
              new FileOutputStream(FileDescriptor.out),
              errors);
    } catch (EiderException e) {
      errors.println(e.getMessage());
      return e.type().kind().exitCode();
    }
    try {
      return run(line, shell, terminals, session);
    } catch (OutputException e) {
      if (e.isBrokenPipe()) {
        return 0;
      }
      errors.println("IO Error: the output cannot be written: " + e.getMessage());
      return 3;
    } finally {
      close(shell, errors);
    }
  }

  private static void close(Shell shell, PrintStream errors) {
    try {
      shell.close();
    } catch (OutputException e) {
      errors.println("IO Error: the output cannot be written: " + e.getMessage());
    }
  }

  private static List<String> texts(CommandLine line) {
    List<String> texts = new ArrayList<>();
    for (CommandLine.Step step : line.steps()) {
      if (step.kind() == CommandLine.Step.Kind.TEXT) {
        texts.add(step.text());
      }
    }
    return texts;
  }

  private static int run(CommandLine line, Shell shell, Terminals terminals, boolean session) {
    shell.setEcho(line.echo());
    shell.setTimer(line.timer());
    if (terminals.output()) {
      shell.output().setScreenWidth(terminals.columns());
      if (System.getenv("NO_COLOR") == null) {
        shell.output().setPalette(Palette.TERMINAL);
      }
    }
    if (terminals.output() && terminals.errors()) {
      shell.setProgressBar(true);
    }
    String outputFile = line.outputFile();
    if (outputFile != null) {
      try {
        shell.streams().redirect(outputFile, false);
        shell.output().setScreenWidth(0);
        shell.output().setPalette(Palette.NONE);
      } catch (IOException e) {
        shell.fail("IO Error: cannot write to \"" + outputFile + "\": " + e.getMessage(), 3);
        return 3;
      }
    }
    runInitFile(line, shell, session);
    for (String command : line.commands()) {
      shell.runText(command);
    }
    Boolean bail = line.bail();
    shell.setBail(bail == null ? !session : bail);
    for (CommandLine.Step step : line.steps()) {
      if (shell.isExiting()) {
        break;
      }
      boolean unused =
          switch (step.kind()) {
            case TEXT -> shell.runText(step.text());
            case FILE -> shell.runFile(step.text());
            case DOCTOR -> shell.examine(step.text());
          };
    }
    if (!line.steps().isEmpty() && !line.interactive()) {
      return shell.exitCode();
    }
    if (session && !shell.isExiting()) {
      return dev.eider.cli.terminal.InteractiveShell.run(shell, terminals.columns());
    }
    if (!line.noStdin() && !shell.isExiting()) {
      shell.runScript(new ScriptReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
    }
    return shell.exitCode();
  }

  /** The start-up script: what -init names, else ~/.eiderrc for people at a terminal. */
  private static void runInitFile(CommandLine line, Shell shell, boolean session) {
    String file = line.initFile();
    if (line.noInit()) {
      return;
    }
    if (file != null) {
      shell.runFile(file);
    } else if (session) {
      Path usual = Path.of(System.getProperty("user.home"), ".eiderrc");
      if (Files.isRegularFile(usual)) {
        shell.runFile(usual.toString());
      }
    }
  }
}
