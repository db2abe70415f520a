// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.memory.TemporaryMemory;
import dev.eider.base.table.ObjectSink;
import dev.eider.base.table.ScanContext;
import dev.eider.io.store.MultipartUpload;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.Stores;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Writes an object in parts: what was appended is sent by the threads that wait while more is
 * appended, as long as the memory allows; an object of less than a part is one request. Parts grow
 * with the object, so that there are never more of them than a store takes.
 */
final class StoreSink implements ObjectSink {
  /** The first parts, and after how many of them they become twice as long. */
  private static final int PART = 8 << 20;

  private static final int PARTS_OF_A_SIZE = 1_000;

  /** A part starts so small and doubles. */
  private static final int BUFFER_MIN = 64 << 10;

  /** Parts that may be under way beside the one that is filled. */
  private static final int UNDER_WAY_MAX = 4;

  private final String address;
  private final Stores.Located located;
  private final ScanContext context;
  private final ReadPool.@Nullable Lane lane;
  private final MemoryReservation memory;

  /** Beyond it parts that are under way are waited for: others need memory too. */
  private final TemporaryMemory.Claim share;

  private final ArrayDeque<Sent> underWay = new ArrayDeque<>();
  private byte[] buffer = new byte[0];
  private int filled;
  private int parts;
  private @Nullable MultipartUpload upload;
  private boolean ended;

  private record Sent(CompletableFuture<Void> done, int bytes) {}

  /**
   * Begins an object.
   *
   * @param lane of its own; closed by this. Null: the thread that appends sends
   */
  StoreSink(
      String address, Stores.Located located, ScanContext context, ReadPool.@Nullable Lane lane) {
    this.address = address;
    this.located = located;
    this.context = context;
    this.lane = lane;
    memory = context.memory().reserve("STORE_WRITER");
    share = context.memory().temporary().register("STORE_WRITER", 2L * PART);
    share.want((UNDER_WAY_MAX + 2L) * PART);
  }

  private int partSize() {
    return PART << Math.min(5, parts / PARTS_OF_A_SIZE);
  }

  @Override
  public void append(byte[] bytes, int offset, int count) {
    int from = offset;
    int left = count;
    while (left > 0) {
      int size = partSize();
      if (filled == size) {
        send();
        continue;
      }
      int some = Math.min(left, size - filled);
      room(Math.min(size, filled + some), size);
      System.arraycopy(bytes, from, buffer, filled, some);
      filled += some;
      from += some;
      left -= some;
    }
  }

  private void room(int wanted, int size) {
    if (wanted <= buffer.length) {
      return;
    }
    int capacity = Math.min(size, Math.max(BUFFER_MIN, Math.max(wanted, buffer.length * 2)));
    while (!underWay.isEmpty() && memory.bytes() + capacity > share.granted()) {
      await(underWay.remove());
    }
    // Rather wait for parts that are under way than fail.
    while (!memory.tryGrow(capacity)) {
      Sent oldest = underWay.poll();
      if (oldest == null) {
        memory.grow(capacity);
        break;
      }
      await(oldest);
    }
    byte[] larger = new byte[capacity];
    System.arraycopy(buffer, 0, larger, 0, filled);
    memory.shrink(buffer.length);
    buffer = larger;
  }

  /** Sends the buffer as the next part. */
  private void send() {
    context.checkInterrupted();
    MultipartUpload parted = upload;
    if (parted == null) {
      parted = now(() -> located.store().startMultipart(located.key()));
      upload = parted;
    }
    while (underWay.size() >= UNDER_WAY_MAX) {
      await(underWay.remove());
    }
    byte[] body = buffer;
    int length = filled;
    int number = ++parts;
    share.want((UNDER_WAY_MAX + 2L) * partSize());
    MultipartUpload target = parted;
    buffer = new byte[0];
    filled = 0;
    underWay.add(
        new Sent(
            start(
                () -> {
                  target.part(number, MemorySegment.ofArray(body).asSlice(0, length));
                  return number;
                },
                length),
            body.length));
  }

  /** Something asked of the store. */
  private interface Call<T> {
    T make() throws StoreException;
  }

  private CompletableFuture<Void> start(Call<?> call, int bytes) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Runnable body =
        () -> {
          try {
            call.make();
            done.complete(null);
          } catch (StoreException e) {
            done.completeExceptionally(StoreErrors.writing(address, e));
          } catch (Throwable e) {
            done.completeExceptionally(e);
          }
        };
    if (lane == null) {
      body.run();
    } else {
      lane.submit(bytes, body, () -> done.completeExceptionally(EiderException.interrupted()));
    }
    return done;
  }

  private void await(Sent sent) {
    context.await(sent.done());
    memory.shrink(sent.bytes());
    if (sent.done().isCompletedExceptionally()) {
      Throwable error = sent.done().exceptionNow();
      throw error instanceof EiderException known
          ? known
          : EiderException.internal("a write failed: " + error);
    }
  }

  /** Makes a call and waits for it. */
  private <T> T now(Call<T> call) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    await(new Sent(start(() -> answer.complete(call.make()), 0), 0));
    return answer.join();
  }

  @Override
  public void commit() {
    MultipartUpload parted = upload;
    if (parted == null) {
      MemorySegment body = MemorySegment.ofArray(buffer).asSlice(0, filled);
      now(() -> located.store().put(located.key(), body, PutCondition.NONE));
    } else {
      if (filled > 0) {
        send();
      }
      while (!underWay.isEmpty()) {
        await(underWay.remove());
      }
      now(() -> parted.complete(parts, PutCondition.NONE));
    }
    end();
  }

  @Override
  public void discard() {
    if (ended) {
      return;
    }
    if (lane != null) {
      lane.cancel();
    }
    MultipartUpload parted = upload;
    end();
    if (parted != null) {
      // Deletes the parts, if the store can be reached.
      parted.close();
    }
  }

  private void end() {
    ended = true;
    if (lane != null) {
      lane.close();
    }
    underWay.clear();
    buffer = new byte[0];
    memory.close();
    share.close();
  }
}
