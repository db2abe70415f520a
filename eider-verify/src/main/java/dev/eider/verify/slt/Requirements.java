// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Judges {@code require}: does this build and engine offer what a file needs? */
final class Requirements {
  private static final int VECTOR_SIZE = 2048;
  private static final int BLOCK_SIZE = 262144;

  /** Words that never name an extension. */
  private static final Set<String> FEATURES =
      Set.of(
          "notmusl",
          "notmingw",
          "mingw",
          "notwindows",
          "windows",
          "longdouble",
          "64bit",
          "noforcestorage",
          "no_force_storage",
          "nothreadsan",
          "strinline",
          "ram",
          "disk_space",
          "vector_size",
          "exact_vector_size",
          "block_size",
          "skip_reload",
          "no_alternative_verify",
          "no_latest_storage",
          "no_vector_verification",
          "no_extension_autoloading",
          "allow_unsigned_extensions",
          "vacuum_rebuild_indexes",
          // Part of every build, though their names are those of extensions.
          "core_functions",
          "json",
          "parquet");

  private final boolean persistentByConfig;

  /**
   * A judge.
   *
   * @param persistentByConfig the run's configuration starts every file on a database file
   */
  Requirements(boolean persistentByConfig) {
    this.persistentByConfig = persistentByConfig;
  }

  /** Whether the word names an extension. */
  static boolean isExtension(String word) {
    return !FEATURES.contains(word.toLowerCase(Locale.ROOT));
  }

  /** Whether a feature (no extension) is offered. */
  boolean offers(List<String> words) {
    String argument = words.size() > 1 ? words.get(1) : "";
    boolean windows = java.io.File.separatorChar == '\\';
    return switch (words.getFirst().toLowerCase(Locale.ROOT)) {
      case "windows" -> windows;
      case "notwindows" -> !windows;
      case "mingw", "longdouble", "allow_unsigned_extensions", "vacuum_rebuild_indexes" -> false;
      case "noforcestorage", "no_force_storage" -> !persistentByConfig;
      case "vector_size" -> number(argument) <= VECTOR_SIZE;
      case "exact_vector_size" -> number(argument) == VECTOR_SIZE;
      case "block_size" -> number(argument) == BLOCK_SIZE;
      case "ram" -> bytes(argument) <= Runtime.getRuntime().maxMemory();
      case "disk_space" ->
          bytes(argument) <= new java.io.File(System.getProperty("java.io.tmpdir")).getFreeSpace();
      default -> true;
    };
  }

  private static long number(String word) {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException malformed) {
      return Long.MAX_VALUE;
    }
  }

  private static long bytes(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    long unit = lower.endsWith("gb") ? 1L << 30 : lower.endsWith("mb") ? 1L << 20 : 1L;
    return number(unit == 1 ? lower : lower.substring(0, lower.length() - 2)) * unit;
  }

  /** The first extension a file's text requires, null when it needs none. */
  static @Nullable String firstExtension(Iterable<String> lines) {
    for (String line : lines) {
      if (line.startsWith("require ")) {
        String word = line.substring("require ".length()).strip().split("\\s+")[0];
        if (isExtension(word)) {
          return word;
        }
      }
    }
    return null;
  }
}
