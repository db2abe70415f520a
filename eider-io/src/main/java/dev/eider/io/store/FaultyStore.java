// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import dev.eider.base.env.Env;
import dev.eider.base.env.SeededRandom;
import dev.eider.io.store.StoreException.Reason;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Makes a store fail as real ones do, by a seed. What it breaks stays within the contract: callers
 * that follow it get right answers or an error. One sequence of calls meets the same faults each
 * time; with several threads the order in which they call decides who meets which.
 */
public final class FaultyStore extends WrappedStore {
  private enum Fate {
    FINE,
    THROTTLED,
    UNAVAILABLE,
    RESET,
    WRONG_LENGTH,
    SLOW,
    LOST_REPLY,
    LOST_REQUEST,
    DELAYED
  }

  private final Env env;
  private final Faults faults;
  private final Sleeper sleeper;
  private final AtomicLong injected = new AtomicLong();

  /** Guarded by {@link #lock}, as are the next two. */
  private final RandomGenerator random;

  private final Object lock = new Object();
  private int burstCallsLeft;
  private long burstEnd;

  /** Breaks {@code inner}. */
  public FaultyStore(Env env, ObjectStore inner, Faults faults) {
    super(inner);
    this.env = env;
    this.faults = faults;
    this.sleeper = new Sleeper(env, inner.address());
    this.random = new SeededRandom(faults.seed());
    this.burstEnd = env.nanoTime();
  }

  /** How many calls have met a fault. */
  public long injected() {
    return injected.get();
  }

  @Override
  <T> T around(StoreRequest request, Call<T> call) throws StoreException {
    StoreErrors.checkRunning(address(), false);
    Fate fate = possible(request.operation(), fate(request.operation().isRead()));
    if (fate != Fate.FINE) {
      injected.incrementAndGet();
    }
    return switch (fate) {
      case FINE -> call.run();
      case THROTTLED ->
          throw new StoreException(
              Reason.THROTTLED,
              "503 Slow Down from " + place(request) + " (injected)",
              503,
              faults.retryAfterMillis(),
              0,
              null);
      case UNAVAILABLE -> throw failed(Reason.UNAVAILABLE, "could not connect", request);
      case SLOW -> {
        sleeper.sleep(faults.slowMillis() * 1_000_000);
        yield call.run();
      }
      case RESET -> {
        call.run();
        spoil(request.body());
        throw failed(Reason.UNAVAILABLE, "connection reset", request);
      }
      case WRONG_LENGTH -> {
        call.run();
        spoil(request.body());
        throw failed(Reason.INCOMPLETE, "the body ended early", request);
      }
      case LOST_REPLY -> {
        runUnheard(call);
        throw failed(Reason.UNCLEAR, "the reply was lost", request);
      }
      case LOST_REQUEST -> throw failed(Reason.UNCLEAR, "no reply came", request);
      case DELAYED -> {
        env.delay(faults.delayedMillis(), TimeUnit.MILLISECONDS).thenRun(() -> late(call));
        throw failed(Reason.UNCLEAR, "the request is still on its way", request);
      }
    };
  }

  /** Applied or refused: the reply that would tell is lost. */
  private static <T> void runUnheard(Call<T> call) throws StoreException {
    try {
      call.run();
    } catch (StoreException e) {
      if (e.reason() == Reason.INTERRUPTED) {
        throw e;
      }
    }
  }

  private static <T> void late(Call<T> call) {
    try {
      runUnheard(call);
    } catch (StoreException e) {
      // The store was closed meanwhile: then it never arrives.
      return;
    }
  }

  /** Beginning an upload is never unclear; a part's body is the caller's again after the call. */
  private static Fate possible(StoreOperation operation, Fate fate) {
    return switch (fate) {
      case LOST_REPLY, LOST_REQUEST, DELAYED ->
          switch (operation) {
            case START_MULTIPART -> Fate.UNAVAILABLE;
            case PART, ABORT -> fate == Fate.DELAYED ? Fate.LOST_REQUEST : fate;
            default -> fate;
          };
      default -> fate;
    };
  }

  private Fate fate(boolean read) {
    synchronized (lock) {
      if (burstCallsLeft > 0 || env.nanoTime() - burstEnd < 0) {
        burstCallsLeft--;
        return Fate.THROTTLED;
      }
      double chance = random.nextDouble();
      chance -= faults.throttled();
      if (chance < 0) {
        burstCallsLeft = faults.burstCalls() - 1;
        burstEnd = env.nanoTime() + faults.burstMillis() * 1_000_000;
        return Fate.THROTTLED;
      }
      chance -= faults.unavailable();
      if (chance < 0) {
        return Fate.UNAVAILABLE;
      }
      chance -= faults.slow();
      if (chance < 0) {
        return Fate.SLOW;
      }
      return read ? fateOfRead(chance) : fateOfWrite(chance);
    }
  }

  private Fate fateOfRead(double chance) {
    if (chance < faults.reset()) {
      return Fate.RESET;
    }
    return chance < faults.reset() + faults.wrongLength() ? Fate.WRONG_LENGTH : Fate.FINE;
  }

  private Fate fateOfWrite(double chance) {
    if (chance < faults.lostReply()) {
      return Fate.LOST_REPLY;
    }
    if (chance < faults.lostReply() + faults.lostRequest()) {
      return Fate.LOST_REQUEST;
    }
    double unclear = faults.lostReply() + faults.lostRequest() + faults.delayed();
    return chance < unclear ? Fate.DELAYED : Fate.FINE;
  }

  /** What came before the connection broke is of no use to anybody. */
  private void spoil(MemorySegment body) {
    long from;
    synchronized (lock) {
      from = body.byteSize() == 0 ? 0 : random.nextLong(body.byteSize());
    }
    body.asSlice(from).fill((byte) 0xA5);
  }

  private StoreException failed(Reason reason, String what, StoreRequest request) {
    return new StoreException(
        reason, request.operation() + " " + place(request) + ": " + what + " (injected)");
  }

  private String place(StoreRequest request) {
    return StoreErrors.address(address(), request.key());
  }

  @Override
  public WriteReply put(String key, MemorySegment body, PutCondition condition)
      throws StoreException {
    if (faults.delayed() == 0) {
      return super.put(key, body, condition);
    }
    // What is applied later must not be what the caller has in its buffer by then.
    byte[] copy = body.toArray(ValueLayout.JAVA_BYTE);
    return super.put(key, MemorySegment.ofArray(copy), condition);
  }

  @Override
  public List<FailedDelete> deleteAll(List<String> keys) throws StoreException {
    StoreErrors.checkBatch(keys.size());
    boolean half;
    synchronized (lock) {
      half = keys.size() > 1 && random.nextDouble() < faults.unavailable();
    }
    if (!half) {
      return super.deleteAll(keys);
    }
    injected.incrementAndGet();
    int deleted = keys.size() / 2;
    List<FailedDelete> failed = new ArrayList<>(super.deleteAll(keys.subList(0, deleted)));
    for (String key : keys.subList(deleted, keys.size())) {
      failed.add(new FailedDelete(key, Reason.UNAVAILABLE, "InternalError (injected)"));
    }
    return failed;
  }

  /** Stores forget an upload that is complete, also when the reply was lost. */
  @Override
  MultipartUpload opened(String key, MultipartUpload upload) {
    return new MultipartUpload() {
      private boolean complete;

      @Override
      public synchronized void part(int number, MemorySegment body) throws StoreException {
        check();
        upload.part(number, body);
      }

      @Override
      public synchronized WriteReply complete(int parts, PutCondition condition)
          throws StoreException {
        check();
        WriteReply reply = upload.complete(parts, condition);
        complete = true;
        return reply;
      }

      private void check() throws StoreException {
        if (complete) {
          throw StoreErrors.notFound(address(), key + " (no such upload)");
        }
      }

      @Override
      public synchronized void abort() throws StoreException {
        upload.abort();
      }

      @Override
      public synchronized void close() {
        upload.close();
      }
    };
  }

  @Override
  public void close() {
    sleeper.close();
    super.close();
  }
}
