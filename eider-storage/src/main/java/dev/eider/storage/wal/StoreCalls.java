// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.wal;

import dev.eider.base.env.Env;
import dev.eider.io.store.ObjectInfo;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The calls of the protocol on one database's objects: keys below its prefix, whole objects, reads
 * repeated. Writes are not repeated here: who writes must know how often. Any thread.
 */
public final class StoreCalls {
  /** Most protocol objects come with one request; longer ones need a second. */
  private static final int FIRST_BYTES = 32 << 10;

  private final Env env;
  private final ObjectStore store;
  private final String prefix;
  private final ProtocolSettings settings;

  /** The objects of {@code store} below {@code prefix}, which is empty or ends in a slash. */
  public StoreCalls(Env env, ObjectStore store, String prefix, ProtocolSettings settings) {
    if (!prefix.isEmpty() && !prefix.endsWith("/")) {
      throw new IllegalArgumentException("a prefix ends in a slash: " + prefix);
    }
    this.env = env;
    this.store = store;
    this.prefix = prefix;
    this.settings = settings;
  }

  /**
   * An object, or its absence.
   *
   * @param body null when there is no such object
   * @param storeMillis the store's clock when it replied; 0 when unknown
   */
  public record Fetched(
      byte @Nullable [] body, String etag, long modifiedMillis, long storeMillis) {}

  /** A call of the store. */
  public interface Call<T> {
    /** One attempt. */
    T run(ObjectStore store) throws StoreException;
  }

  public Env env() {
    return env;
  }

  public ObjectStore store() {
    return store;
  }

  public ProtocolSettings settings() {
    return settings;
  }

  /** The key in the store of an object of the database. */
  public String key(String name) {
    return prefix + name;
  }

  /** Where the database is, as users write it. */
  public String address() {
    String address = store.address();
    return (address.endsWith("/") ? address : address + "/") + prefix;
  }

  /** Reads a whole object, again while the store fails for a passing reason. */
  public Fetched fetch(String name, int bytesMax) throws LogException {
    return repeat("read " + name, s -> fetchOnce(s, name, bytesMax));
  }

  private Fetched fetchOnce(ObjectStore from, String name, int bytesMax) throws StoreException {
    byte[] buffer = new byte[Math.min(bytesMax, FIRST_BYTES)];
    ObjectInfo info;
    try {
      info = from.getSuffix(key(name), MemorySegment.ofArray(buffer), null);
    } catch (StoreException e) {
      if (e.reason() == Reason.NOT_FOUND) {
        return new Fetched(null, "", 0, e.storeTime());
      }
      throw e;
    }
    byte[] body;
    if (info.size() <= buffer.length) {
      body = Arrays.copyOf(buffer, (int) info.size());
    } else if (info.size() > bytesMax) {
      // As long as nothing can be: whoever decodes it says so.
      body = new byte[0];
    } else {
      body = new byte[(int) info.size()];
      try {
        info = from.get(key(name), 0, MemorySegment.ofArray(body), info.etag());
      } catch (StoreException e) {
        if (e.reason() == Reason.PRECONDITION_FAILED || e.reason() == Reason.NOT_FOUND) {
          throw new StoreException(
              Reason.INCOMPLETE, "The object " + name + " changed while it was read");
        }
        throw e;
      }
    }
    return new Fetched(body, info.etag(), info.lastModified(), info.storeTime());
  }

  /**
   * Makes a call that may be made again without harm, while it fails for a passing reason or its
   * outcome is unclear.
   */
  public <T> T repeat(String what, Call<T> call) throws LogException {
    Backoff backoff = new Backoff();
    for (int attempt = 1; ; attempt++) {
      try {
        return call.run(store);
      } catch (StoreException e) {
        boolean again = e.reason().isTransient() || e.reason() == Reason.UNCLEAR;
        if (!again || attempt == settings.attempts()) {
          throw failed(what, e);
        }
        backoff.pause(e.retryAfterMillis());
      }
    }
  }

  /** What a failure of the store becomes. */
  public LogException failed(String what, StoreException e) {
    if (e.reason() == Reason.INTERRUPTED) {
      return new LogException(LogException.Reason.INTERRUPTED, "Interrupted: " + what, e);
    }
    return new LogException(
        LogException.Reason.STORE,
        "Could not " + what + " of the database at " + address() + ": " + e.getMessage(),
        e);
  }

  /** Waits until a future is done. */
  public void await(CompletableFuture<?> future) throws LogException {
    try {
      env.await(future);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LogException(LogException.Reason.INTERRUPTED, "Interrupted!", e);
    }
  }

  /** Waits for a time. */
  public void pause(long millis) throws LogException {
    if (millis > 0) {
      await(env.delay(millis, TimeUnit.MILLISECONDS));
    }
  }

  /**
   * Waits that grow, with chance in them so that several processes do not keep step. One thread.
   */
  public final class Backoff {
    private final RandomGenerator random = env.newRandom();
    private long next = settings.backoffMillis();

    /** Waits, at least as long as the store asked to. */
    public void pause(long atLeastMillis) throws LogException {
      long millis = next / 2 + random.nextLong(Math.max(1, next / 2 + 1));
      next = Math.min(next * 2, settings.backoffMaxMillis());
      StoreCalls.this.pause(Math.max(atLeastMillis, Math.max(1, millis)));
    }
  }
}
