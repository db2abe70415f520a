// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.eider.base.env.Env;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.memory.MemoryStore;
import dev.eider.storage.format.v1.Root;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.ProtocolSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The protocol with the real environment; what it promises is tested under simulation. */
@Timeout(60)
class RealThreadsTest {
  private static final int THREADS = 4;
  private static final int COMMITS = 50;

  /** The numbers that were committed. */
  private static final class Numbers implements DatabaseState {
    private final Set<Integer> all = new TreeSet<>();

    @Override
    public synchronized void load(@Nullable Root root, long version) {
      all.clear();
    }

    @Override
    public synchronized void commit(long slot, byte[] payload) {
      all.add(payload[0] * COMMITS + payload[1]);
    }

    synchronized int size() {
      return all.size();
    }
  }

  private static DatabaseOpener opener(ObjectStore store) {
    return new DatabaseOpener(
        Env.system(), store, "some/database/", ProtocolSettings.standard(), new SystemHost());
  }

  @Test
  void manyThreadsCommitAndAllIsThere() throws Exception {
    try (ObjectStore store = new MemoryStore(Env.system(), "log")) {
      Numbers numbers = new Numbers();
      WriteSession session = opener(store).openForWrite(numbers, OpenOptions.DEFAULT);
      List<CompletableFuture<Void>> ends = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        ends.add(end);
        byte number = (byte) thread;
        Env.system()
            .startThread(
                "committer",
                () -> {
                  for (byte i = 0; i < COMMITS; i++) {
                    byte[] payload = {number, i};
                    session.commit(payload, slot -> numbers.commit(slot, payload)).join();
                  }
                  end.complete(null);
                });
      }
      for (CompletableFuture<Void> end : ends) {
        end.get(30, TimeUnit.SECONDS);
      }
      Numbers read = new Numbers();
      ReadSession reader = opener(store).openForRead(read);
      assertEquals(THREADS * COMMITS, read.size());
      assertEquals(session.lastSlot(), reader.slot());
      session.close();
      Numbers again = new Numbers();
      try (WriteSession second = opener(store).openForWrite(again, OpenOptions.DEFAULT)) {
        assertEquals(THREADS * COMMITS, again.size());
        assertEquals(2, second.epoch());
      }
    } catch (LogException e) {
      throw new AssertionError(e.reason() + ": " + e.getMessage(), e);
    }
  }
}
