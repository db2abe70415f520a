// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.memory;

import dev.eider.base.env.Env;
import dev.eider.io.store.KeyListing;
import dev.eider.io.store.ListPage;
import dev.eider.io.store.MultipartUpload;
import dev.eider.io.store.ObjectInfo;
import dev.eider.io.store.ObjectKeys;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.PartNumbers;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.StoreErrors;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import dev.eider.io.store.WriteReply;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Objects on the heap, gone with the store. Each write of an object makes a new immutable version
 * and a tag that no other version ever has.
 *
 * <p>Invariant: a key's entry is changed only by the atomic {@code compute} of {@link #write},
 * where the condition is checked; readers hold a version, which nobody changes.
 */
public final class MemoryStore implements ObjectStore {
  private final Env env;
  private final String address;
  private final ConcurrentSkipListMap<String, Version> versions =
      new ConcurrentSkipListMap<>(ObjectKeys.ORDER);
  private final AtomicLong lastTag = new AtomicLong();
  private volatile boolean closed;

  /** An empty store; {@code name} appears in its address. */
  public MemoryStore(Env env, String name) {
    this.env = env;
    this.address = "memory://" + name;
  }

  private record Version(byte[] bytes, String etag, long writtenMillis) {}

  @Override
  public String address() {
    return address;
  }

  @Override
  public ObjectInfo get(String key, long offset, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    Version version = version(key, ifMatch);
    long length = target.byteSize();
    if (offset < 0 || offset > version.bytes.length - length) {
      throw StoreErrors.range(address, key, offset, length, version.bytes.length);
    }
    MemorySegment.copy(MemorySegment.ofArray(version.bytes), offset, target, 0, length);
    return info(key, version);
  }

  @Override
  public ObjectInfo getSuffix(String key, MemorySegment target, @Nullable String ifMatch)
      throws StoreException {
    Version version = version(key, ifMatch);
    long length = Math.min(version.bytes.length, target.byteSize());
    MemorySegment bytes = MemorySegment.ofArray(version.bytes);
    MemorySegment.copy(bytes, version.bytes.length - length, target, 0, length);
    return info(key, version);
  }

  @Override
  public ObjectInfo head(String key) throws StoreException {
    return info(key, version(key, null));
  }

  private Version version(String key, @Nullable String ifMatch) throws StoreException {
    check(key);
    Version version = versions.get(key);
    if (version == null) {
      throw StoreErrors.notFound(address, key);
    }
    if (ifMatch != null && !ifMatch.isEmpty() && !ifMatch.equals(version.etag)) {
      throw StoreErrors.changed(address, key, ifMatch, version.etag);
    }
    return version;
  }

  private ObjectInfo info(String key, Version version) {
    return new ObjectInfo(
        key, version.bytes.length, version.etag, version.writtenMillis, nowMillis());
  }

  private long nowMillis() {
    return env.epochMicros() / 1000;
  }

  private void check(String key) throws StoreException {
    StoreErrors.checkRunning(address, closed);
    ObjectKeys.check(key);
  }

  @Override
  public WriteReply put(String key, MemorySegment body, PutCondition condition)
      throws StoreException {
    check(key);
    return write(key, copyOf(key, body), condition);
  }

  private byte[] copyOf(String key, MemorySegment body) throws StoreException {
    checkSize(key, body.byteSize());
    byte[] bytes = new byte[(int) body.byteSize()];
    MemorySegment.copy(body, 0, MemorySegment.ofArray(bytes), 0, bytes.length);
    return bytes;
  }

  private void checkSize(String key, long size) throws StoreException {
    if (size > Integer.MAX_VALUE - 8) {
      throw new StoreException(
          Reason.TOO_LARGE,
          StoreErrors.address(address, key)
              + " would have "
              + size
              + " bytes; an object in memory has at most 2 GiB");
    }
  }

  private WriteReply write(String key, byte[] bytes, PutCondition condition) throws StoreException {
    long now = nowMillis();
    Version made = new Version(bytes, "\"" + lastTag.incrementAndGet() + "\"", now);
    Version after =
        versions.compute(
            key,
            (k, before) -> {
              boolean holds =
                  switch (condition) {
                    case PutCondition.None none -> true;
                    case PutCondition.IfAbsent ifAbsent -> before == null;
                    case PutCondition.IfMatch match ->
                        before != null && before.etag.equals(match.etag());
                  };
              return holds ? made : before;
            });
    if (after != made) {
      throw condition instanceof PutCondition.IfMatch match
          ? StoreErrors.changed(address, key, match.etag(), after == null ? "gone" : after.etag)
          : StoreErrors.exists(address, key);
    }
    return new WriteReply(made.etag, now);
  }

  @Override
  public MultipartUpload startMultipart(String key) throws StoreException {
    check(key);
    return new Upload(key);
  }

  @Override
  public ListPage list(String prefix, @Nullable String delimiter, @Nullable String after, int limit)
      throws StoreException {
    StoreErrors.checkRunning(address, closed);
    KeyListing.Keys keys =
        new KeyListing.Keys() {
          @Override
          public @Nullable String ceiling(String from) {
            return versions.ceilingKey(from);
          }

          @Override
          public @Nullable ObjectInfo info(String key) {
            Version version = versions.get(key);
            return version == null ? null : MemoryStore.this.info(key, version);
          }
        };
    return KeyListing.page(keys, prefix, delimiter, after, limit);
  }

  @Override
  public void delete(String key) throws StoreException {
    check(key);
    versions.remove(key);
  }

  @Override
  public List<FailedDelete> deleteAll(List<String> keys) throws StoreException {
    StoreErrors.checkBatch(keys.size());
    for (String key : keys) {
      check(key);
    }
    keys.forEach(versions::remove);
    return List.of();
  }

  @Override
  public void close() {
    closed = true;
    versions.clear();
  }

  private final class Upload implements MultipartUpload {
    private final String key;
    private final Map<Integer, byte[]> parts = new ConcurrentHashMap<>();
    private boolean ended;

    Upload(String key) {
      this.key = key;
    }

    @Override
    public void part(int number, MemorySegment body) throws StoreException {
      check(key);
      PartNumbers.check(number);
      checkOpen();
      parts.put(number, copyOf(key, body));
    }

    @Override
    public WriteReply complete(int count, PutCondition condition) throws StoreException {
      check(key);
      PartNumbers.check(count);
      checkOpen();
      long size = 0;
      for (int number = 1; number <= count; number++) {
        byte[] part = parts.get(number);
        if (part == null) {
          throw new IllegalStateException("part " + number + " of " + key + " was not sent");
        }
        size += part.length;
      }
      checkSize(key, size);
      byte[] bytes = new byte[(int) size];
      int at = 0;
      for (int number = 1; number <= count; number++) {
        byte[] part = parts.get(number);
        assert part != null;
        if (number < count) {
          PartNumbers.checkSize(address, key, number, part.length);
        }
        System.arraycopy(part, 0, bytes, at, part.length);
        at += part.length;
      }
      // Refused or done, it is over either way.
      abort();
      return write(key, bytes, condition);
    }

    private void checkOpen() {
      if (ended) {
        throw new IllegalStateException("the upload of " + key + " is complete or aborted");
      }
    }

    @Override
    public void abort() {
      ended = true;
      parts.clear();
    }

    @Override
    public void close() {
      abort();
    }
  }
}
