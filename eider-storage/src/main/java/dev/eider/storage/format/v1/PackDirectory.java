// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;

/**
 * Head and end of a pack. Readers find chunks through metadata pages; the directory at the end is
 * for tools that have nothing but packs.
 */
public record PackDirectory(long table, RowGroupTable rowGroups) {
  /** Writes the head of a pack. */
  public static void writeHead(long table, PackOutput out) {
    out.u32(PackFormat.MAGIC);
    out.u16(PackFormat.VERSION);
    out.u16(0);
    out.u64(table);
  }

  /** Writes what follows the last chunk. */
  public void write(PackOutput out) {
    int from = out.size();
    rowGroups.write(out);
    int length = out.size() - from;
    CRC32C crc = new CRC32C();
    crc.update(out.bytes(), from, length);
    out.u32(length);
    out.u32((int) crc.getValue());
    out.u32(PackFormat.MAGIC);
  }

  /** Reads it from a whole pack. */
  public static PackDirectory read(MemorySegment pack) {
    long size = pack.byteSize();
    PackInput in = new PackInput(pack, 0, size);
    if (size < PackFormat.HEAD_BYTES + PackFormat.TAIL_BYTES) {
      throw in.damaged("a pack", size + " bytes");
    }
    int magic = in.u32();
    if (magic != PackFormat.MAGIC) {
      throw in.damaged("the magic of a pack", Integer.toHexString(magic));
    }
    int version = in.u16();
    if (version != PackFormat.VERSION) {
      throw in.damaged("version " + PackFormat.VERSION, version);
    }
    int flags = in.u16();
    if (flags != 0) {
      throw in.damaged("no flags", flags);
    }
    long table = in.u64();
    in.over(pack, size - PackFormat.TAIL_BYTES, size);
    int length = in.u32();
    int crc = in.u32();
    int end = in.u32();
    long from = size - PackFormat.TAIL_BYTES - length;
    if (end != PackFormat.MAGIC || length < 0 || from < PackFormat.HEAD_BYTES) {
      throw in.damaged("the end of a pack", length + " bytes of directory");
    }
    CRC32C seen = new CRC32C();
    seen.update(pack.asSlice(from, length).asByteBuffer());
    if ((int) seen.getValue() != crc) {
      throw new DamagedPackException(
          from,
          "the checksum of the directory is wrong: expected "
              + Integer.toHexString(crc)
              + ", seen "
              + Long.toHexString(seen.getValue()));
    }
    in.over(pack, from, from + length);
    RowGroupTable groups = RowGroupTable.read(in);
    if (in.remaining() != 0) {
      throw in.damaged("the end of the directory", in.remaining() + " more bytes");
    }
    for (RowGroupMeta group : groups.groups()) {
      for (ColumnChunkMeta chunk : group.columns()) {
        if (chunk.offset() < PackFormat.HEAD_BYTES || chunk.offset() > from - chunk.length()) {
          throw in.damaged("chunks before " + from, chunk.offset() + " + " + chunk.length());
        }
      }
    }
    return new PackDirectory(table, groups);
  }
}
