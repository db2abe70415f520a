// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.util.UUID;

/**
 * An object that keeps a version's objects for a reader, {@code ttlMillis} after its last write.
 */
public record Pin(UUID database, long version, long ttlMillis) {
  private static final String WHAT = "A reader's pin";
  private static final String MAGIC = "OPIN";

  /** The bytes of the object. */
  public byte[] encode() {
    ByteSink sink = new ByteSink(64);
    sink.magic(MAGIC).u16(1).u16(0).uuid(database).u64(version).u64(ttlMillis);
    return sink.u32(sink.crc(0)).toArray();
  }

  /**
   * The pin in the bytes.
   *
   * @throws FormatException for bytes that are none
   */
  public static Pin decode(byte[] bytes) throws FormatException {
    ByteSource source = new ByteSource(bytes);
    source.begin(WHAT, MAGIC);
    source.endsWithCrc(WHAT);
    Pin pin = new Pin(source.uuid(), source.u64(), source.u64());
    source.finish(WHAT);
    return pin;
  }
}
