// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.wal;

import dev.eider.storage.format.v1.Checkpoint;
import dev.eider.storage.format.v1.Hash128;
import dev.eider.storage.format.v1.Head;
import dev.eider.storage.format.v1.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Follows the log from a head on and gives each slot to an applier, once and in order. Needs only
 * the right to read. One thread at a time.
 *
 * <p>Invariants: {@link #next} is the slot after the last that was applied. {@link #trusted} is a
 * moment of the store's clock at which {@code next} had certainly not been deleted and no
 * checkpoint in head had passed it; what is seen at {@code next} within R/2 of it is the truth
 * (rule T4), later only after another look at head.
 */
public final class LogReader {
  private static final int LOOKS_MAX = 8;

  private final StoreCalls calls;
  private final LogStore log;
  private final HeadReader heads;
  private final LogApplier applier;
  private long next;
  private Hash128 chain;
  private long epoch;
  private long trusted;
  private long lastCreated;

  /** Slots up to this one exist or are below the floor: head says so. */
  private long existsThrough;

  /** When head was last seen to name the checkpoint that this reader began with. */
  private long rootSeen;

  private long root;
  private int window = 1;

  private LogReader(LogStore log, HeadReader heads, LogApplier applier) {
    this.calls = log.calls();
    this.log = log;
    this.heads = heads;
    this.applier = applier;
    this.chain = Hash128.ZERO;
  }

  /**
   * A reader that begins where a head that was just read says, with its checkpoint if it has one.
   */
  public static LogReader from(
      LogStore log, HeadReader heads, HeadReader.Seen seen, LogApplier applier)
      throws LogException {
    LogReader reader = new LogReader(log, heads, applier);
    reader.next = seen.head().firstSlot();
    reader.jump(seen);
    return reader;
  }

  /** The slot that comes next. */
  public long next() {
    return next;
  }

  /** The epoch of the last slot, or of the checkpoint. */
  public long epoch() {
    return epoch;
  }

  /** The end of the log, after {@link #readToEnd}. */
  public LogTail tail() {
    return new LogTail(next - 1, chain, lastCreated);
  }

  /** When the position was last seen to be good, by the store's clock. */
  public long trustedMillis() {
    return trusted;
  }

  /**
   * When, by the store's clock, head was last seen to name the checkpoint whose root the applier
   * began with: the root's objects stay for R from then on.
   */
  public long rootSeenMillis() {
    return rootSeen;
  }

  private static long exists(Head head) {
    Checkpoint checkpoint = head.checkpoint();
    return Math.max(head.tailHint(), checkpoint == null ? 0 : checkpoint.slot());
  }

  private void jump(HeadReader.Seen seen) throws LogException {
    Head head = seen.head();
    Checkpoint checkpoint = head.checkpoint();
    if (checkpoint != null) {
      next = checkpoint.coversThrough() + 1;
      chain = checkpoint.chain();
      epoch = checkpoint.epoch();
      lastCreated = 0;
      applier.restart(checkpoint);
    }
    existsThrough = exists(head);
    root = checkpoint == null ? 0 : checkpoint.coversThrough();
    rootSeen = seen.storeMillis();
    trusted = seen.storeMillis();
    long known = existsThrough - next + 2;
    window = (int) Math.clamp(known, 1, calls.settings().readWindow());
  }

  /**
   * Applies all slots there are. All that was acknowledged before this call began has been applied
   * when it ends (a strong read).
   *
   * @throws LogException DAMAGED for a slot that cannot be read, BROKEN_LOG for slots that do not
   *     follow one another, STORE; what the applier throws. The reader stands before the slot at
   *     fault and may be asked again.
   */
  public void readToEnd() throws LogException {
    int looks = 0;
    while (true) {
      List<LogStore.Read> reads = fetch();
      boolean again = false;
      for (int i = 0; i < reads.size() && !again; i++) {
        LogStore.Read read = reads.get(i);
        if (!isTrusted(read)) {
          long before = next;
          if (passedByHead()) {
            again = true;
            if (next == before && ++looks > LOOKS_MAX) {
              throw missing(before);
            }
            continue;
          }
        }
        Slot slot = read.slot();
        if (slot != null) {
          apply(slot, read);
        } else if (next <= existsThrough) {
          // It may have been created, or collected, since it was asked for.
          if (!passedByHead() && ++looks > LOOKS_MAX) {
            throw missing(next);
          }
          again = true;
        } else {
          trusted = Math.max(trusted, read.storeMillis());
          if (i + 1 < reads.size() && reads.get(i + 1).slot() != null) {
            again = true;
            if (++looks > LOOKS_MAX) {
              throw missing(next);
            }
          } else {
            window = 1;
            return;
          }
        }
      }
      if (!again) {
        window = Math.min(window * 2, calls.settings().readWindow());
      }
    }
  }

  private boolean isTrusted(LogStore.Read read) {
    return !calls.settings().keeps(ProtocolRule.READER_GUARD)
        || calls.settings().isClose(trusted, read.storeMillis());
  }

  /**
   * Looks at head, after what was just seen. Either its checkpoint has passed the position, which
   * then jumps, or what was seen was true.
   */
  private boolean passedByHead() throws LogException {
    HeadReader.Seen seen = heads.read();
    if (seen.head().firstSlot() > next) {
      jump(seen);
      return true;
    }
    trusted = seen.storeMillis();
    existsThrough = Math.max(existsThrough, exists(seen.head()));
    Checkpoint named = seen.head().checkpoint();
    if (named != null && named.coversThrough() == root) {
      rootSeen = seen.storeMillis();
    }
    return false;
  }

  private void apply(Slot slot, LogStore.Read read) throws LogException {
    if (!slot.previous().equals(chain)) {
      throw new LogException(
          LogException.Reason.BROKEN_LOG,
          "Log slot "
              + next
              + " of "
              + calls.address()
              + " follows a slot with hash "
              + slot.previous()
              + ", but slot "
              + (next - 1)
              + " has "
              + chain);
    }
    if (slot.epoch() < epoch) {
      throw new LogException(
          LogException.Reason.BROKEN_LOG,
          "Log slot "
              + next
              + " of "
              + calls.address()
              + " is of epoch "
              + slot.epoch()
              + ", after one of epoch "
              + epoch);
    }
    applier.apply(LogStore.entry(slot, read.createdMillis()));
    chain = read.chain();
    epoch = slot.epoch();
    lastCreated = read.createdMillis();
    // The next slot cannot be deleted sooner than R after this one was made.
    trusted = Math.max(trusted, lastCreated);
    next++;
  }

  private LogException missing(long slot) {
    return new LogException(
        LogException.Reason.BROKEN_LOG,
        "Log slot "
            + slot
            + " of "
            + calls.address()
            + " is missing, though later ones exist: it"
            + " was deleted by something else than this database (a lifecycle rule?)");
  }

  /** The next slots, fetched at the same time. */
  private List<LogStore.Read> fetch() throws LogException {
    List<LogStore.Read> reads = new ArrayList<>(window);
    if (window == 1) {
      reads.add(log.read(next));
      return reads;
    }
    List<CompletableFuture<LogStore.Read>> futures = new ArrayList<>(window);
    for (int i = 0; i < window; i++) {
      long slot = next + i;
      CompletableFuture<LogStore.Read> future = new CompletableFuture<>();
      futures.add(future);
      calls.env().startVirtualThread("eider-slot-get", () -> read(slot, future));
    }
    calls.await(CompletableFuture.allOf(futures.toArray(new CompletableFuture<?>[0])));
    for (CompletableFuture<LogStore.Read> future : futures) {
      if (future.state() == CompletableFuture.State.SUCCESS) {
        reads.add(future.resultNow());
        if (future.resultNow().slot() == null
            && reads.size() >= 2
            && reads.get(reads.size() - 2).slot() == null) {
          break;
        }
      } else if (reads.isEmpty()) {
        throw failure(future.exceptionNow());
      } else {
        break;
      }
    }
    return reads;
  }

  private static LogException failure(Throwable thrown) {
    if (thrown instanceof LogException e) {
      return new LogException(e.reason(), String.valueOf(e.getMessage()), e);
    }
    throw new IllegalStateException("a read failed without a reason", thrown);
  }

  private void read(long slot, CompletableFuture<LogStore.Read> future) {
    try {
      future.complete(log.read(slot));
    } catch (LogException | RuntimeException e) {
      future.completeExceptionally(e);
    }
  }
}
