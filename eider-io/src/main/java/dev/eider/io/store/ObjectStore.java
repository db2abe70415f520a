// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The port to one bucket, container, directory or host: named, whole objects with strong
 * consistency. Everything above it is the same code for all stores.
 *
 * <p>Calls block, and are made only by threads that may wait (the pool of {@code io.sched}), never
 * by a worker that computes. Implementations are safe for any number of threads. A call ends by
 * {@link Thread#interrupt} within 500 ms, with {@link StoreException.Reason#INTERRUPTED}, and the
 * thread's interrupt status stays set. A write that ends so may have been applied, as one that ends
 * UNCLEAR.
 *
 * <p>Implementations make one attempt: repeating, hedging and rate limits are layers above ({@link
 * RetryingStore}), so that a caller who must know how often a write was sent can leave them out.
 *
 * <p>Keys are UTF-8 text of 1 to 1,024 bytes, without a leading slash; any character may occur and
 * is encoded by the implementation. Other keys are REFUSED. Bodies lie in segments that the caller
 * owns and has accounted for, off the heap or around a {@code byte[]}; a store keeps no reference
 * to them after the call.
 *
 * <p>Consistency that every implementation gives and the conformance test checks: a read begun
 * after a write was acknowledged sees it or a later one; a list does too; of several concurrent
 * conditional writes on the same state of a key exactly one wins; a body is never a mix of two
 * writes; a write that failed by a condition changed nothing.
 */
public interface ObjectStore extends AutoCloseable {
  /** The address of the store as users write it, without secrets: {@code s3://bucket}. */
  String address();

  /**
   * The address with the server that answers for it: the same in every process, and another one for
   * a store of other objects. Without secrets.
   */
  default String identity() {
    return address();
  }

  /**
   * Reads exactly {@code target.byteSize()} bytes at {@code offset} of the object into {@code
   * target}. An empty target asks for the object only, as {@link #head} does, under the same rules.
   *
   * @param ifMatch the ETag the object must still have; null or empty (the tag of stores that give
   *     none) for any
   * @return what the reply tells of the whole object
   * @throws StoreException NOT_FOUND; PRECONDITION_FAILED when the ETag differs; RANGE when the
   *     object ends before the range does; INCOMPLETE when the body ended early (the content of
   *     {@code target} is then undefined); and those of every call: DENIED, EXPIRED_CREDENTIALS,
   *     THROTTLED, UNAVAILABLE, INTERRUPTED, REFUSED
   */
  ObjectInfo get(String key, long offset, MemorySegment target, @Nullable String ifMatch)
      throws StoreException;

  /**
   * Reads the last bytes of the object: {@code min(size, target.byteSize())} of them, at the start
   * of {@code target}. One request, without knowing the size; {@link ObjectInfo#size} tells it.
   *
   * @throws StoreException as {@link #get}; never RANGE (an empty object yields no bytes)
   */
  ObjectInfo getSuffix(String key, MemorySegment target, @Nullable String ifMatch)
      throws StoreException;

  /**
   * What is known of an object without its body.
   *
   * @throws StoreException NOT_FOUND; those of every call
   */
  ObjectInfo head(String key) throws StoreException;

  /**
   * Writes a whole object under a condition. Atomic: readers see the old object or the new one.
   *
   * @throws StoreException PRECONDITION_FAILED when the condition does not hold; CONFLICT when
   *     another conditional write on the key is under way (nothing was changed: try again); UNCLEAR
   *     when it was sent and no certain reply came (it may or may not have been applied, now or
   *     later); UNAVAILABLE only when it certainly was not sent; UNSUPPORTED when the store knows
   *     no such condition; TOO_LARGE; READ_ONLY; those of every call
   */
  WriteReply put(String key, MemorySegment body, PutCondition condition) throws StoreException;

  /**
   * Begins an object that is written in parts. Nothing is seen of it before {@link
   * MultipartUpload#complete}.
   *
   * @throws StoreException READ_ONLY; those of every call
   */
  MultipartUpload startMultipart(String key) throws StoreException;

  /**
   * One page of the keys that start with {@code prefix}, in the order of their UTF-8 bytes.
   *
   * @param delimiter null for all keys; otherwise what follows the prefix up to and with the first
   *     delimiter is given once, in {@link ListPage#prefixes}, instead of the keys below it
   * @param after only keys and prefixes greater than this one; null for the beginning
   * @param limit the most entries wanted, 1 to 1,000; a page may hold fewer without being the last
   * @throws StoreException UNSUPPORTED where the store cannot list (plain HTTP); those of every
   *     call
   */
  ListPage list(String prefix, @Nullable String delimiter, @Nullable String after, int limit)
      throws StoreException;

  /**
   * Deletes an object. Deleting what is not there succeeds.
   *
   * @throws StoreException UNCLEAR when it was sent and no certain reply came; READ_ONLY; those of
   *     every call
   */
  void delete(String key) throws StoreException;

  /**
   * Deletes up to 1,000 objects, in one request where the store has one.
   *
   * @return what could not be deleted, with the reason; empty when all are gone
   * @throws StoreException when the request as a whole failed, UNCLEAR included; READ_ONLY; those
   *     of every call
   */
  List<FailedDelete> deleteAll(List<String> keys) throws StoreException;

  /** Gives back connections and threads. Calls under way and later ones end with INTERRUPTED. */
  @Override
  void close();

  /** A key that a batch could not delete. */
  record FailedDelete(String key, StoreException.Reason reason, String message) {}
}
