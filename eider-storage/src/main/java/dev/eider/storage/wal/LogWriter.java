// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.wal;

import dev.eider.storage.format.v1.Hash128;
import dev.eider.storage.format.v1.Slot;
import dev.eider.storage.format.v1.SlotCodec;
import dev.eider.storage.format.v1.SlotRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Appends to the log. What is queued while a slot is on its way goes into the next one, so that one
 * request commits many transactions. Any thread appends; one thread of its own writes.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>At most one slot is under way, and the next is begun only when the fate of that is certain.
 *   <li>{@code publish} of an append is called, in slot order, after its slot is durable and before
 *       its future completes; for an append that has failed for certain it is never called.
 *   <li>After {@link #failure} is set nothing is sent any more, for good.
 * </ul>
 */
public final class LogWriter implements AutoCloseable {
  private final LogStore log;
  private final StoreCalls calls;
  private final HeadReader heads;
  private final ProtocolSettings settings;
  private final long epoch;
  private final UUID writer;
  private final LongConsumer endOfSlot;

  // All guarded by lock, which is never held while waiting.
  private final Object lock = new Object();
  private final ArrayDeque<Append> queue = new ArrayDeque<>();
  private CompletableFuture<Void> signal = new CompletableFuture<>();
  private @Nullable LogException failure;
  private boolean closing;
  private long unknownSlot;
  private final TreeMap<Long, Hash128> chains = new TreeMap<>();

  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  /** Only of the thread that writes; published by {@link #lock} for others. */
  private volatile LogTail tail;

  private long batch;

  /** Whether the slot that is under way is certainly not in the log, now that writing ends. */
  private boolean certain;

  private record Append(
      List<SlotRecord> records,
      long bytes,
      LongConsumer publish,
      CompletableFuture<Long> acknowledged) {}

  /**
   * A writer after its fence, which is the tail.
   *
   * @param batch the number of the last batch this writer has sent, its fence
   * @param endOfSlot called on the thread that writes when all appends of a slot were published
   */
  public LogWriter(
      LogStore log,
      HeadReader heads,
      long epoch,
      UUID writer,
      LogTail tail,
      long batch,
      LongConsumer endOfSlot) {
    this.endOfSlot = endOfSlot;
    this.log = log;
    this.calls = log.calls();
    this.heads = heads;
    this.settings = calls.settings();
    this.epoch = epoch;
    this.writer = writer;
    this.tail = tail;
    this.batch = batch;
    chains.put(tail.slot(), tail.chain());
  }

  /** Starts the thread that writes. */
  public void start() {
    calls.env().startThread("eider-log", this::run);
  }

  /** The last slot that this writer has acknowledged, or its fence. */
  public LogTail tail() {
    return tail;
  }

  /**
   * The hash of a slot that this writer has written, from its fence on, unless it was forgotten.
   *
   * @throws IllegalArgumentException for other slots
   */
  public Hash128 chainOf(long slot) {
    synchronized (lock) {
      Hash128 chain = chains.get(slot);
      if (chain == null) {
        throw new IllegalArgumentException(
            "slot " + slot + " was not written here, or is older than " + chains.firstKey());
      }
      return chain;
    }
  }

  /** Nobody will ask for the hashes of earlier slots any more. */
  public void forgetBefore(long slot) {
    synchronized (lock) {
      chains.headMap(slot, false).clear();
    }
  }

  /** Why it accepts nothing any more; null while it does. */
  public @Nullable LogException failure() {
    synchronized (lock) {
      return failure;
    }
  }

  /**
   * Queues records, which go into one slot together.
   *
   * @param publish called with the slot's number on the thread that writes, when the slot is
   *     durable; must not wait
   * @return the slot's number; or a {@link LogException}: FENCED, CLOSED, TOO_LARGE, READ_ONLY and
   *     REFUSED say that nothing was written, OUTCOME_UNKNOWN that this is not known
   */
  public CompletableFuture<Long> append(List<LogRecord> records, LongConsumer publish) {
    List<SlotRecord> converted = new ArrayList<>(records.size());
    long bytes = 0;
    for (LogRecord one : records) {
      converted.add(new SlotRecord(one.type().code(), one.payload()));
      bytes += SlotRecord.HEADER + one.payload().length;
    }
    CompletableFuture<Long> acknowledged = new CompletableFuture<>();
    LogException refused = null;
    CompletableFuture<Void> wake = null;
    synchronized (lock) {
      if (failure != null) {
        refused = again(failure);
      } else if (closing) {
        refused = new LogException(LogException.Reason.CLOSED, "The database was closed");
      } else if (unknownSlot != 0) {
        refused = readOnly();
      } else if (bytes > settings.slotBytesMax() - SlotCodec.OVERHEAD) {
        refused =
            new LogException(
                LogException.Reason.TOO_LARGE,
                "A transaction of "
                    + bytes
                    + " bytes does not fit into one slot of the log, which"
                    + " has "
                    + settings.slotBytesMax()
                    + ": large data belongs into packs that the log refers to");
      } else {
        queue.add(new Append(converted, bytes, publish, acknowledged));
        wake = signal;
      }
    }
    if (refused != null) {
      acknowledged.completeExceptionally(refused);
    }
    if (wake != null) {
      wake.complete(null);
    }
    return acknowledged;
  }

  private LogException readOnly() {
    return new LogException(
        LogException.Reason.READ_ONLY,
        "The database at "
            + calls.address()
            + " is read-only until it is known whether log slot "
            + unknownSlot
            + " was written; nothing of this transaction was");
  }

  private static LogException again(LogException first) {
    return new LogException(first.reason(), String.valueOf(first.getMessage()), first);
  }

  /** Ends writing for good, for instance because the lease is lost. */
  public void fail(LogException why) {
    CompletableFuture<Void> wake;
    synchronized (lock) {
      if (failure == null) {
        failure = why;
      }
      wake = signal;
    }
    wake.complete(null);
  }

  /** Writes what is queued, then ends the thread. Waits for it. */
  @Override
  public void close() {
    CompletableFuture<Void> wake;
    synchronized (lock) {
      closing = true;
      wake = signal;
    }
    wake.complete(null);
    try {
      calls.await(ended);
    } catch (LogException e) {
      // Interrupted, which the thread's status keeps: the writing thread ends by itself.
      return;
    }
  }

  // ---- the thread that writes ------------------------------------------------------------------

  private void run() {
    List<Append> taken = List.of();
    try {
      while (true) {
        taken = take();
        if (taken.isEmpty()) {
          return;
        }
        write(taken);
      }
    } catch (LogException e) {
      fail(e);
    } catch (RuntimeException e) {
      fail(
          new LogException(
              LogException.Reason.CLOSED, "The log's thread has failed: " + e.getMessage(), e));
      throw e;
    } finally {
      failAll(taken);
      ended.complete(null);
    }
  }

  /** What goes into the next slot, in order; nothing when it is time to end. */
  private List<Append> take() throws LogException {
    while (true) {
      CompletableFuture<Void> wait;
      synchronized (lock) {
        if (failure != null || closing && queue.isEmpty()) {
          return List.of();
        }
        if (!queue.isEmpty()) {
          List<Append> taken = new ArrayList<>();
          long bytes = SlotCodec.OVERHEAD;
          while (!queue.isEmpty() && bytes + queue.element().bytes <= settings.slotBytesMax()) {
            Append one = queue.remove();
            bytes += one.bytes;
            taken.add(one);
          }
          return taken;
        }
        signal = new CompletableFuture<>();
        wait = signal;
      }
      calls.await(wait);
    }
  }

  private void write(List<Append> taken) throws LogException {
    LogTail before = tail;
    long number = before.slot() + 1;
    List<SlotRecord> records = new ArrayList<>();
    taken.forEach(one -> records.addAll(one.records));
    Slot slot = new Slot(log.database(), number, epoch, writer, ++batch, before.chain(), records);
    SlotCreation creation = new SlotCreation(log, slot);
    boolean told = false;
    while (true) {
      switch (creation.run(settings.outcomeMillis())) {
        case SlotCreation.Created created -> {
          if (isGenuine(number, before.createdMillis(), created.createdMillis())) {
            publish(taken, new LogTail(number, creation.chain(), created.createdMillis()));
            return;
          }
          // Head could not be read: it stays unknown, and the identity check finds it again.
        }
        case SlotCreation.Occupied occupied -> {
          // Later than that, ours may have been there, been covered by a checkpoint and deleted.
          certain =
              occupied.other() != null
                  && settings.isClose(before.createdMillis(), occupied.seenMillis());
          throw fenced(number, occupied.other());
        }
        case SlotCreation.Refused refused -> {
          certain = true;
          throw refused.error();
        }
        case SlotCreation.Unknown unknown -> {}
      }
      if (!told) {
        told = true;
        tellUnknown(taken, number);
      }
      synchronized (lock) {
        if (closing || failure != null) {
          throw new LogException(
              LogException.Reason.CLOSED,
              "The database was closed before it was known whether log slot "
                  + number
                  + " was written");
        }
      }
    }
  }

  /**
   * Whether the slot is the first of its number: rule T2. Somebody else's could have been there
   * before and have been deleted, but not sooner than R after the slot before it was made.
   *
   * @return false when it could not be found out yet
   */
  private boolean isGenuine(long number, long previousCreated, long created) throws LogException {
    if (!settings.keeps(ProtocolRule.WRITER_GUARD) || settings.isClose(previousCreated, created)) {
      return true;
    }
    try {
      HeadReader.Seen seen = heads.read();
      if (seen.head().floor() >= number) {
        throw fenced(number, null);
      }
      return true;
    } catch (LogException e) {
      if (e.reason() == LogException.Reason.STORE || e.reason() == LogException.Reason.DAMAGED) {
        return false;
      }
      throw e;
    }
  }

  private LogException fenced(long number, @Nullable Slot other) {
    return new LogException(
        LogException.Reason.FENCED,
        "The database at "
            + calls.address()
            + " has been opened for writing by another process"
            + (other == null ? "" : " (epoch " + other.epoch() + ", here " + epoch + ")")
            + ": log slot "
            + number
            + " is not ours; open the database again");
  }

  private void publish(List<Append> taken, LogTail written) {
    synchronized (lock) {
      unknownSlot = 0;
      chains.put(written.slot(), written.chain());
    }
    for (Append one : taken) {
      one.publish.accept(written.slot());
    }
    tail = written;
    endOfSlot.accept(written.slot());
    for (Append one : taken) {
      one.acknowledged.complete(written.slot());
    }
  }

  private void tellUnknown(List<Append> taken, long number) {
    LogException unknown =
        new LogException(
            LogException.Reason.OUTCOME_UNKNOWN,
            "It is not known whether the transaction was written to log slot "
                + number
                + " of "
                + calls.address()
                + ": the store does not answer. The database is read-only until"
                + " it is known");
    List<Append> waiting;
    LogException readOnly;
    synchronized (lock) {
      unknownSlot = number;
      waiting = new ArrayList<>(queue);
      queue.clear();
      readOnly = readOnly();
    }
    taken.forEach(one -> one.acknowledged.completeExceptionally(unknown));
    waiting.forEach(one -> one.acknowledged.completeExceptionally(readOnly));
  }

  /** Nobody waits for ever: those of a slot that failed, and those that were never sent. */
  private void failAll(List<Append> taken) {
    List<Append> waiting;
    LogException why;
    synchronized (lock) {
      if (failure == null) {
        failure = new LogException(LogException.Reason.CLOSED, "The database was closed");
      }
      why = failure;
      waiting = new ArrayList<>(queue);
      queue.clear();
    }
    LogException ofTaken =
        certain
            ? again(why)
            : new LogException(
                LogException.Reason.OUTCOME_UNKNOWN,
                "It is not known whether the transaction was written: " + why.getMessage(),
                why);
    taken.forEach(one -> one.acknowledged.completeExceptionally(ofTaken));
    waiting.forEach(one -> one.acknowledged.completeExceptionally(again(why)));
  }
}
