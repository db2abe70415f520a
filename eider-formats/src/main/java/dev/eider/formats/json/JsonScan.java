// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.json.JsonShape;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.FilterEvaluator;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.ScanTask;
import dev.eider.base.table.TableScan;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.Vector;
import dev.eider.io.store.local.LocalFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A scan of a list of files: hands out blocks and files in order. Shared by all workers; the
 * monitor guards the hand-out.
 */
final class JsonScan implements TableScan {
  /** Small enough to be spread over workers, large enough to pay for the hand-out. */
  static final int BLOCK = Integer.getInteger("eider.json_block", 1 << 20);

  /** Fetched along with a block, so that its last line is complete most of the time. */
  private static final int AHEAD = 16 << 10;

  private final JsonTable table;
  private final ScanRequest request;
  private final ScanContext context;
  private final MemoryReservation memory;

  /** Tasks handed out and not done, by number. */
  private final TreeMap<Long, JsonTask> running = new TreeMap<>();

  private @Nullable EiderException fault;
  private long faultIndex;
  private final AtomicLong bytesDone = new AtomicLong();
  private int nextFile;
  private @Nullable JsonFile current;
  private @Nullable ObjectVersion object;
  private long nextOffset;
  private long nextIndex;
  private boolean closed;

  JsonScan(JsonTable table, ScanRequest request, ScanContext context) {
    this.table = table;
    this.request = request;
    this.context = context;
    memory = context.memory().reserve("JSON_READER");
  }

  JsonTable table() {
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
    while (!closed) {
      JsonFile file = current;
      if (file != null) {
        JsonTask block = nextBlock(file);
        if (block != null) {
          running.put(block.index(), block);
          return block;
        }
        current = null;
        continue;
      }
      if (nextFile >= table.files().size()) {
        return null;
      }
      JsonFile next = table.files().get(nextFile++);
      if (!mayMatch(next)) {
        continue;
      }
      JsonLayout layout = layout(next);
      ObjectVersion version = next.object();
      if (layout == JsonLayout.LINES
          && !next.packed()
          && (version != null || !isPipe(next.path()))) {
        current = next;
        object = version != null ? version : context.objects().version(next.path());
        nextOffset = 0;
      } else {
        JsonTask whole = new JsonTask(nextIndex++, next, layout, null, 0, 0, FetchPlan.NONE);
        running.put(whole.index(), whole);
        return whole;
      }
    }
    return null;
  }

  private boolean isPipe(String path) {
    return !context.objects().isRemote(path) && isLocalPipe(path);
  }

  private static boolean isLocalPipe(String path) {
    return path.equals("/dev/stdin") || LocalFile.isPipe(Path.of(path));
  }

  private JsonLayout layout(JsonFile file) {
    return file.layout() != JsonLayout.AUTO
        ? file.layout()
        : new SchemaSampler(table.options(), context, new JsonShape())
            .sample(file.path(), false)
            .layout();
  }

  private @Nullable JsonTask nextBlock(JsonFile file) {
    ObjectVersion version = object;
    if (version == null || nextOffset >= version.size()) {
      return null;
    }
    long left = version.size() - nextOffset;
    int length = (int) Math.min(BLOCK, left);
    long wanted = Math.min(left, (long) length + AHEAD);
    JsonTask task =
        new JsonTask(
            nextIndex++,
            file,
            JsonLayout.LINES,
            version,
            nextOffset,
            length,
            new FetchPlan(List.of(new ByteRange(version, nextOffset, wanted))));
    nextOffset += length;
    return task;
  }

  /** Whether the filters on what is the same in all rows of the file let any of them pass. */
  private boolean mayMatch(JsonFile file) {
    @Nullable Value[] constants = file.constants();
    boolean[] constant = new boolean[constants.length];
    Vector[] columns = new Vector[constants.length];
    for (int i = 0; i < constants.length; i++) {
      Value value = constants[i];
      constant[i] = value != null;
      if (value != null) {
        columns[i] = ConstantVector.of(value);
      }
    }
    List<ScanFilter> filters = FilterEvaluator.within(request.filters(), constant);
    filters.removeIf(filter -> !FilterEvaluator.supported(filter));
    return filters.isEmpty() || new FilterEvaluator(filters).select(columns, 1, new int[1]) > 0;
  }

  /** A task is done, after reading so many bytes. */
  synchronized void done(JsonTask task, long bytes) {
    running.remove(task.index());
    bytesDone.addAndGet(bytes);
    context.addBytesRead(bytes);
  }

  /** Tasks before one that are not done yet. */
  synchronized List<JsonTask> before(JsonTask task) {
    return new ArrayList<>(running.headMap(task.index()).values());
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

  @Override
  public ChunkReader newReader() {
    return new JsonReader(this, false);
  }

  @Override
  public double progress() {
    long total = table.totalBytes();
    return total <= 0 ? -1 : Math.min(1.0, (double) bytesDone.get() / total);
  }

  @Override
  public int maxTasks() {
    long tasks = table.files().size() + table.totalBytes() / BLOCK;
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
