// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Goes from header to header of the pages of a column chunk. */
final class PageHeaders {
  /** A page's header is some dozen bytes; with statistics of long strings it may be larger. */
  private static final int HEADER_FIRST = 256;

  private static final int HEADER_MAX = 16 << 20;

  private byte[] bytes = new byte[HEADER_FIRST];
  private MemorySegment segment = MemorySegment.NULL;
  private int codec;
  private long at;
  private PageHeader header = new PageHeader(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, 0, 0);

  /** Begins a chunk whose pages are compressed by a codec of the format; 0: not at all. */
  void start(MemorySegment chunk, int chunkCodec) {
    segment = chunk;
    codec = chunkCodec;
    at = 0;
  }

  /** Moves to the next page's header; false at the end. */
  boolean next() {
    if (at >= segment.byteSize()) {
      return false;
    }
    int size = HEADER_FIRST;
    while (true) {
      int n = (int) Math.min(size, segment.byteSize() - at);
      if (bytes.length < n) {
        bytes = new byte[n];
      }
      MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at, bytes, 0, n);
      try {
        header = PageHeader.read(bytes, 0, n);
        break;
      } catch (DamagedException e) {
        // Perhaps it only goes on behind the bytes that were looked at.
        if (n < size || n == segment.byteSize() - at || size >= HEADER_MAX) {
          throw e;
        }
        size *= 16;
      }
    }
    at += header.headerBytes();
    if (header.compressedSize() > segment.byteSize() - at) {
      if (codec == 0 && header.compressedSize() != header.uncompressedSize()) {
        throw new DamagedException(
            "uncompressed page size mismatch (expected "
                + header.uncompressedSize()
                + ", actual: "
                + header.compressedSize()
                + ")");
      }
      throw new DamagedException(
          "a page claims "
              + header.compressedSize()
              + " bytes where its column chunk has "
              + (segment.byteSize() - at)
              + " left");
    }
    at += header.compressedSize();
    return true;
  }

  PageHeader header() {
    return header;
  }

  /** Where the bytes of the present page begin. */
  long body() {
    return at - header.compressedSize();
  }

  /** Where the present page ends; at the beginning 0. */
  long end() {
    return at;
  }
}
