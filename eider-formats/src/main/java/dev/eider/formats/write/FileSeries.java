// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

import dev.eider.base.table.ScanContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The files that one writer fills one after the other: one, or as many as it takes when a file may
 * hold so much only. One thread at a time.
 */
public final class FileSeries {
  private final Supplier<String> names;
  private final OutputPlace place;
  private final boolean temporary;
  private final boolean writesEmpty;
  private final long bytesMax;
  private final long partsMax;
  private final List<OutputFile> begun = new ArrayList<>();

  /** Written by whoever writes the files, read by whoever counts the open ones. */
  private volatile @Nullable OutputFile last;

  /**
   * A series of files.
   *
   * @param place where they go
   * @param names of the files
   * @param temporary whether a file gets its name only when it is whole
   * @param writesEmpty whether there is a file when there are no rows
   * @param bytesMax bytes after which the next file is begun
   * @param partsMax row groups, or whatever a format is made of, after which the next is begun
   */
  FileSeries(
      OutputPlace place,
      Supplier<String> names,
      boolean temporary,
      boolean writesEmpty,
      long bytesMax,
      long partsMax) {
    this.place = place;
    this.names = names;
    this.temporary = temporary;
    this.writesEmpty = writesEmpty;
    this.bytesMax = bytesMax;
    this.partsMax = partsMax;
  }

  /** One file. */
  public static FileSeries single(String path, boolean temporary, ScanContext context) {
    return new FileSeries(
        OutputPlace.of(path, context), () -> path, temporary, true, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** Whether there may be more than one file. */
  public boolean rotates() {
    return bytesMax != Long.MAX_VALUE || partsMax != Long.MAX_VALUE;
  }

  /** Whether there is a file when there are no rows. */
  public boolean writesEmpty() {
    return writesEmpty;
  }

  /** Takes the next name, for a writer that begins its file itself. */
  String nextName() {
    return names.get();
  }

  /** Begins the next file; the one before is committed. */
  public OutputFile next() {
    OutputFile file = place.begin(names.get(), temporary);
    begun.add(file);
    last = file;
    return file;
  }

  /** Whether a file holds so much that the rest belongs to the next one. */
  public boolean isFull(OutputFile file, long parts) {
    return file.length() >= bytesMax || parts >= partsMax;
  }

  /** Bytes after which a file goes on in the next. */
  long bytesMax() {
    return bytesMax;
  }

  /** Whether a file is open at present. Any thread. */
  public boolean isOpen() {
    OutputFile file = last;
    return file != null && file.isOpen();
  }

  /** Names of the files that were begun. */
  public List<String> paths() {
    List<String> paths = new ArrayList<>();
    for (OutputFile file : begun) {
      paths.add(file.path());
    }
    return paths;
  }

  /** Removes all files, also those that are whole: the rest will never follow. */
  public void discard() {
    for (OutputFile file : begun) {
      file.discard();
      if (rotates()) {
        place.delete(file.path());
      }
    }
  }
}
