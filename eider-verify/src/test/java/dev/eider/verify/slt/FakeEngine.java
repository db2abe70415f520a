// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import dev.eider.verify.engine.EngineConfig;
import dev.eider.verify.engine.SqlEngine;
import dev.eider.verify.engine.SqlResult;
import dev.eider.verify.engine.SqlSession;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** An engine that does what the SQL text says: hang, break, or answer the text itself. */
final class FakeEngine implements SqlEngine {
  @Override
  public String name() {
    return "fake";
  }

  @Override
  public SqlSession open(EngineConfig config) {
    return new FakeSession();
  }

  private static final class FakeSession implements SqlSession {
    private final CountDownLatch cancelled = new CountDownLatch(1);

    @Override
    public SqlResult execute(String sql) {
      switch (sql) {
        case "hang" -> waitFor(cancelled);
        case "hang for ever" -> {
          while (!Thread.interrupted()) {
            Thread.onSpinWait();
          }
        }
        case "overflow" -> throw new StackOverflowError();
        case "exhaust" -> throw new OutOfMemoryError("Java heap space");
        case "crash" -> throw new IllegalStateException("broken");
        default -> {}
      }
      return new SqlResult(List.of("sql"), List.of("VARCHAR"), List.of(List.of(sql)), true);
    }

    private static void waitFor(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public SqlSession connect() {
      return new FakeSession();
    }

    @Override
    public void cancel() {
      cancelled.countDown();
    }

    @Override
    public void close() {}
  }
}
