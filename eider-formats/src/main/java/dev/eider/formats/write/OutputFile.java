// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

/**
 * A file that is being written, of the local file system or of a store. A half file never passes
 * for a whole one. One thread at a time; errors are of kind IO.
 */
public interface OutputFile {
  /** The name it has, or will have when it is whole. */
  String path();

  /** Whether it is open: neither committed nor discarded. */
  boolean isOpen();

  /** Bytes written so far. */
  long length();

  /** Writes bytes at the end. */
  void append(byte[] bytes, int offset, int count);

  /** Writes bytes at the end. */
  default void append(byte[] bytes) {
    append(bytes, 0, bytes.length);
  }

  /** The file is whole: it gets its name. */
  void commit();

  /** Removes what was written, unless it was committed. */
  void discard();
}
