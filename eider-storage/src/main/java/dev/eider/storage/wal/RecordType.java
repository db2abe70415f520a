// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.wal;

import org.jspecify.annotations.Nullable;

/** What a record of the log is about; the codes are those of the format. */
public enum RecordType {
  /** Changes of one transaction; the payload is the business of {@code txn}. */
  COMMIT(1),
  /** A new writer. */
  FENCE(2),
  /** A checkpoint was published. */
  CHECKPOINT(3),
  /** A version got a name. */
  SNAPSHOT_CREATE(4),
  /** A name was given up. */
  SNAPSHOT_DROP(5),
  /** A setting of the database. */
  SET(6);

  private final int code;

  RecordType(int code) {
    this.code = code;
  }

  /** The code in a slot. */
  public int code() {
    return code;
  }

  /** The type of a code; null for those of the future. */
  static @Nullable RecordType of(int code) {
    for (RecordType type : values()) {
      if (type.code == code) {
        return type;
      }
    }
    return null;
  }
}
