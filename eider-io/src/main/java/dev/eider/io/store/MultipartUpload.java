// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import java.lang.foreign.MemorySegment;

/**
 * An object that is being written in parts. Parts may be sent by several threads at once and in any
 * order; {@link #complete} and {@link #abort} by one, when no part is under way.
 */
public interface MultipartUpload extends AutoCloseable {
  /** The least bytes of every part but the last: 5 MiB, as S3 has it. */
  long PART_MIN = 5L << 20;

  /**
   * Sends part {@code number} (1 to 10,000); sending a number again replaces it.
   *
   * @throws StoreException UNCLEAR may be answered by sending the same part again; those of every
   *     call
   */
  void part(int number, MemorySegment body) throws StoreException;

  /**
   * Makes the object out of parts 1 to {@code parts}, all of which were sent, at least one. Readers
   * see all of it from then on. May be called again until it has succeeded once.
   *
   * @throws StoreException PRECONDITION_FAILED when the condition does not hold (the upload is then
   *     aborted); CONFLICT; UNCLEAR; NOT_FOUND when the upload is gone; UNSUPPORTED when the store
   *     knows no such condition here; REFUSED when a part but the last has fewer than {@link
   *     #PART_MIN} bytes; those of every call
   * @throws IllegalStateException when it is complete or aborted, or one of the parts was not sent
   */
  WriteReply complete(int parts, PutCondition condition) throws StoreException;

  /** Gives the upload up; the parts are deleted. Does nothing when it is complete. */
  void abort() throws StoreException;

  /**
   * {@link #abort} unless complete; a store that cannot be reached then is left with the parts
   * (buckets have a lifecycle rule for such), which is logged by the caller, not thrown.
   */
  @Override
  void close();
}
