// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.manifest;

import dev.eider.io.store.ListPage;
import dev.eider.io.store.ObjectInfo;
import dev.eider.storage.format.v1.Checkpoint;
import dev.eider.storage.format.v1.CheckpointRecord;
import dev.eider.storage.format.v1.DatabaseFormat;
import dev.eider.storage.format.v1.FormatException;
import dev.eider.storage.format.v1.Head;
import dev.eider.storage.format.v1.HeadCodec;
import dev.eider.storage.format.v1.Slot;
import dev.eider.storage.format.v1.SlotCodec;
import dev.eider.storage.format.v1.SlotRecord;
import dev.eider.storage.wal.HeadReader;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.LogException.Reason;
import dev.eider.storage.wal.LogStore;
import dev.eider.storage.wal.RecordType;
import dev.eider.storage.wal.StoreCalls;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Builds a lost or damaged head again: the newest CHECKPOINT record in the log wins. The floor
 * becomes what that checkpoint covers, which is at least the lost one, so that no writer from
 * before takes a deleted slot for a free one; nothing is deleted sooner than R later.
 */
final class HeadRecovery {
  private final StoreCalls calls;
  private final HeadStore heads;
  private final DatabaseFormat format;

  HeadRecovery(StoreCalls calls, HeadStore heads, DatabaseFormat format) {
    this.calls = calls;
    this.heads = heads;
    this.format = format;
  }

  HeadReader.Seen recover() throws LogException {
    StoreCalls.Fetched now = calls.fetch(HeadReader.NAME, HeadCodec.SIZE_MAX);
    HeadReader.Seen damaged = null;
    if (now.body() != null) {
      try {
        HeadReader.Seen fine = heads.reader().readOrNull();
        if (fine != null) {
          return fine;
        }
      } catch (LogException e) {
        if (e.reason() != Reason.DAMAGED) {
          throw e;
        }
        damaged = new HeadReader.Seen(empty(), now.etag(), 0, 0);
      }
    }
    Head rebuilt = rebuild();
    HeadReader.Seen written = heads.replace(damaged, rebuilt);
    return written != null ? written : heads.reader().read();
  }

  private Head empty() {
    return new Head(
        format.database(),
        0,
        new UUID(0, 0),
        0,
        null,
        calls.settings().leaseTtlMillis(),
        null,
        0,
        0,
        0);
  }

  private Head rebuild() throws LogException {
    long last = lastSlot();
    LogStore log = new LogStore(calls, format.database());
    long epoch = 0;
    for (long number = last; number >= 1; number--) {
      Slot slot = log.read(number).slot();
      if (slot == null) {
        throw new LogException(
            Reason.BROKEN_LOG,
            "Cannot recover the head of "
                + calls.address()
                + ": log slot "
                + number
                + " is missing, and no checkpoint follows it");
      }
      epoch = Math.max(epoch, slot.epoch());
      Checkpoint checkpoint = checkpoint(slot);
      if (checkpoint != null) {
        return empty()
            .withOwner(null, epoch, calls.settings().leaseTtlMillis())
            .withCheckpoint(checkpoint)
            .withFloor(checkpoint.coversThrough());
      }
    }
    return empty().withOwner(null, epoch, calls.settings().leaseTtlMillis());
  }

  private static @Nullable Checkpoint checkpoint(Slot slot) throws LogException {
    Checkpoint checkpoint = null;
    for (SlotRecord one : slot.records()) {
      if (one.type() == RecordType.CHECKPOINT.code()) {
        try {
          checkpoint = CheckpointRecord.decode(one.payload()).in(slot.number());
        } catch (FormatException e) {
          throw new LogException(
              Reason.DAMAGED, "Log slot " + slot.number() + ": " + e.getMessage(), e);
        }
      }
    }
    return checkpoint;
  }

  private long lastSlot() throws LogException {
    long last = 0;
    String after = null;
    do {
      String from = after;
      ListPage page = calls.repeat("list", s -> s.list(calls.key("log/"), null, from, 1000));
      for (ObjectInfo info : page.objects()) {
        last = Math.max(last, SlotCodec.number(info.key().substring(calls.key("").length())));
      }
      after = page.next();
    } while (after != null);
    return last;
  }
}
