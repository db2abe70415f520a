// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

/** The codecs that pages are packed with, and their numbers in files. */
enum PageCodec {
  UNCOMPRESSED(0),
  SNAPPY(1),
  GZIP(2),
  BROTLI(4),
  ZSTD(6),
  LZ4_RAW(7);

  private final int number;

  PageCodec(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
