// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.memory;

/**
 * Where operators put what does not fit: files in {@code temp_directory}, bounded by {@code
 * max_temp_directory_size}. Safe for any number of threads.
 */
public interface SpillSpace {
  /**
   * A new empty spill file, private to the caller.
   *
   * @throws dev.eider.base.error.EiderException OUT_OF_MEMORY when spilling is switched off, IO
   *     when the directory cannot be made or written
   */
  SpillFile create(String component);

  /** Bytes on disk now. */
  long used();

  /** A space that refuses every file, with the error to throw. */
  static SpillSpace none() {
    return new SpillSpace() {
      @Override
      public SpillFile create(String component) {
        throw new dev.eider.base.error.EiderException(
            dev.eider.base.error.ErrorType.OUT_OF_MEMORY,
            "could not spill "
                + component
                + ": there is no temporary directory (SET temp_directory='/path')");
      }

      @Override
      public long used() {
        return 0;
      }
    };
  }
}
