// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FilterEvaluator;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.ScanTask;
import dev.eider.base.table.TableScan;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A scan of a list of files: hands out blocks in order, opens and closes files as they are reached.
 * Shared by all workers; the monitor guards the hand-out.
 */
final class CsvScan implements TableScan {
  private final CsvTable table;
  private final ScanRequest request;
  private final ScanContext context;
  private final MemoryReservation memory;

  /** Rows of finished tasks that are not yet part of the finished prefix, by task. */
  private final Map<Long, Long> finished = new HashMap<>();

  /** Tasks handed out and not done, by number. */
  private final TreeMap<Long, CsvTask> running = new TreeMap<>();

  private @Nullable EiderException fault;
  private long faultIndex;
  private long prefix;
  private long prefixRows;
  private final AtomicLong bytesDone = new AtomicLong();
  private final @Nullable Rejects rejects;
  private final List<OpenFile> open = new ArrayList<>();
  private final List<ScanFilter> fileFilters;
  private final boolean[] constant;
  private @Nullable OpenFile current;
  private int nextFile;
  private long nextIndex;
  private volatile boolean closed;

  CsvScan(CsvTable table, ScanRequest request, ScanContext context) {
    this.table = table;
    this.request = request;
    this.context = context;
    memory = context.memory().reserve("CSV_READER");
    rejects = table.openRejects();
    constant = table.constantColumns();
    fileFilters = FilterEvaluator.within(request.filters(), constant);
  }

  CsvTable table() {
    return table;
  }

  ScanRequest request() {
    return request;
  }

  ScanContext context() {
    return context;
  }

  /** Where left out rows are noted, or null. */
  @Nullable Rejects rejects() {
    return rejects;
  }

  MemoryReservation memory() {
    return memory;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public synchronized @Nullable ScanTask nextTask() {
    while (!closed && !limitReached()) {
      OpenFile file = current;
      if (file == null) {
        if (nextFile >= table.fileCount()) {
          return null;
        }
        file = openNext();
        if (file == null) {
          continue;
        }
        current = file;
      }
      long blocks = file.source.blocks();
      if (!file.ended && (blocks < 0 || file.nextBlock < blocks)) {
        file.pending++;
        CsvTask task = new CsvTask(nextIndex++, file, file.nextBlock++);
        running.put(task.index(), task);
        return task;
      }
      file.ended = true;
      current = null;
      closeIfDone(file);
    }
    return null;
  }

  private @Nullable OpenFile openNext() {
    int number = nextFile++;
    CsvFile file = table.file(number, context);
    if (file == null || !mayMatch(file)) {
      return null;
    }
    OpenFile opened = new OpenFile(number, file, table.open(file, context));
    open.add(opened);
    return opened;
  }

  /** Whether the filters on the file's constant columns let any of its rows pass. */
  private boolean mayMatch(CsvFile file) {
    if (fileFilters.isEmpty()) {
      return true;
    }
    Vector[] columns = new Vector[constant.length];
    for (int i = 0; i < columns.length; i++) {
      if (constant[i]) {
        columns[i] = ConstantVector.of(table.constantOf(file, i));
      }
    }
    return new FilterEvaluator(fileFilters).select(columns, 1, new int[1]) > 0;
  }

  /** A source without a known number of blocks has none from {@code block} on. */
  synchronized void ended(OpenFile file) {
    file.ended = true;
  }

  /** A task is finished and handed on {@code rows} rows. */
  synchronized void done(CsvTask task, long rows) {
    OpenFile file = task.file();
    file.pending--;
    running.remove(task.index());
    long bytes = file.source.bytes(task.block());
    bytesDone.addAndGet(bytes);
    if (task.fetchPlan().ranges().isEmpty()) {
      // What was fetched has been counted.
      context.addBytesRead(bytes);
    }
    if (request.limit() >= 0) {
      finished.put(task.index(), rows);
      for (Long next = finished.remove(prefix); next != null; next = finished.remove(prefix)) {
        prefixRows += next;
        prefix++;
      }
    }
    closeIfDone(file);
  }

  /**
   * The tasks before one that are not done; their files stay open until {@link #letGo} is told of
   * each.
   */
  synchronized List<CsvTask> hold(CsvTask before) {
    List<CsvTask> earlier = new ArrayList<>(running.headMap(before.index()).values());
    for (CsvTask task : earlier) {
      task.file().pending++;
    }
    return earlier;
  }

  /** Notes the error of a task; answers the one of the first task with an error. */
  synchronized EiderException fault(long index, EiderException error) {
    EiderException known = fault;
    if (known != null && faultIndex <= index) {
      return known;
    }
    fault = error;
    faultIndex = index;
    return error;
  }

  /** Ends a {@link #hold}. */
  synchronized void letGo(CsvTask task) {
    task.file().pending--;
    closeIfDone(task.file());
  }

  private void closeIfDone(OpenFile file) {
    if (file.ended && file.pending == 0 && file != current && open.remove(file)) {
      file.starts.close();
      file.source.close();
    }
  }

  /**
   * Whether the first tasks, without a gap, gave all the rows the query wants. Later tasks do not
   * count: the rows of a LIMIT are the first ones of the files.
   */
  private boolean limitReached() {
    return request.limit() >= 0 && prefixRows >= request.limit();
  }

  @Override
  public ChunkReader newReader() {
    return new CsvReader(this);
  }

  @Override
  public double progress() {
    long total = table.totalBytes();
    return total <= 0 ? -1 : Math.min(1.0, (double) bytesDone.get() / total);
  }

  @Override
  public int maxTasks() {
    long tasks = 0;
    for (int i = 0; i < table.fileCount() && tasks < 1000; i++) {
      tasks += table.estimatedBlocks(i);
    }
    return (int) Math.max(1, Math.min(tasks, Integer.MAX_VALUE));
  }

  @Override
  public void close() {
    List<OpenFile> remaining;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      remaining = new ArrayList<>(open);
      open.clear();
      current = null;
    }
    for (OpenFile file : remaining) {
      file.starts.close();
      file.source.close();
    }
    memory.close();
  }
}
