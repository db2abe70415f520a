// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.txn;

import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.catalog.CatalogEntry.ColumnDefinition;
import dev.eider.base.catalog.CatalogEntry.MacroOverload;
import dev.eider.base.catalog.SequenceCounter;
import dev.eider.base.type.LogicalType;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;
import dev.eider.storage.format.v1.TypeCodec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entries of a catalog as bytes.
 *
 * <pre>
 * entry     u8 kind: 1 table, 2 view, 3 macro, 4 type, 5 sequence, 6 index; text name; then
 *   table     varint id of its rows | list of columns | texts constraints
 *   column    text name | type | u8 flags: 1 not null, 2 default, 4 generated, 8 collation | the texts
 *             of those
 *   view      text query | texts column names | list of types
 *   macro     u8 1 for a table macro | list of: texts parameters | list of (u8 1 and text, or u8 0)
 *             defaults | text body
 *   type      type
 *   sequence  zigzag start, increment, minimum, maximum | u8 1 when it cycles | counter
 *   index     text table | u8 1 when unique | texts expressions
 * counter   u8 flags: 1 used, 2 exhausted | zigzag next, last
 * texts     varint number | text, one each
 * list      varint number | the parts
 * </pre>
 */
final class EntryCodec {
  private static final int TABLE = 1;
  private static final int VIEW = 2;
  private static final int MACRO = 3;
  private static final int TYPE = 4;
  private static final int SEQUENCE = 5;
  private static final int INDEX = 6;
  private static final int NOT_NULL = 1;
  private static final int DEFAULT = 2;
  private static final int GENERATED = 4;
  private static final int COLLATION = 8;
  private static final int PARTS_MAX = 1 << 24;

  private EntryCodec() {}

  static void write(CatalogEntry entry, PackOutput out) {
    switch (entry) {
      case CatalogEntry.TableEntry table -> {
        out.u8(TABLE);
        out.text(table.name());
        out.varint(((DetachedTable) table.table()).rows().id());
        out.varint(table.columns().size());
        table.columns().forEach(column -> writeColumn(column, out));
        writeTexts(table.constraints(), out);
      }
      case CatalogEntry.ViewEntry view -> {
        out.u8(VIEW);
        out.text(view.name());
        out.text(view.querySql());
        writeTexts(view.columnNames(), out);
        out.varint(view.columnTypes().size());
        view.columnTypes().forEach(type -> TypeCodec.write(type, out));
      }
      case CatalogEntry.MacroEntry macro -> {
        out.u8(MACRO);
        out.text(macro.name());
        out.u8(macro.tableMacro() ? 1 : 0);
        out.varint(macro.overloads().size());
        for (MacroOverload overload : macro.overloads()) {
          writeTexts(overload.parameters(), out);
          out.varint(overload.defaults().size());
          overload.defaults().forEach(text -> writeOptional(text, out));
          out.text(overload.bodySql());
        }
      }
      case CatalogEntry.TypeEntry type -> {
        out.u8(TYPE);
        out.text(type.name());
        TypeCodec.write(type.type(), out);
      }
      case CatalogEntry.SequenceEntry sequence -> {
        out.u8(SEQUENCE);
        out.text(sequence.name());
        SequenceCounter counter = sequence.counter();
        out.zigzag(counter.start());
        out.zigzag(counter.increment());
        out.zigzag(counter.min());
        out.zigzag(counter.max());
        out.u8(counter.cycle() ? 1 : 0);
        writeCounter(counter.state(), out);
      }
      case CatalogEntry.IndexEntry index -> {
        out.u8(INDEX);
        out.text(index.name());
        out.text(index.table());
        out.u8(index.unique() ? 1 : 0);
        writeTexts(index.expressions(), out);
      }
    }
  }

  private static void writeColumn(ColumnDefinition column, PackOutput out) {
    out.text(column.name());
    TypeCodec.write(column.type(), out);
    String defaultSql = column.defaultSql();
    String generatedSql = column.generatedSql();
    String collation = column.collation();
    out.u8(
        (column.notNull() ? NOT_NULL : 0)
            | (defaultSql != null ? DEFAULT : 0)
            | (generatedSql != null ? GENERATED : 0)
            | (collation != null ? COLLATION : 0));
    if (defaultSql != null) {
      out.text(defaultSql);
    }
    if (generatedSql != null) {
      out.text(generatedSql);
    }
    if (collation != null) {
      out.text(collation);
    }
  }

  static void writeCounter(SequenceCounter.State state, PackOutput out) {
    out.u8((state.used() ? 1 : 0) | (state.exhausted() ? 2 : 0));
    out.zigzag(state.next());
    out.zigzag(state.last());
  }

  private static void writeTexts(List<String> texts, PackOutput out) {
    out.varint(texts.size());
    texts.forEach(out::text);
  }

  private static void writeOptional(@Nullable String text, PackOutput out) {
    out.u8(text == null ? 0 : 1);
    if (text != null) {
      out.text(text);
    }
  }

  /**
   * Reads an entry.
   *
   * @param tables the rows of an id, with the columns that the entry says
   * @throws dev.eider.storage.format.v1.DamagedPackException for bytes that are none of these
   */
  static CatalogEntry read(PackInput in, TableFinder tables) {
    int kind = in.u8();
    String name = in.text();
    return switch (kind) {
      case TABLE -> {
        long id = in.varint();
        int count = in.count("columns", PARTS_MAX);
        List<ColumnDefinition> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          columns.add(readColumn(in));
        }
        yield new CatalogEntry.TableEntry(
            name, columns, readTexts(in), false, tables.find(id, columns));
      }
      case VIEW -> {
        String query = in.text();
        List<String> names = readTexts(in);
        int count = in.count("types", PARTS_MAX);
        List<LogicalType> types = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          types.add(TypeCodec.read(in));
        }
        yield new CatalogEntry.ViewEntry(name, query, names, types, false);
      }
      case MACRO -> readMacro(name, in);
      case TYPE -> new CatalogEntry.TypeEntry(name, TypeCodec.read(in), false);
      case SEQUENCE -> {
        SequenceCounter counter =
            new SequenceCounter(in.zigzag(), in.zigzag(), in.zigzag(), in.zigzag(), in.u8() == 1);
        counter.restore(readCounter(in));
        yield new CatalogEntry.SequenceEntry(name, counter, false);
      }
      case INDEX -> {
        String table = in.text();
        boolean unique = in.u8() == 1;
        yield new CatalogEntry.IndexEntry(name, table, unique, readTexts(in), false);
      }
      default -> throw in.damaged("a kind of entry, 1 to 6", kind);
    };
  }

  /** Finds the rows of a table by their id, or makes an empty table of those columns. */
  interface TableFinder {
    DetachedTable find(long id, List<ColumnDefinition> columns);
  }

  private static CatalogEntry readMacro(String name, PackInput in) {
    boolean isTable = in.u8() == 1;
    int count = in.count("overloads", PARTS_MAX);
    List<MacroOverload> overloads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<String> parameters = readTexts(in);
      int defaultCount = in.count("defaults", PARTS_MAX);
      List<@Nullable String> defaults = new ArrayList<>();
      for (int d = 0; d < defaultCount; d++) {
        defaults.add(in.u8() == 1 ? in.text() : null);
      }
      overloads.add(
          new MacroOverload(parameters, Collections.unmodifiableList(defaults), in.text()));
    }
    return new CatalogEntry.MacroEntry(name, isTable, overloads, false);
  }

  private static ColumnDefinition readColumn(PackInput in) {
    String name = in.text();
    LogicalType type = TypeCodec.read(in);
    int flags = in.u8();
    return new ColumnDefinition(
        name,
        type,
        (flags & NOT_NULL) != 0,
        (flags & DEFAULT) != 0 ? in.text() : null,
        (flags & GENERATED) != 0 ? in.text() : null,
        (flags & COLLATION) != 0 ? in.text() : null);
  }

  static SequenceCounter.State readCounter(PackInput in) {
    int flags = in.u8();
    long next = in.zigzag();
    return new SequenceCounter.State(next, in.zigzag(), (flags & 1) != 0, (flags & 2) != 0);
  }

  private static List<String> readTexts(PackInput in) {
    int count = in.count("texts", PARTS_MAX);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(in.text());
    }
    return texts;
  }
}
