// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

import dev.eider.base.env.Env;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.random.RandomGenerator;

/** Files that are being written and have no object's name yet. Any thread. */
final class TemporaryFiles {
  /** Nobody writes on one object for longer: what is older was left by a process that died. */
  private static final long LEFTOVER_MICROS = 24L * 3600 * 1_000_000;

  private final Env env;
  private final Path directory;

  /** Guarded by itself. */
  private final RandomGenerator random;

  TemporaryFiles(Env env, Path directory) {
    this.env = env;
    this.directory = directory;
    this.random = env.newRandom();
  }

  /** A number below {@code bound}. */
  int chance(int bound) {
    synchronized (random) {
      return random.nextInt(bound);
    }
  }

  /** A file of its own for one body; closing deletes the name. */
  record Temporary(Path path, FileChannel channel) implements AutoCloseable {
    /** Everything to the disk, content and times; nothing is written any more. */
    void finish() throws IOException {
      channel.force(true);
      channel.close();
    }

    @Override
    public void close() throws IOException {
      channel.close();
      Files.deleteIfExists(path);
    }
  }

  Temporary create() throws IOException {
    return create(newPath(".tmp"));
  }

  static Temporary create(Path path) throws IOException {
    return new Temporary(
        path, FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
  }

  /** A new directory for the parts of one object. */
  Path createDirectory() throws IOException {
    return Files.createDirectory(newPath(".parts"));
  }

  private Path newPath(String suffix) throws IOException {
    DurableFiles.createDirectories(directory);
    long unique;
    synchronized (random) {
      unique = random.nextLong();
    }
    String name = ProcessHandle.current().pid() + "-" + env.nanoTime() + "-";
    return directory.resolve(name + Long.toHexString(unique) + suffix);
  }

  /** Whether this file system has no hard links: a link to a free name fails as well. */
  boolean refusesLinks(Path written) throws IOException {
    Path probe = newPath(".link");
    try {
      Files.createLink(probe, written);
      return false;
    } catch (UnsupportedOperationException | IOException e) {
      return true;
    } finally {
      Files.deleteIfExists(probe);
    }
  }

  /** Deletes what processes that died have left. */
  void deleteLeftovers() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        long age = env.epochMicros() - Files.getLastModifiedTime(file).toMillis() * 1000;
        if (age > LEFTOVER_MICROS) {
          deleteTree(file);
        }
      }
    } catch (NoSuchFileException e) {
      // None yet, or another process was faster.
      return;
    }
  }

  static void deleteTree(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
        for (Path file : files) {
          Files.deleteIfExists(file);
        }
      }
    }
    Files.deleteIfExists(path);
  }
}
