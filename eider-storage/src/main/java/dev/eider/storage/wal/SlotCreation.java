// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.wal;

import dev.eider.base.env.Env;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.WriteReply;
import dev.eider.storage.format.v1.Hash128;
import dev.eider.storage.format.v1.Slot;
import dev.eider.storage.format.v1.SlotCodec;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The creation of one slot: the same bytes are sent until it is certain whether they are in the
 * log. One thread; each attempt has a thread of its own, so that a second one can be sent while the
 * first is silent.
 */
public final class SlotCreation {
  private static final int IN_FLIGHT_MAX = 2;

  private final LogStore log;
  private final StoreCalls calls;
  private final Env env;
  private final Slot slot;
  private final byte[] bytes;
  private final StoreCalls.Backoff backoff;
  private final List<CompletableFuture<WriteReply>> inFlight = new ArrayList<>();

  /** Whether an attempt may be applied later. */
  private boolean unclear;

  /** Prepares to create a slot; its bytes must fit. */
  public SlotCreation(LogStore log, Slot slot) {
    this.log = log;
    this.calls = log.calls();
    this.env = calls.env();
    this.slot = slot;
    this.bytes = SlotCodec.encode(slot);
    this.backoff = calls.new Backoff();
  }

  /** What became of it. */
  public sealed interface Outcome {}

  /** The slot is in the log, as sent; {@code createdMillis} by the store's clock, 0 if unknown. */
  public record Created(long createdMillis) implements Outcome {}

  /** There was another slot in its place at {@code seenMillis}; null when that is gone already. */
  public record Occupied(@Nullable Slot other, long seenMillis) implements Outcome {}

  /** It is certainly not in the log and never will be. */
  public record Refused(LogException error) implements Outcome {}

  /** It may or may not be: call {@link #run} again. */
  public record Unknown() implements Outcome {}

  /** What the next slot names as the hash of this one. */
  public Hash128 chain() {
    return SlotCodec.chainHash(bytes);
  }

  /**
   * Sends until the outcome is certain, or for a time.
   *
   * @throws LogException INTERRUPTED: then it is unknown too
   */
  public Outcome run(long millis) throws LogException {
    long end = env.nanoTime() + millis * 1_000_000;
    while (true) {
      if (inFlight.isEmpty()) {
        send();
      }
      CompletableFuture<WriteReply> done = next();
      if (done == null) {
        send();
        continue;
      }
      inFlight.remove(done);
      Outcome outcome = after(done);
      if (outcome != null) {
        return outcome;
      }
      if (env.nanoTime() - end >= 0) {
        return new Unknown();
      }
    }
  }

  private void send() {
    CompletableFuture<WriteReply> reply = new CompletableFuture<>();
    inFlight.add(reply);
    env.startVirtualThread("eider-slot-put", () -> put(reply));
  }

  private void put(CompletableFuture<WriteReply> reply) {
    try {
      reply.complete(
          calls
              .store()
              .put(
                  calls.key(SlotCodec.key(slot.number())),
                  MemorySegment.ofArray(bytes),
                  PutCondition.IF_ABSENT));
    } catch (StoreException | RuntimeException e) {
      reply.completeExceptionally(e);
    }
  }

  /** An attempt that has ended; null when it is time to send another. */
  private @Nullable CompletableFuture<WriteReply> next() throws LogException {
    List<CompletableFuture<?>> any = new ArrayList<>(inFlight);
    CompletableFuture<Void> hedge = null;
    if (inFlight.size() < IN_FLIGHT_MAX) {
      hedge = env.delay(calls.settings().hedgeMillis(), TimeUnit.MILLISECONDS);
      any.add(hedge);
    }
    calls.await(CompletableFuture.anyOf(any.toArray(new CompletableFuture<?>[0])));
    if (hedge != null) {
      hedge.cancel(false);
    }
    for (CompletableFuture<WriteReply> one : inFlight) {
      if (one.isDone()) {
        return one;
      }
    }
    return null;
  }

  private @Nullable Outcome after(CompletableFuture<WriteReply> done) throws LogException {
    if (done.state() == CompletableFuture.State.SUCCESS) {
      return new Created(done.resultNow().storeTime());
    }
    if (!(done.exceptionNow() instanceof StoreException e)) {
      throw new IllegalStateException("a store failed without a reason", done.exceptionNow());
    }
    switch (e.reason()) {
      case PRECONDITION_FAILED -> {
        return look(true);
      }
      case UNCLEAR -> {
        unclear = true;
        return look(false);
      }
      case CONFLICT, THROTTLED, UNAVAILABLE -> backoff.pause(e.retryAfterMillis());
      case INTERRUPTED -> throw calls.failed("write slot " + slot.number(), e);
      default -> {
        if (!unclear && inFlight.isEmpty()) {
          return new Refused(calls.failed("write slot " + slot.number(), e));
        }
        backoff.pause(0);
      }
    }
    return null;
  }

  /**
   * What is in the slot's place, when an attempt does not tell.
   *
   * @param wasThere whether the store has just said that there is something
   */
  private @Nullable Outcome look(boolean wasThere) throws LogException {
    env.faultPoint("slot unclear");
    LogStore.Read read;
    try {
      read = log.read(slot.number());
    } catch (LogException e) {
      if (e.reason() == LogException.Reason.STORE || e.reason() == LogException.Reason.DAMAGED) {
        // It is still not known: the next attempt tells.
        backoff.pause(0);
        return null;
      }
      throw e;
    }
    Slot found = read.slot();
    if (found == null) {
      if (wasThere) {
        return new Occupied(null, 0);
      }
      backoff.pause(0);
      return null;
    }
    boolean mine =
        found.epoch() == slot.epoch()
            && found.writer().equals(slot.writer())
            && found.batch() == slot.batch()
            && read.chain().equals(chain());
    if (mine || !calls.settings().keeps(ProtocolRule.IDENTITY_CHECK)) {
      boolean creation = calls.settings().keeps(ProtocolRule.CREATION_TIME);
      return new Created(creation ? read.createdMillis() : read.storeMillis());
    }
    return new Occupied(found, read.storeMillis());
  }
}
