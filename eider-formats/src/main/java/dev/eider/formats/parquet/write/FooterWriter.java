// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.formats.parquet.Footer.Annotation;
import dev.eider.formats.parquet.Footer.SchemaElement;
import dev.eider.formats.write.OutputFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes row groups into one file and, at its end, what describes them: Bloom filters, page
 * indexes, the footer. One thread at a time.
 */
final class FooterWriter {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  /** Where things of a chunk are in the file. */
  private static final class Place {
    final EncodedChunk chunk;
    final long start;
    final int bytes;
    long bloomOffset = -1;
    int bloomBytes;
    long columnIndexOffset = -1;
    int columnIndexBytes;
    long offsetIndexOffset = -1;
    int offsetIndexBytes;

    Place(EncodedChunk chunk, long start, int bytes) {
      this.chunk = chunk;
      this.start = start;
      this.bytes = bytes;
    }
  }

  private record Group(long rows, long start, List<Place> places) {}

  private final OutputFile file;
  private final WriteSchema schema;
  private final WriteOptions options;
  private final List<Group> groups = new ArrayList<>();
  private long rows;

  FooterWriter(OutputFile file, WriteSchema schema, WriteOptions options) {
    this.file = file;
    this.schema = schema;
    this.options = options;
    file.append(MAGIC);
  }

  OutputFile file() {
    return file;
  }

  int rowGroups() {
    return groups.size();
  }

  /** Writes a row group; its pages are let go. */
  void write(EncodedRowGroup group) {
    long start = file.length();
    List<Place> places = new ArrayList<>();
    for (EncodedChunk chunk : group.chunks()) {
      places.add(new Place(chunk.withoutPages(), file.length(), chunk.pages().length));
      file.append(chunk.pages().data, 0, chunk.pages().length);
    }
    groups.add(new Group(group.rows(), start, places));
    rows += group.rows();
  }

  /** Writes the end of the file. */
  void finish() {
    for (Group group : groups) {
      for (Place place : group.places()) {
        bloom(place);
      }
    }
    ByteSink out = new ByteSink(1 << 10);
    for (Group group : groups) {
      for (Place place : group.places()) {
        PageIndex index = place.chunk.index();
        if (index.hasColumnIndex()) {
          out.clear();
          index.writeColumnIndex(out);
          place.columnIndexOffset = file.length();
          place.columnIndexBytes = out.length;
          file.append(out.data, 0, out.length);
        }
      }
    }
    for (Group group : groups) {
      for (Place place : group.places()) {
        out.clear();
        place.chunk.index().writeOffsetIndex(place.start, out);
        place.offsetIndexOffset = file.length();
        place.offsetIndexBytes = out.length;
        file.append(out.data, 0, out.length);
      }
    }
    out.clear();
    footer(out);
    int length = out.length;
    out.putInt(length);
    out.put(MAGIC, 0, MAGIC.length);
    file.append(out.data, 0, out.length);
  }

  private void bloom(Place place) {
    byte[] bits = place.chunk.bloom();
    if (bits == null) {
      return;
    }
    ByteSink out = new ByteSink(bits.length + 32);
    ThriftWriter thrift = new ThriftWriter(out);
    int outer = thrift.begin();
    thrift.i32(1, bits.length);
    for (int id = 2; id <= 4; id++) {
      // Algorithm, hash and compression: the only one of each.
      int inner = thrift.struct(id);
      thrift.empty(1);
      thrift.end(inner);
    }
    thrift.end(outer);
    out.put(bits, 0, bits.length);
    place.bloomOffset = file.length();
    place.bloomBytes = out.length;
    file.append(out.data, 0, out.length);
  }

  private void footer(ByteSink out) {
    ThriftWriter thrift = new ThriftWriter(out);
    int outer = thrift.begin();
    thrift.i32(1, options.version2() ? 2 : 1);
    thrift.list(2, ThriftWriter.STRUCT, schema.elements().size());
    for (SchemaElement element : schema.elements()) {
      element(thrift, element);
    }
    thrift.i64(3, rows);
    thrift.list(4, ThriftWriter.STRUCT, groups.size());
    for (int i = 0; i < groups.size(); i++) {
      group(thrift, groups.get(i), i);
    }
    if (!options.keyValues().isEmpty()) {
      thrift.list(5, ThriftWriter.STRUCT, options.keyValues().size());
      for (WriteOptions.KeyValue pair : options.keyValues()) {
        int inner = thrift.begin();
        thrift.text(1, pair.key());
        thrift.binary(2, pair.value());
        thrift.end(inner);
      }
    }
    thrift.text(6, "eider");
    thrift.list(7, ThriftWriter.STRUCT, schema.leaves().size());
    for (int i = 0; i < schema.leaves().size(); i++) {
      int order = thrift.begin();
      thrift.empty(1);
      thrift.end(order);
    }
    thrift.end(outer);
  }

  private static void element(ThriftWriter thrift, SchemaElement e) {
    int outer = thrift.begin();
    if (e.type() != null) {
      thrift.i32(1, e.type().ordinal());
    }
    if (e.typeLength() >= 0) {
      thrift.i32(2, e.typeLength());
    }
    thrift.i32(3, e.repetition());
    thrift.text(4, e.name());
    if (e.children() >= 0) {
      thrift.i32(5, e.children());
    }
    if (e.converted() >= 0) {
      thrift.i32(6, e.converted());
    }
    if (e.scale() >= 0) {
      thrift.i32(7, e.scale());
    }
    if (e.precision() >= 0) {
      thrift.i32(8, e.precision());
    }
    if (e.fieldId() >= 0) {
      thrift.i32(9, e.fieldId());
    }
    Annotation annotation = e.logical();
    if (annotation != null) {
      int union = thrift.struct(10);
      annotation(thrift, annotation);
      thrift.end(union);
    }
    thrift.end(outer);
  }

  private static void annotation(ThriftWriter thrift, Annotation a) {
    int outer = thrift.struct(a.kind().number());
    switch (a.kind()) {
      case DECIMAL -> {
        thrift.i32(1, a.scale());
        thrift.i32(2, a.precision());
      }
      case TIME, TIMESTAMP -> {
        thrift.bool(1, a.adjusted());
        int unit = thrift.struct(2);
        thrift.empty(a.unit());
        thrift.end(unit);
      }
      default -> {}
    }
    thrift.end(outer);
  }

  private void group(ThriftWriter thrift, Group group, int number) {
    int outer = thrift.begin();
    long uncompressed = 0;
    long compressed = 0;
    thrift.list(1, ThriftWriter.STRUCT, group.places().size());
    for (Place place : group.places()) {
      chunk(thrift, place);
      uncompressed += place.chunk.uncompressedSize();
      compressed += place.bytes;
    }
    thrift.i64(2, uncompressed);
    thrift.i64(3, group.rows());
    thrift.i64(5, group.start());
    thrift.i64(6, compressed);
    if (number <= Short.MAX_VALUE) {
      thrift.i16(7, number);
    }
    thrift.end(outer);
  }

  private void chunk(ThriftWriter thrift, Place place) {
    int outer = thrift.begin();
    thrift.i64(2, 0);
    int inner = thrift.struct(3);
    metadata(thrift, place);
    thrift.end(inner);
    thrift.i64(4, place.offsetIndexOffset);
    thrift.i32(5, place.offsetIndexBytes);
    if (place.columnIndexOffset >= 0) {
      thrift.i64(6, place.columnIndexOffset);
      thrift.i32(7, place.columnIndexBytes);
    }
    thrift.end(outer);
  }

  private void metadata(ThriftWriter thrift, Place place) {
    EncodedChunk chunk = place.chunk;
    WriteLeaf leaf = chunk.leaf();
    thrift.i32(1, leaf.form().physical().ordinal());
    thrift.list(2, ThriftWriter.I32, 1);
    thrift.element(chunk.encoding());
    thrift.list(3, ThriftWriter.BINARY, leaf.path().size());
    for (String name : leaf.path()) {
      thrift.element(name.getBytes(StandardCharsets.UTF_8));
    }
    thrift.i32(4, options.codec().number());
    thrift.i64(5, chunk.entries());
    thrift.i64(6, chunk.uncompressedSize());
    thrift.i64(7, place.bytes);
    thrift.i64(9, place.start + chunk.dictionaryBytes());
    if (chunk.dictionaryBytes() > 0) {
      thrift.i64(11, place.start);
    }
    int inner = thrift.struct(12);
    statistics(thrift, chunk.statistics());
    thrift.end(inner);
    if (place.bloomOffset >= 0) {
      thrift.i64(14, place.bloomOffset);
      thrift.i32(15, place.bloomBytes);
    }
  }

  private static void statistics(ThriftWriter thrift, ChunkStatistics s) {
    byte[] min = s.min();
    byte[] max = s.max();
    if (min != null && max != null && s.deprecated()) {
      thrift.binary(1, max);
      thrift.binary(2, min);
    }
    thrift.i64(3, s.nulls());
    if (s.distinct() >= 0) {
      thrift.i64(4, s.distinct());
    }
    if (min != null && max != null) {
      thrift.binary(5, max);
      thrift.binary(6, min);
      thrift.bool(7, s.maxExact());
      thrift.bool(8, s.minExact());
    }
  }
}
