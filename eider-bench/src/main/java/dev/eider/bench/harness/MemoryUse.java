// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

/**
 * Peak memory of a process, in bytes; -1 where the system does not tell.
 *
 * @param peakRss the kernel's high-water mark (VmHWM): mapped file pages count
 * @param peakAnon largest RssAnon + RssShmem seen: resident memory without mapped file pages
 * @param peakFile largest RssFile seen
 */
public record MemoryUse(long peakRss, long peakAnon, long peakFile) {
  public static final MemoryUse UNKNOWN = new MemoryUse(-1, -1, -1);

  public MemoryUse max(MemoryUse other) {
    return new MemoryUse(
        Math.max(peakRss, other.peakRss),
        Math.max(peakAnon, other.peakAnon),
        Math.max(peakFile, other.peakFile));
  }

  /** Reads the lines of a {@code /proc/PID/status} file. */
  static MemoryUse ofStatus(Iterable<String> lines) {
    long hwm = -1;
    long anon = -1;
    long shmem = 0;
    long file = -1;
    for (String line : lines) {
      if (line.startsWith("VmHWM:")) {
        hwm = kibibytes(line);
      } else if (line.startsWith("RssAnon:")) {
        anon = kibibytes(line);
      } else if (line.startsWith("RssShmem:")) {
        shmem = kibibytes(line);
      } else if (line.startsWith("RssFile:")) {
        file = kibibytes(line);
      }
    }
    return new MemoryUse(hwm, anon < 0 ? -1 : anon + shmem, file);
  }

  private static long kibibytes(String line) {
    String[] words = line.split("\\s+");
    return Long.parseLong(words[1]) * 1024;
  }
}
