// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.SegmentPool;
import dev.eider.base.table.ObjectAccess;
import dev.eider.base.table.ObjectSink;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.ScanContext;
import dev.eider.io.cache.BlockCache;
import dev.eider.io.cache.DiskCache;
import dev.eider.io.store.ListPage;
import dev.eider.io.store.ObjectInfo;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.Stores;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Objects of stores and local files, looked at for one query. Requests are made by the threads that
 * wait (urgent ones, or for many objects those of the scans); whoever asks waits for them and looks
 * now and then whether the query was cancelled.
 */
final class StoreObjects implements ObjectAccess {
  /** More requests than these at once do not count as urgent ones. */
  private static final int URGENT_MAX = ReadPool.URGENT_THREADS;

  /** Entries that a page of a listing may have. */
  private static final int PAGE = 1_000;

  private final Stores stores;
  private final ScanContext context;
  private final @Nullable ReadPool pool;
  private final SegmentPool buffers;
  private final @Nullable BlockCache cache;
  private final @Nullable DiskCache disk;

  /** Versions that were learnt, by address: those of one query are all of one moment. */
  private final Map<String, ObjectVersion> known = new ConcurrentHashMap<>();

  /**
   * Looks at objects.
   *
   * @param pool null: requests are made by the thread that asks
   * @param buffers for what goes into the cache
   * @param cache what was read before, or null
   * @param disk what was read before and is on disk, or null
   */
  StoreObjects(
      Stores stores,
      ScanContext context,
      @Nullable ReadPool pool,
      SegmentPool buffers,
      @Nullable BlockCache cache,
      @Nullable DiskCache disk) {
    this.stores = stores;
    this.context = context;
    this.pool = pool;
    this.buffers = buffers;
    this.cache = cache;
    this.disk = disk;
  }

  @Override
  public boolean isRemote(String address) {
    return stores.locate(address) != null;
  }

  @Override
  public ObjectVersion version(String address) {
    Stores.Located located = stores.locate(address);
    if (located == null) {
      return LocalObjects.version(address);
    }
    ObjectVersion found = known.get(address);
    if (found != null) {
      return found;
    }
    return all(
            1,
            i -> {
              try {
                return learn(address, located.store().head(located.key()));
              } catch (StoreException e) {
                throw StoreErrors.looking(address, e);
              }
            })
        .getFirst();
  }

  @Override
  public @Nullable ObjectVersion find(String address) {
    Stores.Located located = stores.locate(address);
    if (located == null) {
      return LocalObjects.find(address);
    }
    ObjectVersion found = known.get(address);
    if (found != null) {
      return found;
    }
    List<ObjectVersion> there = all(1, i -> look(address, located)).getFirst();
    return there.isEmpty() ? null : there.getFirst();
  }

  /** The object at an address, or nothing. */
  private List<ObjectVersion> look(String address, Stores.Located located) {
    try {
      return List.of(learn(address, located.store().head(located.key())));
    } catch (StoreException e) {
      if (e.reason() == StoreException.Reason.NOT_FOUND) {
        return List.of();
      }
      throw StoreErrors.looking(address, e);
    }
  }

  private ObjectVersion learn(String address, ObjectInfo info) {
    ObjectVersion version = new ObjectVersion(address, info.etag(), info.size());
    known.put(address, version);
    return version;
  }

  @Override
  public List<Tail> tails(List<String> addresses, int bytes) {
    boolean remote = !addresses.isEmpty() && isRemote(addresses.getFirst());
    return all(addresses.size(), i -> readTail(addresses.get(i), bytes), remote ? pool : null);
  }

  private Tail readTail(String address, int bytes) {
    Stores.Located located = stores.locate(address);
    if (located == null) {
      return LocalObjects.tail(address, bytes);
    }
    ObjectVersion before = known.get(address);
    if (before != null) {
      int length = (int) Math.min(bytes, before.size());
      byte[] kept = kept(located, before, before.size() - length, length);
      if (kept != null) {
        return new Tail(before, kept);
      }
    }
    byte[] target = new byte[bytes];
    String etag = before == null || before.etag().isEmpty() ? null : before.etag();
    try {
      ObjectInfo info =
          located.store().getSuffix(located.key(), MemorySegment.ofArray(target), etag);
      ObjectVersion version = learn(address, info);
      byte[] tail = version.size() < bytes ? Arrays.copyOf(target, (int) version.size()) : target;
      keep(located, version, version.size() - tail.length, tail);
      return new Tail(version, tail);
    } catch (StoreException e) {
      throw StoreErrors.looking(address, e);
    }
  }

  @Override
  public List<Head> heads(List<String> addresses, int bytes) {
    boolean remote = !addresses.isEmpty() && isRemote(addresses.getFirst());
    return all(addresses.size(), i -> readHead(addresses.get(i), bytes), remote ? pool : null);
  }

  private Head readHead(String address, int bytes) {
    Stores.Located located = stores.locate(address);
    if (located == null) {
      ObjectVersion version = LocalObjects.version(address);
      int length = (int) Math.min(bytes, version.size());
      return new Head(version, LocalObjects.read(version, 0, length));
    }
    try {
      ObjectVersion version = known.get(address);
      if (version == null) {
        version = learn(address, located.store().head(located.key()));
      }
      int length = (int) Math.min(bytes, version.size());
      byte[] kept = kept(located, version, 0, length);
      if (kept != null) {
        return new Head(version, kept);
      }
      byte[] target = new byte[length];
      if (target.length > 0) {
        String etag = version.etag().isEmpty() ? null : version.etag();
        located.store().get(located.key(), 0, MemorySegment.ofArray(target), etag);
        keep(located, version, 0, target);
      }
      return new Head(version, target);
    } catch (StoreException e) {
      throw StoreErrors.looking(address, e);
    }
  }

  @Override
  public byte[] read(ObjectVersion object, long offset, int length) {
    Stores.Located located = stores.locate(object.address());
    if (located == null) {
      return LocalObjects.read(object, offset, length);
    }
    byte[] kept = kept(located, object, offset, length);
    if (kept != null) {
      return kept;
    }
    byte[] target = new byte[length];
    all(
        1,
        i -> {
          try {
            return located
                .store()
                .get(
                    located.key(),
                    offset,
                    MemorySegment.ofArray(target),
                    object.etag().isEmpty() ? null : object.etag());
          } catch (StoreException e) {
            throw StoreErrors.reading(object.address(), offset, length, e);
          }
        });
    keep(located, object, offset, target);
    return target;
  }

  private byte @Nullable [] kept(
      Stores.Located located, ObjectVersion object, long offset, int length) {
    if (cache != null) {
      try (BlockCache.Pin pin = cache.pin(located.store(), object, offset, length)) {
        if (pin != null) {
          return pin.segment().toArray(ValueLayout.JAVA_BYTE);
        }
      }
    }
    if (disk != null) {
      byte[] bytes = new byte[length];
      if (disk.read(located.store(), object, offset, MemorySegment.ofArray(bytes))) {
        keepInMemory(located, object, offset, bytes);
        return bytes;
      }
    }
    return null;
  }

  private void keep(Stores.Located located, ObjectVersion object, long offset, byte[] bytes) {
    if (disk != null) {
      disk.write(located.store(), object, offset, MemorySegment.ofArray(bytes), () -> {});
    }
    keepInMemory(located, object, offset, bytes);
  }

  private void keepInMemory(
      Stores.Located located, ObjectVersion object, long offset, byte[] bytes) {
    if (cache == null || bytes.length == 0 || !BlockCache.isCacheable(object)) {
      return;
    }
    SegmentPool.Buffer buffer = buffers.tryTake(bytes.length);
    if (buffer != null) {
      MemorySegment.copy(bytes, 0, buffer.segment(), ValueLayout.JAVA_BYTE, 0, bytes.length);
      cache.offer(located.store(), object, offset, buffer);
    }
  }

  @Override
  public List<ObjectVersion> list(String prefix, boolean deep) {
    return listEach(List.of(prefix), deep).getFirst().objects();
  }

  @Override
  public Listing firstPage(String prefix, boolean deep) {
    return all(1, i -> list(prefix, deep, null, false)).getFirst();
  }

  @Override
  public Listing rest(String prefix, boolean deep, String after) {
    return all(1, i -> list(prefix, deep, after, true)).getFirst();
  }

  @Override
  public List<Listing> listEach(List<String> prefixes, boolean deep) {
    return all(prefixes.size(), i -> list(prefixes.get(i), deep, null, true));
  }

  /** Lists from a key on: to the end, or one page. */
  private Listing list(String prefix, boolean deep, @Nullable String from, boolean toTheEnd) {
    Stores.Located located = stores.locate(prefix);
    if (located == null) {
      throw EiderException.internal("\"" + prefix + "\" is not listed as a store");
    }
    ObjectStore store = located.store();
    String root = prefix.substring(0, prefix.length() - located.key().length());
    List<ObjectVersion> found = new ArrayList<>();
    List<String> directories = new ArrayList<>();
    String after = from;
    try {
      do {
        context.checkInterrupted();
        ListPage page = store.list(located.key(), deep ? null : "/", after, PAGE);
        for (ObjectInfo info : page.objects()) {
          found.add(learn(root + info.key(), info));
        }
        for (String directory : page.prefixes()) {
          directories.add(root + directory);
        }
        after = page.next();
      } while (after != null && toTheEnd);
    } catch (StoreException e) {
      throw StoreErrors.listing(prefix, e);
    }
    return new Listing(found, directories, after);
  }

  @Override
  public ObjectSink create(String address) {
    Stores.Located located = stores.locate(address);
    if (located == null) {
      throw EiderException.internal("\"" + address + "\" is not written as an object");
    }
    known.remove(address);
    return new StoreSink(address, located, context, pool == null ? null : pool.open(false));
  }

  @Override
  public void delete(List<String> addresses) {
    for (int from = 0; from < addresses.size(); from += PAGE) {
      List<String> some = addresses.subList(from, Math.min(addresses.size(), from + PAGE));
      all(1, i -> deleteSome(some));
    }
  }

  private int deleteSome(List<String> addresses) {
    List<String> keys = new ArrayList<>();
    ObjectStore store = null;
    for (String address : addresses) {
      Stores.Located located = stores.locate(address);
      if (located == null || store != null && located.store() != store) {
        throw EiderException.internal("\"" + address + "\" is of another store");
      }
      store = located.store();
      keys.add(located.key());
      known.remove(address);
    }
    if (store == null) {
      return 0;
    }
    try {
      List<ObjectStore.FailedDelete> failed = store.deleteAll(keys);
      if (!failed.isEmpty()) {
        throw EiderException.io(
            "Could not delete \""
                + failed.getFirst().key()
                + "\" and "
                + (failed.size() - 1)
                + " more in "
                + store.address()
                + ": "
                + failed.getFirst().message(),
            null);
      }
    } catch (StoreException e) {
      throw StoreErrors.writing(addresses.getFirst(), e);
    }
    return keys.size();
  }

  /** Something to be asked of a store; blocks. */
  private interface Request<T> {
    T make(int index);
  }

  /** The answers to several requests, made at once; the first error ends the others. */
  private <T> List<T> all(int count, Request<T> request) {
    return all(count, request, pool);
  }

  private <T> List<T> all(int count, Request<T> request, @Nullable ReadPool threads) {
    List<T> answers = new ArrayList<>();
    if (threads == null || count == 0) {
      for (int i = 0; i < count; i++) {
        context.checkInterrupted();
        answers.add(request.make(i));
      }
      return answers;
    }
    List<CompletableFuture<T>> futures = new ArrayList<>();
    CompletableFuture<Void> done = new CompletableFuture<>();
    AtomicInteger left = new AtomicInteger(count);
    ReadPool.Lane lane = threads.open(count <= URGENT_MAX);
    try {
      for (int i = 0; i < count; i++) {
        int index = i;
        CompletableFuture<T> answer = new CompletableFuture<>();
        futures.add(answer);
        lane.submit(
            0,
            () -> {
              try {
                answer.complete(request.make(index));
              } catch (Throwable e) {
                answer.completeExceptionally(e);
                done.complete(null);
              }
              if (left.decrementAndGet() == 0) {
                done.complete(null);
              }
            },
            () -> answer.cancel(false));
      }
      context.await(done);
    } finally {
      lane.cancel();
      lane.close();
    }
    for (CompletableFuture<T> answer : futures) {
      if (answer.isCompletedExceptionally() && !answer.isCancelled()) {
        throw thrown(answer.exceptionNow());
      }
    }
    for (CompletableFuture<T> answer : futures) {
      answers.add(answer.join());
    }
    return answers;
  }

  private static RuntimeException thrown(Throwable e) {
    if (e instanceof EiderException known) {
      return known;
    }
    if (e instanceof Error error) {
      throw error;
    }
    return EiderException.internal("a request failed: " + e);
  }
}
