// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.spill;

import dev.eider.base.memory.MemoryReservation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pages of memory outside the heap, for bytes that wait for a later phase of an operator: the
 * garbage collector neither moves nor counts them, and they are gone when they are closed. Safe for
 * any number of threads.
 *
 * <p>Pages come in slabs. A slab is as large as an eighth of what there is already, so that there
 * are few of them: closing one costs a handshake with every thread. Each slab is charged to the
 * reservation while it exists.
 */
public final class NativePages implements AutoCloseable {
  /** Bytes of a page. */
  public static final int PAGE_BYTES = 32 << 10;

  private static final int LEAST_SLAB_PAGES = 8;
  private static final int MOST_SLAB_PAGES = 256;

  private final MemoryReservation memory;
  private final Grant grant;
  private final ArrayDeque<Page> free = new ArrayDeque<>();
  private final List<Slab> slabs = new ArrayList<>();
  private long bytes;

  /** Who is asked for the memory of a slab, and has charged it when the answer is yes. */
  @FunctionalInterface
  public interface Grant {
    boolean tryGrow(long bytes);
  }

  /** A piece of native memory. */
  private static final class Slab {
    private final Arena arena;
    private final long size;
    private int used;

    Slab(Arena arena, long size) {
      this.arena = arena;
      this.size = size;
    }
  }

  /** A page of a slab. */
  static final class Page {
    final MemorySegment bytes;
    private final Slab slab;

    Page(MemorySegment bytes, Slab slab) {
      this.bytes = bytes;
      this.slab = slab;
    }
  }

  /**
   * No pages yet.
   *
   * @param memory what pages give back to
   * @param grant asked for memory; charges {@code memory}
   */
  public NativePages(MemoryReservation memory, Grant grant) {
    this.memory = memory;
    this.grant = grant;
  }

  /** A page with any content, or null when no memory is granted. */
  synchronized @Nullable Page take() {
    Page page = free.poll();
    if (page == null) {
      int wanted = (int) Math.min(MOST_SLAB_PAGES, bytes / 8 / PAGE_BYTES);
      if ((wanted <= LEAST_SLAB_PAGES || !addSlab(wanted)) && !addSlab(LEAST_SLAB_PAGES)) {
        return null;
      }
      page = free.remove();
    }
    page.slab.used++;
    return page;
  }

  /** Takes pages back. */
  synchronized void give(List<Page> pages) {
    for (Page page : pages) {
      page.slab.used--;
      free.push(page);
    }
  }

  @SuppressWarnings("MustBeClosedChecker") // closed by trim or close
  private boolean addSlab(int pages) {
    long size = (long) pages * PAGE_BYTES;
    if (!grant.tryGrow(size)) {
      return false;
    }
    Arena arena = Arena.ofShared();
    MemorySegment all;
    try {
      all = arena.allocate(size, Long.BYTES);
    } catch (OutOfMemoryError none) {
      // The process may have less than the limit says; the answer is the same: spill.
      arena.close();
      memory.shrink(size);
      return false;
    }
    Slab slab = new Slab(arena, size);
    slabs.add(slab);
    bytes += size;
    for (long at = 0; at < size; at += PAGE_BYTES) {
      free.add(new Page(all.asSlice(at, PAGE_BYTES), slab));
    }
    return true;
  }

  /** Gives slabs without a page in use back to the system. */
  public synchronized void trim() {
    free.removeIf(page -> page.slab.used == 0);
    for (Iterator<Slab> all = slabs.iterator(); all.hasNext(); ) {
      Slab slab = all.next();
      if (slab.used == 0) {
        all.remove();
        drop(slab);
      }
    }
  }

  private void drop(Slab slab) {
    slab.arena.close();
    memory.shrink(slab.size);
    bytes -= slab.size;
  }

  /** Frees everything; no page may be in use by any thread. */
  @Override
  public synchronized void close() {
    free.clear();
    for (Slab slab : slabs) {
      drop(slab);
    }
    slabs.clear();
  }
}
