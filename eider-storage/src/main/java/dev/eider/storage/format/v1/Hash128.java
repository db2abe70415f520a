// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The first 16 bytes of a SHA-256, as two big-endian halves. */
public record Hash128(long high, long low) {
  /** The hash of nothing before the first slot. */
  public static final Hash128 ZERO = new Hash128(0, 0);

  /** The hash of a part of an array, followed by a part of it. */
  static Hash128 of(byte[] bytes, int from, int length, int from2, int length2) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, from, length);
      digest.update(bytes, from2, length2);
      ByteSource first = new ByteSource(digest.digest());
      return new Hash128(first.bigEndian(), first.bigEndian());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    } catch (FormatException e) {
      throw new IllegalStateException(e);
    }
  }

  static Hash128 of(byte[] bytes, int from, int length) {
    return of(bytes, from, length, 0, 0);
  }

  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(high) + hex.toHexDigits(low);
  }
}
