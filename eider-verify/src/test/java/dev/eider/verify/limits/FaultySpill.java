// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.limits;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.SpillFile;
import dev.eider.base.memory.SpillSpace;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A spill space over another one in which one kind of call fails: the n-th, or it and all that
 * follow; or in which something else happens at that call. Counts calls and open files. Any thread.
 */
final class FaultySpill implements SpillSpace {
  static final String MESSAGE = "No space left on device (planted)";

  /** What fails. */
  enum Call {
    CREATE,
    APPEND,
    READ
  }

  private final SpillSpace target;
  private final AtomicInteger[] calls = new AtomicInteger[Call.values().length];
  private final AtomicInteger open = new AtomicInteger();
  private volatile Call failing = Call.CREATE;
  private volatile int first = Integer.MAX_VALUE;
  private volatile boolean stays;
  private volatile Runnable action = FaultySpill::failing;

  FaultySpill(SpillSpace target) {
    this.target = target;
    for (int i = 0; i < calls.length; i++) {
      calls[i] = new AtomicInteger();
    }
  }

  /** From now on: the n-th call of a kind fails, and with {@code persistent} all after it. */
  void fail(Call call, int n, boolean persistent) {
    reset();
    failing = call;
    stays = persistent;
    first = n;
  }

  /** From now on: the n-th call of a kind does this first. */
  void at(Call call, int n, Runnable does) {
    fail(call, n, false);
    action = does;
  }

  private static void failing() {
    throw EiderException.io(MESSAGE, null);
  }

  /** Nothing fails, and counting starts again. */
  void reset() {
    first = Integer.MAX_VALUE;
    action = FaultySpill::failing;
    for (AtomicInteger count : calls) {
      count.set(0);
    }
  }

  int calls(Call call) {
    return calls[call.ordinal()].get();
  }

  int openFiles() {
    return open.get();
  }

  private void called(Call call) {
    int n = calls[call.ordinal()].incrementAndGet();
    if (call == failing && (n == first || (stays && n > first))) {
      action.run();
    }
  }

  @Override
  public SpillFile create(String component) {
    called(Call.CREATE);
    SpillFile file = target.create(component);
    open.incrementAndGet();
    return new SpillFile() {
      @Override
      public long append(byte[] source, int offset, int length) {
        called(Call.APPEND);
        return file.append(source, offset, length);
      }

      @Override
      public void read(long position, byte[] bytes, int offset, int length) {
        called(Call.READ);
        file.read(position, bytes, offset, length);
      }

      @Override
      public long size() {
        return file.size();
      }

      @Override
      public void close() {
        file.close();
        open.decrementAndGet();
      }
    };
  }

  @Override
  public long used() {
    return target.used();
  }
}
