// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import org.jspecify.annotations.Nullable;

/** Watches the requests that a {@link RetryingStore} makes, repetitions too. Any thread; quick. */
public interface StoreObserver {
  /** A request begins. */
  void began(String store, StoreOperation operation);

  /** A request that began has ended. */
  void ended(String store, Attempt attempt);

  /**
   * One request.
   *
   * @param key the object's, a listing's prefix, or empty
   * @param offset of the range; 0 where there is none
   * @param bytes of the body that was moved; 0 after a failure
   * @param number 1 for the first attempt of a call
   * @param failure why it failed, or null
   * @param status of the reply, 0 when there was none or it is not known
   */
  record Attempt(
      StoreOperation operation,
      String key,
      long offset,
      long bytes,
      int number,
      long nanos,
      StoreException.@Nullable Reason failure,
      int status) {}

  /** Looks at nothing. */
  StoreObserver NONE =
      new StoreObserver() {
        @Override
        public void began(String store, StoreOperation operation) {}

        @Override
        public void ended(String store, Attempt attempt) {}
      };
}
