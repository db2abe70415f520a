// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.LogicalType.Field;
import dev.eider.base.type.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

class RendererTest {
  private static OutputSettings mode(OutputMode mode) {
    OutputSettings settings = new OutputSettings();
    settings.setMode(mode);
    return settings;
  }

  private static MemoryRows sample() {
    return new MemoryRows()
        .column("id", LogicalType.INTEGER)
        .column("name", LogicalType.VARCHAR)
        .row(1, "duck")
        .row(20, null)
        .row(300, "a, \"b\"");
  }

  @Test
  void csvQuotesWhatItMustAndTellsNullFromEmpty() {
    String text = sample().row(4, "").row(5, "two\nlines").render(mode(OutputMode.CSV));
    assertEquals("id,name\n1,duck\n20,\n300,\"a, \"\"b\"\"\"\n4,\"\"\n5,\"two\nlines\"\n", text);
  }

  @Test
  void csvOfOneNullColumnIsAnEmptyLine() {
    MemoryRows rows = new MemoryRows().column("x", LogicalType.INTEGER).row(1).row((Object) null);
    assertEquals("x\n1\n\n", rows.render(mode(OutputMode.CSV)));
  }

  @Test
  void csvFollowsSettings() {
    OutputSettings settings = mode(OutputMode.CSV);
    settings.setColumnSeparator(";");
    settings.setNullValue("NULL");
    settings.setHeaders(false);
    assertEquals("1;duck\n20;NULL\n300;\"a, \"\"b\"\"\"\n", sample().render(settings));
  }

  @Test
  void separatedModes() {
    assertEquals(
        "id|name\n1|duck\n20|NULL\n300|a, \"b\"\n", sample().render(mode(OutputMode.LIST)));
    assertEquals(
        "id\tname\n1\tduck\n20\t\n300\ta, \"b\"\n", sample().render(mode(OutputMode.TABS)));
    assertEquals(
        "'id','name'\n1,'duck'\n20,NULL\n300,'a, \"b\"'\n",
        sample().render(mode(OutputMode.QUOTE)));
    assertEquals(
        "\"id\" \"name\"\n\"1\" \"duck\"\n\"20\" NULL\n\"300\" \"a, \\\"b\\\"\"\n",
        sample().render(mode(OutputMode.TCL)));
  }

  @Test
  void jsonIsAnArray() {
    assertEquals(
        "[{\"id\":1,\"name\":\"duck\"},\n{\"id\":20,\"name\":null},\n"
            + "{\"id\":300,\"name\":\"a, \\\"b\\\"\"}]\n",
        sample().render(mode(OutputMode.JSON)));
    assertEquals(
        "[]\n", new MemoryRows().column("x", LogicalType.INTEGER).render(mode(OutputMode.JSON)));
    assertEquals(
        "", new MemoryRows().column("x", LogicalType.INTEGER).render(mode(OutputMode.JSONLINES)));
  }

  @Test
  void jsonOfNestedValuesAndOfWhatIsNotFinite() {
    LogicalType struct =
        LogicalType.struct(
            List.of(
                new Field("a", LogicalType.INTEGER),
                new Field("b", LogicalType.list(LogicalType.VARCHAR))));
    LogicalType map = LogicalType.map(LogicalType.VARCHAR, LogicalType.DOUBLE);
    Value inner =
        new Value(
            LogicalType.list(LogicalType.VARCHAR),
            List.of(Value.of("x\ty"), Value.nullOf(LogicalType.VARCHAR)));
    LogicalType entry = ((LogicalType.MapOf) map).entry();
    MemoryRows rows =
        new MemoryRows()
            .column("s", struct)
            .column("m", map)
            .column("d", LogicalType.DOUBLE)
            .row(
                new Value(struct, List.of(Value.of(7), inner)),
                new Value(map, List.of(new Value(entry, List.of(Value.of("k\""), Value.of(1.5))))),
                Double.NaN)
            .row(null, null, 2.0);
    assertEquals(
        "{\"s\":{\"a\":7,\"b\":[\"x\\ty\",null]},\"m\":{\"k\\\"\":1.5},\"d\":null}\n"
            + "{\"s\":null,\"m\":null,\"d\":2.0}\n",
        rows.render(mode(OutputMode.JSONLINES)));
  }

  @Test
  void columnModes() {
    assertEquals(
        """
        ┌─────┬────────┐
        │ id  │ name   │
        ├─────┼────────┤
        │ 1   │ duck   │
        │ 20  │ NULL   │
        │ 300 │ a, "b" │
        └─────┴────────┘
        """,
        sample().render(mode(OutputMode.BOX)));
    assertEquals(
        """
        | id  | name |
        |----:|------|
        | 1   | a\\|b |
        """,
        new MemoryRows()
            .column("id ", LogicalType.INTEGER)
            .column("name", LogicalType.VARCHAR)
            .row(1, "a|b")
            .render(mode(OutputMode.MARKDOWN)));
    assertEquals(
        """
        +-----+--------+
        | id  | name   |
        +-----+--------+
        | 1   | duck   |
        | 20  | NULL   |
        | 300 | a, "b" |
        +-----+--------+
        """,
        sample().render(mode(OutputMode.TABLE)));
  }

  @Test
  void lineAndInsertAndHtml() {
    assertEquals(
        "   id = 1\n name = duck\n\n   id = 20\n name = NULL\n\n   id = 300\n name = a, \"b\"\n",
        sample().render(mode(OutputMode.LINE)));
    OutputSettings insert = mode(OutputMode.INSERT);
    insert.setInsertTable("t");
    assertEquals(
        "INSERT INTO t(x,\"Y z\") VALUES(1,concat('it''s', chr(10), 'two'));\n",
        new MemoryRows()
            .column("x", LogicalType.INTEGER)
            .column("Y z", LogicalType.VARCHAR)
            .row(1, "it's\ntwo")
            .render(insert));
    assertEquals(
        "<tr><th>x&lt;</th>\n</tr>\n<tr><td>a&amp;b</td>\n</tr>\n",
        new MemoryRows()
            .column("x<", LogicalType.VARCHAR)
            .row("a&b")
            .render(mode(OutputMode.HTML)));
  }

  @Test
  void duckBoxShowsTypesAndAlignsNumbers() {
    assertEquals(
        """
        ┌───────┬─────────┐
        │  id   │  name   │
        │ int32 │ varchar │
        ├───────┼─────────┤
        │     1 │ duck    │
        │    20 │ NULL    │
        │   300 │ a, "b"  │
        └───────┴─────────┘
        """,
        sample().render(mode(OutputMode.DUCKBOX)));
  }

  @Test
  void duckBoxOfNoRows() {
    assertEquals(
        """
        ┌───────┐
        │   x   │
        │ int32 │
        └───────┘
          0 rows
        """,
        new MemoryRows().column("x", LogicalType.INTEGER).render(mode(OutputMode.DUCKBOX)));
  }

  @Test
  void duckBoxHidesRowsInTheMiddle() {
    MemoryRows rows =
        new MemoryRows().column("i", LogicalType.BIGINT).column("t", LogicalType.VARCHAR);
    for (long i = 0; i < 100; i++) {
      rows.row(i, "v" + i);
    }
    OutputSettings settings = mode(OutputMode.DUCKBOX);
    settings.setMaxRows(5);
    assertEquals(
        """
        ┌───────┬─────────┐
        │   i   │    t    │
        │ int64 │ varchar │
        ├───────┼─────────┤
        │     0 │ v0      │
        │     1 │ v1      │
        │     2 │ v2      │
        │     · │ ·       │
        │     · │ ·       │
        │     · │ ·       │
        │    98 │ v98     │
        │    99 │ v99     │
        └───────┴─────────┘
          100 rows (5 shown)
        """,
        rows.render(settings));
  }

  @Test
  void duckBoxShowsAllRowsWhenHidingWouldSaveNothing() {
    MemoryRows rows = new MemoryRows().column("i", LogicalType.BIGINT);
    for (long i = 0; i < 8; i++) {
      rows.row(i);
    }
    OutputSettings settings = mode(OutputMode.DUCKBOX);
    settings.setMaxRows(5);
    // Four lines above the rows, one below, no footer under ten rows.
    assertEquals(4 + 8 + 1, rows.render(settings).lines().count());
  }

  @Test
  void duckBoxLeavesOutColumnsThatDoNotFit() {
    MemoryRows rows = new MemoryRows();
    Object[] cells = new Object[12];
    for (int c = 0; c < cells.length; c++) {
      rows.column("column" + c, LogicalType.VARCHAR);
      cells[c] = "value of column number " + c + " which is long";
    }
    rows.row(cells);
    OutputSettings settings = mode(OutputMode.DUCKBOX);
    settings.setMaxWidth(80);
    String text = rows.render(settings);
    text.lines().forEach(line -> assertEquals(true, DisplayWidth.of(line) <= 80, line));
    assertEquals(true, text.contains("value of column num…"), text);
    assertEquals(true, text.contains("12 columns (3 shown)"), text);
    assertEquals(true, text.contains("column11"), text);
  }

  @Test
  void wideCharactersAndEscapes() {
    assertEquals(
        """
        ┌──────────┐
        │    x     │
        │ varchar  │
        ├──────────┤
        │ 鴨       │
        │ a\\nb\\x1B │
        └──────────┘
        """,
        new MemoryRows()
            .column("x", LogicalType.VARCHAR)
            .row("鴨")
            .row("a\nb\u001b")
            .render(mode(OutputMode.DUCKBOX)));
  }

  @Test
  void cutCountsCells() {
    assertEquals("abc…", CellText.cut("abcdef", 4));
    assertEquals("abcd", CellText.cut("abcd", 4));
    assertEquals("鴨…", CellText.cut("鴨鴨鴨", 4));
    assertEquals(4, DisplayWidth.of("鴨鴨"));
    assertEquals(1, DisplayWidth.of("e\u0301"));
  }
}
