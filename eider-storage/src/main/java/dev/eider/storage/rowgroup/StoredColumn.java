// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.rowgroup;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ColumnStats;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.PhysicalType;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.storage.encoding.ColumnChunk;
import dev.eider.storage.encoding.DecodeContext;
import dev.eider.storage.format.v1.ColumnChunkMeta;
import dev.eider.storage.format.v1.DamagedPackException;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.rowgroup.RowGroupTask.Piece;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * One column of the row group that a reader is at. A chunk is opened when a vector of it is first
 * asked for, a vector decoded once however many pieces of it are handed out.
 */
final class StoredColumn {
  private final StoredRowGroups stored;
  private final int column;
  private final LogicalType type;

  /** Whether codes of any dictionary are welcome; else only those that save strings. */
  private final boolean takesEntries;

  private final DecodeContext decoding;
  private final MemoryReservation memory;
  private final FlatVector target;
  private final int[] codes = new int[PackFormat.VECTOR_ROWS];
  private final int[] pickedCodes = new int[PackFormat.VECTOR_ROWS];
  private final int[] rows = new int[PackFormat.VECTOR_ROWS];
  private long charged;

  /** For pieces of vectors and selected rows; made when first needed. */
  private @Nullable FlatVector gathered;

  private int group;
  private MemorySegment bytes = MemorySegment.NULL;
  private @Nullable ColumnChunk chunk;
  private @Nullable Vector decoded;
  private int decodedVector = -1;

  StoredColumn(
      StoredRowGroups stored,
      int column,
      boolean takesEntries,
      DecodeContext decoding,
      MemoryReservation memory) {
    this.stored = stored;
    this.column = column;
    this.takesEntries = takesEntries;
    this.decoding = decoding;
    this.memory = memory;
    type = stored.type(column);
    target = FlatVector.allocate(type, PackFormat.VECTOR_ROWS);
    charge();
  }

  private void charge() {
    FlatVector other = gathered;
    long bytesNow = target.sizeInBytes() + (other == null ? 0 : other.sizeInBytes());
    if (bytesNow > charged) {
      memory.grow(bytesNow - charged);
      charged = bytesNow;
    }
  }

  void close() {
    memory.shrink(charged);
    charged = 0;
  }

  void start(int startedGroup, Piece piece, FetchedBytes fetched) {
    group = startedGroup;
    ColumnChunkMeta meta = stored.chunk(group, column);
    bytes = fetched.get(piece.range()).asSlice(piece.at(), meta.length());
    chunk = null;
    decoded = null;
    decodedVector = -1;
  }

  private ColumnChunk chunk() {
    ColumnChunk known = chunk;
    if (known == null) {
      ColumnChunkMeta meta = stored.chunk(group, column);
      try {
        known =
            ColumnChunk.open(
                type,
                stored.groups().get(group).rows(),
                meta.length(),
                bytes.asSlice(0, meta.prefixLength()),
                decoding);
      } catch (DamagedPackException e) {
        throw stored.damaged(group, column, e);
      }
      chunk = known;
    }
    return known;
  }

  /** What is known of a vector. */
  ColumnStats statistics(int vector) {
    return chunk().statistics(vector);
  }

  /** Rows {@code [from, from + count)} of a vector, in whatever form serves a filter. */
  Vector read(int vector, int from, int count) {
    Vector all = decode(vector);
    if (all instanceof ConstantVector || count == chunk().rows(vector)) {
      return all;
    }
    for (int i = 0; i < count; i++) {
      rows[i] = from + i;
    }
    return gather(all, rows, count);
  }

  /** The first {@code left} of the rows that a selection counts from {@code from}. */
  Vector take(int vector, int from, int count, int[] selection, int left) {
    Vector all = decode(vector);
    if (all instanceof ConstantVector) {
      return all;
    }
    boolean codesServe = type.physical() == PhysicalType.STRING;
    if (left == chunk().rows(vector) && (codesServe || all instanceof FlatVector)) {
      return all;
    }
    for (int i = 0; i < left; i++) {
      rows[i] = from + selection[i];
    }
    if (all instanceof DictionaryVector encoded && !codesServe) {
      for (int i = 0; i < left; i++) {
        pickedCodes[i] = encoded.codes()[rows[i]];
      }
      return gather(encoded.dictionary(), pickedCodes, left);
    }
    return gather(all, rows, left);
  }

  private Vector gather(Vector all, int[] wanted, int count) {
    if (all instanceof DictionaryVector encoded) {
      for (int i = 0; i < count; i++) {
        pickedCodes[i] = encoded.codes()[wanted[i]];
      }
      return new DictionaryVector(encoded.dictionary(), encoded.dictionarySize(), pickedCodes);
    }
    FlatVector into = gathered;
    if (into == null) {
      into = FlatVector.allocate(type, PackFormat.VECTOR_ROWS);
      gathered = into;
    }
    into.reset();
    into.gather((FlatVector) all, wanted, count);
    charge();
    return into;
  }

  private Vector decode(int vector) {
    Vector known = decoded;
    if (known == null || decodedVector != vector) {
      try {
        known = chunk().read(vector, bytes, 0, target, codes);
      } catch (DamagedPackException e) {
        throw stored.damaged(group, column, e);
      }
      if (known instanceof DictionaryVector encoded
          && !takesEntries
          && type.physical() != PhysicalType.STRING) {
        target.reset();
        target.gather(encoded.dictionary(), encoded.codes(), chunk().rows(vector));
        known = target;
      }
      charge();
      decoded = known;
      decodedVector = vector;
    }
    return known;
  }
}
