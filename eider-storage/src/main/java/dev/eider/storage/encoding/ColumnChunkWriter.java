// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackOutput;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Makes the bytes of column chunks. One thread; keeps its buffers. */
public final class ColumnChunkWriter implements AutoCloseable {
  private final EncodeContext context = new EncodeContext();
  private final PackOutput body = new PackOutput(1 << 16);
  private final PackOutput prefix = new PackOutput(1 << 12);

  /** A new writer. */
  public ColumnChunkWriter() {}

  /** Bytes of the buffers it keeps. */
  public long bufferBytes() {
    return (long) body.capacity() + prefix.capacity();
  }

  /** Encodes a chunk in the encoding that makes it smallest. */
  public EncodedChunk encode(ColumnData data) {
    NodeWriter writer = EncodingChooser.choose(data, context);
    ColumnData entries =
        writer instanceof DictionaryEncoding.Writer dictionary ? dictionary.entries() : null;
    ChunkStatistics statistics = ChunkStatistics.of(data, entries);
    return write(data, writer, statistics);
  }

  private EncodedChunk write(ColumnData data, NodeWriter writer, ChunkStatistics statistics) {
    body.truncate(0);
    prefix.truncate(0);
    int vectors = data.vectors();
    long[] lengths = new long[vectors];
    for (int vector = 0; vector < vectors; vector++) {
      int from = body.size();
      writer.write(vector, body);
      lengths[vector] = body.size() - from;
    }
    prefix.varint(data.rows());
    writer.writeNode(prefix);
    IntegerWriter integers = context.integers;
    integers.write(lengths, 0, vectors, prefix);
    integers.write(statistics.vectorNulls, 0, vectors, prefix);
    prefix.u8(statistics.zones ? 1 : 0);
    if (statistics.zones) {
      integers.write(statistics.vectorMin, 0, vectors, prefix);
      integers.write(statistics.vectorMax, 0, vectors, prefix);
    }
    CRC32C crc = new CRC32C();
    for (int at = 0; at < body.size(); at += PackFormat.CHECKED_BYTES) {
      crc.reset();
      crc.update(body.bytes(), at, Math.min(PackFormat.CHECKED_BYTES, body.size() - at));
      prefix.u32((int) crc.getValue());
    }
    crc.reset();
    crc.update(prefix.bytes(), 0, prefix.size());
    prefix.u32((int) crc.getValue());
    int length = Math.addExact(prefix.size(), body.size());
    byte[] bytes = Arrays.copyOf(prefix.bytes(), length);
    System.arraycopy(body.bytes(), 0, bytes, prefix.size(), body.size());
    return new EncodedChunk(bytes, length, prefix.size(), writer.tag(), statistics);
  }

  @Override
  public void close() {
    context.close();
  }
}
