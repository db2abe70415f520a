// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.scan;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.Fetcher;
import dev.eider.base.table.ObjectAccess;
import dev.eider.base.table.ScanContext;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An object of a store from front to back, for text that has to be unpacked in order. Some pieces
 * are under way ahead of the reader, whose thread waits when he is faster than they are. One thread
 * at a time.
 */
public final class ObjectStream extends InputStream {
  /** One piece, and how many are under way. */
  private static final int PIECE = 4 << 20;

  private static final int AHEAD = 4;

  /** What is read at first, and at once when nothing is fetched ahead. */
  private static final int HEAD = 256 << 10;

  private final ObjectAccess.Head head;
  private final ScanContext context;
  private final Fetcher fetcher;
  private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
  private long planned;
  private @Nullable MemorySegment current;
  private long at;

  private record Piece(ByteRange range, FetchedBytes bytes) {}

  /** Begins to read an object whose first bytes are there already. */
  public ObjectStream(ObjectAccess.Head head, ScanContext context) {
    this.head = head;
    this.context = context;
    fetcher = context.fetcher();
    planned = head.bytes().length;
    current = MemorySegment.ofArray(head.bytes());
  }

  /** Begins to read the present version of an object. */
  public static ObjectStream open(String address, ScanContext context) {
    return new ObjectStream(context.objects().heads(List.of(address), HEAD).getFirst(), context);
  }

  private void topUp() {
    // Before there is a query nothing is fetched ahead.
    while (fetcher != Fetcher.none() && pieces.size() < AHEAD && planned < head.object().size()) {
      long length = Math.min(PIECE, head.object().size() - planned);
      ByteRange range = new ByteRange(head.object(), planned, length);
      pieces.add(new Piece(range, fetcher.fetch(new FetchPlan(List.of(range)))));
      planned += length;
    }
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    topUp();
    MemorySegment bytes = current;
    while (bytes == null || at == bytes.byteSize()) {
      bytes = next();
      if (bytes == null) {
        return -1;
      }
    }
    int count = (int) Math.min(length, bytes.byteSize() - at);
    MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, target, offset, count);
    at += count;
    return count;
  }

  private @Nullable MemorySegment next() {
    if (planned == head.bytes().length) {
      current = null;
    } else if (current != null && current.isNative()) {
      pieces.remove().bytes().close();
    }
    current = null;
    at = 0;
    topUp();
    Piece piece = pieces.peek();
    if (piece == null) {
      return planned < head.object().size() ? readNow() : null;
    }
    context.await(piece.bytes().ready());
    MemorySegment bytes = piece.bytes().get(piece.range());
    if (!bytes.isNative()) {
      throw EiderException.internal("fetched bytes lie off the heap");
    }
    current = bytes;
    return bytes;
  }

  private MemorySegment readNow() {
    int length = (int) Math.min(HEAD, head.object().size() - planned);
    MemorySegment bytes =
        MemorySegment.ofArray(context.objects().read(head.object(), planned, length));
    planned += length;
    current = bytes;
    return bytes;
  }

  @Override
  public void close() {
    current = null;
    pieces.forEach(piece -> piece.bytes().close());
    pieces.clear();
  }
}
