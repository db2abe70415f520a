// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The metadata at the end of a file, as written. Numbers that name things (codecs, encodings) are
 * kept as they are: an unknown one matters only when it is met in a page.
 *
 * @param encryption the name of the algorithm, or null
 */
public record Footer(
    int version,
    List<SchemaElement> schema,
    long rows,
    List<RowGroup> rowGroups,
    List<KeyValue> keyValues,
    @Nullable String createdBy,
    List<Integer> columnOrders,
    @Nullable String encryption,
    byte @Nullable [] signingKeyMetadata) {

  /** What a file says beside its data. */
  public record KeyValue(byte[] key, byte @Nullable [] value) {}

  /**
   * One node of the schema, depth first. -1: not set.
   *
   * @param repetition 0 required, 1 optional, 2 repeated
   * @param converted the number of the legacy annotation
   */
  public record SchemaElement(
      @Nullable PhysicalKind type,
      int typeLength,
      int repetition,
      String name,
      int children,
      int converted,
      int scale,
      int precision,
      int fieldId,
      @Nullable Annotation logical) {
    public static final int REQUIRED = 0;
    public static final int OPTIONAL = 1;
    public static final int REPEATED = 2;
  }

  /** The kinds of logical annotations, by their field number. */
  public enum AnnotationKind {
    STRING(1, "StringType"),
    MAP(2, "MapType"),
    LIST(3, "ListType"),
    ENUM(4, "EnumType"),
    DECIMAL(5, "DecimalType"),
    DATE(6, "DateType"),
    TIME(7, "TimeType"),
    TIMESTAMP(8, "TimestampType"),
    INTEGER(10, "IntType"),
    UNKNOWN(11, "NullType"),
    JSON(12, "JsonType"),
    BSON(13, "BsonType"),
    UUID(14, "UUIDType"),
    FLOAT16(15, "Float16Type"),
    VARIANT(16, "VariantType"),
    GEOMETRY(17, "GeometryType"),
    GEOGRAPHY(18, "GeographyType"),
    OTHER(-1, "LogicalType");

    private final int number;
    private final String text;

    AnnotationKind(int number, String text) {
      this.number = number;
      this.text = text;
    }

    /** The number of its field in files. */
    public int number() {
      return number;
    }

    String text() {
      return text;
    }

    static AnnotationKind of(int number) {
      for (AnnotationKind kind : values()) {
        if (kind.number == number) {
          return kind;
        }
      }
      return OTHER;
    }
  }

  /**
   * A logical annotation.
   *
   * @param unit of times: 1 ms, 2 µs, 3 ns, 0 none
   * @param adjusted of times: whether they are UTC; of integers: whether they are signed
   */
  public record Annotation(
      AnnotationKind kind, int scale, int precision, boolean adjusted, int unit, int bitWidth) {}

  /** Rows {@code [firstRow, firstRow + rows)} of the file. */
  public record RowGroup(
      int number,
      long firstRow,
      long rows,
      long totalBytes,
      long compressedBytes,
      boolean hasFileOffset,
      List<Chunk> chunks) {}

  /** The values of one leaf column in one row group; offsets are -1 when not set. */
  public record Chunk(
      PhysicalKind type,
      List<Integer> encodings,
      List<String> path,
      int codec,
      long values,
      long uncompressedSize,
      long compressedSize,
      List<KeyValue> keyValues,
      long fileOffset,
      long dataOffset,
      long indexPageOffset,
      long dictionaryOffset,
      @Nullable Statistics statistics,
      @Nullable List<EncodingCount> encodingCounts,
      long bloomOffset,
      int bloomLength,
      long offsetIndexOffset,
      int offsetIndexLength,
      long columnIndexOffset,
      int columnIndexLength,
      boolean encrypted,
      @Nullable String filePath) {

    /** Where its first page starts. */
    long start() {
      return dictionaryOffset > 0 && dictionaryOffset < dataOffset ? dictionaryOffset : dataOffset;
    }
  }

  /** How many pages of a kind have an encoding. */
  public record EncodingCount(int pageType, int encoding, int count) {}

  /**
   * Bounds and counts of a chunk or page; -1: unknown. {@code min} and {@code max} are the
   * deprecated ones, whose order is signed.
   */
  public record Statistics(
      byte @Nullable [] min,
      byte @Nullable [] max,
      long nullCount,
      long distinctCount,
      byte @Nullable [] minValue,
      byte @Nullable [] maxValue,
      @Nullable Boolean minExact,
      @Nullable Boolean maxExact,
      long nanCount) {}
}
