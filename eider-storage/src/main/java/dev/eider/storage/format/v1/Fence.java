// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

/** The payload of a FENCE record: who became the writer. */
public record Fence(long epoch, String host, long pid, String bootId) {
  /** The bytes of the payload. */
  public byte[] encode() {
    return new ByteSink(64).u64(epoch).string(host).u64(pid).string(bootId).toArray();
  }

  /**
   * The payload in the bytes.
   *
   * @throws FormatException for bytes that are none
   */
  public static Fence decode(byte[] payload) throws FormatException {
    ByteSource source = new ByteSource(payload);
    Fence fence = new Fence(source.u64(), source.string(), source.u64(), source.string());
    source.finish("A FENCE record");
    return fence;
  }
}
