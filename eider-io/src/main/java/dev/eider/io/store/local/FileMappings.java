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
 * Mappings of files that are read again and again. The first reading of a file goes through
 * ordinary reads, which cost less than the page faults of a new mapping; from the second on the
 * file is mapped and stays so until others push it out, which halves the cost of getting at its
 * bytes, unless it turns out that on this machine it does not ({@link ReadPace}). Readers copy out
 * of the mapping, so a file that is cut short meanwhile is an error, not a crash.
 *
 * <p>Nothing is kept on Windows, where a mapped file cannot be deleted. Safe for any threads.
 */
public final class FileMappings {
  /** Smaller files are not worth a mapping. */
  static final long MIN_SIZE = 4L << 20;

  /** Mappings kept while nobody reads them, and files remembered as read once. */
  private static final int MAX_IDLE =
      System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("windows") ? 0 : 4;

  private static final int MAX_REMEMBERED = 64;

  private final Map<String, Mapping> mappings = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, Boolean> readOnce = new LinkedHashMap<>();

  /** What decides between mappings and reads. */
  final ReadPace pace = new ReadPace();

  /** One mapped file. {@code users} is guarded by the owner's monitor. */
  static final class Mapping {
    final MemorySegment bytes;
    private final Arena arena;
    private int users = 1;

    /** Bytes copied out so far; only a hint, so updates may be lost. */
    private long copied;

    Mapping(MemorySegment bytes, Arena arena) {
      this.bytes = bytes;
      this.arena = arena;
    }

    /** Copies a piece; whether pages of it may have been touched for the first time. */
    boolean copy(long position, byte[] target, int offset, int length) {
      MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, position, target, offset, length);
      copied += length;
      return copied <= bytes.byteSize();
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
    if (readOnce.remove(key) == null) {
      readOnce.put(key, true);
      if (readOnce.size() > MAX_REMEMBERED) {
        readOnce.remove(readOnce.keySet().iterator().next());
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
