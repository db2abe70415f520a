// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import java.lang.foreign.MemorySegment;

/**
 * One call, as wrappers see it.
 *
 * @param operation what is asked
 * @param key the object's key, or a listing's prefix; empty for a batch
 * @param offset of the range that is read; 0 otherwise
 * @param body where bytes go to or come from; empty where there are none
 * @param condition of a write; none otherwise
 */
record StoreRequest(
    StoreOperation operation, String key, long offset, MemorySegment body, PutCondition condition) {
  static StoreRequest of(StoreOperation operation, String key) {
    return new StoreRequest(operation, key, 0, MemorySegment.NULL, PutCondition.NONE);
  }

  static StoreRequest of(StoreOperation operation, String key, MemorySegment body) {
    return new StoreRequest(operation, key, 0, body, PutCondition.NONE);
  }

  /** Whether it changes something only if a condition holds. */
  boolean isConditional() {
    return !(condition instanceof PutCondition.None);
  }

  /** The bytes of the body that a call with this result has moved. */
  long moved(Object result) {
    return operation == StoreOperation.GET_SUFFIX && result instanceof ObjectInfo info
        ? Math.min(info.size(), body.byteSize())
        : body.byteSize();
  }
}
