// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

/**
 * Bytes of a pack or of a metadata page are not what the format allows. Thrown by whoever decodes
 * them, who does not know where they came from; whoever does makes an error of it that names the
 * object.
 */
public final class DamagedPackException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long offset;

  /**
   * An exception.
   *
   * @param offset where, within the bytes that are decoded
   * @param detail what was expected and what was seen
   */
  public DamagedPackException(long offset, String detail) {
    super(detail, null, false, false);
    this.offset = offset;
  }

  /** Where, within the bytes that were decoded. */
  public long offset() {
    return offset;
  }

  /** The detail as a text. */
  public String detail() {
    return String.valueOf(getMessage());
  }
}
