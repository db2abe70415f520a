// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.eider.base.env.SessionZone;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.formats.glob.HivePartitions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes rows into directories by the values of their partition columns: {@code
 * year=2024/month=7/data_0.csv}. Each partition has one open file; at most {@link #OPEN_MAX} are
 * open at once, the one that was idle longest is finished first, and its partition goes on in a
 * file of the next number. Rows of one partition are in order of arrival.
 *
 * <p>The list of files is guarded by the monitor, each file by its own: workers split their chunks
 * side by side, and write one after the other to one file. The file's monitor is never held while
 * the writer's is asked for, only the other way round.
 */
final class PartitionedWriter implements TableWriter {
  /** Files that are open at once: well below what a process may have. */
  static final int OPEN_MAX = 100;

  /** Partitions that are written at once: each has buffers. */
  private static final int WAITING_MAX = 5000;

  /**
   * Where files go.
   *
   * @param hive whether each partition has a folder {@code name=value}; else all files are in one
   * @param bytesMax bytes, and {@code partsMax} parts, after which a file goes on in the next
   */
  record Target(
      OutputPlace place,
      String directory,
      FileNames fileNames,
      boolean hive,
      long bytesMax,
      long partsMax) {}

  /** The files of a partition; what is written to them is guarded by its own monitor. */
  private static final class Open {
    final FileSeries files;
    final TableWriter writer;
    final Local local;

    /** Set when it was finished to make room for another. */
    boolean ended;

    Open(FileSeries files, TableWriter writer) {
      this.files = files;
      this.writer = writer;
      local = writer.newLocal();
    }
  }

  private final Target target;
  private final List<String> names;
  private final List<LogicalType> types;
  private final int[] keys;
  private final int[] written;
  private final FileOpener opener;
  private final SessionZone zone;

  private final LinkedHashMap<String, Open> open = new LinkedHashMap<>(16, 0.75f, true);

  /** How many files each partition has; it guards itself and {@code made}. */
  private final Map<String, Integer> files = new HashMap<>();

  private final List<String> made = new ArrayList<>();
  private long rows;
  private boolean finished;

  /**
   * A writer below a directory that is there and ready.
   *
   * @param keys numbers of the columns that say where a row goes, in order
   * @param written numbers of the columns that files hold
   */
  PartitionedWriter(
      Target target,
      List<String> names,
      List<LogicalType> types,
      int[] keys,
      int[] written,
      FileOpener opener,
      ScanContext context) {
    this.target = target;
    this.names = List.copyOf(names);
    this.types = List.copyOf(types);
    this.keys = keys.clone();
    this.written = written.clone();
    this.opener = opener;
    zone = new SessionZone(context.timeZone());
  }

  @Override
  public Local newLocal() {
    return new Splitter();
  }

  private void write(String partition, DataChunk chunk) {
    while (true) {
      Open file = file(partition);
      synchronized (file) {
        if (!file.ended) {
          file.local.write(chunk, 0);
          break;
        }
      }
    }
    makeRoom();
  }

  private synchronized Open file(String partition) {
    Open file = open.get(partition);
    return file != null ? file : openFile(partition);
  }

  /**
   * Finishes what was idle longest while there are too many files open, or too many partitions that
   * wait in memory for a file.
   */
  private synchronized void makeRoom() {
    int files = 0;
    for (Open file : open.values()) {
      files += file.files.isOpen() ? 1 : 0;
    }
    if (files <= OPEN_MAX && open.size() <= WAITING_MAX) {
      return;
    }
    boolean needsFiles = files > OPEN_MAX;
    for (Iterator<Open> eldest = open.values().iterator(); eldest.hasNext(); ) {
      Open idle = eldest.next();
      if (!needsFiles || idle.files.isOpen()) {
        eldest.remove();
        end(idle);
        return;
      }
    }
  }

  private Open openFile(String partition) {
    String folder =
        target.hive() ? target.place().resolve(target.directory(), partition) : target.directory();
    target.place().makeDirectories(folder);
    // The file is opened when there is something to write: short partitions wait in memory.
    FileSeries series =
        new FileSeries(
            target.place(),
            () -> nextPath(target.hive() ? partition : "", folder),
            true,
            false,
            target.bytesMax(),
            target.partsMax());
    Open file = new Open(series, opener.open(series));
    open.put(partition, file);
    return file;
  }

  /** The next name in a partition's folder. */
  private String nextPath(String partition, String folder) {
    synchronized (files) {
      int number = files.merge(partition, 1, Integer::sum) - 1;
      String path = target.place().resolve(folder, target.fileNames().next(number));
      made.add(path);
      return path;
    }
  }

  private void end(Open file) {
    synchronized (file) {
      file.ended = true;
      file.local.finish();
      rows += file.writer.finish();
    }
  }

  @Override
  public synchronized long finish() {
    for (Open file : open.values()) {
      end(file);
    }
    open.clear();
    finished = true;
    return rows;
  }

  @Override
  public List<String> files() {
    synchronized (files) {
      return List.copyOf(made);
    }
  }

  @Override
  public synchronized void close() {
    if (finished) {
      return;
    }
    finished = true;
    for (Open file : open.values()) {
      file.writer.close();
    }
    open.clear();
    synchronized (files) {
      for (String path : made) {
        target.place().delete(path);
      }
    }
  }

  /** One worker's part: splits chunks by partition. */
  private final class Splitter implements Local {
    private final ValueText texts = new ValueText(zone);
    private final Bytes text = new Bytes();

    @Override
    public void write(DataChunk chunk, long batchIndex) {
      Map<String, int[]> selections = new LinkedHashMap<>();
      Map<String, Integer> counts = new HashMap<>();
      for (int column = 0; column < types.size(); column++) {
        chunk.flat(column);
      }
      for (int row = 0; row < chunk.size(); row++) {
        String partition = partition(chunk, row);
        int[] selection = selections.computeIfAbsent(partition, p -> new int[chunk.size()]);
        selection[counts.merge(partition, 1, Integer::sum) - 1] = row;
      }
      for (Map.Entry<String, int[]> entry : selections.entrySet()) {
        int count = counts.getOrDefault(entry.getKey(), 0);
        Vector[] columns = new Vector[written.length];
        for (int i = 0; i < written.length; i++) {
          FlatVector part = FlatVector.allocate(types.get(written[i]), count);
          part.gather((FlatVector) chunk.column(written[i]), entry.getValue(), count);
          columns[i] = part;
        }
        PartitionedWriter.this.write(entry.getKey(), new DataChunk(columns, count));
      }
    }

    private String partition(DataChunk chunk, int row) {
      StringBuilder path = new StringBuilder();
      for (int key : keys) {
        FlatVector vector = (FlatVector) chunk.column(key);
        path.append(path.isEmpty() ? "" : "/").append(HivePartitions.encode(names.get(key)));
        path.append('=');
        if (vector.isNull(row)) {
          path.append(HivePartitions.NULL_VALUE);
        } else {
          text.length = 0;
          texts.append(text, vector, row);
          path.append(HivePartitions.encodeValue(new String(text.data, 0, text.length, UTF_8)));
        }
      }
      return path.toString();
    }

    @Override
    public void finish() {}
  }
}
