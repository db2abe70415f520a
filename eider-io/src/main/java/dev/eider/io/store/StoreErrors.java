// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import dev.eider.io.store.StoreException.Reason;
import org.jspecify.annotations.Nullable;

/** The wording of what several stores must say alike. */
public final class StoreErrors {
  private StoreErrors() {}

  /** The address of an object as users write it. */
  public static String address(String store, String key) {
    return store.endsWith("/") ? store + key : store + "/" + key;
  }

  /** No such object. */
  public static StoreException notFound(String store, String key) {
    return new StoreException(Reason.NOT_FOUND, "No object at " + address(store, key));
  }

  /** The object is another version than the one asked for, {@code seen} when known. */
  public static StoreException changed(
      String store, String key, String expected, @Nullable String seen) {
    return changed(store, key, expected, seen, null);
  }

  /** The same, as the store has said by {@code cause}. */
  public static StoreException changed(
      String store,
      String key,
      String expected,
      @Nullable String seen,
      @Nullable StoreException cause) {
    return new StoreException(
        Reason.PRECONDITION_FAILED,
        "The object at "
            + address(store, key)
            + " has changed: its tag is "
            + (seen == null || seen.isEmpty() ? "another one" : seen)
            + ", expected "
            + expected,
        cause == null ? 0 : cause.status(),
        0,
        cause == null ? 0 : cause.storeTime(),
        cause);
  }

  /** Tells the present tag of the object at hand. */
  @FunctionalInterface
  public interface TagLookup {
    /** Asks the store, once. */
    String tag() throws StoreException;
  }

  /**
   * Of an object that is another version now, which one: a refusal of a pinned read does not always
   * tell. Answers {@code e} itself when it is anything else, or when the lookup fails.
   */
  public static StoreException changed(
      String store, String key, @Nullable String expected, StoreException e, TagLookup lookup) {
    if (e.reason() != Reason.PRECONDITION_FAILED || e.status() != 412 || expected == null) {
      return e;
    }
    String seen;
    try {
      seen = lookup.tag();
    } catch (StoreException none) {
      e.addSuppressed(none);
      return e;
    }
    return changed(store, key, expected, seen, e);
  }

  /** A create met an object. */
  public static StoreException exists(String store, String key) {
    return new StoreException(
        Reason.PRECONDITION_FAILED, "There is already an object at " + address(store, key));
  }

  /** A range that the object does not have. */
  public static StoreException range(
      String store, String key, long offset, long length, long size) {
    return new StoreException(
        Reason.RANGE,
        "The object at "
            + address(store, key)
            + " has "
            + size
            + " bytes; asked for "
            + length
            + " at offset "
            + offset);
  }

  /** The thread was interrupted, or the store closed. */
  public static StoreException interrupted(String store, @Nullable Throwable cause) {
    return new StoreException(
        Reason.INTERRUPTED, "The call to " + store + " was interrupted", 0, 0, 0, cause);
  }

  /**
   * Ends a call whose thread was interrupted or whose store was closed.
   *
   * @throws StoreException INTERRUPTED
   */
  public static void checkRunning(String store, boolean closed) throws StoreException {
    if (closed) {
      throw new StoreException(Reason.INTERRUPTED, "The store " + store + " is closed");
    }
    if (Thread.currentThread().isInterrupted()) {
      throw interrupted(store, null);
    }
  }

  /**
   * Checks a batch of keys to delete.
   *
   * @throws IllegalArgumentException when there are more than 1,000
   */
  public static void checkBatch(int keys) {
    if (keys > 1000) {
      throw new IllegalArgumentException("a batch has at most 1000 keys, not " + keys);
    }
  }
}
