// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.json.JsonShape;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.ScanContext;
import org.jspecify.annotations.Nullable;

/** Reads the beginning of files for their layout and the shape of their records. One thread. */
final class SchemaSampler {
  private static final int LOOK = 1 << 20;

  private final JsonOptions options;
  private final ScanContext context;
  private final JsonShape shape;

  /** Text and records that were read, for an estimate of all. */
  private long bytes;

  private long records;

  SchemaSampler(JsonOptions options, ScanContext context, JsonShape shape) {
    this.options = options;
    this.context = context;
    this.shape = shape;
  }

  /** Bytes a record on average, 0 when that is not known. */
  long recordBytes() {
    return records == 0 ? 0 : Math.max(1, bytes / records);
  }

  /**
   * What was seen of a file.
   *
   * @param object the version of an object of a store, null for a local file
   */
  record Seen(JsonLayout layout, @Nullable ObjectVersion object) {}

  /** Finds the layout of a file and, with {@code shapes}, adds its first records to the shape. */
  Seen sample(String path, boolean shapes) {
    try (MemoryReservation memory = context.memory().reserve("JSON_READER");
        JsonStream stream = new JsonStream(path, options.compression, context)) {
      JsonWindow window = new JsonWindow(memory);
      JsonLayout layout = options.layout;
      fill(stream, window, layout == JsonLayout.AUTO);
      if (layout == JsonLayout.AUTO) {
        layout = detect(window);
      }
      if (shapes) {
        addRecords(path, layout, stream, window);
      }
      context.addBytesRead(stream.length());
      window.free();
      return new Seen(layout, stream.object());
    }
  }

  /** Reads on until there is a line, or more than may be one. */
  private void fill(JsonStream stream, JsonWindow window, boolean line) {
    do {
      stream.fill(window);
    } while (!window.complete
        && (window.length < LOOK
            || line && !hasLine(window) && window.length < 2 * options.maxObjectSize));
  }

  private static boolean hasLine(JsonWindow window) {
    for (int i = 0; i < window.length; i++) {
      if (window.text[i] == '\n') {
        return true;
      }
    }
    return false;
  }

  private static JsonLayout detect(JsonWindow window) {
    int from = window.length >= 3 && window.text[0] == (byte) 0xEF ? 3 : 0;
    return LayoutDetector.detect(window.text, from, window.length);
  }

  private void addRecords(String path, JsonLayout layout, JsonStream stream, JsonWindow window) {
    RecordCursor cursor = new RecordCursor(path, layout, options.maxObjectSize, window);
    cursor.startFile(Long.MAX_VALUE);
    long added = 0;
    long dropped = 0;
    while (added < options.sampleSize) {
      switch (cursor.next()) {
        case RecordCursor.RECORD -> {
          shape.add(cursor.document, 0);
          added++;
        }
        case RecordCursor.MORE -> {
          context.checkInterrupted();
          int done = Math.min(cursor.at, window.length);
          window.drop(done);
          cursor.dropped(done);
          dropped += done;
          stream.fill(window);
        }
        case RecordCursor.BAD -> {
          if (!options.ignoreErrors || layout != JsonLayout.LINES) {
            throw JsonErrors.malformed(path, cursor, cursor.records, options);
          }
          added++;
        }
        default -> {
          bytes += dropped + window.length;
          records += cursor.records;
          return;
        }
      }
    }
    bytes += dropped + Math.min(cursor.at, window.length);
    records += cursor.records;
  }
}
