// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.util.ArrayList;
import java.util.List;

/**
 * A page of the row groups of one table: where their chunks are, what is known of them, which rows
 * are deleted. Never changed: a change makes a new page.
 *
 * @param table the number of the table
 * @param packs what the chunks' pack numbers index
 * @param rowGroups columns and row groups, in the order of the rows
 * @param deletes by row group
 * @param sketches by column, of all rows that ever were in the page's row groups
 */
public record LeafPage(
    long table,
    List<ObjectRef> packs,
    RowGroupTable rowGroups,
    List<DeleteVector> deletes,
    List<DistinctSketch> sketches) {
  /** The most row groups of a page: its bytes stay in the hundreds of KiB. */
  public static final int GROUPS_MAX = 1024;

  public LeafPage {
    packs = List.copyOf(packs);
    deletes = List.copyOf(deletes);
    sketches = List.copyOf(sketches);
    if (deletes.size() != rowGroups.groups().size()
        || sketches.size() != rowGroups.columns().size()) {
      throw new IllegalArgumentException("delete vectors and sketches do not fit the row groups");
    }
  }

  /** The page as bytes. */
  public byte[] toBytes() {
    PackOutput out = MetadataPage.begin(MetadataPage.LEAF);
    out.varint(table);
    out.varint(packs.size());
    packs.forEach(pack -> pack.write(out));
    rowGroups.write(out);
    deletes.forEach(delete -> delete.write(out));
    for (DistinctSketch sketch : sketches) {
      out.raw(sketch.toArray(), 0, DistinctSketch.REGISTERS);
    }
    return MetadataPage.end(out);
  }

  /**
   * A page from its bytes.
   *
   * @throws DamagedPackException when they are not one
   */
  public static LeafPage of(byte[] bytes) {
    PackInput in = MetadataPage.open(bytes, MetadataPage.LEAF);
    long table = in.varint();
    int packCount = in.count("a number of packs", in.remaining());
    List<ObjectRef> packs = new ArrayList<>();
    for (int i = 0; i < packCount; i++) {
      packs.add(ObjectRef.read(in));
    }
    RowGroupTable groups = RowGroupTable.read(in);
    List<DeleteVector> deletes = new ArrayList<>();
    for (RowGroupMeta group : groups.groups()) {
      for (ColumnChunkMeta chunk : group.columns()) {
        checkPack(in, chunk.pack(), packCount);
      }
      DeleteVector delete = DeleteVector.read(in, group.rows());
      if (delete.count() > 0 && delete.inline() == null) {
        checkPack(in, delete.pack(), packCount);
      }
      deletes.add(delete);
    }
    List<DistinctSketch> sketches = new ArrayList<>();
    for (int c = 0; c < groups.columns().size(); c++) {
      byte[] registers = new byte[DistinctSketch.REGISTERS];
      in.raw(registers, 0, registers.length);
      sketches.add(DistinctSketch.of(registers));
    }
    MetadataPage.checkEnd(in);
    return new LeafPage(table, packs, groups, deletes, sketches);
  }

  private static void checkPack(PackInput in, int pack, int packs) {
    if (pack >= packs) {
      throw in.damaged("a pack below " + packs, pack);
    }
  }
}
