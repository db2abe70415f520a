// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

/** The constants of packs and of the chunks in them; see the specification of this package. */
public final class PackFormat {
  /** The first four bytes of a pack and its last: {@code EPAK}. */
  public static final int MAGIC = 0x4B415045;

  /** The version that this package describes. */
  public static final int VERSION = 1;

  /** Bytes before the first chunk. */
  public static final int HEAD_BYTES = 16;

  /** Bytes behind the directory: its length, its checksum, the magic. */
  public static final int TAIL_BYTES = 12;

  /** Rows of a vector, but for the last one of a row group. */
  public static final int VECTOR_ROWS = 2048;

  /** The most rows of a row group. */
  public static final int ROW_GROUP_ROWS = 60 * VECTOR_ROWS;

  /** The most row groups of a pack. */
  public static final int PACK_ROW_GROUPS = 16;

  /** Bytes of a chunk's body under one checksum, but for the last ones. */
  public static final int CHECKED_BYTES = 64 << 10;

  /** The most elements that the nested values of one vector have together. */
  public static final int CHILD_ROWS_MAX = 1 << 28;

  /** One value for all rows. */
  public static final int CONSTANT = 0;

  /** Codes into a dictionary. */
  public static final int DICTIONARY = 1;

  /** Integers of up to 64 bits. */
  public static final int INTEGERS = 2;

  /** Values of two words of 64 bits. */
  public static final int WIDE = 3;

  /** FLOAT and DOUBLE as their bits. */
  public static final int PLAIN_FLOATS = 4;

  /** FLOAT and DOUBLE as decimals. */
  public static final int ALP = 5;

  /** FLOAT and DOUBLE as a dictionary of their high bits, and their low bits. */
  public static final int ALP_RD = 6;

  /** Strings as they are. */
  public static final int PLAIN_STRINGS = 7;

  /** Strings through a table of symbols. */
  public static final int FSST = 8;

  /** Strings in frames of Zstandard. */
  public static final int ZSTD = 9;

  /** LIST and MAP. */
  public static final int LIST = 10;

  /** ARRAY. */
  public static final int ARRAY = 11;

  /** STRUCT and what is stored as one. */
  public static final int STRUCT = 12;

  private static final String[] NAMES = {
    "Constant",
    "Dictionary",
    "Integers",
    "Wide",
    "Plain",
    "ALP",
    "ALPRD",
    "Plain",
    "FSST",
    "ZSTD",
    "List",
    "Array",
    "Struct"
  };

  private PackFormat() {}

  /** The name of an encoding for people. */
  public static String encodingName(int encoding) {
    return encoding >= 0 && encoding < NAMES.length ? NAMES[encoding] : "unknown " + encoding;
  }
}
