// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.util.zip.CRC32C;

/** What leaf and root pages have in common: head and checksum. */
final class MetadataPage {
  /** {@code EPGE}. */
  static final int MAGIC = 0x45475045;

  static final int LEAF = 1;
  static final int ROOT = 2;

  private MetadataPage() {}

  static PackOutput begin(int kind) {
    PackOutput out = new PackOutput(1 << 12);
    out.u32(MAGIC);
    out.u16(PackFormat.VERSION);
    out.u8(kind);
    return out;
  }

  static byte[] end(PackOutput out) {
    CRC32C crc = new CRC32C();
    crc.update(out.bytes(), 0, out.size());
    out.u32((int) crc.getValue());
    return out.toArray();
  }

  /** Checks a page and stands behind its head. */
  static PackInput open(byte[] page, int kind) {
    PackInput in = new PackInput(page);
    if (page.length < 11) {
      throw in.damaged("a page", page.length + " bytes");
    }
    CRC32C crc = new CRC32C();
    crc.update(page, 0, page.length - 4);
    in.over(in.segment(), page.length - 4L, page.length);
    int expected = in.u32();
    if ((int) crc.getValue() != expected) {
      throw new DamagedPackException(
          0,
          "the checksum of the page is wrong: expected "
              + Integer.toHexString(expected)
              + ", seen "
              + Long.toHexString(crc.getValue()));
    }
    in.over(in.segment(), 0, page.length - 4L);
    int magic = in.u32();
    if (magic != MAGIC) {
      throw in.damaged("the magic of a page", Integer.toHexString(magic));
    }
    int version = in.u16();
    if (version != PackFormat.VERSION) {
      throw in.damaged("version " + PackFormat.VERSION, version);
    }
    int seen = in.u8();
    if (seen != kind) {
      throw in.damaged("a page of kind " + kind, seen);
    }
    return in;
  }

  static void checkEnd(PackInput in) {
    if (in.remaining() != 0) {
      throw in.damaged("the end of the page", in.remaining() + " more bytes");
    }
  }
}
