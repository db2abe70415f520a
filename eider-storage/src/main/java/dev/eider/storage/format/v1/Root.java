// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

/**
 * The root of the data of a checkpoint: the key of an object, or the bytes themselves, whose
 * meaning is that of upper rooms. The array is not copied.
 */
public record Root(String key, byte[] inline) {
  /** A root that is an object. */
  public static Root at(String key) {
    return new Root(key, new byte[0]);
  }

  /** A root that travels with the checkpoint. */
  public static Root inline(byte[] bytes) {
    return new Root("", bytes);
  }

  void write(ByteSink sink) {
    sink.string(key).bytes(inline);
  }

  static Root read(ByteSource source) throws FormatException {
    return new Root(source.string(), source.bytes());
  }
}
