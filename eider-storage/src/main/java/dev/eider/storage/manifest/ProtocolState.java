// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.manifest;

import dev.eider.storage.format.v1.Checkpoint;
import dev.eider.storage.format.v1.CheckpointRecord;
import dev.eider.storage.format.v1.FormatException;
import dev.eider.storage.format.v1.Retired;
import dev.eider.storage.format.v1.Snapshot;
import dev.eider.storage.wal.LogApplier;
import dev.eider.storage.wal.LogEntry;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.LogRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the records say that are not commits: checkpoints, retired objects, named snapshots. Commits
 * go on to the {@link DatabaseState}. Written by the thread that reads or publishes the log; others
 * get copies under its monitor, which is not held while the upper state is called.
 */
final class ProtocolState implements LogApplier {
  private final DatabaseState upper;

  // Guarded by this.
  private final Map<String, Retired> retired = new LinkedHashMap<>();
  private final Map<String, Snapshot> snapshots = new TreeMap<>();
  private final Map<String, Snapshot> pending = new TreeMap<>();
  private final List<Dropped> dropped = new ArrayList<>();
  private @Nullable Checkpoint newest;
  private long version;

  /** Its objects stay until nobody can have read a head from before the drop. */
  private record Dropped(Snapshot snapshot, long slot) {}

  ProtocolState(DatabaseState upper) {
    this.upper = upper;
  }

  @Override
  public void restart(Checkpoint checkpoint) throws LogException {
    synchronized (this) {
      retired.clear();
      snapshots.clear();
      dropped.clear();
      newest = checkpoint;
      version = checkpoint.coversThrough();
    }
    upper.load(checkpoint.root(), checkpoint.coversThrough());
  }

  @Override
  public void apply(LogEntry entry) throws LogException {
    for (LogRecord one : entry.records()) {
      apply(entry.slot(), one);
    }
    upper.endOfSlot(entry.slot());
  }

  void apply(long slot, LogRecord one) throws LogException {
    try {
      switch (one.type()) {
        case COMMIT -> upper.commit(slot, one.payload());
        case FENCE, SET -> {}
        case CHECKPOINT -> {
          CheckpointRecord record = CheckpointRecord.decode(one.payload());
          published(slot, record);
          upper.published(record.root(), record.coversThrough());
        }
        case SNAPSHOT_CREATE -> created(Snapshot.decode(one.payload()));
        case SNAPSHOT_DROP -> dropped(Snapshot.decodeDrop(one.payload()), slot);
      }
    } catch (FormatException e) {
      throw new LogException(
          LogException.Reason.DAMAGED, "Log slot " + slot + ": " + e.getMessage(), e);
    }
  }

  /**
   * The record repeats what outlives the slots before it. Snapshots that were made or dropped after
   * the record was prepared stay as they are: the writer lets nothing come between.
   */
  synchronized void published(long slot, CheckpointRecord record) {
    newest = record.in(slot);
    retired.clear();
    record.retired().forEach(one -> retired.put(one.key(), one));
    snapshots.clear();
    record.snapshots().forEach(one -> snapshots.put(one.name(), one));
  }

  synchronized void created(Snapshot snapshot) {
    snapshots.put(snapshot.name(), snapshot);
  }

  synchronized void dropped(String name, long slot) {
    Snapshot snapshot = snapshots.remove(name);
    if (snapshot != null) {
      dropped.add(new Dropped(snapshot, slot));
    }
  }

  /** From now on it keeps its objects, whether or not its record will be in the log. */
  synchronized void prepare(Snapshot snapshot) {
    pending.put(snapshot.name(), snapshot);
  }

  /** Its record certainly is, or certainly is not, in the log. */
  synchronized void decided(String name) {
    pending.remove(name);
  }

  /** The versions that snapshots need, at a floor. */
  synchronized List<Long> versionsKept(long floor) {
    List<Long> versions = new ArrayList<>();
    snapshots.values().forEach(one -> versions.add(one.version()));
    pending.values().forEach(one -> versions.add(one.version()));
    dropped.removeIf(one -> one.slot <= floor);
    dropped.forEach(one -> versions.add(one.snapshot.version()));
    return versions;
  }

  synchronized @Nullable Checkpoint newest() {
    return newest;
  }

  /** The version whose root the upper state was loaded from; 0 for none. */
  synchronized long version() {
    return version;
  }

  synchronized List<Retired> retired() {
    return new ArrayList<>(retired.values());
  }

  synchronized List<Snapshot> snapshots() {
    return new ArrayList<>(snapshots.values());
  }

  synchronized @Nullable Snapshot snapshot(String name) {
    return snapshots.get(name);
  }

  synchronized void forget(String key) {
    retired.remove(key);
  }
}
