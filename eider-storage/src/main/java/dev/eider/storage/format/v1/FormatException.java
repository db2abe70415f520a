// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

/** Bytes that cannot be read. Checked: who reads them decides whether to read them again. */
public final class FormatException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  public FormatException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** What is wrong with the bytes. */
  public Kind kind() {
    return kind;
  }

  /** What the reader can make of it. */
  public enum Kind {
    /** Not an object of this kind at all. */
    BAD_MAGIC,
    /** Written by a later version of the program, which is needed to read it. */
    FUTURE_VERSION,
    /** Uses a feature that this program does not know and must know. */
    UNKNOWN_FEATURE,
    /** The bytes are not those that were written. */
    CHECKSUM,
    /** The bytes contradict themselves, or are another object than they should be. */
    MALFORMED
  }

  static FormatException malformed(String message) {
    return new FormatException(Kind.MALFORMED, message);
  }
}
