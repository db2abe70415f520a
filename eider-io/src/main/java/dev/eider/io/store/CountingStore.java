// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what is asked of a store, exactly: each call is one request, a repeated one too. Around a
 * {@link RetryingStore} it counts what callers ask, inside one what the store is sent.
 */
public final class CountingStore extends WrappedStore {
  private final Map<StoreOperation, Adders> adders = new EnumMap<>(StoreOperation.class);

  /** Counts the calls of {@code inner}, from nothing. */
  public CountingStore(ObjectStore inner) {
    super(inner);
    for (StoreOperation operation : StoreOperation.values()) {
      adders.put(operation, new Adders(new LongAdder(), new LongAdder(), new LongAdder()));
    }
  }

  private record Adders(LongAdder requests, LongAdder failures, LongAdder bytes) {}

  /**
   * What was counted.
   *
   * @param requests calls that have ended
   * @param failures those of them that failed
   * @param bytes of the bodies of those that succeeded
   */
  public record Counts(long requests, long failures, long bytes) {
    private Counts plus(Counts other) {
      return new Counts(requests + other.requests, failures + other.failures, bytes + other.bytes);
    }
  }

  /** The counts of one operation. */
  public Counts counts(StoreOperation operation) {
    Adders of = of(operation);
    return new Counts(of.requests.sum(), of.failures.sum(), of.bytes.sum());
  }

  /** The counts of all operations that read, or of all that write. */
  public Counts total(boolean read) {
    Counts total = new Counts(0, 0, 0);
    for (StoreOperation operation : StoreOperation.values()) {
      if (operation.isRead() == read) {
        total = total.plus(counts(operation));
      }
    }
    return total;
  }

  private Adders of(StoreOperation operation) {
    Adders of = adders.get(operation);
    assert of != null;
    return of;
  }

  @Override
  <T> T around(StoreRequest request, Call<T> call) throws StoreException {
    Adders of = of(request.operation());
    boolean failed = true;
    try {
      T result = call.run();
      of.bytes.add(request.moved(result));
      failed = false;
      return result;
    } finally {
      of.requests.increment();
      if (failed) {
        of.failures.increment();
      }
    }
  }
}
