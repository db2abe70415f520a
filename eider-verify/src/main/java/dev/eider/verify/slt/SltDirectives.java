// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import dev.eider.verify.slt.SltRecord.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses the directives that fit on one line and have no influence on the parser. */
final class SltDirectives {
  private SltDirectives() {}

  static SltRecord parse(Source source, String command, List<String> words)
      throws SltSyntaxException {
    return switch (command) {
      case "require" -> {
        atLeast(source, words, 1, "require <what>");
        yield new SltRecord.Require(source, List.copyOf(words));
      }
      case "require-env" -> {
        atLeast(source, words, 1, "require-env <name> [<value>]");
        yield new SltRecord.RequireEnv(source, words.getFirst(), second(words));
      }
      case "test-env" -> {
        atLeast(source, words, 2, "test-env <name> <default>");
        yield new SltRecord.SetVariable(source, words.getFirst(), words.get(1), true);
      }
      case "load" -> load(source, words);
      case "restart" -> new SltRecord.Restart(source);
      case "reconnect" -> new SltRecord.Reconnect(source);
      case "sleep" -> sleep(source, words);
      case "unzip" -> {
        atLeast(source, words, 1, "unzip <file.gz> [<target>]");
        String target = second(words);
        yield new SltRecord.Unzip(source, words.getFirst(), "NULL".equals(target) ? null : target);
      }
      case "hash-threshold" -> {
        atLeast(source, words, 1, "hash-threshold <number>");
        yield new SltRecord.HashThreshold(source, number(source, words.getFirst()));
      }
      case "set" -> set(source, words);
      case "reset" -> {
        if (words.size() != 2 || !words.getFirst().equalsIgnoreCase("label")) {
          throw new SltSyntaxException(source, "expected reset label <name>");
        }
        yield new SltRecord.ResetLabel(source, words.get(1));
      }
      default -> throw new SltSyntaxException(source, "unrecognized directive " + command);
    };
  }

  private static SltRecord load(Source source, List<String> words) throws SltSyntaxException {
    String access = second(words);
    boolean readOnly = "readonly".equalsIgnoreCase(access);
    if (access != null && !readOnly && !access.equalsIgnoreCase("readwrite")) {
      throw new SltSyntaxException(source, "load takes readonly or readwrite, not " + access);
    }
    String path = words.isEmpty() ? "" : words.getFirst();
    return new SltRecord.Load(source, path, readOnly, words.size() > 2 ? words.get(2) : null);
  }

  private static SltRecord sleep(Source source, List<String> words) throws SltSyntaxException {
    atLeast(source, words, 2, "sleep <number> <unit>");
    long nanosPerUnit =
        switch (words.get(1).toLowerCase(Locale.ROOT)) {
          case "second", "seconds", "sec" -> 1_000_000_000L;
          case "millisecond", "milliseconds", "milli" -> 1_000_000L;
          case "microsecond", "microseconds", "micro" -> 1_000L;
          case "nanosecond", "nanoseconds", "nano" -> 1L;
          default -> throw new SltSyntaxException(source, "unknown unit " + words.get(1));
        };
    return new SltRecord.Sleep(source, number(source, words.getFirst()) * nanosPerUnit);
  }

  private static SltRecord set(Source source, List<String> words) throws SltSyntaxException {
    atLeast(source, words, 1, "set <what> <value>");
    switch (words.getFirst()) {
      case "seed" -> {
        atLeast(source, words, 2, "set seed <number>");
        return new SltRecord.SetSeed(source, words.get(1));
      }
      case "variable" -> {
        atLeast(source, words, 3, "set variable <name> <value>");
        return new SltRecord.SetVariable(source, words.get(1), words.get(2), false);
      }
      case "ignore_error_messages", "always_fail_error_messages" -> {
        List<String> messages = new ArrayList<>();
        for (String part : String.join(" ", words.subList(1, words.size())).split(",", -1)) {
          if (!part.isBlank()) {
            messages.add(part.trim());
          }
        }
        boolean ignore = words.getFirst().startsWith("ignore");
        return new SltRecord.SetMessages(source, ignore, messages);
      }
      default ->
          throw new SltSyntaxException(source, "unrecognized set parameter " + words.getFirst());
    }
  }

  private static int number(Source source, String word) throws SltSyntaxException {
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException notANumber) {
      throw new SltSyntaxException(source, "not a number: " + word);
    }
  }

  private static @Nullable String second(List<String> words) {
    return words.size() > 1 ? words.get(1) : null;
  }

  private static void atLeast(Source source, List<String> words, int count, String usage)
      throws SltSyntaxException {
    if (words.size() < count) {
      throw new SltSyntaxException(source, "expected " + usage);
    }
  }
}
