// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.rowgroup;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.table.TableStats;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.storage.encoding.RandomColumns;
import dev.eider.storage.format.v1.DamagedPackException;
import dev.eider.storage.format.v1.DeleteVector;
import dev.eider.storage.format.v1.DistinctSketch;
import dev.eider.storage.format.v1.LeafPage;
import dev.eider.storage.format.v1.ObjectRef;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;
import dev.eider.storage.format.v1.RootPage;
import dev.eider.storage.format.v1.RowGroupTable;
import dev.eider.storage.format.v1.TypeCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MetadataTest {
  private static StoredFixture stored() {
    StoredFixture stored = new StoredFixture(LogicalType.BIGINT, LogicalType.VARCHAR);
    List<List<Value>> rows = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      rows.add(
          List.of(
              i % 10 == 0 ? Value.nullOf(LogicalType.BIGINT) : Value.of((long) i % 700),
              Value.of("a rather long text that is cut in bounds " + i)));
    }
    stored.write(rows, 1 << 20);
    return stored;
  }

  private static LeafPage leaf(StoredFixture stored) {
    DeletedRows deleted = new DeletedRows(5000);
    deleted.delete(17);
    PackOutput out = new PackOutput(16);
    deleted.write(out);
    return new LeafPage(
        7,
        List.of(new ObjectRef("seg/00/1-a.pack", stored.packs.getFirst().size())),
        new RowGroupTable(stored.columns, stored.groups),
        List.of(DeleteVector.inline(1, out.toArray())),
        stored.finished.getFirst().sketches());
  }

  @Test
  void leafPagesComeBack() {
    StoredFixture stored = stored();
    LeafPage page = leaf(stored);
    LeafPage read = LeafPage.of(page.toBytes());
    assertEquals(page.rowGroups(), read.rowGroups());
    assertEquals(page.packs(), read.packs());
    byte[] inline = read.deletes().getFirst().inline();
    DeletedRows deleted = DeletedRows.read(new PackInput(inline), 5000);
    assertTrue(deleted.isDeleted(17));
    assertEquals(1, deleted.count());
    assertArrayEquals(page.toBytes(), read.toBytes());
  }

  @Test
  void rootPagesComeBack() {
    StoredFixture stored = stored();
    List<RootPage.Zone> zones = new ArrayList<>();
    for (int c = 0; c < 2; c++) {
      DistinctSketch sketch = stored.finished.getFirst().sketches().get(c);
      zones.add(StoredStatistics.zone(stored.groups, c, sketch));
    }
    RootPage root =
        new RootPage(
            new byte[] {1, 2, 3},
            List.of(
                new RootPage.TableLeaves(
                    7,
                    stored.columns,
                    List.of(
                        new RootPage.Leaf(
                            new ObjectRef("meta/1-b.page", 5000),
                            100,
                            900,
                            1000,
                            6000,
                            1,
                            5000,
                            1,
                            zones)))));
    RootPage read = RootPage.of(root.toBytes());
    assertEquals(root.tables(), read.tables());
    assertArrayEquals(root.catalogue(), read.catalogue());
    assertEquals(
        Value.of(1L), read.tables().getFirst().leaves().getFirst().zones().getFirst().min());
  }

  @Test
  void damagedPagesAreOneError() {
    byte[] page = leaf(stored()).toBytes();
    Random random = new Random(3);
    for (int i = 0; i < 200; i++) {
      byte[] wrong = page.clone();
      wrong[random.nextInt(wrong.length)] ^= (byte) (1 << random.nextInt(8));
      assertThrows(DamagedPackException.class, () -> LeafPage.of(wrong));
    }
    assertThrows(DamagedPackException.class, () -> RootPage.of(page));
    assertThrows(DamagedPackException.class, () -> LeafPage.of(new byte[5]));
  }

  @Test
  void typesComeBack() {
    for (LogicalType type : RandomColumns.TYPES) {
      PackOutput out = new PackOutput(16);
      TypeCodec.write(type, out);
      assertEquals(type, TypeCodec.read(new PackInput(out.toArray())));
    }
  }

  @Test
  void deletedRowsComeBack() {
    Random random = new Random(4);
    for (int rows : new int[] {1, 64, 2048, 5000}) {
      for (int share : new int[] {2, 100}) {
        DeletedRows deleted = new DeletedRows(rows);
        for (int i = 0; i < rows; i++) {
          if (random.nextInt(share) == 0) {
            deleted.delete(i);
          }
        }
        PackOutput out = new PackOutput(16);
        deleted.write(out);
        DeletedRows read = DeletedRows.read(new PackInput(out.toArray()), rows);
        assertEquals(deleted.count(), read.count());
        for (int i = 0; i < rows; i++) {
          assertEquals(deleted.isDeleted(i), read.isDeleted(i));
        }
      }
    }
  }

  @Test
  void statisticsOfTheTable() {
    StoredFixture stored = stored();
    TableStats stats =
        StoredStatistics.table(stored.groups, 100, stored.finished.getFirst().sketches());
    assertEquals(4900, stats.rows());
    assertEquals(Value.of(1L), stats.column(0).min());
    assertEquals(Value.of(699L), stats.column(0).max());
    assertEquals(500, stats.column(0).nullCount());
    assertEquals(630, stats.column(0).distinctEstimate(), 80);
    assertEquals(4900, stats.column(1).distinctEstimate(), 700);
  }
}
