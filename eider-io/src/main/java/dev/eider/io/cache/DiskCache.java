// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.cache;

import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.table.ObjectVersion;
import dev.eider.io.store.ObjectStore;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Ranges of objects in files of a directory, which may be shared by any number of databases and
 * processes and survives them.
 *
 * <p>A file holds one range that was fetched, and is found only by the same range of the same
 * version: its name is a hash of server, address, tag, size and place. In front of the bytes stands
 * all of that again, with a checksum over everything; a file that does not fit is deleted and
 * counts as not there. Files are written under another name and renamed, so that nobody sees half
 * of one. When the directory has outgrown its size, the files that were not read for the longest
 * time go.
 *
 * <p>Nothing that happens here fails a query: what cannot be read is fetched, what cannot be
 * written is counted, and after {@link #FAILURES_MAX} failures in a row no more is tried. Blocks on
 * the disk. Any thread.
 */
public final class DiskCache {
  /** Unless a size is set. */
  public static final long DEFAULT_SIZE = 10L << 30;

  /** Ranges that wait to be written; what comes on top of them is not kept. */
  private static final long BEHIND_MAX = 64L << 20;

  /** Failures in a row after which the disk is left alone. */
  static final int FAILURES_MAX = 8;

  private static final String SUFFIX = ".range";
  private static final String UNFINISHED = ".part";
  private static final long MAGIC = 0x3143_4452_4544_4945L;
  private static final int HEAD = 24;

  /** Only what is this much older than now is given a new time when it is read. */
  private static final long TOUCH_MILLIS = TimeUnit.MINUTES.toMillis(1);

  /** What was begun and not finished for so long will never be. */
  private static final long UNFINISHED_MILLIS = TimeUnit.HOURS.toMillis(1);

  private final Env env;
  private final Path directory;
  private final long size;

  /** In the names of files that this cache has not finished. */
  private final String owner;

  private final WriteBehind behind;
  private final AtomicLong names = new AtomicLong();
  private final AtomicLong hits = new AtomicLong();
  private final AtomicLong hitBytes = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private int failuresInARow;
  private long bytes;

  /**
   * Counts since it was opened.
   *
   * @param hits ranges that were found
   * @param bytes in the directory, as far as this cache knows
   * @param failures of the disk
   */
  public record Counts(long hits, long hitBytes, long bytes, long failures) {}

  private DiskCache(Env env, Path directory, long size) {
    this.env = env;
    this.directory = directory;
    this.size = size;
    behind = new WriteBehind(env, BEHIND_MAX);
    owner = Long.toHexString(env.newRandom().nextLong());
  }

  /**
   * Opens a directory, and makes it when it is not there.
   *
   * @param size the most bytes of files in it
   * @throws EiderException IO when that cannot be done
   */
  public static DiskCache open(Env env, Path directory, long size) {
    try {
      if (!Files.isDirectory(directory)) {
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
          // What was read with somebody's credentials is for him alone.
          Files.createDirectories(
              directory,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
          Files.createDirectories(directory);
        }
      }
      DiskCache cache = new DiskCache(env, directory, size);
      cache.shrink();
      return cache;
    } catch (IOException e) {
      throw EiderException.io(
          "Cannot use \""
              + directory
              + "\" as external_file_cache_directory: "
              + e
              + ". Choose a directory that can be written, or '' for none",
          e);
    }
  }

  /** Reads a range into {@code target} and answers true, or answers false. */
  public boolean read(ObjectStore store, ObjectVersion object, long offset, MemorySegment target) {
    if (!isKept(object) || target.byteSize() == 0 || isGivenUp()) {
      return false;
    }
    byte[] identity = identity(store, object, offset, target.byteSize());
    Path file = file(identity);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (!read(channel, identity, target)) {
        Files.deleteIfExists(file);
        return false;
      }
      touch(file);
      hits.incrementAndGet();
      hitBytes.addAndGet(target.byteSize());
      worked();
      return true;
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      failed();
      return false;
    }
  }

  /** What stands behind a question mark may be a signature, and is not written down. */
  private static boolean isKept(ObjectVersion object) {
    return BlockCache.isCacheable(object)
        && !(object.address().startsWith("http") && object.address().indexOf('?') >= 0);
  }

  private static boolean read(FileChannel channel, byte[] identity, MemorySegment target)
      throws IOException {
    if (channel.size() != HEAD + identity.length + target.byteSize()) {
      return false;
    }
    ByteBuffer head = ByteBuffer.allocate(HEAD + identity.length);
    if (!fill(channel, head)) {
      return false;
    }
    head.flip();
    long magic = head.getLong();
    long checksum = head.getLong();
    long length = head.getLong();
    byte[] of = new byte[identity.length];
    head.get(of);
    return magic == MAGIC
        && length == target.byteSize()
        && MessageDigest.isEqual(of, identity)
        && fill(channel, target.asByteBuffer())
        && checksum == checksum(identity, target);
  }

  private static boolean fill(FileChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        return false;
      }
    }
    return true;
  }

  private static long checksum(byte[] identity, MemorySegment bytes) {
    CRC32C crc = new CRC32C();
    crc.update(identity);
    crc.update(bytes.asByteBuffer());
    return crc.getValue();
  }

  /**
   * Keeps a range that was fetched. It is written soon, by another thread; not at all when the disk
   * does not keep up.
   *
   * @param done runs once, when {@code body} is no longer read: perhaps at once
   */
  public void write(
      ObjectStore store, ObjectVersion object, long offset, MemorySegment body, Runnable done) {
    boolean wanted =
        isKept(object) && body.byteSize() > 0 && body.byteSize() <= size / 4 && !isGivenUp();
    if (!wanted
        || !behind.offer(
            body.byteSize(),
            () -> {
              try {
                write(store, object, offset, body);
              } finally {
                done.run();
              }
            })) {
      done.run();
    }
  }

  /** Waits until what is to be kept is written. */
  public void drain() {
    behind.drain();
  }

  private void write(ObjectStore store, ObjectVersion object, long offset, MemorySegment body) {
    if (isGivenUp()) {
      return;
    }
    byte[] identity = identity(store, object, offset, body.byteSize());
    Path file = file(identity);
    Path unfinished = directory.resolve(owner + "-" + names.incrementAndGet() + UNFINISHED);
    try {
      try (FileChannel channel =
          FileChannel.open(unfinished, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
        ByteBuffer head = ByteBuffer.allocate(HEAD + identity.length);
        head.putLong(MAGIC).putLong(checksum(identity, body)).putLong(body.byteSize());
        head.put(identity).flip();
        drain(channel, head);
        drain(channel, body.asByteBuffer());
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      written(HEAD + identity.length + body.byteSize());
      worked();
    } catch (IOException e) {
      failed();
      forget(unfinished);
    }
  }

  private static void drain(FileChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      int unused = channel.write(buffer);
    }
  }

  private void written(long length) throws IOException {
    boolean full;
    synchronized (this) {
      bytes += length;
      full = bytes > size;
    }
    if (full) {
      shrink();
    }
  }

  private record Kept(Path path, long bytes, long time) {}

  /** Counts what is there, and deletes the oldest until nine tenths of the size are left. */
  private synchronized void shrink() throws IOException {
    List<Kept> all = new ArrayList<>();
    long sum = 0;
    long now = env.epochMicros() / 1_000;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path path : files) {
        Kept kept = look(path);
        String name = path.getFileName().toString();
        if (kept == null) {
          continue;
        }
        if (name.endsWith(SUFFIX)) {
          all.add(kept);
          sum += kept.bytes;
        } else if (name.endsWith(UNFINISHED) && now - kept.time > UNFINISHED_MILLIS) {
          forget(path);
        }
      }
    }
    if (sum > size) {
      all.sort(Comparator.comparingLong(Kept::time).thenComparing(Kept::path));
      for (Kept kept : all) {
        if (sum <= size / 10 * 9) {
          break;
        }
        forget(kept.path);
        sum -= kept.bytes;
      }
    }
    bytes = sum;
  }

  private static @Nullable Kept look(Path path) {
    try {
      return new Kept(path, Files.size(path), Files.getLastModifiedTime(path).toMillis());
    } catch (IOException e) {
      // Another process has deleted it.
      return null;
    }
  }

  private void forget(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      failed();
    }
  }

  private void touch(Path file) throws IOException {
    long now = env.epochMicros() / 1_000;
    if (now - Files.getLastModifiedTime(file).toMillis() > TOUCH_MILLIS) {
      Files.setLastModifiedTime(file, FileTime.fromMillis(now));
    }
  }

  private synchronized boolean isGivenUp() {
    return failuresInARow >= FAILURES_MAX;
  }

  private synchronized void worked() {
    failuresInARow = 0;
  }

  private void failed() {
    failures.incrementAndGet();
    synchronized (this) {
      failuresInARow++;
    }
  }

  private static byte[] identity(
      ObjectStore store, ObjectVersion object, long offset, long length) {
    return String.join(
            "\n",
            store.identity(),
            object.address(),
            object.etag(),
            Long.toString(object.size()),
            Long.toString(offset),
            Long.toString(length))
        .getBytes(StandardCharsets.UTF_8);
  }

  private Path file(byte[] identity) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(identity);
      return directory.resolve(HexFormat.of().formatHex(hash, 0, 20) + SUFFIX);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JVM has SHA-256", e);
    }
  }

  /** How it fares. */
  public Counts counts() {
    long now;
    synchronized (this) {
      now = bytes;
    }
    return new Counts(hits.get(), hitBytes.get(), now, failures.get());
  }
}
