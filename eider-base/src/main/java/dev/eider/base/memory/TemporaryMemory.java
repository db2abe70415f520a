// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * The arbiter of temporary memory: joins, aggregates, sorts, windows and read-ahead register, say
 * how much they would still like, and are told how much they may have. Whoever has less than it
 * needs spills, or admits fewer reads. Safe for any number of threads.
 *
 * <p>Policy: 60 % of the limit is shared out (the rest is for chunks, caches and results).
 * Everybody gets its minimum; the remainder is split in proportion to what each still wants.
 */
public final class TemporaryMemory {
  private static final int SHARE_PERCENT = 60;

  private final MemoryManager manager;
  private final List<Claim> claims = new ArrayList<>();

  TemporaryMemory(MemoryManager manager) {
    this.manager = manager;
  }

  /** Registers a user that needs at least {@code minimum} bytes to make progress. */
  public Claim register(String component, long minimum) {
    Claim claim = new Claim(component, minimum);
    synchronized (claims) {
      claims.add(claim);
    }
    return claim;
  }

  private long grant(Claim asking) {
    synchronized (claims) {
      long pool = manager.limit() / 100 * SHARE_PERCENT;
      long minimums = 0;
      double wanted = 0;
      for (Claim claim : claims) {
        minimums += Math.min(claim.minimum, claim.wanted);
        wanted += Math.max(0, claim.wanted - claim.minimum);
      }
      if (asking.wanted <= asking.minimum) {
        return asking.wanted;
      }
      double rest = Math.max(0, pool - minimums);
      double more = asking.wanted - asking.minimum;
      double share = wanted <= rest ? more : rest * (more / wanted);
      return asking.minimum + (long) share;
    }
  }

  /** One user's standing with the arbiter. */
  public final class Claim implements AutoCloseable {
    private final String component;
    private final long minimum;
    private long wanted;

    private Claim(String component, long minimum) {
      this.component = component;
      this.minimum = minimum;
      this.wanted = minimum;
    }

    public String component() {
      return component;
    }

    /** Says how many bytes in all this user would hold if it never spilled. */
    public void want(long bytes) {
      synchronized (claims) {
        wanted = bytes;
      }
    }

    /**
     * {@link #want} and {@link #granted} in one step: what one thread asks for is not answered with
     * what another thread of the same user asked for in between.
     */
    public long request(long bytes) {
      synchronized (claims) {
        wanted = bytes;
        return grant(this);
      }
    }

    /** How many bytes this user may hold now. */
    public long granted() {
      return grant(this);
    }

    @Override
    public void close() {
      synchronized (claims) {
        claims.remove(this);
      }
    }
  }
}
