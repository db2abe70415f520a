// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

import dev.eider.base.error.EiderException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file of the local file system. It has a name of its own (with {@code tmp_} before it) until
 * {@link #commit()}; what is no plain file (a device, a pipe, standard output) is written as it is.
 */
final class LocalOutput implements OutputFile {
  private final Path path;
  private final Path partial;
  private final boolean special;
  private final OutputStream out;
  private long length;

  /** Written by the thread that writes, read by any. */
  private volatile boolean ended;

  /**
   * Begins a file.
   *
   * @param temporary whether it gets its name only when it is whole
   * @throws EiderException (IO) when it cannot be made
   */
  LocalOutput(String name, boolean temporary) {
    path = Path.of(name);
    special = name.startsWith("/dev/") || Files.exists(path) && !Files.isRegularFile(path);
    Path parent = path.toAbsolutePath().getParent();
    partial =
        special || parent == null || !temporary
            ? path
            : parent.resolve("tmp_" + path.getFileName());
    if (Files.isDirectory(path)) {
      throw EiderException.io(
          "Cannot open file \"" + name + "\" for writing: it is a directory", null);
    }
    try {
      out = name.equals("/dev/stdout") ? System.out : Files.newOutputStream(partial);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public String path() {
    return path.toString();
  }

  @Override
  public boolean isOpen() {
    return !ended;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void append(byte[] bytes, int offset, int count) {
    try {
      out.write(bytes, offset, count);
    } catch (IOException e) {
      throw failed(e);
    }
    length += count;
  }

  @Override
  public void commit() {
    try {
      if (out == System.out) {
        out.flush();
      } else {
        out.close();
        if (!special) {
          Files.move(partial, path, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      throw failed(e);
    }
    ended = true;
  }

  @Override
  public void discard() {
    if (ended) {
      return;
    }
    ended = true;
    try {
      if (out != System.out) {
        out.close();
        if (!special) {
          Files.deleteIfExists(partial);
        }
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private EiderException failed(IOException e) {
    return EiderException.io(
        "Cannot write file \""
            + path
            + "\": "
            + (e instanceof NoSuchFileException
                ? "No such file or directory"
                : e instanceof AccessDeniedException
                    ? "Permission denied"
                    : e.getMessage() == null ? e.toString() : e.getMessage()),
        e);
  }
}
