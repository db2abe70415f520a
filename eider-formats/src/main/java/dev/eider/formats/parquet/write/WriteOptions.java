// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.FileOptions;
import dev.eider.formats.write.CopyOptions;
import dev.eider.io.codec.BlockPacker;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How a file is written.
 *
 * @param dictionaryLimit the most values a dictionary has; -1: a fifth of the row group's rows
 * @param rowGroupRows rows after which a row group ends
 * @param rowGroupBytes bytes in memory after which a row group ends
 */
record WriteOptions(
    PageCodec codec,
    int compressionLevel,
    boolean version2,
    long dictionaryLimit,
    long dictionaryBytes,
    long pageBytes,
    boolean bloomFilters,
    double falsePositives,
    boolean timestampsAsInt96,
    AdjustedToUtc adjustedToUtc,
    long rowGroupRows,
    long rowGroupBytes,
    boolean ordered,
    boolean temporaryFile,
    FieldIds fieldIds,
    List<KeyValue> keyValues) {
  /** What a file says beside its data. */
  record KeyValue(String key, byte[] value) {}

  /** Whether timestamps are told to be UTC. */
  enum AdjustedToUtc {
    /** Those with a time zone are. */
    AUTO,
    ALWAYS_TRUE,
    ALWAYS_FALSE
  }

  private static final long ROW_GROUP_ROWS = 122_880;
  private static final long PAGE_BYTES = 1 << 20;
  private static final long PAGE_BYTES_MAX = 104_857_600;
  private static final long DICTIONARY_BYTES_MAX = 1 << 30;
  private static final int LEVEL_MIN = -131_072;
  private static final int LEVEL_MAX = 22;

  /** All options of a Parquet writer that are not about directories, and their types. */
  static final Map<String, LogicalType> TYPES = types();

  private static Map<String, LogicalType> types() {
    Map<String, LogicalType> types = new LinkedHashMap<>();
    for (String name : List.of("compression", "codec", "parquet_version", "geoparquet_version")) {
      types.put(name, LogicalType.VARCHAR);
    }
    for (String name :
        List.of(
            "compression_level",
            "row_group_size",
            "chunk_size",
            "dictionary_size_limit",
            "string_dictionary_page_size_limit",
            "data_page_size_limit")) {
      types.put(name, LogicalType.BIGINT);
    }
    for (String name :
        List.of(
            "write_bloom_filter",
            "write_timestamp_as_int96",
            "debug_use_openssl",
            "preserve_order",
            "use_tmp_file")) {
      types.put(name, LogicalType.BOOLEAN);
    }
    types.put("bloom_filter_false_positive_ratio", LogicalType.DOUBLE);
    for (String name :
        List.of(
            "row_group_size_bytes",
            "dictionary_compression_ratio_threshold",
            "timestamp_is_adjusted_to_utc",
            "field_ids",
            "kv_metadata",
            "encryption_config",
            "shredding")) {
      types.put(name, LogicalType.ANY);
    }
    return Map.copyOf(types);
  }

  static WriteOptions of(
      Map<String, Value> options, List<String> names, List<LogicalType> types, boolean ordered) {
    Reader reader = new Reader(ordered);
    options.forEach(
        (name, value) -> reader.take(name.toLowerCase(Locale.ROOT), value, names, types));
    return reader.result();
  }

  private static final class Reader {
    private PageCodec codec = PageCodec.SNAPPY;
    private int level = BlockPacker.ZSTD_LEVEL;
    private boolean levelGiven;
    private boolean version2;
    private long dictionaryLimit = -1;
    private long dictionaryBytes = DICTIONARY_BYTES_MAX;
    private long pageBytes = PAGE_BYTES;
    private boolean bloomFilters = true;
    private double falsePositives = 0.01;
    private boolean int96;
    private AdjustedToUtc adjusted = AdjustedToUtc.AUTO;
    private long rows = ROW_GROUP_ROWS;
    private long bytes = Long.MAX_VALUE;
    private boolean ordered;
    private boolean temporaryFile = true;
    private FieldIds fieldIds = FieldIds.NONE;
    private final List<KeyValue> keyValues = new ArrayList<>();

    Reader(boolean ordered) {
      this.ordered = ordered;
    }

    void take(String name, Value value, List<String> names, List<LogicalType> types) {
      switch (name) {
        case "compression", "codec" -> codec = codec(name, text(name, value));
        case "compression_level" -> {
          long wanted = CopyOptions.integer(name, value);
          if (wanted < LEVEL_MIN || wanted > LEVEL_MAX) {
            throw EiderException.binder(
                "Compression level must be between " + LEVEL_MIN + " and " + LEVEL_MAX);
          }
          level = (int) wanted;
          levelGiven = true;
        }
        case "parquet_version" -> {
          switch (text(name, value).toUpperCase(Locale.ROOT)) {
            case "V1" -> version2 = false;
            case "V2" -> version2 = true;
            default -> throw EiderException.binder("Expected parquet_version 'V1' or 'V2'");
          }
        }
        case "row_group_size", "chunk_size" -> rows = CopyOptions.positive(name, value);
        case "row_group_size_bytes" -> bytes = CopyOptions.bytes(name, value);
        case "dictionary_size_limit" -> {
          dictionaryLimit = CopyOptions.integer(name, value);
          if (dictionaryLimit < 0) {
            throw EiderException.binder(
                "dictionary_size_limit must be greater than 0 or 0 to disable");
          }
        }
        case "string_dictionary_page_size_limit" ->
            dictionaryBytes = limit(name, value, DICTIONARY_BYTES_MAX);
        case "data_page_size_limit" -> pageBytes = limit(name, value, PAGE_BYTES_MAX);
        case "write_bloom_filter" -> bloomFilters = FileOptions.bool(name, value);
        case "bloom_filter_false_positive_ratio" -> {
          falsePositives = CopyOptions.number(name, value);
          if (!(falsePositives > 0)) {
            throw EiderException.binder("bloom_filter_false_positive_ratio must be greater than 0");
          }
        }
        case "write_timestamp_as_int96" -> int96 = FileOptions.bool(name, value);
        case "timestamp_is_adjusted_to_utc" -> adjusted = adjusted(text(name, value));
        case "preserve_order" -> ordered = FileOptions.bool(name, value);
        case "use_tmp_file" -> temporaryFile = FileOptions.bool(name, value);
        case "field_ids" -> fieldIds = FieldIds.of(value, names, types);
        case "kv_metadata" -> keyValues(value);
        // Its effect is gone: what a dictionary is worth is measured.
        case "dictionary_compression_ratio_threshold" -> CopyOptions.number(name, value);
        // Which library encrypts; nothing is encrypted.
        case "debug_use_openssl" -> FileOptions.bool(name, value);
        case "encryption_config" ->
            throw EiderException.notImplemented(
                "writing encrypted Parquet files (ENCRYPTION_CONFIG); leave the option out");
        case "geoparquet_version" ->
            throw EiderException.notImplemented(
                "GEOPARQUET_VERSION: there is no type GEOMETRY; leave the option out");
        case "shredding" ->
            throw EiderException.notImplemented(
                "SHREDDING: there is no type VARIANT; leave the option out");
        default ->
            throw EiderException.notImplemented("Unrecognized option " + name + " for parquet");
      }
    }

    private static String text(String name, Value value) {
      return CopyOptions.text(name, value);
    }

    private static long limit(String name, Value value, long most) {
      long limit = CopyOptions.integer(name, value);
      if (limit <= 0 || limit > most) {
        throw EiderException.binder(
            name + " cannot be 0 and must be less than or equal to " + most);
      }
      return limit;
    }

    private static PageCodec codec(String name, String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "uncompressed" -> PageCodec.UNCOMPRESSED;
        case "snappy" -> PageCodec.SNAPPY;
        case "gzip" -> PageCodec.GZIP;
        case "zstd" -> PageCodec.ZSTD;
        case "brotli" ->
            throw EiderException.notImplemented(
                "writing Parquet files with brotli; use zstd, which packs as well and faster");
        case "lz4", "lz4_raw" -> PageCodec.LZ4_RAW;
        default ->
            throw EiderException.binder(
                "Expected "
                    + name
                    + " argument to be any of [uncompressed, brotli, gzip, snappy, lz4, lz4_raw or"
                    + " zstd]");
      };
    }

    private static AdjustedToUtc adjusted(String text) {
      return switch (text.toUpperCase(Locale.ROOT)) {
        case "AUTO" -> AdjustedToUtc.AUTO;
        case "ALWAYS_TRUE", "TRUE" -> AdjustedToUtc.ALWAYS_TRUE;
        case "ALWAYS_FALSE", "FALSE" -> AdjustedToUtc.ALWAYS_FALSE;
        default ->
            throw EiderException.notImplemented(
                "Enum value: unrecognized value \""
                    + text
                    + "\" for timestamp_is_adjusted_to_utc (expected AUTO, TRUE or FALSE)");
      };
    }

    private void keyValues(Value value) {
      if (!(value.type() instanceof LogicalType.Struct struct)) {
        throw EiderException.binder("Expected kv_metadata argument to be a STRUCT");
      }
      List<Value> items = value.asList();
      for (int i = 0; i < items.size(); i++) {
        Value item = items.get(i);
        byte[] bytes =
            item.type().id() == TypeId.BLOB && item.object() instanceof byte[] raw
                ? raw
                : CopyOptions.shown(item).getBytes(StandardCharsets.UTF_8);
        keyValues.add(new KeyValue(struct.fields().get(i).name(), bytes));
      }
    }

    WriteOptions result() {
      if (levelGiven && codec != PageCodec.ZSTD) {
        throw EiderException.binder(
            "Compression level is only supported for the ZSTD compression codec");
      }
      return new WriteOptions(
          codec,
          level,
          version2,
          dictionaryLimit,
          dictionaryBytes,
          pageBytes,
          bloomFilters,
          falsePositives,
          int96,
          adjusted,
          rows,
          bytes,
          ordered,
          temporaryFile,
          fieldIds,
          List.copyOf(keyValues));
    }
  }
}
