// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The head to bytes and back; the layout is in the package's specification. */
public final class HeadCodec {
  /** The most bytes of a head. */
  public static final int SIZE_MAX = 1 << 20;

  private static final String WHAT = "The database's head";
  private static final String MAGIC = "OHED";

  private HeadCodec() {}

  /**
   * The bytes of a head.
   *
   * @throws IllegalArgumentException when it would have more than {@link #SIZE_MAX}
   */
  public static byte[] encode(Head head) {
    ByteSink sink = new ByteSink(1024);
    sink.magic(MAGIC).u16(1).u16(0).u64(0).uuid(head.database()).u64(head.version());
    sink.uuid(head.writeId()).u64(head.epoch());
    Owner owner = head.owner();
    sink.u8(owner == null ? 0 : 1);
    if (owner != null) {
      sink.uuid(owner.writer()).string(owner.host()).u64(owner.pid()).string(owner.bootId());
      sink.u64(owner.openedAtMillis());
    }
    sink.u64(head.ttlMillis());
    Checkpoint checkpoint = head.checkpoint();
    sink.u8(checkpoint == null ? 0 : 1);
    if (checkpoint != null) {
      sink.u64(checkpoint.slot()).u64(checkpoint.coversThrough()).hash(checkpoint.chain());
      sink.u64(checkpoint.epoch());
      checkpoint.root().write(sink);
    }
    sink.u64(head.floor()).u64(head.tailHint()).u64(head.collections());
    byte[] bytes = sink.u32(sink.crc(0)).toArray();
    if (bytes.length > SIZE_MAX) {
      throw new IllegalArgumentException(
          "the head would have "
              + bytes.length
              + " bytes, more than "
              + SIZE_MAX
              + ": the root of the checkpoint must be an object of its own");
    }
    return bytes;
  }

  /**
   * The head in the bytes.
   *
   * @throws FormatException for bytes that are none
   */
  public static Head decode(byte[] bytes) throws FormatException {
    ByteSource source = new ByteSource(bytes);
    source.begin(WHAT, MAGIC);
    source.endsWithCrc(WHAT);
    long features = source.u64();
    if (features != 0) {
      throw ByteSource.unknownFeatures("The database", "0x" + Long.toHexString(features));
    }
    UUID database = source.uuid();
    long version = source.u64();
    UUID writeId = source.uuid();
    long epoch = source.u64();
    Owner owner = source.flag() ? owner(source) : null;
    long ttl = source.u64();
    Checkpoint checkpoint = source.flag() ? checkpoint(source) : null;
    long floor = source.u64();
    long tailHint = source.u64();
    long collections = source.u64();
    source.finish(WHAT);
    return new Head(
        database, version, writeId, epoch, owner, ttl, checkpoint, floor, tailHint, collections);
  }

  private static @Nullable Owner owner(ByteSource source) throws FormatException {
    return new Owner(source.uuid(), source.string(), source.u64(), source.string(), source.u64());
  }

  private static Checkpoint checkpoint(ByteSource source) throws FormatException {
    return new Checkpoint(
        source.u64(), source.u64(), source.hash(), source.u64(), Root.read(source));
  }
}
