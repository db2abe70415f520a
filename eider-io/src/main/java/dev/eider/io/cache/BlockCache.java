// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.cache;

import dev.eider.base.memory.Evictable;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SegmentPool;
import dev.eider.base.table.ObjectVersion;
import dev.eider.io.store.ObjectStore;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Pieces of objects in memory, found by store, version and place. Nothing is copied: a finished
 * fetch leaves its buffers here, and who finds a piece reads it where it lies, pinned.
 *
 * <p>Only versions with a strong tag are kept: for a weak one, or none, equal tags do not say equal
 * bytes. That a version is the present one is for the caller to ask the store; a piece of another
 * version is never found.
 *
 * <p>What stays is chosen by S3-FIFO (Yang et al., SOSP 2023): new pieces go through a small queue
 * of a tenth of the room, those asked for again there, or again soon after they left it, go to the
 * main queue, so that one pass over much data does not push out what is read often. The room is
 * half of the memory limit. Buffers are charged to the pool they come from. Any thread.
 */
public final class BlockCache implements Evictable, AutoCloseable {
  /** Room as a part of the memory limit. */
  private static final int ROOM_DIVISOR = 2;

  /** A piece larger than this part of the room is not kept. */
  private static final int LARGEST_DIVISOR = 4;

  /** The small queue as a part of the room. */
  private static final int SMALL_DIVISOR = 10;

  private static final int FREQUENCY_MAX = 3;

  /** Places remembered after their pieces have left, at least. */
  private static final int GHOSTS_MIN = 1_024;

  /** How many pieces that begin before a range are tried for one that holds it. */
  private static final int STEPS_BACK = 4;

  private final MemoryManager memory;
  private final SegmentPool buffers;
  private final Map<Key, TreeMap<Long, Piece>> objects = new HashMap<>();
  private final Queue small = new Queue();
  private final Queue main = new Queue();
  private final LinkedHashSet<Place> ghosts = new LinkedHashSet<>();
  private long hits;
  private long hitBytes;
  private long misses;
  private boolean closed;

  private record Key(ObjectStore store, ObjectVersion object) {}

  private record Place(Key key, long offset) {}

  private static final class Queue {
    private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
    private long bytes;

    void add(Piece piece) {
      pieces.add(piece);
      bytes += piece.charge();
    }

    @Nullable Piece poll() {
      Piece piece = pieces.poll();
      if (piece != null) {
        bytes -= piece.charge();
      }
      return piece;
    }
  }

  /** A piece of an object. Guarded by the cache. */
  private static final class Piece {
    private final Place place;
    private final SegmentPool.Buffer buffer;
    private int frequency;
    private int pins;

    /** No longer found; its buffer is closed with the last pin, or when its turn to leave comes. */
    private boolean removed;

    Piece(Place place, SegmentPool.Buffer buffer) {
      this.place = place;
      this.buffer = buffer;
    }

    long length() {
      return buffer.segment().byteSize();
    }

    long charge() {
      return SegmentPool.capacity(length());
    }
  }

  /** A piece that somebody reads. Close it once; any thread. */
  public final class Pin implements AutoCloseable {
    private final Piece piece;
    private final MemorySegment segment;
    private boolean open = true;

    private Pin(Piece piece, MemorySegment segment) {
      this.piece = piece;
      this.segment = segment;
    }

    /** The bytes asked for, read-only; not to be touched after close. */
    public MemorySegment segment() {
      return segment;
    }

    @Override
    public void close() {
      boolean last;
      synchronized (BlockCache.this) {
        if (!open) {
          return;
        }
        open = false;
        piece.pins--;
        last = piece.pins == 0 && piece.removed;
      }
      if (last) {
        piece.buffer.close();
      }
    }
  }

  /**
   * What is kept of one object.
   *
   * @param bytes kept of it
   */
  public record Kept(ObjectVersion object, long offset, long bytes) {}

  /**
   * Counts since the cache was made.
   *
   * @param hits ranges found
   * @param hitBytes bytes of them
   * @param misses ranges asked for and not found
   * @param bytes kept now, as they are charged
   */
  public record Counts(long hits, long hitBytes, long misses, int pieces, long bytes) {}

  /**
   * An empty cache.
   *
   * @param buffers where the buffers come from that are offered; stays the caller's
   */
  public BlockCache(MemoryManager memory, SegmentPool buffers) {
    this.memory = memory;
    this.buffers = buffers;
    memory.register(this);
  }

  /** Whether pieces of a version may be kept. */
  public static boolean isCacheable(ObjectVersion object) {
    return !object.etag().isEmpty() && !object.etag().startsWith("W/");
  }

  /** {@code length} bytes at {@code offset} of a version of an object, or null. */
  public @Nullable Pin pin(ObjectStore store, ObjectVersion object, long offset, long length) {
    if (!isCacheable(object) || length == 0) {
      return null;
    }
    synchronized (this) {
      TreeMap<Long, Piece> pieces = objects.get(new Key(store, object));
      Map.Entry<Long, Piece> entry = pieces == null ? null : pieces.floorEntry(offset);
      for (int step = 0; pieces != null && entry != null && step < STEPS_BACK; step++) {
        Piece piece = entry.getValue();
        long from = offset - entry.getKey();
        if (from + length <= piece.length()) {
          piece.pins++;
          piece.frequency = Math.min(FREQUENCY_MAX, piece.frequency + 1);
          hits++;
          hitBytes += length;
          return new Pin(piece, piece.buffer.segment().asSlice(from, length).asReadOnly());
        }
        entry = pieces.lowerEntry(entry.getKey());
      }
      misses++;
      return null;
    }
  }

  /**
   * Keeps a buffer full of the bytes at {@code offset}, or closes it. Either way it is no longer
   * the caller's.
   */
  public void offer(
      ObjectStore store, ObjectVersion object, long offset, SegmentPool.Buffer buffer) {
    Piece piece = new Piece(new Place(new Key(store, object), offset), buffer);
    List<SegmentPool.Buffer> freed = new ArrayList<>();
    synchronized (this) {
      long room = memory.limit() / ROOM_DIVISOR;
      if (closed || !isCacheable(object) || piece.charge() > room / LARGEST_DIVISOR) {
        freed.add(buffer);
      } else {
        insert(piece, freed);
        evictTo(room, freed);
      }
    }
    freed.forEach(SegmentPool.Buffer::close);
  }

  private void insert(Piece piece, List<SegmentPool.Buffer> freed) {
    TreeMap<Long, Piece> pieces = objects.computeIfAbsent(piece.place.key, key -> new TreeMap<>());
    long offset = piece.place.offset;
    Map.Entry<Long, Piece> before = pieces.floorEntry(offset);
    if (before != null && before.getKey() + before.getValue().length() >= offset + piece.length()) {
      // Two queries fetched the same.
      freed.add(piece.buffer);
      return;
    }
    Piece replaced = pieces.put(offset, piece);
    if (replaced != null) {
      unlinkReplaced(replaced, freed);
    }
    if (ghosts.remove(piece.place)) {
      main.add(piece);
    } else {
      small.add(piece);
    }
  }

  /** A shorter piece at the same place: it leaves the queues when its turn comes. */
  private void unlinkReplaced(Piece piece, List<SegmentPool.Buffer> freed) {
    if (small.pieces.remove(piece)) {
      small.bytes -= piece.charge();
    } else if (main.pieces.remove(piece)) {
      main.bytes -= piece.charge();
    }
    release(piece, freed);
  }

  private void release(Piece piece, List<SegmentPool.Buffer> freed) {
    piece.removed = true;
    if (piece.pins == 0) {
      freed.add(piece.buffer);
    }
  }

  private void evictTo(long room, List<SegmentPool.Buffer> freed) {
    // Each piece can be passed over a few times, no more: pinned ones stay.
    long turns = (long) (small.pieces.size() + main.pieces.size()) * (FREQUENCY_MAX + 2);
    while (small.bytes + main.bytes > room && turns-- > 0) {
      if (small.bytes > room / SMALL_DIVISOR || main.pieces.isEmpty()) {
        turnSmall(freed);
      } else {
        turnMain(freed);
      }
    }
  }

  private void turnSmall(List<SegmentPool.Buffer> freed) {
    Piece piece = small.poll();
    if (piece == null) {
      return;
    }
    if (piece.frequency > 0 || piece.pins > 0) {
      piece.frequency = 0;
      main.add(piece);
      return;
    }
    ghosts.add(piece.place);
    if (ghosts.size() > Math.max(GHOSTS_MIN, main.pieces.size())) {
      ghosts.removeFirst();
    }
    leave(piece, freed);
  }

  private void turnMain(List<SegmentPool.Buffer> freed) {
    Piece piece = main.poll();
    if (piece == null) {
      return;
    }
    if (piece.frequency > 0 || piece.pins > 0) {
      piece.frequency = Math.max(0, piece.frequency - 1);
      main.add(piece);
      return;
    }
    leave(piece, freed);
  }

  private void leave(Piece piece, List<SegmentPool.Buffer> freed) {
    Key key = piece.place.key;
    TreeMap<Long, Piece> pieces = objects.get(key);
    if (pieces != null) {
      pieces.remove(piece.place.offset, piece);
      if (pieces.isEmpty()) {
        objects.remove(key);
      }
    }
    release(piece, freed);
  }

  @Override
  public synchronized long evictable() {
    return small.bytes + main.bytes;
  }

  @Override
  public long evict(long bytes) {
    List<SegmentPool.Buffer> freed = new ArrayList<>();
    synchronized (this) {
      evictTo(Math.max(0, small.bytes + main.bytes - bytes), freed);
    }
    freed.forEach(SegmentPool.Buffer::close);
    // What came back to the pool is charged until the pool lets it go.
    return freed.isEmpty() ? 0 : buffers.evict(bytes);
  }

  /** Forgets everything. */
  public void clear() {
    List<SegmentPool.Buffer> freed = new ArrayList<>();
    synchronized (this) {
      for (Queue queue : List.of(small, main)) {
        for (Piece piece = queue.poll(); piece != null; piece = queue.poll()) {
          release(piece, freed);
        }
      }
      objects.clear();
      ghosts.clear();
    }
    freed.forEach(SegmentPool.Buffer::close);
  }

  /** What is kept, in no order. */
  public synchronized List<Kept> kept() {
    List<Kept> all = new ArrayList<>();
    for (Collection<Piece> queue : List.of(small.pieces, main.pieces)) {
      for (Piece piece : queue) {
        all.add(new Kept(piece.place.key.object, piece.place.offset, piece.length()));
      }
    }
    return all;
  }

  /** How it fares. */
  public synchronized Counts counts() {
    return new Counts(
        hits, hitBytes, misses, small.pieces.size() + main.pieces.size(), small.bytes + main.bytes);
  }

  /** Forgets everything and keeps nothing any more. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    memory.unregister(this);
    clear();
  }
}
