// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.catalog.CatalogSet;
import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SpillFile;
import dev.eider.base.memory.SpillSpace;
import dev.eider.base.type.Value;
import dev.eider.engine.execute.Executor;
import dev.eider.engine.function.builtin.BuiltinFunctions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * A disk that is full at the first, second, fourth ... write while operators spill: the query ends
 * in the disk's error, nothing stays open, and the session goes on.
 */
class SpillFaultTest {
  /** Files in memory whose writes fail from one on. */
  private static final class FullDisk implements SpillSpace {
    final AtomicInteger writes = new AtomicInteger();
    final AtomicInteger open = new AtomicInteger();
    volatile int failFrom = Integer.MAX_VALUE;

    @Override
    public SpillFile create(String component) {
      open.incrementAndGet();
      return new SpillFile() {
        private final List<byte[]> pieces = new ArrayList<>();
        private boolean closed;
        private long size;

        @Override
        public synchronized long append(byte[] source, int offset, int length) {
          if (writes.incrementAndGet() >= failFrom) {
            throw EiderException.io("No space left on device", null);
          }
          pieces.add(java.util.Arrays.copyOfRange(source, offset, offset + length));
          size += length;
          return size - length;
        }

        @Override
        public synchronized void read(long position, byte[] target, int offset, int length) {
          long start = 0;
          int done = 0;
          for (byte[] piece : pieces) {
            for (int i = (int) Math.max(0, position + done - start);
                i < piece.length && done < length;
                i++) {
              target[offset + done++] = piece[i];
            }
            start += piece.length;
          }
          assertEquals(length, done);
        }

        @Override
        public synchronized long size() {
          return size;
        }

        @Override
        public synchronized void close() {
          if (!closed) {
            closed = true;
            open.decrementAndGet();
          }
        }
      };
    }

    @Override
    public long used() {
      return 0;
    }
  }

  private static String first(Session session, String sql) {
    try (QueryResult result = session.execute(sql)) {
      List<List<Value>> rows = result.rows();
      return String.valueOf(rows.getFirst().getFirst().object());
    }
  }

  private static void check(long limit, String sql, String expected) {
    FullDisk disk = new FullDisk();
    MemoryManager memory = new MemoryManager(limit);
    Session session =
        new Session(
            new EngineServices(
                BuiltinFunctions.registry(),
                List.of(),
                List.of(),
                new CatalogSet(new FakeCatalog("memory"), FakeCatalog::new),
                Env.system(),
                memory,
                (directory, bytes) -> disk,
                new Executor(Env.system(), 2),
                "test"));
    assertEquals(expected, first(session, sql));
    int writes = disk.writes.get();
    assertTrue(writes > 0, "the query spills: " + sql);
    for (int n = 1; n <= writes; n = 4 * n + 1) {
      disk.writes.set(0);
      disk.failFrom = n;
      try {
        first(session, sql);
      } catch (EiderException e) {
        assertEquals(ErrorType.IO, e.type(), e.getMessage());
        assertTrue(e.getMessage().contains("No space left on device"), e.getMessage());
      }
      assertEquals(0, disk.open.get(), "open files after write " + n + " failed: " + sql);
      assertEquals(0, memory.used(), "memory after write " + n + " failed: " + sql);
      disk.failFrom = Integer.MAX_VALUE;
      assertEquals("42", first(session, "SELECT 42"));
    }
    disk.writes.set(0);
    assertEquals(expected, first(session, sql));
  }

  @Test
  void aSortOnAFullDisk() {
    check(
        40 << 20,
        "SELECT count(*) FROM (SELECT range r, hash(range) h FROM range(3000000) ORDER BY h, r"
            + " OFFSET 1)",
        "2999999");
  }
}
