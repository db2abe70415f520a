// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import dev.eider.io.store.KeyListing;
import dev.eider.io.store.ListPage;
import dev.eider.io.store.ObjectInfo;
import dev.eider.io.store.ObjectKeys;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.StoreErrors;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import dev.eider.io.store.WriteReply;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The server: one bucket, which is always right. Each call is one atomic step at the moment it is
 * applied; the network around it is {@link SimStore}. Tags are hashes of the content, times are
 * whole seconds, as S3 has them. Only under the baton.
 */
public final class SimBucket {
  static final String ADDRESS = "sim://bucket";

  /** Sees what is applied; must not wait. */
  public interface Watcher {
    /** An object was created or replaced. */
    default void written(String key, byte[] body, boolean created, long serverMillis) {}

    /** An object was deleted. */
    default void deleted(String key) {}
  }

  private record Entry(byte[] body, String etag, long modifiedMillis) {}

  private final Simulation simulation;
  private final TreeMap<String, Entry> objects = new TreeMap<>(ObjectKeys.ORDER);
  private final List<Watcher> watchers = new ArrayList<>();
  private final long skewMillis;

  /** An empty bucket whose front ends' clocks disagree by at most so much. */
  public SimBucket(Simulation simulation, long skewMillis) {
    this.simulation = simulation;
    this.skewMillis = skewMillis;
  }

  /** Lets somebody see all that is applied. */
  public void watch(Watcher watcher) {
    watchers.add(watcher);
  }

  /** The clock of the front end that happens to answer, in whole seconds. */
  long clockMillis() {
    long skew = skewMillis == 0 ? 0 : simulation.random().nextLong(2 * skewMillis + 1) - skewMillis;
    long exact = SimProcess.EPOCH_MILLIS + simulation.now() / 1_000_000 + skew;
    return exact / 1000 * 1000;
  }

  /** The whole object as it is, or null: for those who look from outside. */
  public byte @Nullable [] peek(String key) {
    Entry entry = objects.get(key);
    return entry == null ? null : entry.body.clone();
  }

  /** All keys with a prefix, seen from outside. */
  public List<String> keys(String prefix) {
    List<String> keys = new ArrayList<>();
    for (String key : objects.tailMap(prefix, true).keySet()) {
      if (!key.startsWith(prefix)) {
        break;
      }
      keys.add(key);
    }
    return keys;
  }

  /** Changes or removes (null) an object from outside, as an accident does. */
  public void tamper(String key, byte @Nullable [] body) {
    if (body == null) {
      objects.remove(key);
    } else {
      objects.put(key, new Entry(body.clone(), tag(body), clockMillis()));
    }
  }

  /** What is known of an object, and its bytes. */
  record Found(ObjectInfo info, byte[] body) {}

  Found read(String key, @Nullable String ifMatch) throws StoreException {
    Entry entry = objects.get(key);
    if (entry == null) {
      throw timed(StoreErrors.notFound(ADDRESS, key), 404);
    }
    if (ifMatch != null && !ifMatch.isEmpty() && !ifMatch.equals(entry.etag)) {
      throw timed(StoreErrors.changed(ADDRESS, key, ifMatch, entry.etag), 412);
    }
    return new Found(info(key, entry), entry.body);
  }

  private ObjectInfo info(String key, Entry entry) {
    return new ObjectInfo(key, entry.body.length, entry.etag, entry.modifiedMillis, clockMillis());
  }

  WriteReply write(String key, byte[] body, PutCondition condition) throws StoreException {
    Entry old = objects.get(key);
    switch (condition) {
      case PutCondition.None none -> {}
      case PutCondition.IfAbsent absent -> {
        if (old != null) {
          throw timed(StoreErrors.exists(ADDRESS, key), 412);
        }
      }
      case PutCondition.IfMatch match -> {
        if (old == null || !old.etag.equals(match.etag())) {
          throw timed(
              StoreErrors.changed(ADDRESS, key, match.etag(), old == null ? null : old.etag), 412);
        }
      }
    }
    Entry entry = new Entry(body, tag(body), clockMillis());
    objects.put(key, entry);
    for (Watcher watcher : watchers) {
      watcher.written(key, body, old == null, entry.modifiedMillis);
    }
    return new WriteReply(entry.etag, entry.modifiedMillis);
  }

  void delete(String key) {
    if (objects.remove(key) != null) {
      watchers.forEach(watcher -> watcher.deleted(key));
    }
  }

  ListPage list(String prefix, @Nullable String delimiter, @Nullable String after, int limit)
      throws StoreException {
    return KeyListing.page(
        new KeyListing.Keys() {
          @Override
          public @Nullable String ceiling(String from) {
            return objects.ceilingKey(from);
          }

          @Override
          public @Nullable ObjectInfo info(String key) {
            Entry entry = objects.get(key);
            return entry == null ? null : SimBucket.this.info(key, entry);
          }
        },
        prefix,
        delimiter,
        after,
        limit);
  }

  private StoreException timed(StoreException error, int status) {
    return new StoreException(
        error.reason(), String.valueOf(error.getMessage()), status, 0, clockMillis(), null);
  }

  StoreException refused(Reason reason, int status, String what) {
    return new StoreException(reason, what + " (simulated)", status, 0, clockMillis(), null);
  }

  private static String tag(byte[] body) {
    CRC32C crc = new CRC32C();
    crc.update(body);
    long sum = 0xcbf29ce484222325L;
    for (byte value : body) {
      sum = (sum ^ value) * 0x100000001b3L;
    }
    return '"' + Long.toHexString(sum) + Long.toHexString(crc.getValue()) + '"';
  }
}
