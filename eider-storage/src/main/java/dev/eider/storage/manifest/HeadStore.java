// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.manifest;

import dev.eider.io.store.PutCondition;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.WriteReply;
import dev.eider.storage.format.v1.Head;
import dev.eider.storage.format.v1.HeadCodec;
import dev.eider.storage.wal.HeadReader;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.ProtocolRule;
import dev.eider.storage.wal.StoreCalls;
import java.lang.foreign.MemorySegment;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Replaces the head by compare and swap. One thread at a time. */
final class HeadStore {
  private final StoreCalls calls;
  private final HeadReader reader;
  private final RandomGenerator random;

  HeadStore(StoreCalls calls) {
    this.calls = calls;
    this.reader = new HeadReader(calls);
    this.random = calls.env().newRandom();
  }

  HeadReader reader() {
    return reader;
  }

  /** A new identity. */
  UUID newId() {
    return new UUID(
        random.nextLong() & ~0xF000L | 0x4000L, random.nextLong() & ~(3L << 62) | 1L << 63);
  }

  /**
   * Replaces the head that was seen, or creates it where none was seen.
   *
   * @return the head that was written, when and with which tag; null when another was there first
   * @throws LogException STORE when it cannot be found out; the write may then still happen
   */
  HeadReader.@Nullable Seen replace(HeadReader.@Nullable Seen seen, Head changed)
      throws LogException {
    Head head = changed.next(newId());
    byte[] bytes = HeadCodec.encode(head);
    PutCondition condition =
        seen == null ? PutCondition.IF_ABSENT : PutCondition.ifMatch(seen.etag());
    if (!calls.settings().keeps(ProtocolRule.HEAD_CAS)) {
      condition = PutCondition.NONE;
    }
    StoreCalls.Backoff backoff = calls.new Backoff();
    for (int attempt = 1; ; attempt++) {
      try {
        WriteReply reply =
            calls.store().put(calls.key(HeadReader.NAME), MemorySegment.ofArray(bytes), condition);
        return new HeadReader.Seen(head, reply.etag(), reply.storeTime(), reply.storeTime());
      } catch (StoreException e) {
        switch (e.reason()) {
          case PRECONDITION_FAILED, UNCLEAR -> {
            HeadReader.Seen now = reader.readOrNull();
            boolean mine = now != null && now.head().writeId().equals(head.writeId());
            if (mine) {
              return now;
            }
            boolean unchanged =
                now == null ? seen == null : seen != null && now.etag().equals(seen.etag());
            if (!unchanged) {
              return null;
            }
          }
          case CONFLICT, THROTTLED, UNAVAILABLE -> {}
          default -> throw calls.failed("write head", e);
        }
        if (attempt >= calls.settings().attempts()) {
          throw calls.failed("write head", e);
        }
        backoff.pause(e.retryAfterMillis());
      }
    }
  }
}
