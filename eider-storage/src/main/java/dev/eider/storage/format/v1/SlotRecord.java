// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

/** One record of a slot: its type's code, 1 to 255, and its payload, which is not copied. */
public record SlotRecord(int type, byte[] payload) {
  /** Bytes in front of the payload. */
  public static final int HEADER = 9;

  /** A code there can be. */
  public SlotRecord {
    if (type < 1 || type > 255) {
      throw new IllegalArgumentException("no type of record: " + type);
    }
  }
}
