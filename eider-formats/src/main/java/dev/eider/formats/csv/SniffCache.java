// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.ScanContext;
import dev.eider.io.store.local.FileMappings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the reader keeps from one statement to the next: what was sniffed before, by file, its size
 * and time of change, and options. Bounded; safe for any number of threads.
 */
final class SniffCache {
  /** Mappings of the files that are scanned again. */
  final FileMappings mappings = new FileMappings();

  private static final int MAX = 256;

  private final Map<String, SniffResult> results =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SniffResult> eldest) {
          return size() > MAX;
        }
      };

  @Nullable SniffResult get(String path, CsvOptions options, boolean many, ScanContext context) {
    String key = key(path, options, many, context);
    synchronized (this) {
      return key == null ? null : results.get(key);
    }
  }

  void put(String path, CsvOptions options, boolean many, SniffResult result, ScanContext context) {
    String key = key(path, options, many, context);
    synchronized (this) {
      if (key != null) {
        results.put(key, result);
      }
    }
  }

  private static @Nullable String key(
      String path, CsvOptions options, boolean many, ScanContext context) {
    if (Sources.isRemote(path, context)) {
      ObjectVersion version = context.objects().version(path);
      return version.etag().isEmpty()
          ? null
          : path
              + "|"
              + version.size()
              + "|"
              + version.etag()
              + "|"
              + many
              + "|"
              + options.fingerprint();
    }
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(Path.of(path), BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        return null;
      }
      return Path.of(path).toAbsolutePath()
          + "|"
          + attributes.size()
          + "|"
          + attributes.lastModifiedTime().to(java.util.concurrent.TimeUnit.NANOSECONDS)
          + "|"
          + attributes.fileKey()
          + "|"
          + many
          + "|"
          + options.fingerprint();
    } catch (IOException | java.nio.file.InvalidPathException e) {
      return null;
    }
  }
}
