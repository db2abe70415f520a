// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.util.ArrayList;
import java.util.List;

/**
 * The payload of a CHECKPOINT record. It repeats all that outlives the slots it covers.
 *
 * @param coversThrough the last slot whose commits are in the root
 * @param chain the {@link SlotCodec#chainHash} of that slot
 * @param epoch the epoch of that slot
 * @param retired all objects that wait to be deleted
 * @param snapshots all named snapshots
 */
public record CheckpointRecord(
    long coversThrough,
    Hash128 chain,
    long epoch,
    Root root,
    List<Retired> retired,
    List<Snapshot> snapshots) {
  public CheckpointRecord {
    retired = List.copyOf(retired);
    snapshots = List.copyOf(snapshots);
  }

  /** How head names it when it is in a slot. */
  public Checkpoint in(long slot) {
    return new Checkpoint(slot, coversThrough, chain, epoch, root);
  }

  /** The bytes of the payload. */
  public byte[] encode() {
    ByteSink sink = new ByteSink(256 + root.inline().length);
    sink.u64(coversThrough).hash(chain).u64(epoch);
    root.write(sink);
    sink.u32(retired.size());
    for (Retired one : retired) {
      sink.string(one.key()).u64(one.born()).u64(one.died());
    }
    sink.u32(snapshots.size());
    for (Snapshot one : snapshots) {
      one.write(sink);
    }
    return sink.toArray();
  }

  /**
   * The payload in the bytes.
   *
   * @throws FormatException for bytes that are none
   */
  public static CheckpointRecord decode(byte[] payload) throws FormatException {
    ByteSource source = new ByteSource(payload);
    long coversThrough = source.u64();
    Hash128 chain = source.hash();
    long epoch = source.u64();
    Root root = Root.read(source);
    List<Retired> retired = new ArrayList<>();
    for (int i = source.count(20); i > 0; i--) {
      retired.add(new Retired(source.string(), source.u64(), source.u64()));
    }
    List<Snapshot> snapshots = new ArrayList<>();
    for (int i = source.count(20); i > 0; i--) {
      snapshots.add(Snapshot.read(source));
    }
    source.finish("A CHECKPOINT record");
    return new CheckpointRecord(coversThrough, chain, epoch, root, retired, snapshots);
  }
}
