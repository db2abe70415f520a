// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import dev.eider.base.env.Env;
import java.util.random.RandomGenerator;

/**
 * Makes a store as slow as one that is far away: each request waits for its latency, then its bytes
 * pass at the rate of a stream and through a link that all requests share. Time is the
 * environment's, so a simulated one makes runs exact.
 *
 * <p>The link serves bodies one after the other in the order in which their first bytes come; its
 * throughput is exact over any time in which it has something to do. Each body that has passed is a
 * {@link LinkTransferEvent}.
 */
public final class SlowStore extends WrappedStore {
  private final Env env;
  private final Sleeper sleeper;
  private final double latencyNanos;
  private final double jitterNanos;
  private final double streamNanosPerByte;
  private final double linkNanosPerByte;

  /** Guarded by {@link #lock}, as is {@link #linkFree}. */
  private final RandomGenerator random;

  private final Object lock = new Object();

  /** When the link has passed all bytes that it was given so far, by the environment's clock. */
  private long linkFree;

  /** Slows {@code inner} down; chance comes from the environment. */
  public SlowStore(Env env, ObjectStore inner, SimulatedLink link) {
    super(inner);
    this.env = env;
    this.sleeper = new Sleeper(env, inner.address());
    this.latencyNanos = link.latencyMillis() * 1e6;
    this.jitterNanos = link.jitterMillis() * 1e6;
    this.streamNanosPerByte = perByte(link.streamMegabytesPerSecond() * 1e6);
    this.linkNanosPerByte = perByte(link.linkGigabitsPerSecond() * 1e9 / 8);
    this.random = env.newRandom();
    this.linkFree = env.nanoTime();
  }

  private static double perByte(double bytesPerSecond) {
    return bytesPerSecond == 0 ? 0 : 1e9 / bytesPerSecond;
  }

  @Override
  <T> T around(StoreRequest request, Call<T> call) throws StoreException {
    long requested = env.nanoTime();
    long latency = latency();
    if (request.operation().isRead()) {
      sleeper.sleep(latency);
      T result = call.run();
      pass(request, request.moved(result), requested);
      return result;
    }
    sleeper.sleep(latency / 2);
    pass(request, request.body().byteSize(), requested);
    T result = call.run();
    sleeper.sleep(latency - latency / 2);
    return result;
  }

  private long latency() {
    synchronized (lock) {
      return Math.round(Math.max(0, latencyNanos + jitterNanos * random.nextGaussian()));
    }
  }

  private void pass(StoreRequest request, long bytes, long requested) throws StoreException {
    if (bytes == 0) {
      return;
    }
    long now = env.nanoTime();
    long end;
    synchronized (lock) {
      long begin = linkFree - now > 0 ? linkFree : now;
      linkFree = begin + Math.round(bytes * linkNanosPerByte);
      end = linkFree;
    }
    long streamed = now + Math.round(bytes * streamNanosPerByte);
    long last = end - streamed > 0 ? end : streamed;
    sleeper.sleepUntil(last);
    observe(request, bytes, requested, last);
  }

  /**
   * A body passes at the rate of its stream and is done at {@code last}: so bodies that wait for
   * the link overlap as on a link that all share, and together they never pass faster than it can.
   */
  private void observe(StoreRequest request, long bytes, long requested, long last) {
    LinkTransferEvent event = new LinkTransferEvent();
    if (!event.isEnabled()) {
      return;
    }
    event.operation = request.operation().name();
    event.key = request.key();
    event.bytes = bytes;
    event.requestedNanos = requested;
    event.firstByteNanos =
        last - Math.round(bytes * Math.max(streamNanosPerByte, linkNanosPerByte));
    event.lastByteNanos = last;
    event.commit();
  }

  @Override
  public void close() {
    sleeper.close();
    super.close();
  }
}
