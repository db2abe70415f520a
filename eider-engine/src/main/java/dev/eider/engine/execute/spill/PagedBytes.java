// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.spill;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * A sequence of bytes on {@link NativePages}, appended to and read in pieces. One thread at a time.
 */
public final class PagedBytes {
  private final NativePages source;
  private final List<NativePages.Page> pages = new ArrayList<>();
  private long size;

  public PagedBytes(NativePages source) {
    this.source = source;
  }

  /** Bytes appended. */
  public long size() {
    return size;
  }

  /** Appends bytes, or answers false, with nothing appended, when no memory is granted. */
  public boolean append(byte[] bytes, int length) {
    long room = (long) pages.size() * NativePages.PAGE_BYTES - size;
    while (room < length) {
      NativePages.Page page = source.take();
      if (page == null) {
        return false;
      }
      pages.add(page);
      room += NativePages.PAGE_BYTES;
    }
    int done = 0;
    while (done < length) {
      MemorySegment page = page(size);
      int at = (int) (size % NativePages.PAGE_BYTES);
      int n = Math.min(length - done, NativePages.PAGE_BYTES - at);
      MemorySegment.copy(bytes, done, page, ValueLayout.JAVA_BYTE, at, n);
      done += n;
      size += n;
    }
    return true;
  }

  /** Copies bytes out. */
  public void read(long position, byte[] target, int length) {
    assert position + length <= size : "read past the end";
    int done = 0;
    while (done < length) {
      MemorySegment page = page(position + done);
      int at = (int) ((position + done) % NativePages.PAGE_BYTES);
      int n = Math.min(length - done, NativePages.PAGE_BYTES - at);
      MemorySegment.copy(page, ValueLayout.JAVA_BYTE, at, target, done, n);
      done += n;
    }
  }

  private MemorySegment page(long position) {
    return pages.get((int) (position / NativePages.PAGE_BYTES)).bytes;
  }

  /** Forgets the bytes and gives the pages back. */
  public void clear() {
    source.give(pages);
    pages.clear();
    size = 0;
  }
}
