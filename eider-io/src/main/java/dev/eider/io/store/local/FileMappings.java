// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Mappings of files that are read again and again. The first readings of a file go through ordinary
 * reads, which cost less than to touch the pages of a new mapping for the first time; then the file
 * is mapped and stays so until others push it out. Bytes out of a mapping that was touched before
 * cost a half to a quarter of a read, unless it turns out that on this machine they do not ({@link
 * ReadPace}). Readers copy out of the mapping, so a file that is cut short meanwhile is an error,
 * not a crash.
 *
 * <p>How many readings come first is the old question of renting and buying: the first touch costs
 * one to three readings more (the most where a hypervisor has to follow the page table), every
 * later one saves up to three quarters of a reading. After {@value #READINGS_FIRST} readings there
 * will probably be more, and the price is paid back by the next few.
 *
 * <p>Nothing is kept on Windows, where a mapped file cannot be deleted. Safe for any threads.
 */
public final class FileMappings {
  /** Smaller files are not worth a mapping. */
  static final long MIN_SIZE = 4L << 20;

  /** Readings of a file by ordinary reads before it is mapped. */
  static final int READINGS_FIRST = 2;

  /** Units of 64 KiB are noted as touched or not. */
  private static final int UNIT_SHIFT = 16;

  /** Mappings kept while nobody reads them, and files whose readings are counted. */
  private static final int MAX_IDLE =
      System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("windows") ? 0 : 4;

  private static final int MAX_REMEMBERED = 64;

  private final Map<String, Mapping> mappings = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, Integer> readings = new LinkedHashMap<>();

  /** What decides between mappings and reads. */
  final ReadPace pace = new ReadPace();

  /** One mapped file. {@code users} is guarded by the owner's monitor. */
  static final class Mapping {
    final MemorySegment bytes;
    private final Arena arena;
    private int users = 1;

    /**
     * By unit of the file: 1 once it was copied in one piece. Racing readers may both find
     * themselves first.
     */
    private final byte[] touched;

    Mapping(MemorySegment bytes, Arena arena) {
      this.bytes = bytes;
      this.arena = arena;
      touched = new byte[(int) ((bytes.byteSize() >> UNIT_SHIFT) + 1)];
    }

    /** Copies a piece; whether pages of it may have been touched for the first time. */
    boolean copy(long position, byte[] target, int offset, int length) {
      MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, position, target, offset, length);
      boolean first = false;
      long end = position + length;
      for (long unit = position >> UNIT_SHIFT; unit << UNIT_SHIFT < end; unit++) {
        first |= touched[(int) unit] == 0;
        if (unit << UNIT_SHIFT >= position && (unit + 1 << UNIT_SHIFT) <= end) {
          touched[(int) unit] = 1;
        }
      }
      return first;
    }
  }

  @SuppressWarnings("MustBeClosedChecker") // lives until the last reader gave it back
  private static Arena newArena() {
    return Arena.ofShared();
  }

  /** The mapping of an open file, or null when it is better read. To be given back. */
  synchronized @Nullable Mapping acquire(Path path, FileChannel channel, long size) {
    if (size < MIN_SIZE || MAX_IDLE == 0 || !pace.mappingPays()) {
      return null;
    }
    String key = key(path);
    if (key == null) {
      return null;
    }
    Mapping known = mappings.get(key);
    if (known != null) {
      known.users++;
      return known;
    }
    Integer before = readings.remove(key);
    int count = before == null ? 0 : before;
    if (count < READINGS_FIRST) {
      readings.put(key, count + 1);
      if (readings.size() > MAX_REMEMBERED) {
        readings.remove(readings.keySet().iterator().next());
      }
      return null;
    }
    Arena arena = newArena();
    try {
      Mapping made = new Mapping(channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena), arena);
      mappings.put(key, made);
      return made;
    } catch (IOException | UnsupportedOperationException e) {
      // A file system that maps nothing: reading works all the same.
      arena.close();
      return null;
    }
  }

  synchronized void release(Mapping mapping) {
    mapping.users--;
    int idle = 0;
    for (Mapping other : mappings.values()) {
      idle += other.users == 0 ? 1 : 0;
    }
    Iterator<Mapping> oldest = mappings.values().iterator();
    while (idle > (pace.mappingPays() ? MAX_IDLE : 0) && oldest.hasNext()) {
      Mapping next = oldest.next();
      if (next.users == 0) {
        oldest.remove();
        next.arena.close();
        idle--;
      }
    }
  }

  private static @Nullable String key(Path path) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return path.toAbsolutePath()
          + "|"
          + attributes.size()
          + "|"
          + attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS)
          + "|"
          + attributes.fileKey();
    } catch (IOException e) {
      return null;
    }
  }
}
