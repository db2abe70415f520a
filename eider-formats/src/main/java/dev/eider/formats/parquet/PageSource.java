// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.io.codec.BlockUnpacker;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one column chunk: headers are read first, so that pages that nobody wants are never
 * unpacked. Belongs to one column of one reader.
 */
final class PageSource {
  /** How many bytes one packed byte can become at most, by codec; 0: as many as there are. */
  private static final int[] RATIO = {1, 64, 1100, 0, 0, 260, 0, 260};

  private static final byte[] NONE = {};

  private final BlockUnpacker unpacker;
  private final PageBuffers buffers;
  private final CRC32 crc = new CRC32();
  private final PageHeaders headers = new PageHeaders();

  private MemorySegment segment = MemorySegment.NULL;
  private int codec;

  /** The chunk, and the number of the present page, when other readers read it too. */
  private @Nullable SharedChunk shared;

  private int page;

  private byte[] bytes = NONE;
  private int levelsEnd;
  private int length;

  PageSource(BlockUnpacker unpacker, MemoryReservation memory) {
    this.unpacker = unpacker;
    buffers = new PageBuffers(memory);
  }

  /** Begins a chunk. */
  void start(MemorySegment chunk, int chunkCodec) {
    segment = chunk;
    codec = chunkCodec;
    shared = null;
    headers.start(chunk, chunkCodec);
    bytes = NONE;
    buffers.recycle(bytes);
  }

  /** Begins a chunk that others read too, or goes on with it. */
  void share(SharedChunk chunk, MemorySegment chunkBytes) {
    segment = chunkBytes;
    codec = chunk.codec();
    shared = chunk;
  }

  /** The number of the present page of a shared chunk. */
  int page() {
    return page;
  }

  /** Goes to a page of a shared chunk, as if by {@link #next}. */
  void seek(int index) {
    page = index;
    bytes = NONE;
    buffers.recycle(bytes);
  }

  /** Moves to the next page's header; false at the end. */
  boolean next() {
    SharedChunk chunk = shared;
    if (chunk == null) {
      return headers.next();
    }
    page++;
    return page < chunk.pageCount();
  }

  PageHeader header() {
    SharedChunk chunk = shared;
    return chunk == null ? headers.header() : chunk.page(page).header;
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
    SharedChunk chunk = shared;
    if (chunk != null) {
      SharedChunk.Page found = chunk.page(page);
      bytes = chunk.load(found, this);
      levelsEnd = found.levelsEnd();
      length = found.header.uncompressedSize();
      return;
    }
    PageHeader header = headers.header();
    check(header);
    length = header.uncompressedSize();
    bytes = buffers.take(length);
    levelsEnd = unpack(header, headers.body(), bytes);
  }

  /** Unpacks the present page of a shared chunk ahead, unless another reader is at it. */
  void tryLoad() {
    SharedChunk chunk = shared;
    if (chunk != null) {
      chunk.tryLoad(chunk.page(page), this);
    }
  }

  /** The bytes of a page's levels in front of the packed ones. */
  private static int levels(PageHeader header) {
    if (header.type() != PageHeader.DATA_V2) {
      return 0;
    }
    long both = (long) header.definitionBytes() + header.repetitionBytes();
    if (both > header.compressedSize()) {
      throw new DamagedException(
          "compressed_page_size is smaller than repetition_levels_byte_length +"
              + " definition_levels_byte_length ("
              + header.compressedSize()
              + " < "
              + both
              + ")");
    }
    if (both > header.uncompressedSize()) {
      throw new DamagedException(
          "uncompressed_page_size is smaller than the levels ("
              + header.uncompressedSize()
              + " < "
              + both
              + ")");
    }
    return (int) both;
  }

  private boolean hasPackedValues(PageHeader header) {
    return codec != 0 && (header.type() != PageHeader.DATA_V2 || header.compressed());
  }

  /** Whether what a page claims can be, before memory is taken for it. */
  void check(PageHeader header) {
    int levels = levels(header);
    check(
        hasPackedValues(header),
        header.compressedSize() - (long) levels,
        (long) header.uncompressedSize() - levels);
  }

  /** Unpacks the page whose bytes begin at {@code body}; answers where its values begin. */
  int unpack(PageHeader header, long body, byte[] target) {
    MemorySegment packed = segment.asSlice(body, header.compressedSize());
    if (header.hasCrc()) {
      crc.reset();
      crc.update(packed.asByteBuffer());
      if ((int) crc.getValue() != header.crc()) {
        throw new DamagedException("the checksum of a page does not match its bytes");
      }
    }
    int levels = levels(header);
    int size = header.uncompressedSize();
    MemorySegment.copy(packed, ValueLayout.JAVA_BYTE, 0, target, 0, levels);
    MemorySegment values = packed.asSlice(levels);
    if (!hasPackedValues(header)) {
      MemorySegment.copy(values, ValueLayout.JAVA_BYTE, 0, target, levels, size - levels);
    } else if (size > levels) {
      unpack(values, target, levels, size - levels);
    }
    return levels;
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

  private void unpack(MemorySegment values, byte[] bytes, int to, int size) {
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
    bytes = NONE;
    buffers.free();
  }
}
