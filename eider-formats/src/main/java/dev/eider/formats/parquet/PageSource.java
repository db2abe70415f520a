// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.io.codec.BlockUnpacker;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.zip.CRC32;

/**
 * The pages of one column chunk: headers are read first, so that pages that nobody wants are never
 * unpacked. Belongs to one column of one reader.
 */
final class PageSource {
  /** A page's header is some dozen bytes; with statistics of long strings it may be larger. */
  private static final int HEADER_FIRST = 256;

  private static final int HEADER_MAX = 16 << 20;

  /** How many bytes one packed byte can become at most, by codec; 0: as many as there are. */
  private static final int[] RATIO = {1, 64, 1100, 0, 0, 260, 0, 260};

  private final BlockUnpacker unpacker;
  private final PageBuffers buffers;
  private final CRC32 crc = new CRC32();
  private byte[] headerBytes = new byte[HEADER_FIRST];

  private MemorySegment segment = MemorySegment.NULL;
  private long at;
  private int codec;
  private PageHeader header = new PageHeader(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, 0, 0);
  private byte[] bytes = new byte[0];
  private int levelsEnd;
  private int length;

  PageSource(BlockUnpacker unpacker, MemoryReservation memory) {
    this.unpacker = unpacker;
    buffers = new PageBuffers(memory);
  }

  /** Begins a chunk, or a run of pages of one. */
  void start(MemorySegment chunk, int chunkCodec) {
    segment = chunk;
    at = 0;
    codec = chunkCodec;
    bytes = new byte[0];
    buffers.recycle(bytes);
  }

  /** Moves to the next page's header; false at the end. */
  boolean next() {
    if (at >= segment.byteSize()) {
      return false;
    }
    int size = HEADER_FIRST;
    while (true) {
      int n = (int) Math.min(size, segment.byteSize() - at);
      if (headerBytes.length < n) {
        headerBytes = new byte[n];
      }
      MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at, headerBytes, 0, n);
      try {
        header = PageHeader.read(headerBytes, 0, n);
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

  /** The unpacked page: levels (of the second version), then values, then slack. */
  byte[] bytes() {
    return bytes;
  }

  /** Of a page of the second version: where its values begin. */
  int levelsEnd() {
    return levelsEnd;
  }

  /** Bytes of the unpacked page. */
  int length() {
    return length;
  }

  /** A new chunk of rows begins: nothing points into pages before the present one any more. */
  void recycle() {
    buffers.recycle(bytes);
  }

  /** Unpacks the page whose header was read last. */
  void load() {
    PageHeader page = header;
    MemorySegment packed = segment.asSlice(at - page.compressedSize(), page.compressedSize());
    if (page.hasCrc()) {
      crc.reset();
      crc.update(packed.asByteBuffer());
      if ((int) crc.getValue() != page.crc()) {
        throw new DamagedException("the checksum of a page does not match its bytes");
      }
    }
    int levels = 0;
    if (page.type() == PageHeader.DATA_V2) {
      long both = (long) page.definitionBytes() + page.repetitionBytes();
      if (both > page.compressedSize()) {
        throw new DamagedException(
            "compressed_page_size is smaller than repetition_levels_byte_length +"
                + " definition_levels_byte_length ("
                + page.compressedSize()
                + " < "
                + both
                + ")");
      }
      if (both > page.uncompressedSize()) {
        throw new DamagedException(
            "uncompressed_page_size is smaller than the levels ("
                + page.uncompressedSize()
                + " < "
                + both
                + ")");
      }
      levels = (int) both;
    }
    levelsEnd = levels;
    length = page.uncompressedSize();
    boolean packedValues = codec != 0 && (page.type() != PageHeader.DATA_V2 || page.compressed());
    long body = page.compressedSize() - (long) levels;
    check(packedValues, body, (long) length - levels);
    bytes = buffers.take(length);
    MemorySegment.copy(packed, ValueLayout.JAVA_BYTE, 0, bytes, 0, levels);
    MemorySegment values = packed.asSlice(levels);
    if (!packedValues) {
      MemorySegment.copy(values, ValueLayout.JAVA_BYTE, 0, bytes, levels, length - levels);
    } else if (length > levels) {
      unpack(values, levels, length - levels);
    }
  }

  private void check(boolean packedValues, long body, long unpacked) {
    if (!packedValues) {
      if (body != unpacked) {
        throw new DamagedException(
            body < unpacked
                ? "compressed_page_size is too small for the declared value region ("
                    + body
                    + " bytes, "
                    + unpacked
                    + " expected)"
                : "uncompressed page size mismatch (expected "
                    + unpacked
                    + ", actual: "
                    + body
                    + ")");
      }
      return;
    }
    if (body == 0 && unpacked > 0) {
      throw new DamagedException(
          "compressed_page_size is too small for the declared value region (0 bytes that unpack to "
              + unpacked
              + ")");
    }
    int ratio = codec >= 0 && codec < RATIO.length ? RATIO[codec] : 0;
    if (ratio > 0 && unpacked > body * ratio + 64) {
      throw new DamagedException("a page claims that " + body + " bytes unpack to " + unpacked);
    }
  }

  private void unpack(MemorySegment values, int to, int size) {
    try {
      switch (codec) {
        case 1 -> unpacker.snappy(values, bytes, to, size);
        case 2 -> unpacker.gzip(values, bytes, to, size);
        case 4 -> unpacker.brotli(values, bytes, to, size);
        case 5 -> unpacker.lz4Hadoop(values, bytes, to, size);
        case 6 -> unpacker.zstd(values, bytes, to, size);
        case 7 -> unpacker.lz4(values, bytes, to, size);
        default ->
            throw new DamagedException(
                "Unsupported compression codec \""
                    + Encodings.codec(codec)
                    + "\". Supported options are uncompressed, brotli, gzip, lz4, lz4_raw, snappy"
                    + " or zstd");
      }
    } catch (IOException e) {
      throw new DamagedException(
          "a page does not unpack (" + Encodings.codec(codec) + "): " + e.getMessage());
    }
  }

  /** Gives all memory back. */
  void free() {
    bytes = new byte[0];
    buffers.free();
  }
}
