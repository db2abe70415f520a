// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.FilterEvaluator;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.Pruner;
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
import dev.eider.formats.parquet.ParquetTask.Bloom;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A scan of a list of files: hands out the row groups that may hold a row that is wanted, in order,
 * large ones as slices. Shared by all workers; the monitor guards the hand-out.
 */
final class ParquetScan implements TableScan {
  private static final Pattern OLD_WRITER =
      Pattern.compile("parquet-mr( version (0|1\\.[01]|1\\.2\\.[0-8])\\b|$)");
  private static final int DICTIONARY_HEADER_MAX = 100;

  /** Larger Bloom filters cost more than they save. */
  private static final int BLOOM_MAX = 1 << 20;

  /**
   * When the filters' columns are fewer than so many percent of the bytes, the others are fetched
   * only when a row is left: that costs another round trip.
   */
  private static final int TWO_STAGE_PERCENT = 30;

  private final ParquetTable table;
  private final ScanRequest request;
  private final ScanContext context;
  private final MemoryReservation memory;

  /** Columns of the table that filters look at, and that are yielded; ascending. */
  private final int[] filterColumns;

  private final int[] outputColumns;

  /** Where more than one row in so many passes, there is hardly a page without any. */
  private static final int PAGES_SHARE = 20;

  /** Whether some filter holds from the start, not only once another operator made it. */
  private final boolean conditional;

  /**
   * A row group of more than one share in so many of a worker's part of all rows is sliced, so that
   * no worker is left alone with it.
   */
  private static final int SHARES = 4;

  /** Rows of all files. */
  private final long allRows;

  /** What slices share, to be closed with the scan. */
  private final List<SlicedGroup> sliced = new ArrayList<>();

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
    List<Integer> used = new ArrayList<>();
    boolean any = false;
    for (ScanFilter filter : request.filters()) {
      FilterEvaluator.columnsOf(filter, used);
      any |= !(filter instanceof ScanFilter.Runtime);
    }
    conditional = any;
    filterColumns = sorted(used);
    used.clear();
    for (int column : request.columns()) {
      used.add(column);
    }
    outputColumns = sorted(used);
    long rows = 0;
    for (Part part : table.parts()) {
      for (RowGroup group : part.file().footer().rowGroups()) {
        rows += group.rows();
      }
    }
    allRows = rows;
  }

  private static int[] sorted(List<Integer> columns) {
    int[] array = new int[new TreeSet<>(columns).size()];
    int i = 0;
    for (int column : new TreeSet<>(columns)) {
      array[i++] = column;
    }
    return array;
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
      ScanTask task = task(part, group);
      handedOut += group.rows();
      return task;
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

  private ScanTask task(Part part, RowGroup group) {
    List<ByteRange> first = ranges(part, group, filterColumns, List.of());
    List<ByteRange> late = ranges(part, group, outputColumns, first);
    List<Bloom> blooms = new ArrayList<>();
    for (ScanFilter filter : request.filters()) {
      bloom(part, group, filter, blooms);
    }
    FetchPlan ahead = new FetchPlan(first);
    FetchPlan later = new FetchPlan(late);
    // To ask for the other columns only when a row has passed the filters costs nothing near by.
    // From a store it costs a round trip in which the worker waits and nothing is read ahead: it
    // pays only where probably no row passes. So does a page index, a request more, where most do.
    double passing = rowsPassing(part, group);
    boolean inTwo =
        conditional
            && later.bytes() > 0
            && ahead.bytes() * 100 < TWO_STAGE_PERCENT * (ahead.bytes() + later.bytes())
            && passing < 1;
    List<ByteRange> all = new ArrayList<>(first);
    if (!inTwo) {
      all.addAll(late);
    }
    for (Bloom bloom : blooms) {
      all.add(bloom.range());
    }
    List<PageBounds.Index> pages =
        passing * PAGES_SHARE < group.rows() ? pages(part, group) : List.of();
    for (PageBounds.Index index : pages) {
      all.add(index.columnIndex());
      all.add(index.offsetIndex());
    }
    FetchPlan plan = new FetchPlan(all);
    later = inTwo ? later : FetchPlan.NONE;
    if (!isSliced(part, group)) {
      return new ParquetTask(
          nextIndex++, part, group, 0, group.rows(), null, plan, later, blooms, pages);
    }
    return sliced(part, group, plan, later, blooms, pages);
  }

  private ScanTask sliced(
      Part part,
      RowGroup group,
      FetchPlan plan,
      FetchPlan later,
      List<Bloom> blooms,
      List<PageBounds.Index> pages) {
    long rows = group.rows();
    if (request.filters().isEmpty() && request.limit() >= 0) {
      rows = Math.min(rows, request.limit() - handedOut);
    }
    int count = slices(rows);
    SlicedGroup shared = new SlicedGroup(group.rows(), count, memory);
    sliced.add(shared);
    List<ParquetTask> slices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      slices.add(
          new ParquetTask(
              nextIndex++,
              part,
              group,
              shared.from(i),
              shared.to(i),
              shared,
              plan,
              later,
              blooms,
              pages));
    }
    return new ParquetTask.Sliced(slices.getFirst().index(), plan, slices);
  }

  private static int slices(long rows) {
    return (int)
        Math.min(Integer.MAX_VALUE, (rows + SlicedGroup.SLICE_ROWS - 1) / SlicedGroup.SLICE_ROWS);
  }

  /**
   * Whether a row group is a task for several workers: it would keep one of them busy for much of
   * the time that all need. Rows of lists are not: where they begin in a page only its levels tell.
   */
  private boolean isSliced(Part part, RowGroup group) {
    if (group.rows() < 2 * SlicedGroup.SLICE_ROWS
        || group.rows() < allRows / (SHARES * (long) context.threads())
        || context.threads() == 1) {
      return false;
    }
    List<SchemaNode> leaves = new ArrayList<>();
    leaves(part, filterColumns, leaves);
    leaves(part, outputColumns, leaves);
    for (SchemaNode leaf : leaves) {
      if (leaf.maxRepetition() > 0) {
        return false;
      }
    }
    return !leaves.isEmpty();
  }

  /** Rows that probably pass the filters, or none when the bytes are near by. */
  private double rowsPassing(Part part, RowGroup group) {
    return context.objects().isRemote(part.file().path())
        ? Selectivity.rowsPassing(
            request.filters(), column -> table.groupStats(part, group, column), group.rows())
        : 0;
  }

  /** Where the page indexes of the filters' columns are. */
  private List<PageBounds.Index> pages(Part part, RowGroup group) {
    List<PageBounds.Index> pages = new ArrayList<>();
    ObjectVersion object = part.file().object();
    for (int column : filterColumns) {
      int number = part.mapping()[column];
      if (number < 0 || part.casts()[column] != null) {
        continue;
      }
      SchemaNode node = part.file().columns().get(number);
      if (node.kind() != SchemaNode.Kind.LEAF) {
        continue;
      }
      Chunk chunk = group.chunks().get(node.leaf());
      ByteRange bounds = index(object, chunk.columnIndexOffset(), chunk.columnIndexLength());
      ByteRange places = index(object, chunk.offsetIndexOffset(), chunk.offsetIndexLength());
      if (bounds != null && places != null) {
        pages.add(new PageBounds.Index(column, node, bounds, places));
      }
    }
    return pages;
  }

  private static @Nullable ByteRange index(ObjectVersion object, long offset, int length) {
    return offset > 0
            && length > 0
            && length <= PageBounds.INDEX_MAX
            && length <= object.size() - offset
        ? new ByteRange(object, offset, length)
        : null;
  }

  /** Rows of the row group that the bounds of its pages exclude. */
  long[] excludedRows(ParquetTask task, FetchedBytes bytes) {
    return PageBounds.excluded(
        request.filters(),
        task.pages(),
        bytes,
        task.group().rows(),
        task.part().file().footer(),
        table.mayHaveNan());
  }

  private static List<ByteRange> ranges(
      Part part, RowGroup group, int[] columns, List<ByteRange> others) {
    List<SchemaNode> leaves = new ArrayList<>();
    leaves(part, columns, leaves);
    List<ByteRange> ranges = new ArrayList<>();
    for (SchemaNode leaf : leaves) {
      ByteRange range = range(part, group.chunks().get(leaf.leaf()));
      if (range.length() > 0 && !ranges.contains(range) && !others.contains(range)) {
        ranges.add(range);
      }
    }
    return ranges;
  }

  /** Adds the leaves of columns of the table that the file has. */
  private static void leaves(Part part, int[] columns, List<SchemaNode> into) {
    for (int column : columns) {
      int number = part.mapping()[column];
      if (number >= 0) {
        part.file().columns().get(number).leaves(into);
      }
    }
  }

  private void bloom(Part part, RowGroup group, ScanFilter filter, List<Bloom> into) {
    int column =
        switch (filter) {
          case ScanFilter.Compare f when f.op() == ScanFilter.CompareOp.EQ -> f.column();
          case ScanFilter.In f -> f.column();
          default -> -1;
        };
    int number = column < 0 ? -1 : part.mapping()[column];
    if (number < 0 || part.casts()[column] != null) {
      return;
    }
    SchemaNode node = part.file().columns().get(number);
    if (node.kind() != SchemaNode.Kind.LEAF || !BloomFilter.supports(node.theLeafType())) {
      return;
    }
    Chunk chunk = group.chunks().get(node.leaf());
    ObjectVersion object = part.file().object();
    if (chunk.bloomOffset() > 0
        && chunk.bloomLength() > 0
        && chunk.bloomLength() <= BLOOM_MAX
        && chunk.bloomLength() <= object.size() - chunk.bloomOffset()) {
      ByteRange range = new ByteRange(object, chunk.bloomOffset(), chunk.bloomLength());
      for (Bloom known : into) {
        if (known.range().equals(range)) {
          return;
        }
      }
      into.add(new Bloom(column, node, range));
    }
  }

  /** Whether Bloom filters tell that no row of the row group matches. */
  boolean isExcluded(ParquetTask task, FetchedBytes bytes) {
    for (Bloom bloom : task.blooms()) {
      MemorySegment segment = bytes.get(bloom.range());
      int length = (int) segment.byteSize();
      byte[] copy = new byte[length + Bits.SLACK];
      MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, 0, copy, 0, length);
      BloomFilter filter = BloomFilter.read(copy, length);
      if (filter == null) {
        continue;
      }
      LeafType leaf = bloom.node().theLeafType();
      for (ScanFilter condition : request.filters()) {
        if (condition instanceof ScanFilter.Compare f
            && f.column() == bloom.column()
            && f.op() == ScanFilter.CompareOp.EQ
            && !filter.mayContain(leaf, f.constant())) {
          return true;
        }
        if (condition instanceof ScanFilter.In f && f.column() == bloom.column()) {
          boolean any = false;
          for (Value value : f.values()) {
            any |= filter.mayContain(leaf, value);
          }
          if (!any) {
            return true;
          }
        }
      }
    }
    return false;
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
      for (RowGroup group : part.file().footer().rowGroups()) {
        tasks += isSliced(part, group) ? slices(group.rows()) : 1;
      }
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
      sliced.forEach(SlicedGroup::close);
    }
    memory.close();
  }
}
