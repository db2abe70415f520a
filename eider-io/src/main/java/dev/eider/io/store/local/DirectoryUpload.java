// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

import dev.eider.io.store.MultipartUpload;
import dev.eider.io.store.PartNumbers;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.StoreErrors;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.WriteReply;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Parts are files of a directory of their own, joined when the object is made. */
final class DirectoryUpload implements MultipartUpload {
  /** Copied by one call, so that close and interrupt count. */
  private static final long STEP_BYTES = 8 << 20;

  private final DirectoryStore store;
  private final String key;
  private final Path file;
  private final TemporaryFiles temporary;
  private final Path parts;
  private volatile boolean ended;

  DirectoryUpload(DirectoryStore store, String key, Path file, TemporaryFiles temporary)
      throws IOException {
    this.store = store;
    this.key = key;
    this.file = file;
    this.temporary = temporary;
    this.parts = temporary.createDirectory();
  }

  @Override
  public void part(int number, MemorySegment body) throws StoreException {
    store.checkRunning();
    PartNumbers.check(number);
    checkOpen();
    try (TemporaryFiles.Temporary written = temporary.create()) {
      store.write(written.channel(), body);
      written.channel().close();
      Files.move(written.path(), part(number), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw store.failed("write", key, e);
    }
  }

  private Path part(int number) {
    return parts.resolve(Integer.toString(number));
  }

  @Override
  public WriteReply complete(int count, PutCondition condition) throws StoreException {
    store.checkRunning();
    PartNumbers.check(count);
    checkOpen();
    checkSent(count);
    WriteReply reply;
    try (TemporaryFiles.Temporary joined = temporary.create()) {
      for (int number = 1; number <= count; number++) {
        append(number, number == count, joined.channel());
      }
      reply = store.publish(key, file, joined, condition);
    } catch (IOException e) {
      throw store.failed("write", key, e);
    } catch (StoreException e) {
      if (e.reason() == StoreException.Reason.PRECONDITION_FAILED) {
        close();
      }
      throw e;
    }
    close();
    return reply;
  }

  private void append(int number, boolean last, FileChannel target)
      throws IOException, StoreException {
    try (FileChannel part = FileChannel.open(part(number), StandardOpenOption.READ)) {
      long size = part.size();
      if (!last) {
        PartNumbers.checkSize(store.address(), key, number, size);
      }
      for (long done = 0; done < size; ) {
        store.checkRunning();
        done += part.transferTo(done, Math.min(STEP_BYTES, size - done), target);
      }
    }
  }

  private void checkSent(int count) throws StoreException {
    for (int number = 1; number <= count; number++) {
      if (!Files.exists(part(number))) {
        if (!Files.isDirectory(parts)) {
          throw StoreErrors.notFound(store.address(), key + " (the upload is gone)");
        }
        throw new IllegalStateException("part " + number + " of " + key + " was not sent");
      }
    }
  }

  private void checkOpen() {
    if (ended) {
      throw new IllegalStateException("the upload of " + key + " is complete or aborted");
    }
  }

  @Override
  public void abort() throws StoreException {
    ended = true;
    try {
      TemporaryFiles.deleteTree(parts);
    } catch (NoSuchFileException e) {
      // Deleted as a leftover: nothing to do.
    } catch (IOException e) {
      throw store.failed("delete", key, e);
    }
  }

  @Override
  public void close() {
    try {
      abort();
    } catch (StoreException e) {
      // The next day's opening deletes what could not be deleted now.
    }
  }
}
