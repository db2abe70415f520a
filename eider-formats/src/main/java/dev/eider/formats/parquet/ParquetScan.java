// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.ScanTask;
import dev.eider.base.table.TableScan;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.Vector;
import dev.eider.formats.parquet.Footer.Chunk;
import dev.eider.formats.parquet.Footer.RowGroup;
import dev.eider.formats.parquet.ParquetTable.Part;
import dev.eider.formats.scan.FilterEvaluator;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A scan of a list of files: hands out the row groups that may hold a row that is wanted, in order.
 * Shared by all workers; the monitor guards the hand-out.
 */
final class ParquetScan implements TableScan {
  private static final Pattern OLD_WRITER =
      Pattern.compile("parquet-mr( version (0|1\\.[01]|1\\.2\\.[0-8])\\b|$)");
  private static final int DICTIONARY_HEADER_MAX = 100;

  private final ParquetTable table;
  private final ScanRequest request;
  private final ScanContext context;
  private final MemoryReservation memory;

  /** Columns of the table that are read, ascending. */
  private final int[] needed;

  private int nextPart;
  private int nextGroup;
  private long nextIndex;
  private long handedOut;
  private boolean closed;

  ParquetScan(ParquetTable table, ScanRequest request, ScanContext context) {
    this.table = table;
    this.request = request;
    this.context = context;
    memory = context.memory().reserve("PARQUET_READER");
    TreeSet<Integer> columns = new TreeSet<>();
    List<Integer> used = new ArrayList<>();
    for (ScanFilter filter : request.filters()) {
      FilterEvaluator.columnsOf(filter, used);
    }
    columns.addAll(used);
    for (int column : request.columns()) {
      columns.add(column);
    }
    needed = new int[columns.size()];
    int i = 0;
    for (int column : columns) {
      needed[i++] = column;
    }
  }

  ParquetTable table() {
    return table;
  }

  ScanRequest request() {
    return request;
  }

  ScanContext context() {
    return context;
  }

  MemoryReservation memory() {
    return memory;
  }

  @Override
  public synchronized @Nullable ScanTask nextTask() {
    while (!closed && nextPart < table.parts().size()) {
      if (request.filters().isEmpty() && request.limit() >= 0 && handedOut >= request.limit()) {
        return null;
      }
      Part part = table.parts().get(nextPart);
      List<RowGroup> groups = part.file().footer().rowGroups();
      if (nextGroup >= groups.size() || nextGroup == 0 && !fileMayMatch(part)) {
        nextPart++;
        nextGroup = 0;
        continue;
      }
      RowGroup group = groups.get(nextGroup++);
      if (group.rows() == 0 || !groupMayMatch(part, group)) {
        continue;
      }
      handedOut += group.rows();
      return new ParquetTask(nextIndex++, part, group, plan(part, group));
    }
    return null;
  }

  /** Whether the filters on what is the same in all rows of the file let any of them pass. */
  private boolean fileMayMatch(Part part) {
    boolean[] constant = new boolean[part.constants().length];
    boolean any = false;
    for (int i = 0; i < constant.length; i++) {
      constant[i] = part.constants()[i] != null;
      any |= constant[i];
    }
    List<ScanFilter> filters =
        any ? FilterEvaluator.within(request.filters(), constant) : List.of();
    if (filters.isEmpty()) {
      return true;
    }
    Vector[] columns = new Vector[constant.length];
    for (int i = 0; i < columns.length; i++) {
      Value value = part.constants()[i];
      if (value != null) {
        columns[i] = ConstantVector.of(value);
      }
    }
    return new FilterEvaluator(filters).select(columns, 1, new int[1]) > 0;
  }

  private boolean groupMayMatch(Part part, RowGroup group) {
    return Pruner.mayMatch(
        request.filters(), column -> table.groupStats(part, group, column), group.rows());
  }

  private FetchPlan plan(Part part, RowGroup group) {
    List<ByteRange> ranges = new ArrayList<>();
    List<SchemaNode> leaves = new ArrayList<>();
    for (int column : needed) {
      int number = part.mapping()[column];
      if (number >= 0) {
        part.file().columns().get(number).leaves(leaves);
      }
    }
    for (SchemaNode leaf : leaves) {
      ByteRange range = range(part, group.chunks().get(leaf.leaf()));
      if (range.length() > 0 && !ranges.contains(range)) {
        ranges.add(range);
      }
    }
    return new FetchPlan(ranges);
  }

  /** The bytes of a column chunk. */
  static ByteRange range(Part part, Chunk chunk) {
    ObjectVersion object = part.file().object();
    long length = chunk.compressedSize();
    String writer = part.file().footer().createdBy();
    if (writer != null && OLD_WRITER.matcher(writer).lookingAt()) {
      // It left the header of the dictionary out of the sum (PARQUET-816).
      length = Math.min(length + DICTIONARY_HEADER_MAX, object.size() - chunk.start());
    }
    return new ByteRange(object, chunk.start(), length);
  }

  @Override
  public ChunkReader newReader() {
    return new ParquetReader(this);
  }

  @Override
  public synchronized double progress() {
    int parts = table.parts().size();
    if (parts == 0 || nextPart >= parts) {
      return 1;
    }
    int groups = Math.max(1, table.parts().get(nextPart).file().footer().rowGroups().size());
    return (nextPart + (double) nextGroup / groups) / parts;
  }

  @Override
  public int maxTasks() {
    long tasks = 0;
    for (Part part : table.parts()) {
      tasks += part.file().footer().rowGroups().size();
    }
    return (int) Math.max(1, Math.min(tasks, Integer.MAX_VALUE));
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    memory.close();
  }
}
