// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.FilterEvaluator;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanTask;
import dev.eider.base.type.PhysicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.formats.parquet.ParquetTable.Part;
import dev.eider.io.codec.BlockUnpacker;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads row groups and slices of them for one worker, chunk by chunk: filter columns are decoded,
 * filters applied, the other columns decoded for the rows that are left.
 */
final class ParquetReader implements ChunkReader {
  private final ParquetScan scan;
  private final ParquetTable table;
  private final FilterEvaluator filters;
  private final boolean filtered;
  private final int[] firstColumns;
  private final int[] lateColumns;
  private final int[] outputs;
  private final BlockUnpacker unpacker = new BlockUnpacker();

  /** By column of the table; null where the column is constant in the present file. */
  private final @Nullable ColumnSource[] sources;

  private final @Nullable Vector[] constants;
  private final @Nullable FlatVector[] gathered;
  private final @Nullable Vector[] current;
  private final int[] selection = new int[Vector.CAPACITY];
  private final int[] shifted = new int[Vector.CAPACITY];
  private final int[][] codes;
  private final DataChunk chunk;

  /** By column of the table: whether its filters take entries of dictionaries. */
  private final boolean[] takesEntries;

  private final boolean[] isOutput;

  private @Nullable Part planned;
  private @Nullable ParquetTask task;
  private long rowsLeft;
  private long rowsGiven;

  /** Rows of the present step, and how many of them the filters leave. */
  private int count;

  private int left;

  /** Bytes of the late columns when they are fetched apart; whether these were started. */
  private @Nullable FetchedBytes lateBytes;

  /** In their stead for a slice: they are the row group's, which closes them. */
  private @Nullable CompletableFuture<FetchedBytes> sharedLate;

  private boolean lateStarted;

  /** Whether the present step waits for the late columns. */
  private boolean waiting;

  /** Rows of the row group that cannot match: see {@link PageBounds#excluded}. */
  private long[] excluded = {};

  /** The next of these pairs. */
  private int nextExcluded;

  /** Rows to be passed over in the late columns once they are there. */
  private long rowsSkipped;

  ParquetReader(ParquetScan scan) {
    this.scan = scan;
    table = scan.table();
    List<ScanFilter> conditions = scan.request().filters();
    filters = new FilterEvaluator(conditions);
    filtered = !conditions.isEmpty();
    outputs = scan.request().columns();
    List<Integer> used = new ArrayList<>();
    for (ScanFilter condition : conditions) {
      FilterEvaluator.columnsOf(condition, used);
    }
    TreeSet<Integer> first = new TreeSet<>(used);
    TreeSet<Integer> late = new TreeSet<>();
    for (int output : outputs) {
      if (!first.contains(output)) {
        late.add(output);
      }
    }
    firstColumns = toArray(first);
    lateColumns = toArray(late);
    int columns = table.columns().size();
    sources = new ColumnSource[columns];
    constants = new Vector[columns];
    gathered = new FlatVector[columns];
    current = new Vector[columns];
    codes = new int[columns][];
    takesEntries = new boolean[columns];
    for (int column : firstColumns) {
      takesEntries[column] = FilterEvaluator.takesEntries(conditions, column);
    }
    isOutput = new boolean[columns];
    for (int output : outputs) {
      isOutput[output] = true;
    }
    chunk = new DataChunk(new Vector[outputs.length], 0);
  }

  private static int[] toArray(TreeSet<Integer> set) {
    int[] array = new int[set.size()];
    int i = 0;
    for (int value : set) {
      array[i++] = value;
    }
    return array;
  }

  @Override
  public void start(ScanTask next, FetchedBytes bytes) {
    ParquetTask started = (ParquetTask) next;
    task = started;
    rowsLeft = started.to() - started.from();
    rowsGiven = 0;
    rowsSkipped = 0;
    waiting = false;
    try {
      SlicedGroup shared = started.shared();
      if (shared != null) {
        excluded = shared.excluded(scan, started, bytes);
      } else if (scan.isExcluded(started, bytes)) {
        excluded = new long[] {0, started.to()};
      } else {
        excluded = scan.excludedRows(started, bytes);
      }
      nextExcluded = 0;
      while (nextExcluded < excluded.length && excluded[nextExcluded + 1] <= started.from()) {
        nextExcluded += 2;
      }
      if (nextExcluded < excluded.length
          && excluded[nextExcluded] <= started.from()
          && excluded[nextExcluded + 1] >= started.to()) {
        rowsLeft = 0;
        return;
      }
      plan(started.part());
      startSources(firstColumns, started, bytes);
      lateStarted = started.latePlan().ranges().isEmpty();
      if (lateStarted) {
        startSources(lateColumns, started, bytes);
      }
      if (shared != null) {
        // Each reader begins with a page that nobody is at; then they wait for one another.
        prepare(filtered ? firstColumns : lateColumns);
      }
    } catch (DamagedException e) {
      throw damaged(started, e);
    }
  }

  private void startSources(int[] columns, ParquetTask started, FetchedBytes bytes) {
    for (int column : columns) {
      ColumnSource source = sources[column];
      if (source != null) {
        source.start(started, bytes);
      }
    }
  }

  private void prepare(int[] columns) {
    for (int column : columns) {
      ColumnSource source = sources[column];
      if (source != null) {
        source.prepare();
      }
    }
  }

  private static EiderException damaged(ParquetTask task, DamagedException e) {
    return Footers.damaged(task.part().file().path(), e);
  }

  private void plan(Part part) {
    if (part == planned) {
      return;
    }
    Part before = planned;
    planned = part;
    for (int[] columns : new int[][] {firstColumns, lateColumns}) {
      for (int column : columns) {
        if (before == null || !same(before, part, column)) {
          closeSource(column);
          sources[column] =
              ColumnSource.of(
                  table, part, column, leaf -> new ColumnReader(leaf, unpacker, scan.memory()));
        }
        Value constant = part.constants()[column];
        constants[column] = constant == null ? null : ConstantVector.of(constant);
      }
    }
  }

  /** Whether a column is read the same way in both files. */
  private static boolean same(Part a, Part b, int column) {
    int left = a.mapping()[column];
    int right = b.mapping()[column];
    if (left < 0 || right < 0) {
      return left == right && (a.constants()[column] == null) == (b.constants()[column] == null);
    }
    return a.casts()[column] == null
        && b.casts()[column] == null
        && a.file().columns().get(left).equals(b.file().columns().get(right));
  }

  private void closeSource(int column) {
    ColumnSource source = sources[column];
    if (source != null) {
      source.close();
      sources[column] = null;
    }
  }

  @Override
  public Status next() {
    ParquetTask started = task;
    if (started == null) {
      return Status.END;
    }
    long limit = scan.request().limit();
    try {
      while (waiting || rowsLeft > 0 && (limit < 0 || rowsGiven < limit)) {
        scan.context().checkInterrupted();
        if (!waiting && !makeRows(limit)) {
          continue;
        }
        waiting = !lateStarted && !startLate(started);
        if (waiting) {
          return Status.BLOCKED;
        }
        finish();
        int made = left;
        if (limit >= 0) {
          made = (int) Math.min(made, limit - rowsGiven);
        }
        rowsGiven += made;
        chunk.setSize(made);
        return Status.CHUNK;
      }
    } catch (DamagedException e) {
      throw damaged(started, e);
    }
    end();
    return Status.END;
  }

  /** The task is done, or given up. */
  private void end() {
    ParquetTask ended = task;
    task = null;
    closeLate();
    SlicedGroup shared = ended == null ? null : ended.shared();
    if (ended != null && shared != null) {
      shared.end(ended.slice());
    }
  }

  @Override
  public CompletableFuture<?> blockedOn() {
    CompletableFuture<FetchedBytes> shared = sharedLate;
    if (shared != null) {
      return shared;
    }
    FetchedBytes fetched = lateBytes;
    return fetched == null ? CompletableFuture.completedFuture(null) : fetched.ready();
  }

  /** Decodes filter columns of the next rows; answers whether the filters leave any. */
  private boolean makeRows(long limit) {
    long untilExcluded = untilExcluded();
    if (untilExcluded == 0) {
      return false;
    }
    count = (int) Math.min(Vector.CAPACITY, Math.min(rowsLeft, untilExcluded));
    if (!filtered && limit >= 0) {
      count = (int) Math.min(count, limit - rowsGiven);
    }
    rowsLeft -= count;
    for (int column : firstColumns) {
      current[column] = takesEntries[column] ? readCodes(column, count) : read(column, count);
    }
    left = count;
    if (filtered) {
      left = filters.select(current, count, selection);
      if (left == 0) {
        skipLate(count);
      }
    }
    return left > 0;
  }

  /** Rows up to the next ones that cannot match; 0 when it passed over some. */
  private long untilExcluded() {
    ParquetTask started = task;
    if (started == null || nextExcluded >= excluded.length) {
      return rowsLeft;
    }
    long done = started.to() - rowsLeft;
    long until = Math.max(0, excluded[nextExcluded] - done);
    if (until == 0) {
      long rows = Math.min(rowsLeft, excluded[nextExcluded + 1] - done);
      nextExcluded += 2;
      rowsLeft -= rows;
      for (int column : firstColumns) {
        skip(column, rows);
      }
      skipLate(rows);
    }
    return until;
  }

  private void skipLate(long rows) {
    if (!lateStarted) {
      rowsSkipped += rows;
      return;
    }
    for (int column : lateColumns) {
      skip(column, rows);
    }
  }

  /** Gets the late columns; false while they are under way. */
  private boolean startLate(ParquetTask started) {
    FetchedBytes fetched = lateBytes(started);
    if (fetched == null) {
      return false;
    }
    lateStarted = true;
    startSources(lateColumns, started, fetched);
    for (int column : lateColumns) {
      skip(column, rowsSkipped);
    }
    return true;
  }

  /** The late columns' bytes, or null while they are under way. */
  private @Nullable FetchedBytes lateBytes(ParquetTask started) {
    SlicedGroup group = started.shared();
    if (group != null) {
      CompletableFuture<FetchedBytes> shared = group.late(started.latePlan(), scan.context());
      sharedLate = shared;
      if (!shared.isDone()) {
        return null;
      }
      if (shared.isCompletedExceptionally()) {
        throw shared.exceptionNow() instanceof EiderException known
            ? known
            : EiderException.internal("a read failed: " + shared.exceptionNow());
      }
      return shared.resultNow();
    }
    FetchedBytes fetched = lateBytes;
    if (fetched == null) {
      fetched = scan.context().fetcher().fetch(started.latePlan());
      lateBytes = fetched;
    }
    return fetched.ready().isDone() ? fetched : null;
  }

  private void closeLate() {
    sharedLate = null;
    FetchedBytes fetched = lateBytes;
    if (fetched != null) {
      lateBytes = null;
      fetched.close();
    }
  }

  /** Decodes the late columns of the rows that are left. */
  private void finish() {
    boolean all = left == count;
    for (int column : firstColumns) {
      if (isOutput[column]) {
        current[column] = all ? values(column) : gather(column, current[column], selection, left);
      }
    }
    if (all) {
      for (int column : lateColumns) {
        current[column] = read(column, count);
      }
    } else {
      readSelected();
    }
    for (int i = 0; i < outputs.length; i++) {
      Vector vector = current[outputs[i]];
      if (vector == null) {
        throw new IllegalStateException("column " + outputs[i] + " was not decoded");
      }
      chunk.setColumn(i, vector);
    }
  }

  /** Decodes late columns from the first to the last row that is wanted. */
  private void readSelected() {
    if (lateColumns.length == 0) {
      return;
    }
    int from = selection[0];
    int span = selection[left - 1] + 1 - from;
    for (int i = 0; i < left; i++) {
      shifted[i] = selection[i] - from;
    }
    for (int column : lateColumns) {
      skip(column, from);
      // Values of a few rows only are looked up one by one.
      Vector vector = left < span / 2 ? readCodes(column, span) : read(column, span);
      current[column] = left == span ? vector : gather(column, vector, shifted, left);
      skip(column, count - from - span);
    }
  }

  private Vector read(int column, int rows) {
    ColumnSource source = sources[column];
    if (source != null) {
      return source.read(rows);
    }
    Vector constant = constants[column];
    if (constant == null) {
      throw new IllegalStateException("column " + column + " is not planned");
    }
    return constant;
  }

  private Vector readCodes(int column, int rows) {
    ColumnSource source = sources[column];
    return source == null ? read(column, rows) : source.readCodes(rows);
  }

  /** A filter's column as others want it: codes serve operators only where they save strings. */
  private @Nullable Vector values(int column) {
    Vector vector = current[column];
    return vector instanceof DictionaryVector encoded && !isText(vector)
        ? lookUp(column, encoded, encoded.codes(), count)
        : vector;
  }

  private static boolean isText(Vector vector) {
    return vector.type().physical() == PhysicalType.STRING;
  }

  private FlatVector lookUp(int column, DictionaryVector encoded, int[] codes, int count) {
    FlatVector target = target(column, encoded);
    target.gather(encoded.dictionary(), codes, count);
    return target;
  }

  private FlatVector target(int column, Vector like) {
    FlatVector target = gathered[column];
    if (target == null) {
      target = FlatVector.allocate(like.type(), Vector.CAPACITY);
      gathered[column] = target;
    }
    target.reset();
    return target;
  }

  private void skip(int column, long rows) {
    ColumnSource source = sources[column];
    if (source != null && rows > 0) {
      source.skip(rows);
    }
  }

  private Vector gather(int column, @Nullable Vector vector, int[] rows, int count) {
    if (vector instanceof ConstantVector) {
      return vector;
    }
    if (vector instanceof DictionaryVector encoded) {
      int[] picked = codes[column];
      if (picked == null) {
        picked = new int[Vector.CAPACITY];
        codes[column] = picked;
      }
      int[] all = encoded.codes();
      for (int i = 0; i < count; i++) {
        picked[i] = all[rows[i]];
      }
      return isText(vector)
          ? new DictionaryVector(encoded.dictionary(), encoded.dictionarySize(), picked)
          : lookUp(column, encoded, picked, count);
    }
    if (vector == null) {
      throw new IllegalStateException("column " + column + " was not decoded");
    }
    FlatVector target = target(column, vector);
    FlatVector flat = vector.flatten(rows[count - 1] + 1);
    target.gather(flat, rows, count);
    return target;
  }

  @Override
  public DataChunk chunk() {
    return chunk;
  }

  @Override
  public void close() {
    end();
    for (int i = 0; i < sources.length; i++) {
      closeSource(i);
    }
    unpacker.close();
  }
}
