// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A file opened for reading at any position. Reads may come from any number of threads. The size is
 * that at opening: a file that shrinks while it is read is an IO error, never short data.
 */
public final class LocalFile implements AutoCloseable {
  /**
   * The most bytes of one system call. The JDK copies through a direct buffer of this size that it
   * keeps for each thread; a quarter MiB stays in the core's own cache.
   */
  private static final int READ_MAX = Integer.getInteger("eider.read_size", 256 << 10);

  private final String name;
  private final FileChannel channel;
  private final long size;

  private final Env env;
  private final @Nullable FileMappings mappings;
  private final FileMappings.@Nullable Mapping mapping;
  private final @Nullable CachedReads cached;

  private LocalFile(
      String name,
      FileChannel channel,
      long size,
      Env env,
      @Nullable FileMappings mappings,
      FileMappings.@Nullable Mapping mapping,
      @Nullable CachedReads cached) {
    this.name = name;
    this.channel = channel;
    this.size = size;
    this.env = env;
    this.mappings = mappings;
    this.mapping = mapping;
    this.cached = cached;
  }

  /**
   * Opens a regular file or a pipe.
   *
   * @throws EiderException IO when it does not exist, is a directory or may not be read
   */
  public static LocalFile open(Path path) {
    return open(path, Env.system(), null);
  }

  /**
   * As {@link #open(Path)}; reads come out of a kept mapping when that is the better way.
   *
   * @param env whose clock tells which way is the better one
   */
  public static LocalFile open(Path path, Env env, @Nullable FileMappings mappings) {
    try {
      if (Files.isDirectory(path)) {
        throw EiderException.io(
            "Cannot open file \""
                + path
                + "\": it is a directory; read its files with \""
                + path
                + "/*\"",
            null);
      }
      FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
      long size = channel.size();
      CachedReads cached =
          mappings == null || mappings.pace.mappingPays() || size < FileMappings.MIN_SIZE
              ? null
              : CachedReads.open(path);
      if (cached != null) {
        channel.close();
        channel = cached.channel;
        size = channel.size();
      }
      return new LocalFile(
          path.toString(),
          channel,
          size,
          env,
          mappings,
          mappings == null ? null : mappings.acquire(path, channel, size),
          cached);
    } catch (NoSuchFileException e) {
      throw EiderException.io("Cannot open file \"" + path + "\": No such file or directory", e);
    } catch (AccessDeniedException e) {
      throw EiderException.io("Cannot open file \"" + path + "\": Permission denied", e);
    } catch (IOException e) {
      throw EiderException.io("Cannot open file \"" + path + "\": " + e.getMessage(), e);
    }
  }

  /**
   * A stream of a file or pipe, front to back.
   *
   * @throws EiderException IO when it cannot be opened
   */
  public static InputStream stream(Path path) {
    LocalFile file = open(path);
    return Channels.newInputStream(file.channel);
  }

  /** Whether the path names something that can only be read once, front to back. */
  public static boolean isPipe(Path path) {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).isOther();
    } catch (IOException e) {
      return false;
    }
  }

  /** Size in bytes at opening. */
  public long size() {
    return size;
  }

  public String name() {
    return name;
  }

  /**
   * Reads exactly {@code length} bytes at {@code position}, all of which lie within the size.
   *
   * @throws EiderException IO when the device fails or the file became shorter
   */
  public void read(long position, byte[] target, int offset, int length) {
    FileMappings.Mapping mapped = mapping;
    FileMappings owner = mappings;
    if (mapped != null && owner != null && owner.pace.mappingPays()) {
      try {
        long start = env.nanoTime();
        boolean first = mapped.copy(position, target, offset, length);
        if (!first) {
          owner.pace.copied(length, env.nanoTime() - start);
        }
        return;
      } catch (InternalError e) {
        // How the JVM tells that a page of the mapping is gone.
        throw EiderException.io(
            "File \"" + name + "\" became shorter while it was read: expected " + size + " bytes",
            e);
      }
    }
    CachedReads direct = cached;
    if (direct != null && direct.read(position, target, offset, length)) {
      return;
    }
    long start = env.nanoTime();
    int done = 0;
    try {
      while (done < length) {
        int want = Math.min(READ_MAX, length - done);
        int got = channel.read(ByteBuffer.wrap(target, offset + done, want), position + done);
        if (got <= 0) {
          throw shorter(position + length);
        }
        done += got;
      }
    } catch (IOException e) {
      throw EiderException.io("Could not read from file \"" + name + "\": " + e, e);
    }
    if (owner != null) {
      owner.pace.read(length, env.nanoTime() - start);
    }
  }

  /**
   * Fills an off-heap segment with the bytes at {@code position}, all of which lie within the size.
   *
   * @throws EiderException IO when the device fails or the file became shorter
   */
  public void read(long position, MemorySegment target) {
    long done = 0;
    long length = target.byteSize();
    try {
      while (done < length) {
        long want = Math.min(1 << 30, length - done);
        int got = channel.read(target.asSlice(done, want).asByteBuffer(), position + done);
        if (got <= 0) {
          throw shorter(position + length);
        }
        done += got;
      }
    } catch (IOException e) {
      throw EiderException.io("Could not read from file \"" + name + "\": " + e, e);
    }
  }

  private EiderException shorter(long end) {
    return EiderException.io(
        "File \""
            + name
            + "\" became shorter while it was read: expected "
            + size
            + " bytes, ends before "
            + end,
        null);
  }

  @Override
  public void close() {
    FileMappings.Mapping mapped = mapping;
    FileMappings owner = mappings;
    if (mapped != null && owner != null) {
      owner.release(mapped);
    }
    CachedReads direct = cached;
    if (direct != null) {
      direct.close();
    }
    try {
      channel.close();
    } catch (IOException e) {
      throw EiderException.io("Could not close file \"" + name + "\": " + e.getMessage(), e);
    }
  }
}
