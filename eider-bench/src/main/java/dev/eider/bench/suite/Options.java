// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The command line: a command and {@code --name value} pairs. Unknown names, missing values and
 * values of the wrong form are errors.
 */
public final class Options {
  /** Options without a value. */
  private static final Set<String> FLAGS = Set.of("gate", "check");

  private final String command;
  private final Path root;
  private final Map<String, String> values = new LinkedHashMap<>();

  private Options(String command, Path root) {
    this.command = command;
    this.root = root;
  }

  /**
   * Reads the arguments behind the command.
   *
   * @param root the project's directory, where relative defaults start
   * @param known names the command understands, without dashes
   * @throws IllegalArgumentException with a message for the user
   */
  public static Options parse(
      String command, List<String> arguments, Path root, Set<String> known) {
    Options options = new Options(command, root);
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      String name = argument.startsWith("--") ? argument.substring(2) : "";
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "Unknown option " + argument + " of " + command + "; known are " + dashed(known));
      }
      if (FLAGS.contains(name)) {
        options.values.put(name, "true");
      } else if (i + 1 == arguments.size()) {
        throw new IllegalArgumentException("Option " + argument + " needs a value");
      } else {
        options.values.put(name, arguments.get(++i));
      }
    }
    return options;
  }

  private static String dashed(Set<String> names) {
    List<String> sorted = new ArrayList<>();
    names.stream().sorted().forEach(name -> sorted.add("--" + name));
    return String.join(" ", sorted);
  }

  /** The command line as typed, for the report. */
  public String commandLine() {
    StringBuilder line = new StringBuilder("bin/bench ").append(command);
    values.forEach((name, value) ->
        line.append(" --").append(name).append(FLAGS.contains(name) ? "" : " " + value));
    return line.toString();
  }

  public Path root() {
    return root;
  }

  public boolean flag(String name) {
    return values.containsKey(name);
  }

  public String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  public List<String> list(String name, String otherwise) {
    List<String> out = new ArrayList<>();
    for (String item : text(name, otherwise).split(",", -1)) {
      if (!item.isBlank()) {
        out.add(item.strip());
      }
    }
    return out;
  }

  /**
   * A positive count; {@code k}, {@code m} and {@code g} stand for thousands, millions, billions.
   */
  public long count(String name, long otherwise) {
    String text = values.get(name);
    return text == null ? otherwise : countOf("--" + name, text);
  }

  static long countOf(String what, String text) {
    String digits = text.replace("_", "");
    long unit = 1;
    if (!digits.isEmpty()) {
      unit =
          switch (Character.toLowerCase(digits.charAt(digits.length() - 1))) {
            case 'k' -> 1_000L;
            case 'm' -> 1_000_000L;
            case 'g' -> 1_000_000_000L;
            default -> 1;
          };
    }
    try {
      long count = Long.parseLong(unit == 1 ? digits : digits.substring(0, digits.length() - 1));
      if (count > 0) {
        return Math.multiplyExact(count, unit);
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // Answered below.
    }
    throw new IllegalArgumentException(what + " must be a positive count such as 5 or 2m: " + text);
  }

  public double decimal(String name, double otherwise) {
    String text = values.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("--" + name + " must be a number: " + text, e);
    }
  }

  public int rounds(int otherwise) {
    return Math.toIntExact(count("rounds", otherwise));
  }

  public int warmups() {
    return Math.toIntExact(Long.parseLong(text("warmups", "1")));
  }

  public int threads() {
    return Math.toIntExact(count("threads", Runtime.getRuntime().availableProcessors()));
  }

  /** Directory of the generated files. */
  public Path dataDirectory() {
    return root.resolve(text("data", "bench-data"));
  }

  /** Path of the result pages without their extension. */
  public Path resultBase() {
    String stamp = LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
    return root.resolve(text("out", "bench-results/" + command + "-" + stamp));
  }
}
