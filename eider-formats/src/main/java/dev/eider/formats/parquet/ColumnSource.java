// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.TableFunction.ColumnCast;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.SequenceVector;
import dev.eider.base.vector.Vector;
import dev.eider.formats.parquet.Footer.Chunk;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A column of the table as it comes out of a file, row group by row group. */
abstract sealed class ColumnSource {
  /** Begins a row group, or a slice of one. */
  abstract void start(ParquetTask task, FetchedBytes bytes);

  /** The next rows; valid until the next call. */
  abstract Vector read(int rows);

  /** The next rows, as codes of a dictionary where it has one; valid until the next call. */
  Vector readCodes(int rows) {
    return read(rows);
  }

  /** Passes over rows. */
  abstract void skip(long rows);

  /** Unpacks pages that are needed next, unless another reader is at it. */
  void prepare() {}

  /** Gives all memory back. */
  abstract void close();

  private static void begin(ColumnReader reader, ParquetTask task, FetchedBytes bytes) {
    Chunk chunk = task.group().chunks().get(reader.node().leaf());
    MemorySegment segment = bytes(task, chunk, bytes);
    SlicedGroup shared = task.shared();
    if (shared == null) {
      reader.start(segment, chunk);
    } else {
      reader.start(shared.chunk(reader.node(), chunk, segment), segment, chunk, task.from());
    }
  }

  private static MemorySegment bytes(ParquetTask task, Chunk chunk, FetchedBytes bytes) {
    return chunk.compressedSize() == 0
        ? MemorySegment.NULL
        : bytes.get(ParquetScan.range(task.part(), chunk));
  }

  /** A leaf at the top of the schema. */
  static final class Leaf extends ColumnSource {
    private final ColumnReader reader;

    Leaf(ColumnReader reader) {
      this.reader = reader;
    }

    @Override
    void start(ParquetTask task, FetchedBytes bytes) {
      begin(reader, task, bytes);
    }

    @Override
    void prepare() {
      reader.prepare();
    }

    @Override
    Vector read(int rows) {
      return reader.read(rows);
    }

    @Override
    Vector readCodes(int rows) {
      return reader.readCodes(rows);
    }

    @Override
    void skip(long rows) {
      reader.skip(rows);
    }

    @Override
    void close() {
      reader.close();
    }
  }

  /** A struct, list or map. */
  static final class Nested extends ColumnSource {
    private final NodeReader node;
    private final List<ColumnReader> leaves = new ArrayList<>();

    Nested(SchemaNode node, java.util.function.Function<SchemaNode, ColumnReader> readers) {
      this.node =
          new NodeReader(
              node,
              leaf -> {
                ColumnReader reader = readers.apply(leaf);
                leaves.add(reader);
                return reader;
              });
    }

    @Override
    void start(ParquetTask task, FetchedBytes bytes) {
      for (ColumnReader leaf : leaves) {
        begin(leaf, task, bytes);
      }
    }

    @Override
    void prepare() {
      leaves.forEach(ColumnReader::prepare);
    }

    @Override
    Vector read(int rows) {
      return node.read(rows);
    }

    @Override
    void skip(long rows) {
      node.skip(rows);
    }

    @Override
    void close() {
      leaves.forEach(ColumnReader::close);
    }
  }

  /** The numbers of the rows in their file. */
  static final class RowNumber extends ColumnSource {
    private final LogicalType type;
    private final boolean ofGroup;
    private long next;

    /**
     * @param ofGroup whether it is the number of the row group, the same for all its rows
     */
    RowNumber(LogicalType type, boolean ofGroup) {
      this.type = type;
      this.ofGroup = ofGroup;
    }

    @Override
    void start(ParquetTask task, FetchedBytes bytes) {
      next = ofGroup ? task.group().number() : task.group().firstRow() + task.from();
    }

    @Override
    Vector read(int rows) {
      SequenceVector numbers = new SequenceVector(type, next, ofGroup ? 0 : 1);
      skip(rows);
      return numbers;
    }

    @Override
    void skip(long rows) {
      next += ofGroup ? 0 : rows;
    }

    @Override
    void close() {}
  }

  /** A column of the type NULL: whatever is written of it. */
  static final class Nulls extends ColumnSource {
    private final Vector nulls;

    Nulls(LogicalType type) {
      nulls = ConstantVector.of(Value.nullOf(type));
    }

    @Override
    void start(ParquetTask task, FetchedBytes bytes) {}

    @Override
    Vector read(int rows) {
      return nulls;
    }

    @Override
    void skip(long rows) {}

    @Override
    void close() {}
  }

  /** A column whose type in the file is another than in the table. */
  static final class Cast extends ColumnSource {
    private final ColumnSource source;
    private final ColumnCast cast;
    private final FlatVector target;

    Cast(ColumnSource source, ColumnCast cast, LogicalType type) {
      this.source = source;
      this.cast = cast;
      target = FlatVector.allocate(type, Vector.CAPACITY);
    }

    @Override
    void start(ParquetTask task, FetchedBytes bytes) {
      source.start(task, bytes);
    }

    @Override
    void prepare() {
      source.prepare();
    }

    @Override
    Vector read(int rows) {
      FlatVector flat = source.read(rows).flatten(rows);
      target.reset();
      target.copyValidity(flat, rows);
      cast.cast(flat, rows, target);
      return target;
    }

    @Override
    void skip(long rows) {
      source.skip(rows);
    }

    @Override
    void close() {
      source.close();
    }
  }

  /** The source of a column, or null when it is constant in the file. */
  static @Nullable ColumnSource of(
      ParquetTable table,
      ParquetTable.Part part,
      int column,
      java.util.function.Function<SchemaNode, ColumnReader> readers) {
    LogicalType type = table.columns().get(column).type();
    if (column == table.rowNumberColumn() || column == table.groupNumberColumn()) {
      return new RowNumber(type, column == table.groupNumberColumn());
    }
    int number = part.mapping()[column];
    if (number < 0) {
      return null;
    }
    SchemaNode node = part.file().columns().get(number);
    if (node.kind() == SchemaNode.Kind.LEAF && node.theLeafType().form() == LeafType.Form.NONE) {
      return new Nulls(type);
    }
    ColumnSource source =
        node.kind() == SchemaNode.Kind.LEAF
            ? new Leaf(readers.apply(node))
            : new Nested(node, readers);
    ColumnCast cast = part.casts()[column];
    return cast == null ? source : new Cast(source, cast, type);
  }
}
