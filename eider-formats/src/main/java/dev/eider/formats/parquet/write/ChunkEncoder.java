// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.formats.parquet.Encodings;
import dev.eider.formats.parquet.PhysicalKind;
import dev.eider.io.codec.BlockPacker;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Encodes one leaf's values of one row group: finds how they are stored best, cuts them into pages
 * and packs these. Used once, by one thread.
 */
final class ChunkEncoder {
  /** So that a reader that looks for few rows passes over most of a chunk. */
  private static final int PAGE_ROWS = 1 << 15;

  /** Bounds in the page index are for passing over pages: short ones do. */
  private static final int INDEX_BOUND_BYTES = 64;

  private static final int STATISTICS_BOUND_BYTES = 256;

  private static final int DATA_PAGE = 0;
  private static final int DICTIONARY_PAGE = 2;

  private final LeafBuffer buffer;
  private final WriteLeaf leaf;
  private final WriteOptions options;
  private final BlockPacker packer;
  private final Bounds bounds;
  private final @Nullable Dictionary dictionary;
  private final int encoding;
  private final int idWidth;

  private final ByteSink pages = new ByteSink(64 << 10);
  private final ByteSink page = new ByteSink(64 << 10);
  private final PageIndex index = new PageIndex();
  private final DeltaEncoder deltas = new DeltaEncoder();
  private long uncompressed;
  private int dataPages;

  /** Bounds of the chunk so far, as numbers of values. */
  private int least = -1;

  private int greatest = -1;
  private boolean hasNan;
  private int lastLeast = -1;
  private int lastGreatest = -1;

  ChunkEncoder(LeafBuffer buffer, int rows, WriteOptions options, BlockPacker packer) {
    this.buffer = buffer;
    this.options = options;
    this.packer = packer;
    leaf = buffer.leaf;
    bounds = new Bounds(buffer);
    dictionary = dictionary(rows);
    encoding = encoding();
    idWidth = dictionary == null ? 0 : Math.max(1, HybridEncoder.width(dictionary.size() - 1));
  }

  private @Nullable Dictionary dictionary(int rows) {
    return switch (leaf.form()) {
      case NONE, BOOLEAN -> null;
      // There are few values, by their nature.
      case ENUM -> Dictionary.of(buffer, Integer.MAX_VALUE, Long.MAX_VALUE);
      default -> {
        long limit = options.dictionaryLimit() < 0 ? rows / 5 : options.dictionaryLimit();
        yield buffer.values == 0
            ? null
            : Dictionary.of(
                buffer, (int) Math.min(limit, Integer.MAX_VALUE), options.dictionaryBytes());
      }
    };
  }

  private int encoding() {
    if (dictionary != null) {
      return options.version2() || leaf.form() == StoredForm.ENUM
          ? Encodings.RLE_DICTIONARY
          : Encodings.PLAIN_DICTIONARY;
    }
    if (!options.version2()) {
      return Encodings.PLAIN;
    }
    return switch (leaf.form().physical()) {
      case BOOLEAN -> Encodings.RLE;
      case INT32, INT64 -> Encodings.DELTA_BINARY_PACKED;
      case FLOAT, DOUBLE -> Encodings.BYTE_STREAM_SPLIT;
      case BYTE_ARRAY -> Encodings.DELTA_LENGTH_BYTE_ARRAY;
      case INT96, FIXED_LEN_BYTE_ARRAY -> Encodings.PLAIN;
    };
  }

  EncodedChunk encode() {
    int dictionaryBytes = dictionary == null ? 0 : dictionaryPage(dictionary);
    int entry = 0;
    int value = 0;
    long row = 0;
    while (entry < buffer.entries) {
      int end = pageEnd(entry, value);
      int endValue = value + buffer.valuesIn(entry, end);
      row += dataPage(entry, end, value, endValue, row);
      entry = end;
      value = endValue;
    }
    return new EncodedChunk(
        leaf,
        pages,
        uncompressed,
        buffer.entries,
        encoding,
        dataPages,
        dictionaryBytes,
        statistics(),
        bloom(),
        index);
  }

  /** Where the page that starts at an entry ends: between rows. */
  private int pageEnd(int from, int firstValue) {
    byte[] definitions = buffer.definitions;
    byte[] repetitions = buffer.repetitions;
    int width = valueWidth();
    if (repetitions == null && width > 0) {
      long rows = Math.clamp(options.pageBytes() / width, 1, PAGE_ROWS);
      return (int) Math.min(buffer.entries, from + rows);
    }
    byte highest = (byte) leaf.maxDefinition();
    long bytes = 0;
    int rows = 0;
    int value = firstValue;
    for (int i = from; i < buffer.entries; i++) {
      if (repetitions == null || repetitions[i] == 0) {
        if (i > from && (rows == PAGE_ROWS || bytes >= options.pageBytes())) {
          return i;
        }
        rows++;
      }
      if (definitions == null || definitions[i] == highest) {
        bytes += width > 0 ? width : ((BytesLeaf) buffer).length(value) + 4L;
        value++;
      }
    }
    return buffer.entries;
  }

  /** Bytes of a value in a page, 0 when they differ. */
  private int valueWidth() {
    if (dictionary != null) {
      return (idWidth + 7) / 8;
    }
    return switch (leaf.form().physical()) {
      case BOOLEAN -> 1;
      case INT32, FLOAT -> 4;
      case INT64, DOUBLE -> 8;
      case INT96, FIXED_LEN_BYTE_ARRAY -> leaf.form().fixedWidth();
      case BYTE_ARRAY -> 0;
    };
  }

  /** Writes a page of entries; answers how many rows they are. */
  private long dataPage(int from, int to, int firstValue, int endValue, long row) {
    page.clear();
    byte[] repetitions = buffer.repetitions;
    long rows = to - from;
    if (repetitions != null) {
      rows = 0;
      for (int i = from; i < to; i++) {
        rows += repetitions[i] == 0 ? 1 : 0;
      }
      levels(repetitions, from, to, leaf.maxRepetition());
    }
    if (leaf.maxDefinition() > 0) {
      levels(buffer.definitions, from, to, leaf.maxDefinition());
    }
    values(firstValue, endValue);
    long offset = pages.length;
    ByteSink head = new ByteSink(64);
    int length = pack();
    ThriftWriter thrift = new ThriftWriter(head);
    int outer = thrift.begin();
    thrift.i32(1, DATA_PAGE);
    sizes(thrift, length);
    int inner = thrift.struct(5);
    thrift.i32(1, to - from);
    thrift.i32(2, encoding);
    thrift.i32(3, Encodings.RLE);
    thrift.i32(4, Encodings.RLE);
    thrift.end(inner);
    thrift.end(outer);
    put(head, length);
    dataPages++;
    index.add(offset, (int) (pages.length - offset), row, to - from - (endValue - firstValue));
    bounds(firstValue, endValue);
    return rows;
  }

  private void levels(byte @Nullable [] levels, int from, int to, int max) {
    int at = page.length;
    page.putInt(0);
    int width = HybridEncoder.width(max);
    if (levels == null) {
      HybridEncoder.run(max, to - from, width, page);
    } else {
      HybridEncoder.encode(levels, from, to, width, page);
    }
    ByteSink.INT.set(page.data, at, page.length - at - 4);
  }

  private void values(int from, int to) {
    switch (encoding) {
      case Encodings.RLE_DICTIONARY, Encodings.PLAIN_DICTIONARY -> {
        page.put(idWidth);
        if (dictionary != null) {
          HybridEncoder.encode(dictionary.ids(), from, to, idWidth, page);
        }
      }
      case Encodings.DELTA_BINARY_PACKED -> {
        if (buffer instanceof IntLeaf ints) {
          deltas.encode(ints.stored, from, to, page);
        } else {
          deltas.encode(((LongLeaf) buffer).stored, from, to, page);
        }
      }
      case Encodings.DELTA_LENGTH_BYTE_ARRAY -> {
        BytesLeaf bytes = (BytesLeaf) buffer;
        int[] lengths = new int[to - from];
        for (int i = from; i < to; i++) {
          lengths[i - from] = bytes.length(i);
        }
        deltas.encode(lengths, 0, lengths.length, page);
        page.put(bytes.heap, bytes.starts[from], bytes.starts[to] - bytes.starts[from]);
      }
      case Encodings.BYTE_STREAM_SPLIT -> PlainEncoder.split(buffer, from, to, page);
      case Encodings.RLE -> {
        int at = page.length;
        page.putInt(0);
        HybridEncoder.encode(((IntLeaf) buffer).stored, from, to, 1, page);
        ByteSink.INT.set(page.data, at, page.length - at - 4);
      }
      default -> PlainEncoder.encode(buffer, from, to, bounds.enumTexts(), page);
    }
  }

  /** Writes the dictionary's page; answers its bytes. */
  private int dictionaryPage(Dictionary found) {
    LeafBuffer entries = buffer;
    page.clear();
    for (int i = 0; i < found.size(); i++) {
      int value = found.first()[i];
      PlainEncoder.encode(entries, value, value + 1, bounds.enumTexts(), page);
    }
    ByteSink head = new ByteSink(64);
    int length = pack();
    ThriftWriter thrift = new ThriftWriter(head);
    int outer = thrift.begin();
    thrift.i32(1, DICTIONARY_PAGE);
    sizes(thrift, length);
    int inner = thrift.struct(7);
    thrift.i32(1, found.size());
    thrift.i32(2, Encodings.PLAIN);
    thrift.bool(3, false);
    thrift.end(inner);
    thrift.end(outer);
    put(head, length);
    return pages.length;
  }

  /** Packs the page; answers its bytes then. */
  private int pack() {
    return switch (options.codec()) {
      case UNCOMPRESSED -> page.length;
      case SNAPPY -> packer.snappy(page.data, page.length);
      case GZIP -> packer.gzip(page.data, page.length);
      case ZSTD -> packer.zstd(page.data, page.length);
      case LZ4_RAW -> packer.lz4(page.data, page.length);
      case BROTLI -> throw new IllegalStateException("brotli is refused before");
    };
  }

  private byte[] packed() {
    return options.codec() == PageCodec.UNCOMPRESSED ? page.data : packer.packed();
  }

  private void sizes(ThriftWriter thrift, int packedLength) {
    CRC32 crc = new CRC32();
    crc.update(packed(), 0, packedLength);
    thrift.i32(2, page.length);
    thrift.i32(3, packedLength);
    thrift.i32(4, (int) crc.getValue());
  }

  private void put(ByteSink head, int packedLength) {
    pages.put(head.data, 0, head.length);
    pages.put(packed(), 0, packedLength);
    uncompressed += head.length + page.length;
  }

  /** Notes the bounds of a page's values. */
  private void bounds(int from, int to) {
    bounds.find(dictionary, from, to);
    hasNan |= bounds.hasNan;
    if (from == to) {
      index.noValues();
      return;
    }
    int min = bounds.least;
    int max = bounds.greatest;
    byte[] upper = min < 0 || bounds.hasNan ? null : bounds.upper(max, INDEX_BOUND_BYTES);
    if (upper == null) {
      index.noBounds();
    } else {
      index.bounds(bounds.lower(min, INDEX_BOUND_BYTES), upper);
    }
    if (min < 0) {
      return;
    }
    if (lastLeast >= 0) {
      index.order(bounds.compare(min, lastLeast), bounds.compare(max, lastGreatest));
    }
    lastLeast = min;
    lastGreatest = max;
    least = least < 0 || bounds.compare(min, least) < 0 ? min : least;
    greatest = greatest < 0 || bounds.compare(max, greatest) > 0 ? max : greatest;
  }

  private ChunkStatistics statistics() {
    long nulls = buffer.entries - (long) buffer.values;
    long distinct = dictionary == null ? -1 : dictionary.size();
    byte[] upper = least < 0 || hasNan ? null : bounds.upper(greatest, STATISTICS_BOUND_BYTES);
    if (upper == null) {
      return new ChunkStatistics(nulls, distinct, null, null, false, false, false);
    }
    byte[] lower = bounds.lower(least, STATISTICS_BOUND_BYTES);
    boolean fixed = leaf.form().physical() != PhysicalKind.BYTE_ARRAY;
    return new ChunkStatistics(
        nulls,
        distinct,
        lower,
        upper,
        fixed || bounds.bytes(least).length <= STATISTICS_BOUND_BYTES,
        fixed || bounds.bytes(greatest).length <= STATISTICS_BOUND_BYTES,
        ValueOrder.of(leaf).isSigned(leaf.type()));
  }

  private byte @Nullable [] bloom() {
    if (dictionary == null || !options.bloomFilters()) {
      return null;
    }
    BloomBuilder filter = new BloomBuilder(dictionary.size(), options.falsePositives());
    for (int i = 0; i < dictionary.size(); i++) {
      filter.add(bounds.bytes(dictionary.first()[i]));
    }
    return filter.bits();
  }
}
