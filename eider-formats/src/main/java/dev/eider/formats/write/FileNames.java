// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

import dev.eider.base.env.Env;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Names of the files of a directory that COPY TO writes, after FILENAME_PATTERN: {@code {i}} is the
 * file's number, {@code {uuid}} (or {@code {uuidv4}}) a random and {@code {uuidv7}} an ascending
 * identifier; a pattern with none of them has the number at its end. Safe for many threads.
 */
final class FileNames {
  private final String pattern;
  private final String extension;
  private final Env env;
  private final RandomGenerator random;

  FileNames(String pattern, String extension, Env env) {
    this.pattern = pattern;
    this.extension = extension;
    this.env = env;
    random = env.newRandom();
  }

  synchronized String next(int number) {
    String name =
        pattern
            .replace("{i}", Integer.toString(number))
            .replace("{uuid}", "{uuidv4}")
            .replace("{uuidv4}", uuid(random.nextLong(), 4))
            .replace("{uuidv7}", uuid(env.epochMicros() / 1000 << 16 | random.nextInt(1 << 12), 7));
    return (pattern.indexOf('{') < 0 ? pattern + number : name) + "." + extension;
  }

  private String uuid(long high, int version) {
    long most = high & ~0xF000L | (long) version << 12;
    long least = random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
    return new UUID(most, least).toString();
  }
}
