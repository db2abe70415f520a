// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ObjectAccess;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.ScanContext;
import dev.eider.formats.glob.Compression;
import dev.eider.formats.scan.ObjectStream;
import dev.eider.io.codec.Codec;
import dev.eider.io.store.local.LocalFile;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The text of one file from front to back, unpacked. Belongs to one worker. */
final class JsonStream implements AutoCloseable {
  private static final int STEP = 256 << 10;

  /** What is read of an object of a store at first. */
  private static final int HEAD = 1 << 20;

  private final String path;
  private final InputStream stream;
  private final @Nullable ObjectVersion object;
  private long length;

  /**
   * Opens a file.
   *
   * @throws EiderException IO or HTTP when it cannot be read
   */
  JsonStream(String path, String compression, ScanContext context) {
    this.path = path;
    Codec codec = Compression.of(compression, path);
    ObjectVersion version = null;
    InputStream raw;
    if (context.objects().isRemote(path)) {
      ObjectAccess.Head head = context.objects().heads(List.of(path), HEAD).getFirst();
      version = head.object();
      raw = new ObjectStream(head, context);
    } else {
      raw = path.equals("/dev/stdin") ? System.in : LocalFile.stream(Path.of(path));
      if (codec != Codec.NONE && new File(path).length() == 0) {
        // Nothing was packed: not even a header is there.
        codec = Codec.NONE;
      }
    }
    object = version;
    try {
      stream = codec.unpack(raw);
    } catch (IOException e) {
      throw EiderException.io(
          "Could not read \"" + path + "\" as " + codec + ": " + e.getMessage(), e);
    }
  }

  /** The object of a store that is read, or null for a local file. */
  @Nullable ObjectVersion object() {
    return object;
  }

  /** Bytes of text read so far. */
  long length() {
    return length;
  }

  /** Appends some text to a window, as much as it has at least, or completes it. */
  void fill(JsonWindow window) {
    int wanted = Math.max(STEP, window.length);
    window.room(wanted);
    int filled = 0;
    try {
      while (filled < wanted) {
        int got = stream.read(window.text, window.length + filled, wanted - filled);
        if (got < 0) {
          window.complete = true;
          break;
        }
        filled += got;
      }
    } catch (IOException e) {
      throw EiderException.io(
          "Could not read \""
              + path
              + "\" after "
              + (length + filled)
              + " bytes of text: "
              + (e.getMessage() == null ? e.toString() : e.getMessage())
              + ". Is the file complete, and of the compression that its name or the option says?",
          e);
    }
    window.length += filled;
    length += filled;
  }

  @Override
  public void close() {
    try {
      stream.close();
    } catch (IOException e) {
      throw EiderException.io("Could not close \"" + path + "\": " + e.getMessage(), e);
    }
  }
}
