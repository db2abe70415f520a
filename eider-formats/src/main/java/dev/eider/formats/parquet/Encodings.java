// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

/** The numbers of the encodings and codecs, and their names in messages and metadata tables. */
public final class Encodings {
  public static final int PLAIN = 0;
  public static final int PLAIN_DICTIONARY = 2;
  public static final int RLE = 3;
  public static final int BIT_PACKED = 4;
  public static final int DELTA_BINARY_PACKED = 5;
  public static final int DELTA_LENGTH_BYTE_ARRAY = 6;
  public static final int DELTA_BYTE_ARRAY = 7;
  public static final int RLE_DICTIONARY = 8;
  public static final int BYTE_STREAM_SPLIT = 9;

  private static final String[] ENCODINGS = {
    "PLAIN",
    "GROUP_VAR_INT",
    "PLAIN_DICTIONARY",
    "RLE",
    "BIT_PACKED",
    "DELTA_BINARY_PACKED",
    "DELTA_LENGTH_BYTE_ARRAY",
    "DELTA_BYTE_ARRAY",
    "RLE_DICTIONARY",
    "BYTE_STREAM_SPLIT"
  };
  private static final String[] CODECS = {
    "UNCOMPRESSED", "SNAPPY", "GZIP", "LZO", "BROTLI", "LZ4", "ZSTD", "LZ4_RAW"
  };
  private static final String[] PAGES = {
    "DATA_PAGE", "INDEX_PAGE", "DICTIONARY_PAGE", "DATA_PAGE_V2"
  };
  private static final String[] CONVERTED = {
    "UTF8",
    "MAP",
    "MAP_KEY_VALUE",
    "LIST",
    "ENUM",
    "DECIMAL",
    "DATE",
    "TIME_MILLIS",
    "TIME_MICROS",
    "TIMESTAMP_MILLIS",
    "TIMESTAMP_MICROS",
    "UINT_8",
    "UINT_16",
    "UINT_32",
    "UINT_64",
    "INT_8",
    "INT_16",
    "INT_32",
    "INT_64",
    "JSON",
    "BSON",
    "INTERVAL"
  };

  private Encodings() {}

  static String encoding(int number) {
    return name(ENCODINGS, number);
  }

  static String codec(int number) {
    return name(CODECS, number);
  }

  static String page(int number) {
    return name(PAGES, number);
  }

  static String converted(int number) {
    return name(CONVERTED, number);
  }

  private static String name(String[] names, int number) {
    return number >= 0 && number < names.length ? names[number] : Integer.toString(number);
  }
}
