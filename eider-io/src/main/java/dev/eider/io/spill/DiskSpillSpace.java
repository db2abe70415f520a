// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.spill;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SpillFile;
import dev.eider.base.memory.SpillSpace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Spill files in one directory, made when the first file is, bounded in total size. The directory
 * is removed with the last file if this space made it.
 */
public final class DiskSpillSpace implements SpillSpace {
  private final Path directory;
  private final long maxBytes;
  private final String tag;
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong nextFile = new AtomicLong();
  private boolean madeDirectory;
  private int openFiles;

  /**
   * A space in {@code directory}.
   *
   * @param maxBytes most bytes on disk at once
   * @param tag part of the file names, different for every process and database
   */
  public DiskSpillSpace(Path directory, long maxBytes, String tag) {
    this.directory = directory;
    this.maxBytes = maxBytes;
    this.tag = tag;
  }

  @Override
  public SpillFile create(String component) {
    Path path =
        directory.resolve(
            "eider-" + tag + "-" + component + "-" + nextFile.getAndIncrement() + ".tmp");
    try {
      synchronized (this) {
        if (!Files.isDirectory(directory)) {
          Files.createDirectories(directory);
          madeDirectory = true;
        }
        openFiles++;
      }
      FileChannel channel =
          FileChannel.open(
              path,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      return new DiskSpillFile(path, channel);
    } catch (IOException e) {
      fileClosed();
      throw failed(path, "made", e);
    }
  }

  @Override
  public long used() {
    return used.get();
  }

  private synchronized void fileClosed() {
    openFiles--;
    if (openFiles == 0 && madeDirectory) {
      madeDirectory = false;
      try {
        Files.deleteIfExists(directory);
      } catch (IOException e) {
        // Somebody else's files are in it: then it stays.
        madeDirectory = false;
      }
    }
  }

  private static EiderException failed(Path path, String what, IOException cause) {
    return EiderException.io(
        "the temporary file \""
            + path
            + "\" could not be "
            + what
            + ": "
            + cause.getMessage()
            + ". Check the space and the rights there, or choose another place with SET"
            + " temp_directory='/path'",
        cause);
  }

  /** One file; positions are handed out atomically, so that appends may run in parallel. */
  private final class DiskSpillFile implements SpillFile {
    private final Path path;
    private final FileChannel channel;
    private final AtomicLong size = new AtomicLong();

    DiskSpillFile(Path path, FileChannel channel) {
      this.path = path;
      this.channel = channel;
    }

    @Override
    public long append(byte[] source, int offset, int length) {
      long total = used.addAndGet(length);
      if (total > maxBytes) {
        used.addAndGet(-length);
        throw new EiderException(
            ErrorType.OUT_OF_MEMORY,
            "failed to offload data block of size "
                + MemoryManager.formatBytes(length)
                + " ("
                + MemoryManager.formatBytes(total - length)
                + "/"
                + MemoryManager.formatBytes(maxBytes)
                + " used).\nThis limit was set by the 'max_temp_directory_size' setting.\n"
                + "By default, this setting utilizes the available disk space on the drive where"
                + " the 'temp_directory' is located.\nYou can adjust this setting, by using (for"
                + " example) SET max_temp_directory_size='10GB'");
      }
      long position = size.getAndAdd(length);
      ByteBuffer buffer = ByteBuffer.wrap(source, offset, length);
      try {
        long at = position;
        while (buffer.hasRemaining()) {
          at += channel.write(buffer, at);
        }
      } catch (IOException e) {
        throw failed(path, "written", e);
      }
      return position;
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) {
      ByteBuffer buffer = ByteBuffer.wrap(target, offset, length);
      try {
        long at = position;
        while (buffer.hasRemaining()) {
          int got = channel.read(buffer, at);
          if (got < 0) {
            throw new EiderException(
                ErrorType.SERIALIZATION,
                "the temporary file \""
                    + path
                    + "\" ends at byte "
                    + at
                    + " where "
                    + buffer.remaining()
                    + " more were written: it was changed by somebody else");
          }
          at += got;
        }
      } catch (IOException e) {
        throw failed(path, "read", e);
      }
    }

    @Override
    public long size() {
      return size.get();
    }

    @Override
    public void close() {
      try {
        channel.close();
        Files.deleteIfExists(path);
      } catch (IOException e) {
        throw failed(path, "removed", e);
      } finally {
        used.addAndGet(-size.get());
        fileClosed();
      }
    }
  }
}
