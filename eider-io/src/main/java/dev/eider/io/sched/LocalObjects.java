// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ObjectAccess.Tail;
import dev.eider.base.table.ObjectVersion;
import dev.eider.io.store.local.LocalFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Local files as versioned objects: what is read before a scan is planned. Any thread. */
final class LocalObjects {
  private LocalObjects() {}

  /**
   * Reads the last bytes of a file: {@code min(size, bytes)} of them.
   *
   * @throws EiderException IO when it does not exist, is a directory or may not be read
   */
  static Tail tail(String path, int bytes) {
    try (LocalFile file = LocalFile.open(Path.of(path))) {
      ObjectVersion version = version(path);
      byte[] tail = new byte[(int) Math.min(bytes, version.size())];
      file.read(version.size() - tail.length, tail, 0, tail.length);
      return new Tail(version, tail);
    }
  }

  /**
   * Reads a piece of the version of a file that was seen before.
   *
   * @throws EiderException IO when it cannot be read or has changed
   */
  static byte[] read(ObjectVersion object, long offset, int length) {
    try (LocalFile file = LocalFile.open(Path.of(object.address()))) {
      checkUnchanged(object);
      byte[] bytes = new byte[length];
      file.read(offset, bytes, 0, length);
      return bytes;
    }
  }

  /** The present version of a file. */
  static ObjectVersion version(String path) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(Path.of(path), BasicFileAttributes.class);
      return new ObjectVersion(
          path,
          attributes.size()
              + "-"
              + attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS)
              + "-"
              + attributes.fileKey(),
          attributes.size());
    } catch (IOException e) {
      throw EiderException.io("Cannot open file \"" + path + "\": " + e.getMessage(), e);
    }
  }

  /** The present version of a file, or null where there is none that can be looked at. */
  static @Nullable ObjectVersion find(String path) {
    try {
      return Files.isRegularFile(Path.of(path)) ? version(path) : null;
    } catch (InvalidPathException e) {
      // No file has such a name.
      return null;
    }
  }

  static void checkUnchanged(ObjectVersion object) {
    if (!version(object.address()).etag().equals(object.etag())) {
      throw EiderException.io(
          "File \""
              + object.address()
              + "\" has changed since the query was planned; run the query again",
          null);
    }
  }
}
