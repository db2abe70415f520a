// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.FilterEvaluator;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanTask;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads blocks for one worker: bytes into the window, rows found, their start proved, then chunk by
 * chunk: filter columns decoded, filters applied, the other columns decoded for the rows left.
 */
final class CsvReader implements ChunkReader {
  private final CsvScan scan;
  private final CsvTable table;
  private final Window window;
  private final FilterEvaluator filters;
  private final boolean dropRows;

  /** Columns to decode before filters are applied, and after. */
  private final int[] firstColumns;

  private final int[] lateColumns;
  private final int[] outputs;

  /** By column of the table: the vector it is decoded to, and the one survivors are gathered to. */
  private final @Nullable FlatVector[] decoded;

  private final @Nullable FlatVector[] gathered;
  private final @Nullable Vector[] constants;
  private final @Nullable Vector[] current;
  private final DataChunk chunk;
  private final int[] selection = new int[Vector.CAPACITY];
  private final Batch batch = new Batch();
  private int[] packed = new int[0];

  private @Nullable CsvFile planned;
  private @Nullable ColumnDecoder[] decoders = new ColumnDecoder[0];
  private @Nullable RowScanner scanner;
  private @Nullable BlockFinder finder;

  private @Nullable CsvTask task;
  private int row;
  private int oddNext;
  private long taskRows;

  /** Whether it only looks for the faults of tasks that are other workers'. */
  private final boolean checking;

  CsvReader(CsvScan scan) {
    this(scan, false);
  }

  private CsvReader(CsvScan scan, boolean checking) {
    this.scan = scan;
    this.checking = checking;
    table = scan.table();
    window = new Window(scan.memory());
    List<ScanFilter> conditions = scan.request().filters();
    filters = new FilterEvaluator(conditions);
    dropRows = table.options().dropsRows();
    outputs = scan.request().columns();
    int columns = table.columns().size();
    TreeSet<Integer> first = new TreeSet<>();
    List<Integer> used = new ArrayList<>();
    for (ScanFilter condition : conditions) {
      FilterEvaluator.columnsOf(condition, used);
    }
    first.addAll(used);
    TreeSet<Integer> late = new TreeSet<>();
    boolean[] constant = table.constantColumns();
    if (dropRows) {
      // Which rows are dropped must not depend on the columns that are asked for.
      for (int i = 0; i < columns; i++) {
        first.add(i);
      }
    }
    for (int output : outputs) {
      if (!first.contains(output)) {
        late.add(output);
      }
    }
    firstColumns = toArray(first);
    lateColumns = toArray(late);
    decoded = new FlatVector[columns];
    gathered = new FlatVector[columns];
    constants = new Vector[columns];
    current = new Vector[columns];
    for (int column : firstColumns) {
      if (!constant[column]) {
        decoded[column] = table.newVector(column);
        gathered[column] = table.newVector(column);
      }
    }
    for (int column : lateColumns) {
      if (!constant[column]) {
        decoded[column] = table.newVector(column);
      }
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
    CsvTask started = (CsvTask) next;
    task = started;
    row = 0;
    oddNext = 0;
    taskRows = 0;
    OpenFile file = started.file();
    plan(file.file);
    RowScanner rows = scanner();
    long block = started.block();
    if (!file.source.load(block, bytes, window)) {
      if (!checking) {
        scan.ended(file);
      }
      rows.rows = 0;
      return;
    }
    findRows(file, rows, block);
  }

  private void findRows(OpenFile file, RowScanner rows, long block) {
    long proved = file.starts.get(block);
    int guess = -1;
    int end = -1;
    BlockFinder blocks = finder();
    if (proved < 0) {
      guess = blocks.guess(file, window);
      if (guess >= 0) {
        // A wrong guess may sit inside quotes and run to the end of the file: it may not grow.
        end = rows.scan(file.source, window, guess, window.owned * 2L + (256 << 10));
      }
      proved = blocks.prove(file, block);
    }
    if (end < 0 || proved != guess) {
      if (guess >= 0 && proved != guess) {
        file.quotedNewLines = true;
      }
      if (proved > window.owned) {
        rows.rows = 0;
        rows.odd = 0;
        end = (int) Math.min(proved, Integer.MAX_VALUE);
        file.starts.publish(block + 1, proved - window.owned);
        release(file, block);
        return;
      }
      end = rows.scan(file.source, window, (int) proved, Long.MAX_VALUE);
    }
    file.starts.publish(block + 1, (long) end - window.owned);
    release(file, block);
  }

  private void release(OpenFile file, long block) {
    if (!checking) {
      file.source.release(block);
    }
  }

  private RowScanner scanner() {
    RowScanner rows = scanner;
    if (rows == null) {
      throw new IllegalStateException("no task was started");
    }
    return rows;
  }

  private BlockFinder finder() {
    BlockFinder blocks = finder;
    if (blocks == null) {
      throw new IllegalStateException("no task was started");
    }
    return blocks;
  }

  /** Prepares decoders for the layout of a file. */
  private void plan(CsvFile file) {
    if (file == planned) {
      return;
    }
    ScanPlan plan = new ScanPlan(file, decoded, table.dialectNeedsEnds(file));
    RowScanner rows =
        new RowScanner(
            file.dialect(),
            file.fields(),
            plan.need(),
            table.options().nullPadding,
            table.maxLine());
    scanner = rows;
    finder = new BlockFinder(scan, file);
    decoders = new ColumnDecoder[decoded.length];
    for (int column = 0; column < decoded.length; column++) {
      current[column] = null;
      constants[column] = null;
      if (!plan.isRead(column)) {
        constants[column] = ConstantVector.of(table.constantOf(file, column));
      } else {
        decoders[column] =
            new ColumnDecoder(
                column,
                table.spec(column),
                file.dialect(),
                rows.exact(),
                plan.startSlot(column),
                plan.skip(column),
                plan.endSlot(column));
      }
    }
    planned = file;
  }

  @Override
  public Status next() {
    CsvTask started = task;
    if (started == null) {
      return Status.END;
    }
    RowScanner rows = scanner();
    long limit = scan.request().limit();
    while (row < rows.rows && (limit < 0 || taskRows < limit)) {
      scan.context().checkInterrupted();
      int count = Math.min(Vector.CAPACITY, rows.rows - row);
      int made = makeChunk(started, rows, count);
      if (made > 0) {
        if (limit >= 0 && taskRows + made > limit) {
          made = (int) (limit - taskRows);
        }
        taskRows += made;
        chunk.setSize(made);
        return Status.CHUNK;
      }
    }
    task = null;
    if (!checking) {
      scan.done(started, taskRows);
    }
    return Status.END;
  }

  /** Decodes the next rows, at most {@code most}; answers how many are left of them. */
  private int makeChunk(CsvTask started, RowScanner rows, int most) {
    int from = row;
    int count = most;
    batch.text = window.text;
    batch.textLength = window.length;
    batch.off = rows.off;
    batch.base = from * rows.stride;
    batch.stride = rows.stride;
    batch.errors = 0;
    int kept = -1;
    if (oddNext < rows.odd && rows.oddRows[oddNext] < from + count) {
      if (!dropRows || table.options().nullPadding) {
        count = stopAtFault(started, rows, from, count);
        if (count == 0) {
          row = from + 1;
          oddNext++;
          return 0;
        }
      } else {
        kept = leaveOutFaults(started, rows, from, count);
      }
    }
    row = from + count;
    batch.count = count;
    if (kept >= 0) {
      if (kept < count) {
        pack(kept);
        count = kept;
      }
      if (count == 0) {
        return 0;
      }
    }
    int oddFrom = oddNext;
    while (oddNext < rows.odd && rows.oddRows[oddNext] < row) {
      oddNext++;
    }
    boolean padded = kept < 0 && oddFrom < oddNext;
    if (dropRows) {
      return dropErrors(started, rows, count, from, padded ? oddFrom : oddNext);
    }
    for (int column : firstColumns) {
      decode(column, rows, from, padded ? oddFrom : oddNext);
    }
    if (batch.errors > 0) {
      throw first(started, conversionError(started, rows));
    }
    int left = count;
    if (!scan.request().filters().isEmpty()) {
      left = filters.select(current, count, selection);
      if (left == 0) {
        return 0;
      }
      if (left < count) {
        gatherFirst(left);
        if (lateColumns.length > 0) {
          if (padded) {
            decodeThenGather(rows, from, oddFrom, left);
            finish();
            return left;
          }
          pack(left);
        }
      }
    }
    for (int column : lateColumns) {
      decode(column, rows, from, padded ? oddFrom : oddNext);
    }
    if (batch.errors > 0) {
      throw first(started, conversionError(started, rows));
    }
    finish();
    return left;
  }

  private void finish() {
    for (int i = 0; i < outputs.length; i++) {
      Vector vector = current[outputs[i]];
      if (vector == null) {
        throw new IllegalStateException("column " + outputs[i] + " was not decoded");
      }
      chunk.setColumn(i, vector);
    }
  }

  /** Rows with fewer fields, late columns: decode all, fill, then take the survivors. */
  private void decodeThenGather(RowScanner rows, int from, int oddFrom, int left) {
    for (int column : lateColumns) {
      decode(column, rows, from, oddFrom);
      FlatVector vector = decoded[column];
      // A column that the file does not have is a constant, and needs no gathering.
      if (vector != null && current[column] == vector) {
        FlatVector target = gathered[column];
        if (target == null) {
          target = table.newVector(column);
          gathered[column] = target;
        }
        target.reset();
        target.gather(vector, selection, left);
        current[column] = target;
      }
    }
  }

  private void gatherFirst(int left) {
    for (int column : firstColumns) {
      FlatVector vector = decoded[column];
      FlatVector target = gathered[column];
      if (vector != null && target != null && current[column] == vector) {
        target.reset();
        target.gather(vector, selection, left);
        current[column] = target;
      }
    }
  }

  private void decode(int column, RowScanner rows, int from, int oddFrom) {
    ColumnDecoder decoder = decoders[column];
    FlatVector vector = decoded[column];
    if (decoder == null || vector == null) {
      current[column] = constants[column];
      return;
    }
    vector.reset();
    int errors = batch.errors;
    decoder.decode(batch, vector);
    for (int i = oddFrom; i < oddNext; i++) {
      if (rows.oddKinds[i] == RowScanner.PADDED && fieldOf(column) >= rows.oddFields[i]) {
        int padded = rows.oddRows[i] - from;
        errors = forget(errors, padded);
        if (table.spec(column).forceNotNull() && vector instanceof StringVector strings) {
          strings.set(padded, "");
        } else {
          vector.setNull(padded);
        }
      }
    }
    current[column] = vector;
  }

  private int fieldOf(int column) {
    CsvFile file = planned;
    return file == null ? -1 : file.mapping()[column];
  }

  /** Takes back an error of a field that is not there. */
  private int forget(int from, int padded) {
    int out = from;
    for (int i = from; i < batch.errors; i++) {
      if (batch.errorRows[i] != padded) {
        batch.errorRows[out] = batch.errorRows[i];
        batch.errorColumns[out] = batch.errorColumns[i];
        out++;
      }
    }
    batch.errors = out;
    return from;
  }

  /** Copies the offsets of the selected rows together, so that decoders see no others. */
  private void pack(int left) {
    int stride = batch.stride;
    if (packed.length < left * stride) {
      packed = new int[Vector.CAPACITY * stride];
    }
    int[] off = batch.off;
    for (int i = 0, to = 0; i < left; i++, to += stride) {
      int at = batch.base + selection[i] * stride;
      for (int k = 0; k < stride; k++) {
        packed[to + k] = off[at + k];
      }
    }
    batch.off = packed;
    batch.base = 0;
    batch.count = left;
  }

  /** How many rows stand before the first faulty one; when there is none, throws or rejects it. */
  private int stopAtFault(CsvTask started, RowScanner rows, int from, int count) {
    for (int i = oddNext; i < rows.odd && rows.oddRows[i] < from + count; i++) {
      if (rows.oddKinds[i] != RowScanner.PADDED) {
        if (rows.oddRows[i] == from) {
          if (!dropRows) {
            throw first(started, faults(started).rowFault(rows, i));
          }
          faults(started).rejectRow(rows, i);
        }
        return rows.oddRows[i] - from;
      }
    }
    return count;
  }

  /** Selects the rows without fault, notes the others as rejects; answers how many it selected. */
  private int leaveOutFaults(CsvTask started, RowScanner rows, int from, int count) {
    int kept = 0;
    int next = from;
    for (int i = oddNext; i < rows.odd && rows.oddRows[i] < from + count; i++) {
      faults(started).rejectRow(rows, i);
      for (; next < rows.oddRows[i]; next++) {
        selection[kept++] = next - from;
      }
      next++;
    }
    for (; next < from + count; next++) {
      selection[kept++] = next - from;
    }
    return kept;
  }

  /** Decodes everything, drops rows with values that do not fit, then applies the filters. */
  private int dropErrors(CsvTask started, RowScanner rows, int count, int from, int oddFrom) {
    for (int column : firstColumns) {
      decode(column, rows, from, oddFrom);
    }
    int left = count;
    if (batch.errors > 0) {
      boolean[] bad = new boolean[count];
      faults(started).rejectValues(batch, decoders, bad);
      left = 0;
      for (int i = 0; i < count; i++) {
        if (!bad[i]) {
          selection[left++] = i;
        }
      }
      if (left == 0) {
        return 0;
      }
      gatherFirst(left);
    }
    if (!scan.request().filters().isEmpty()) {
      int survivors = filters.select(current, left, selection);
      if (survivors == 0) {
        return 0;
      }
      if (survivors < left) {
        for (int column : firstColumns) {
          if (current[column] instanceof FlatVector vector && constants[column] == null) {
            FlatVector target = vector == decoded[column] ? gathered[column] : decoded[column];
            if (target != null) {
              target.reset();
              target.gather(vector, selection, survivors);
              current[column] = target;
            }
          }
        }
        left = survivors;
      }
    }
    finish();
    return left;
  }

  private Faults faults(CsvTask started) {
    return new Faults(scan, started, window, finder());
  }

  /**
   * The error to raise for a fault of this task: of a fault in a task before it that is still being
   * read by another worker, if there is one. So a file has the same error at any number of threads.
   */
  private EiderException first(CsvTask started, EiderException found) {
    if (checking) {
      return found;
    }
    EiderException earliest = null;
    long index = started.index();
    for (CsvTask earlier : scan.hold(started)) {
      try (CsvReader reader = new CsvReader(scan, true)) {
        if (earliest == null) {
          reader.check(earlier);
        }
      } catch (EiderException e) {
        // Anything else (memory, an interrupt) says nothing about the rows.
        if (e.type() == ErrorType.CONVERSION || e.type() == ErrorType.INVALID_INPUT) {
          earliest = e;
          index = earlier.index();
        }
      } finally {
        scan.letGo(earlier);
      }
    }
    return scan.fault(index, earliest == null ? found : earliest);
  }

  /** Reads a task's rows only for their faults. */
  private void check(CsvTask other) {
    try {
      start(other, FetchedBytes.NONE);
    } catch (ReleasedException e) {
      // As when its first block is gone: its worker knows the rows and meets their faults itself.
      return;
    }
    while (next() != Status.END) {
      // Rows without fault are the other worker's.
    }
  }

  private EiderException conversionError(CsvTask started, RowScanner rows) {
    return faults(started).valueFault(rows, batch, decoders);
  }

  @Override
  public DataChunk chunk() {
    return chunk;
  }

  @Override
  public void close() {
    CsvTask started = task;
    if (started != null) {
      task = null;
      if (!checking) {
        scan.done(started, taskRows);
      }
    }
    window.free();
    BlockFinder blocks = finder;
    if (blocks != null) {
      blocks.close();
    }
  }
}
