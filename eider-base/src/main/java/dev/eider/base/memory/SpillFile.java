// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.memory;

/**
 * An append-only scratch file, deleted on close. Appends may come from several threads (each append
 * is one contiguous range); reads of what was appended may happen at any time.
 */
public interface SpillFile extends AutoCloseable {
  /**
   * Appends bytes and answers the position of the first one.
   *
   * @throws dev.eider.base.error.EiderException OUT_OF_MEMORY when {@code max_temp_directory_size}
   *     would be passed, IO when the disk is full or fails
   */
  long append(byte[] source, int offset, int length);

  /** Reads exactly {@code length} bytes at {@code position}. */
  void read(long position, byte[] target, int offset, int length);

  /** Bytes appended so far. */
  long size();

  @Override
  void close();
}
