// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvWriterTest {
  @TempDir Path dir;

  private static DataChunk chunk(List<LogicalType> types, List<List<Value>> rows) {
    DataChunk chunk = DataChunk.allocate(types, Math.max(1, rows.size()));
    for (int r = 0; r < rows.size(); r++) {
      for (int c = 0; c < types.size(); c++) {
        chunk.flat(c).setValue(r, rows.get(r).get(c));
      }
    }
    chunk.setSize(rows.size());
    return chunk;
  }

  private String write(
      List<LogicalType> types, List<List<Value>> rows, Map<String, Value> options)
      throws IOException {
    Path path = dir.resolve("out.csv");
    List<String> names = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      names.add("c" + i);
    }
    try (TableWriter writer =
        new CsvFormat().write(path.toString(), names, types, options, new TestContext())) {
      TableWriter.Local local = writer.newLocal();
      local.write(chunk(types, rows), 0);
      local.finish();
      assertEquals(rows.size(), writer.finish());
    }
    return Files.readString(path);
  }

  @Test
  void valuesLookAsTheirCastToText() throws IOException {
    List<LogicalType> types =
        List.of(
            LogicalType.BIGINT, LogicalType.DOUBLE, LogicalType.FLOAT, LogicalType.BOOLEAN,
            LogicalType.DATE, LogicalType.TIMESTAMP, LogicalType.decimal(20, 3),
            LogicalType.list(LogicalType.INTEGER));
    List<Value> row =
        List.of(
            Value.of(Long.MIN_VALUE),
            Value.of(1e16),
            new Value(LogicalType.FLOAT, 0.1f),
            Value.TRUE,
            new Value(LogicalType.DATE, 0),
            new Value(LogicalType.TIMESTAMP, 500_000L),
            new Value(types.get(6), new BigInteger("-12345678901234567891")),
            new Value(types.get(7), List.of(Value.of(1), Value.nullOf(LogicalType.INTEGER))));
    assertEquals(
        "-9223372036854775808,1e+16,0.1,true,1970-01-01,1970-01-01 00:00:00.5,"
            + "-12345678901234567.891,\"[1, NULL]\"\n",
        write(types, List.of(row), Csv.options("header", false)));
  }

  @Test
  void textsAreQuotedWhenTheyNeedIt() throws IOException {
    List<LogicalType> types = List.of(LogicalType.VARCHAR);
    List<List<Value>> rows = new ArrayList<>();
    for (String text : new String[] {"plain", "a,b", "a\"b", "a\nb", "", "#x", " y"}) {
      rows.add(List.of(Value.of(text)));
    }
    rows.add(List.of(Value.nullOf(LogicalType.VARCHAR)));
    assertEquals(
        "c0\nplain\n\"a,b\"\n\"a\"\"b\"\n\"a\nb\"\n\"\"\n\"#x\"\n y\n\n",
        write(types, rows, Map.of()));
    assertEquals(
        "c0\n'plain'\n'a,b'\n'a\"b'\n'a\nb'\n''\n'#x'\n' y'\nNA\n",
        write(types, rows, Csv.options("quote", "'", "nullstr", "NA", "force_quote", "*")));
  }

  @Test
  void piecesStandInTheOrderOfTheirBatches() throws IOException {
    List<LogicalType> types = List.of(LogicalType.BIGINT);
    for (String name : new String[] {"p.csv", "p.csv.gz", "p.csv.zst"}) {
      Path path = dir.resolve(name);
      TestContext context = new TestContext();
      try (TableWriter writer =
          new CsvFormat().write(path.toString(), List.of("n"), types, Map.of(), context)) {
        TableWriter.Local a = writer.newLocal();
        TableWriter.Local b = writer.newLocal();
        for (long batch = 0; batch < 40; batch++) {
          TableWriter.Local local = batch % 3 == 0 ? a : b;
          for (int piece = 0; piece < 2; piece++) {
            local.write(
                chunk(types, List.of(List.of(Value.of(batch * 2 + piece)))), batch);
          }
        }
        b.finish();
        a.finish();
        assertEquals(80, writer.finish());
      }
      assertEquals(0, context.memory.used());
      List<List<Value>> rows = Csv.rows(Csv.bind(path.toString()));
      assertEquals(80, rows.size(), name);
      for (int i = 0; i < 80; i++) {
        assertEquals((long) i, rows.get(i).get(0).get(), name);
      }
    }
  }

  @Test
  void anUnfinishedFileIsNotThere() throws IOException {
    Path path = dir.resolve("never.csv");
    try (TableWriter writer =
        new CsvFormat()
            .write(
                path.toString(), List.of("n"), List.of(LogicalType.BIGINT), Map.of(),
                new TestContext())) {
      writer.newLocal();
    }
    assertFalse(Files.exists(path));
    try (var files = Files.list(dir)) {
      assertEquals(0, files.count());
    }
    EiderException e =
        assertThrows(
            EiderException.class,
            () ->
                new CsvFormat()
                    .write(
                        dir + "/no/such/x.csv", List.of("n"), List.of(LogicalType.BIGINT),
                        Map.of(), new TestContext()));
    assertTrue(e.getMessage().startsWith("IO Error: Cannot write file"), e.getMessage());
  }
}
