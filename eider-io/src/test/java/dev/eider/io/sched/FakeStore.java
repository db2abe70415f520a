// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.io.store.ListPage;
import dev.eider.io.store.MultipartUpload;
import dev.eider.io.store.ObjectInfo;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import dev.eider.io.store.WriteReply;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A store of endless objects whose byte at x is a function of x, with gates and planned errors. */
final class FakeStore implements ObjectStore {
  /** Reads wait here until the test opens it. */
  final CountDownLatch gate;

  /** What single reads wait for, by their number. */
  final Map<Integer, CountDownLatch> gates = new ConcurrentHashMap<>();

  final List<String> reads = new ArrayList<>();

  /** A read that begins here fails, or -1. */
  volatile long failAt = -1;

  FakeStore(boolean open) {
    gate = new CountDownLatch(open ? 0 : 1);
  }

  static byte byteAt(long offset) {
    return (byte) (offset * 31 + (offset >> 8) * 7);
  }

  synchronized int count() {
    return reads.size();
  }

  @Override
  public String address() {
    return "fake://";
  }

  @Override
  public ObjectInfo get(String key, long offset, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    CountDownLatch own;
    synchronized (this) {
      own = gates.get(reads.size());
      reads.add(key + "@" + offset + "+" + target.byteSize());
    }
    try {
      gate.await();
      if (own != null) {
        own.await();
      }
    } catch (InterruptedException e) {
      throw new StoreException(Reason.INTERRUPTED, "interrupted", 0, 0, 0, e);
    }
    if (offset == failAt) {
      throw new StoreException(Reason.UNAVAILABLE, "HTTP 500 after 3 attempts");
    }
    for (long i = 0; i < target.byteSize(); i++) {
      target.set(ValueLayout.JAVA_BYTE, i, byteAt(offset + i));
    }
    return new ObjectInfo(key, 1L << 40, "1", 0, 0);
  }

  @Override
  public ObjectInfo getSuffix(String key, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    throw unsupported();
  }

  private static StoreException unsupported() {
    return new StoreException(Reason.UNSUPPORTED, "only reads");
  }

  @Override
  public ObjectInfo head(String key) throws StoreException {
    throw unsupported();
  }

  @Override
  public WriteReply put(String key, MemorySegment body, PutCondition condition)
      throws StoreException {
    throw unsupported();
  }

  @Override
  public MultipartUpload startMultipart(String key) throws StoreException {
    throw unsupported();
  }

  @Override
  public ListPage list(String prefix, @Nullable String delimiter, @Nullable String after, int limit)
      throws StoreException {
    throw unsupported();
  }

  @Override
  public void delete(String key) throws StoreException {
    throw unsupported();
  }

  @Override
  public List<FailedDelete> deleteAll(List<String> keys) throws StoreException {
    throw unsupported();
  }

  @Override
  public void close() {}
}
