// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import dev.eider.io.store.StoreException.Reason;

/** Rules of multipart uploads that all stores share. */
public final class PartNumbers {
  /** The greatest number of a part. */
  public static final int MAX = 10_000;

  private PartNumbers() {}

  /**
   * Checks the number of a part, or a count of parts.
   *
   * @throws IllegalArgumentException when it is not 1 to 10,000
   */
  public static void check(int number) {
    if (number < 1 || number > MAX) {
      throw new IllegalArgumentException("parts are numbered 1 to " + MAX + ", not " + number);
    }
  }

  /**
   * Checks the size of a part that others follow.
   *
   * @throws StoreException REFUSED when it is too small
   */
  public static void checkSize(String store, String key, int number, long size)
      throws StoreException {
    if (size < MultipartUpload.PART_MIN) {
      throw new StoreException(
          Reason.REFUSED,
          "Part "
              + number
              + " of "
              + StoreErrors.address(store, key)
              + " has "
              + size
              + " bytes; every part but the last has at least "
              + MultipartUpload.PART_MIN);
    }
  }
}
