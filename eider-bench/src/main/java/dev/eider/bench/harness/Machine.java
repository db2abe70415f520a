// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the figures depend on besides the engines. */
public final class Machine {
  private Machine() {}

  /** Facts by name, in the order in which they are printed. */
  public static Map<String, String> describe() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    facts.put(
        "system",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"));
    facts.put("processor", firstValue("/proc/cpuinfo", "model name", "unknown"));
    facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("memory", firstValue("/proc/meminfo", "MemTotal", "unknown"));
    facts.put(
        "java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    facts.put("load", load());
    return facts;
  }

  /** The load averages before the run: figures of a busy machine are worth less. */
  private static String load() {
    try {
      return Files.readString(Path.of("/proc/loadavg")).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static String firstValue(String file, String key, String otherwise) {
    try {
      for (String line : Files.readAllLines(Path.of(file))) {
        if (line.startsWith(key)) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    } catch (IOException e) {
      // Not a Linux system.
    }
    return otherwise;
  }
}
