// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.formats.parquet.Footer.Annotation;
import dev.eider.formats.parquet.Footer.AnnotationKind;
import dev.eider.formats.parquet.Footer.Chunk;
import dev.eider.formats.parquet.Footer.EncodingCount;
import dev.eider.formats.parquet.Footer.KeyValue;
import dev.eider.formats.parquet.Footer.RowGroup;
import dev.eider.formats.parquet.Footer.SchemaElement;
import dev.eider.formats.parquet.Footer.Statistics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bytes of a footer to a {@link Footer}. */
final class FooterReader {
  private final ThriftReader in;

  private FooterReader(ThriftReader in) {
    this.in = in;
  }

  /** Reads file metadata that starts at {@code from}. */
  static Footer read(byte[] bytes, int from, int end) {
    return new FooterReader(new ThriftReader(bytes, from, end)).file();
  }

  /** Reads statistics that are the present field of {@code in}: pages have them too. */
  static Statistics statistics(ThriftReader in) {
    return new FooterReader(in).statistics();
  }

  private Footer file() {
    int version = 0;
    List<SchemaElement> schema = new ArrayList<>();
    long rows = 0;
    List<RowGroup> groups = new ArrayList<>();
    List<KeyValue> keyValues = List.of();
    String createdBy = null;
    List<Integer> orders = new ArrayList<>();
    String encryption = null;
    byte[] signingKey = null;
    int outer = in.enter();
    while (in.next()) {
      switch (in.id()) {
        case 1 -> version = in.i32();
        case 2 -> {
          int count = in.list(ThriftReader.STRUCT);
          for (int i = 0; i < count; i++) {
            schema.add(schemaElement());
          }
        }
        case 3 -> rows = in.i64();
        case 4 -> {
          int count = in.list(ThriftReader.STRUCT);
          long first = 0;
          for (int i = 0; i < count; i++) {
            RowGroup group = rowGroup(i, first);
            groups.add(group);
            first += group.rows();
            if (first < 0) {
              throw new DamagedException("its row groups claim more rows than there are numbers");
            }
          }
        }
        case 5 -> keyValues = keyValues();
        case 6 -> createdBy = in.text();
        case 7 -> {
          int count = in.list(ThriftReader.STRUCT);
          for (int i = 0; i < count; i++) {
            orders.add(unionId());
          }
        }
        case 8 -> encryption = algorithm();
        case 9 -> signingKey = in.binary();
        default -> in.skip();
      }
    }
    in.leave(outer);
    return new Footer(
        version, schema, rows, groups, keyValues, createdBy, orders, encryption, signingKey);
  }

  private String algorithm() {
    String name = "AES_GCM_V1";
    int outer = in.struct();
    while (in.next()) {
      if (in.id() == 2) {
        name = "AES_GCM_CTR_V1";
      }
      in.skip();
    }
    in.leave(outer);
    return name;
  }

  /** The number of the field that a union in a list has. */
  private int unionId() {
    int id = 0;
    int outer = in.enter();
    while (in.next()) {
      id = in.id();
      in.skip();
    }
    in.leave(outer);
    return id;
  }

  private SchemaElement schemaElement() {
    PhysicalKind type = null;
    int typeLength = -1;
    int repetition = -1;
    String name = "";
    int children = -1;
    int converted = -1;
    int scale = -1;
    int precision = -1;
    int fieldId = Integer.MIN_VALUE;
    Annotation logical = null;
    int outer = in.enter();
    while (in.next()) {
      switch (in.id()) {
        case 1 -> type = PhysicalKind.of(in.i32());
        case 2 -> typeLength = in.i32();
        case 3 -> repetition = in.i32();
        case 4 -> name = in.text();
        case 5 -> children = in.i32();
        case 6 -> converted = in.i32();
        case 7 -> scale = in.i32();
        case 8 -> precision = in.i32();
        case 9 -> fieldId = in.i32();
        case 10 -> logical = annotation();
        default -> in.skip();
      }
    }
    in.leave(outer);
    return new SchemaElement(
        type,
        typeLength,
        repetition,
        name,
        children,
        converted,
        scale,
        precision,
        fieldId,
        logical);
  }

  private @Nullable Annotation annotation() {
    Annotation found = null;
    int outer = in.struct();
    while (in.next()) {
      AnnotationKind kind = AnnotationKind.of(in.id());
      int scale = 0;
      int precision = 0;
      boolean adjusted = false;
      int unit = 0;
      int bitWidth = 0;
      boolean times = kind == AnnotationKind.TIME || kind == AnnotationKind.TIMESTAMP;
      int inner = in.struct();
      while (in.next()) {
        if (kind == AnnotationKind.DECIMAL && in.id() == 1) {
          scale = in.i32();
        } else if (kind == AnnotationKind.DECIMAL && in.id() == 2) {
          precision = in.i32();
        } else if (times && in.id() == 1) {
          adjusted = in.bool();
        } else if (times && in.id() == 2) {
          unit = unit();
        } else if (kind == AnnotationKind.INTEGER && in.id() == 1) {
          bitWidth = in.i32();
        } else if (kind == AnnotationKind.INTEGER && in.id() == 2) {
          adjusted = in.bool();
        } else {
          in.skip();
        }
      }
      in.leave(inner);
      found = new Annotation(kind, scale, precision, adjusted, unit, bitWidth);
    }
    in.leave(outer);
    return found;
  }

  private int unit() {
    int unit = 0;
    int outer = in.struct();
    while (in.next()) {
      unit = in.id();
      in.skip();
    }
    in.leave(outer);
    return unit;
  }

  private RowGroup rowGroup(int number, long firstRow) {
    List<Chunk> chunks = new ArrayList<>();
    long bytes = 0;
    long rows = 0;
    long compressed = -1;
    boolean hasFileOffset = false;
    int outer = in.enter();
    while (in.next()) {
      switch (in.id()) {
        case 1 -> {
          int count = in.list(ThriftReader.STRUCT);
          for (int i = 0; i < count; i++) {
            chunks.add(chunk());
          }
        }
        case 2 -> bytes = in.i64();
        case 3 -> rows = in.i64();
        case 5 -> {
          hasFileOffset = true;
          in.skip();
        }
        case 6 -> compressed = in.i64();
        default -> in.skip();
      }
    }
    in.leave(outer);
    if (rows < 0) {
      throw new DamagedException("row group " + number + " has " + rows + " rows");
    }
    return new RowGroup(number, firstRow, rows, bytes, compressed, hasFileOffset, chunks);
  }

  private Chunk chunk() {
    ChunkFields f = new ChunkFields();
    int outer = in.enter();
    while (in.next()) {
      switch (in.id()) {
        case 1 -> f.filePath = in.text();
        case 2 -> f.fileOffset = in.i64();
        case 3 -> f.read(this);
        case 4 -> f.offsetIndexOffset = in.i64();
        case 5 -> f.offsetIndexLength = in.i32();
        case 6 -> f.columnIndexOffset = in.i64();
        case 7 -> f.columnIndexLength = in.i32();
        case 8, 9 -> {
          f.encrypted = true;
          in.skip();
        }
        default -> in.skip();
      }
    }
    in.leave(outer);
    return f.chunk();
  }

  /** What is known of a chunk so far. */
  private static final class ChunkFields {
    private PhysicalKind type = PhysicalKind.BOOLEAN;
    private boolean described;
    private final List<Integer> encodings = new ArrayList<>();
    private final List<String> path = new ArrayList<>();
    private int codec;
    private long values;
    private long uncompressed;
    private long compressed;
    private List<KeyValue> keyValues = List.of();
    private long fileOffset;
    private long dataOffset = -1;
    private long indexOffset = -1;
    private long dictionaryOffset = -1;
    private @Nullable Statistics statistics;
    private @Nullable List<EncodingCount> counts;
    private long bloomOffset = -1;
    private int bloomLength = -1;
    private long offsetIndexOffset = -1;
    private int offsetIndexLength = -1;
    private long columnIndexOffset = -1;
    private int columnIndexLength = -1;
    private boolean encrypted;
    private @Nullable String filePath;

    private void read(FooterReader reader) {
      ThriftReader in = reader.in;
      described = true;
      int outer = in.struct();
      while (in.next()) {
        switch (in.id()) {
          case 1 -> type = PhysicalKind.of(in.i32());
          case 2 -> {
            int count = in.list(ThriftReader.I32);
            for (int i = 0; i < count; i++) {
              encodings.add(in.elementI32());
            }
          }
          case 3 -> {
            int count = in.list(ThriftReader.BINARY);
            for (int i = 0; i < count; i++) {
              path.add(new String(in.elementBinary(), StandardCharsets.UTF_8));
            }
          }
          case 4 -> codec = in.i32();
          case 5 -> values = in.i64();
          case 6 -> uncompressed = in.i64();
          case 7 -> compressed = in.i64();
          case 8 -> keyValues = reader.keyValues();
          case 9 -> dataOffset = in.i64();
          case 10 -> indexOffset = in.i64();
          case 11 -> dictionaryOffset = in.i64();
          case 12 -> statistics = reader.statistics();
          case 13 -> counts = reader.encodingCounts();
          case 14 -> bloomOffset = in.i64Or(-1);
          case 15 -> bloomLength = (int) in.i64Or(-1);
          default -> in.skip();
        }
      }
      in.leave(outer);
    }

    private Chunk chunk() {
      return new Chunk(
          type,
          encodings,
          path,
          codec,
          values,
          uncompressed,
          compressed,
          keyValues,
          fileOffset,
          dataOffset,
          indexOffset,
          dictionaryOffset,
          statistics,
          counts,
          bloomOffset,
          bloomLength,
          offsetIndexOffset,
          offsetIndexLength,
          columnIndexOffset,
          columnIndexLength,
          encrypted || !described,
          filePath);
    }
  }

  private List<EncodingCount> encodingCounts() {
    List<EncodingCount> counts = new ArrayList<>();
    int count = in.list(ThriftReader.STRUCT);
    for (int i = 0; i < count; i++) {
      int pageType = 0;
      int encoding = 0;
      int pages = 0;
      int outer = in.enter();
      while (in.next()) {
        switch (in.id()) {
          case 1 -> pageType = in.i32();
          case 2 -> encoding = in.i32();
          case 3 -> pages = in.i32();
          default -> in.skip();
        }
      }
      in.leave(outer);
      counts.add(new EncodingCount(pageType, encoding, pages));
    }
    return counts;
  }

  private List<KeyValue> keyValues() {
    List<KeyValue> found = new ArrayList<>();
    int count = in.list(ThriftReader.STRUCT);
    for (int i = 0; i < count; i++) {
      byte[] key = new byte[0];
      byte[] value = null;
      int outer = in.enter();
      while (in.next()) {
        switch (in.id()) {
          case 1 -> key = in.binary();
          case 2 -> value = in.binary();
          default -> in.skip();
        }
      }
      in.leave(outer);
      found.add(new KeyValue(key, value));
    }
    return found;
  }

  private Statistics statistics() {
    byte[] min = null;
    byte[] max = null;
    byte[] minValue = null;
    byte[] maxValue = null;
    long nulls = -1;
    long distinct = -1;
    long nans = -1;
    Boolean minExact = null;
    Boolean maxExact = null;
    int outer = in.struct();
    while (in.next()) {
      switch (in.id()) {
        case 1 -> max = in.binary();
        case 2 -> min = in.binary();
        case 3 -> nulls = in.i64();
        case 4 -> distinct = in.i64();
        case 5 -> maxValue = in.binary();
        case 6 -> minValue = in.binary();
        case 7 -> maxExact = in.bool();
        case 8 -> minExact = in.bool();
        case 9 -> nans = in.i64();
        default -> in.skip();
      }
    }
    in.leave(outer);
    return new Statistics(min, max, nulls, distinct, minValue, maxValue, minExact, maxExact, nans);
  }
}
