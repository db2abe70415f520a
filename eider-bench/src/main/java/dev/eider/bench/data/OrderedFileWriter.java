// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes a {@link BlockSource} to a file with several threads; the bytes do not depend on their
 * number.
 *
 * <p>Invariants: each block is claimed by one worker; a worker writes block {@code i} only when
 * {@code turn == i}, and then sets {@code turn = i + 1}. So at most one block per worker is in
 * memory. {@code turn} and {@code failure} are guarded by this object's monitor.
 */
public final class OrderedFileWriter {
  private final BlockSource source;
  private final FileChannel channel;
  private final AtomicLong nextBlock = new AtomicLong();
  private long turn;
  private @Nullable Throwable failure;

  private OrderedFileWriter(BlockSource source, FileChannel channel) {
    this.source = source;
    this.channel = channel;
  }

  /**
   * Writes header and blocks to {@code file}, replacing it only when all is written.
   *
   * @param header first line with its line end; may be empty
   * @return size of the file in bytes
   */
  public static long write(Path file, String header, BlockSource source, int threads)
      throws IOException {
    Path partial = file.resolveSibling(file.getFileName() + ".partial");
    try (FileChannel channel =
        FileChannel.open(
            partial,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      RowBuffer first = new RowBuffer();
      first.putText(header);
      writeFully(channel, first);
      new OrderedFileWriter(source, channel).run(threads);
    }
    Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
    return Files.size(file);
  }

  private void run(int threads) throws IOException {
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      workers.add(Thread.ofPlatform().name("generate-" + i).start(this::work));
    }
    try {
      for (Thread worker : workers) {
        worker.join();
      }
    } catch (InterruptedException e) {
      fail(e);
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      if (failure != null) {
        throw new IOException("Could not generate the file: " + failure.getMessage(), failure);
      }
    }
  }

  private void work() {
    RowBuffer buffer = new RowBuffer();
    try {
      for (long block = nextBlock.getAndIncrement();
          block < source.blockCount();
          block = nextBlock.getAndIncrement()) {
        buffer.clear();
        source.fill(block, buffer);
        if (!writeInTurn(block, buffer)) {
          return;
        }
      }
    } catch (Throwable e) {
      fail(e);
    }
  }

  private synchronized boolean writeInTurn(long block, RowBuffer buffer)
      throws IOException, InterruptedException {
    while (turn != block && failure == null) {
      wait();
    }
    if (failure != null) {
      return false;
    }
    writeFully(channel, buffer);
    turn = block + 1;
    notifyAll();
    return true;
  }

  private synchronized void fail(Throwable e) {
    if (failure == null) {
      failure = e;
    }
    notifyAll();
  }

  private static void writeFully(FileChannel channel, RowBuffer buffer) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(buffer.array(), 0, buffer.length());
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }
}
