// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import dev.eider.base.env.Env;
import dev.eider.io.store.StoreException.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import jdk.jfr.FlightRecorder;

/**
 * Repeats calls that failed for a passing reason, and slows down when the store asks for it.
 *
 * <p>What a repeated write may and may not do:
 *
 * <ul>
 *   <li>After an attempt that was UNCLEAR an unconditional write is sent again: it does the same.
 *   <li>So is a conditional one, because its condition decides: when it holds, the unclear attempt
 *       was not applied and now cannot be any more. When it does not hold, the first attempt or
 *       somebody else may be the reason; the call then ends UNCLEAR, never PRECONDITION_FAILED.
 *   <li>No other error after an unclear attempt says that nothing was written: all become UNCLEAR.
 * </ul>
 */
public final class RetryingStore extends WrappedStore {
  private final Env env;
  private final StoreObserver observer;
  private final RetryPolicy policy;
  private final RateLimiter limiter;
  private final Sleeper sleeper;
  private final LongAdder repeated = new LongAdder();

  /** Guarded by itself. */
  private final RandomGenerator random;

  /** Repeats the calls of {@code inner}, which is one host. */
  public RetryingStore(Env env, ObjectStore inner, RetryPolicy policy) {
    this(env, inner, policy, StoreObserver.NONE);
  }

  /** Repeats the calls of {@code inner}, which is one host, and lets each attempt be seen. */
  public RetryingStore(Env env, ObjectStore inner, RetryPolicy policy, StoreObserver observer) {
    super(inner);
    this.observer = observer;
    this.env = env;
    this.policy = policy;
    this.limiter = new RateLimiter(env);
    this.sleeper = new Sleeper(env, inner.address());
    this.random = env.newRandom();
  }

  /** How many attempts were repetitions. */
  public long repeated() {
    return repeated.sum();
  }

  /** The present bound on requests per second; infinite when there is none. */
  public double requestsPerSecondMax() {
    return limiter.perSecond();
  }

  /** What happened so far in one call. */
  private final class Attempts {
    private final StoreRequest request;
    private final long start = env.nanoTime();
    private int made = 1;
    private int failed;
    private int throttled;
    private long firstThrottled;
    private boolean refreshed;
    private boolean unclear;

    Attempts(StoreRequest request) {
      this.request = request;
    }

    /** How long to wait before the next attempt, or the end of it all. */
    long waitAfter(StoreException e) throws StoreException {
      unclear |= e.reason() == Reason.UNCLEAR;
      return switch (e.reason()) {
        case THROTTLED -> waitWhenThrottled(e);
        case UNAVAILABLE, INCOMPLETE, CONFLICT, UNCLEAR -> {
          if (++failed > policy.retries()) {
            throw end(e);
          }
          yield wait(failed, e);
        }
        case EXPIRED_CREDENTIALS -> {
          // The store has fresh ones by now, if there are any.
          if (refreshed) {
            throw end(e);
          }
          refreshed = true;
          yield 0;
        }
        case NOT_FOUND,
            PRECONDITION_FAILED,
            RANGE,
            DENIED,
            TOO_LARGE,
            READ_ONLY,
            UNSUPPORTED,
            REFUSED,
            INTERRUPTED ->
            throw end(e);
      };
    }

    private long waitWhenThrottled(StoreException e) throws StoreException {
      limiter.refused();
      long now = env.nanoTime();
      if (throttled++ == 0) {
        firstThrottled = now;
      }
      long wait = wait(throttled, e);
      if (now + wait - firstThrottled > policy.throttledMillis() * 1_000_000) {
        throw end(e);
      }
      return wait;
    }

    private long wait(int repetition, StoreException e) {
      double chance;
      synchronized (random) {
        chance = random.nextDouble();
      }
      double millis = chance * policy.waitBoundMillis(repetition);
      return Math.round(Math.max(millis, e.retryAfterMillis()) * 1e6);
    }

    private StoreException end(StoreException e) {
      boolean doubt = unclear && e.reason() != Reason.INTERRUPTED;
      if (made == 1 && !doubt) {
        return e;
      }
      String message =
          e.getMessage()
              + " (attempt "
              + made
              + ", "
              + (env.nanoTime() - start) / 1_000_000
              + " ms after the first)";
      if (doubt && e.reason() != Reason.UNCLEAR) {
        message =
            "An earlier attempt of "
                + request.operation()
                + " "
                + StoreErrors.address(address(), request.key())
                + " had no reply and may have been applied; read the object to know. The last: "
                + message;
      }
      return new StoreException(
          doubt ? Reason.UNCLEAR : e.reason(),
          message,
          e.status(),
          e.retryAfterMillis(),
          e.storeTime(),
          e);
    }
  }

  @Override
  <T> T around(StoreRequest request, Call<T> call) throws StoreException {
    Attempts attempts = new Attempts(request);
    while (true) {
      sleeper.sleep(limiter.take());
      try {
        return observed(request, call, attempts.made);
      } catch (StoreException e) {
        sleeper.sleep(attempts.waitAfter(e));
        attempts.made++;
        repeated.increment();
      }
    }
  }

  private <T> T observed(StoreRequest request, Call<T> call, int number) throws StoreException {
    // The first event of a process takes a third of a second to set up: only when somebody records.
    StoreRequestEvent event = FlightRecorder.isInitialized() ? new StoreRequestEvent() : null;
    if (event != null) {
      event.begin();
    }
    long start = env.nanoTime();
    observer.began(address(), request.operation());
    long bytes = 0;
    StoreException failure = null;
    try {
      T result = call.run();
      bytes = request.moved(result);
      return result;
    } catch (StoreException e) {
      failure = e;
      throw e;
    } finally {
      StoreObserver.Attempt attempt =
          new StoreObserver.Attempt(
              request.operation(),
              request.key(),
              request.offset(),
              bytes,
              number,
              env.nanoTime() - start,
              failure == null ? null : failure.reason(),
              failure == null ? 0 : failure.status());
      observer.ended(address(), attempt);
      if (event != null) {
        event.keep(address(), attempt);
      }
    }
  }

  /** Repeats only what failed. */
  @Override
  public List<FailedDelete> deleteAll(List<String> keys) throws StoreException {
    List<FailedDelete> lasting = new ArrayList<>();
    List<String> open = keys;
    StoreRequest request = StoreRequest.of(StoreOperation.DELETE_ALL, "");
    Attempts attempts = new Attempts(request);
    while (true) {
      List<FailedDelete> failed = super.deleteAll(open);
      Map<String, FailedDelete> passing = new HashMap<>();
      for (FailedDelete one : failed) {
        if (one.reason().isTransient() || one.reason() == Reason.UNCLEAR) {
          passing.put(one.key(), one);
        } else {
          lasting.add(one);
        }
      }
      if (passing.isEmpty()) {
        return lasting;
      }
      FailedDelete first = failed.stream().filter(passing::containsValue).findFirst().orElseThrow();
      try {
        sleeper.sleep(attempts.waitAfter(new StoreException(first.reason(), first.message())));
      } catch (StoreException e) {
        if (e.reason() == Reason.INTERRUPTED) {
          throw e;
        }
        lasting.addAll(passing.values());
        return lasting;
      }
      repeated.increment();
      open = List.copyOf(passing.keySet());
    }
  }

  @Override
  public void close() {
    sleeper.close();
    super.close();
  }
}
