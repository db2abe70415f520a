// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import dev.eider.base.type.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page that all others are reached from: the catalogue, as bytes that this package does not
 * look into, and for each table its leaf pages with what is known of their rows.
 */
public record RootPage(byte[] catalogue, List<TableLeaves> tables) {
  /** A root of at most so many bytes lies in the head object itself. */
  public static final int INLINE_MAX = 512 << 10;

  public RootPage {
    tables = List.copyOf(tables);
  }

  /** The leaf pages of a table, in the order of its rows, and its columns. */
  public record TableLeaves(long table, List<PackColumn> columns, List<Leaf> leaves) {
    public TableLeaves {
      columns = List.copyOf(columns);
      leaves = List.copyOf(leaves);
    }
  }

  /**
   * A leaf page.
   *
   * @param page the object that it is in
   * @param offset where it begins there
   * @param length its bytes
   * @param firstRow the id of its first row
   * @param endRow the id behind that of its last row
   * @param groups its row groups
   * @param rows its rows, deleted ones among them
   * @param deleted how many of these
   * @param zones by column of the table
   */
  public record Leaf(
      ObjectRef page,
      long offset,
      int length,
      long firstRow,
      long endRow,
      int groups,
      long rows,
      long deleted,
      List<Zone> zones) {
    public Leaf {
      zones = List.copyOf(zones);
    }
  }

  /** What is known of a column of a leaf page; null bounds are not known or are of NULLs only. */
  public record Zone(@Nullable Value min, @Nullable Value max, long nulls, long distinct) {}

  /** The page as bytes. */
  public byte[] toBytes() {
    PackOutput out = MetadataPage.begin(MetadataPage.ROOT);
    out.block(catalogue);
    out.varint(tables.size());
    for (TableLeaves table : tables) {
      out.varint(table.table());
      out.varint(table.columns().size());
      for (PackColumn column : table.columns()) {
        out.varint(column.id());
        TypeCodec.write(column.type(), out);
      }
      out.varint(table.leaves().size());
      for (Leaf leaf : table.leaves()) {
        write(leaf, out);
      }
    }
    return MetadataPage.end(out);
  }

  private static void write(Leaf leaf, PackOutput out) {
    leaf.page().write(out);
    out.varint(leaf.offset());
    out.varint(leaf.length());
    out.varint(leaf.firstRow());
    out.varint(leaf.endRow());
    out.varint(leaf.groups());
    out.varint(leaf.rows());
    out.varint(leaf.deleted());
    for (Zone zone : leaf.zones()) {
      out.varint(zone.nulls());
      out.varint(zone.distinct() + 1);
      ValueCodec.write(zone.min(), out);
      ValueCodec.write(zone.max(), out);
    }
  }

  /**
   * A page from its bytes.
   *
   * @throws DamagedPackException when they are not one
   */
  public static RootPage of(byte[] bytes) {
    PackInput in = MetadataPage.open(bytes, MetadataPage.ROOT);
    byte[] catalogue = in.block();
    int count = in.count("a number of tables", in.remaining());
    List<TableLeaves> tables = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      long table = in.varint();
      int width = in.count("a number of columns", in.remaining());
      List<PackColumn> columns = new ArrayList<>();
      for (int c = 0; c < width; c++) {
        int id = in.count("the number of a column", Integer.MAX_VALUE);
        columns.add(new PackColumn(id, TypeCodec.read(in)));
      }
      int leafCount = in.count("a number of leaf pages", in.remaining());
      List<Leaf> leaves = new ArrayList<>();
      for (int i = 0; i < leafCount; i++) {
        leaves.add(readLeaf(in, columns));
      }
      tables.add(new TableLeaves(table, columns, leaves));
    }
    MetadataPage.checkEnd(in);
    return new RootPage(catalogue, tables);
  }

  private static Leaf readLeaf(PackInput in, List<PackColumn> columns) {
    ObjectRef page = ObjectRef.read(in);
    long offset = in.varint();
    int length = in.count("a length", Integer.MAX_VALUE);
    if (offset < 0 || offset > page.size() - length) {
      throw in.damaged("a page within " + page.size() + " bytes", offset + " + " + length);
    }
    long firstRow = in.varint();
    long endRow = in.varint();
    int groups = in.count("a number of row groups", Integer.MAX_VALUE);
    long rows = in.varint();
    long deleted = in.varint();
    List<Zone> zones = new ArrayList<>();
    for (PackColumn column : columns) {
      long nulls = in.varint();
      long distinct = in.varint() - 1;
      Value min = ValueCodec.read(column.type(), in);
      zones.add(new Zone(min, ValueCodec.read(column.type(), in), nulls, distinct));
    }
    return new Leaf(page, offset, length, firstRow, endRow, groups, rows, deleted, zones);
  }
}
