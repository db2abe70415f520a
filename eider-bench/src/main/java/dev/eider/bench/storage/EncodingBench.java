// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.storage;

import dev.eider.Connection;
import dev.eider.Database;
import dev.eider.Result;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.storage.encoding.ColumnChunk;
import dev.eider.storage.encoding.DecodeContext;
import dev.eider.storage.format.v1.ColumnChunkMeta;
import dev.eider.storage.format.v1.PackColumn;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.RowGroupMeta;
import dev.eider.storage.rowgroup.FinishedPack;
import dev.eider.storage.rowgroup.PackWriter;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Encodes what a query gives, and decodes it again, from memory to memory: rows and bytes a second,
 * bytes of each column, values a second of processor time by column.
 *
 * <p>Arguments: a query, threads (2), rounds (3).
 */
public final class EncodingBench {
  private static final PrintStream OUT = System.out;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Processor time of the encoding threads. */
  private final AtomicLong cpuNanos = new AtomicLong();

  private final List<PackColumn> columns = new ArrayList<>();
  private final List<String> names;
  private final List<DataChunk> chunks = new ArrayList<>();
  private long rows;
  private long rawBytes;

  private EncodingBench(Result result) {
    names = result.columnNames();
    for (LogicalType type : result.columnTypes()) {
      columns.add(new PackColumn(columns.size(), type));
    }
    for (DataChunk chunk = result.nextChunk(); chunk != null; chunk = result.nextChunk()) {
      Vector[] copies = new Vector[chunk.columnCount()];
      for (int c = 0; c < copies.length; c++) {
        FlatVector copy = FlatVector.allocate(columns.get(c).type(), chunk.size());
        copy.copyRange(chunk.column(c).flatten(chunk.size()), 0, 0, chunk.size());
        copies[c] = copy;
        rawBytes += copy.sizeInBytes();
      }
      rows += chunk.size();
      chunks.add(new DataChunk(copies, chunk.size()));
    }
  }

  /** Runs it. */
  public static void run(List<String> args) throws InterruptedException {
    if (args.isEmpty() || args.size() > 3) {
      throw new IllegalArgumentException("encodings: expected QUERY [THREADS [ROUNDS]]");
    }
    int threads = args.size() > 1 ? Integer.parseInt(args.get(1)) : 2;
    int rounds = args.size() > 2 ? Integer.parseInt(args.get(2)) : 3;
    EncodingBench bench;
    try (Database database = Database.open(Database.MEMORY);
        Connection connection = database.connect();
        Result result = connection.query(args.getFirst())) {
      bench = new EncodingBench(result);
    }
    OUT.printf(Locale.ROOT, "%,d rows, %,d bytes of vectors%n", bench.rows, bench.rawBytes);
    List<FinishedPack> packs = List.of();
    for (int round = 0; round < rounds; round++) {
      bench.cpuNanos.set(0);
      long start = System.nanoTime();
      packs = bench.encode(threads);
      double seconds = (System.nanoTime() - start) / 1e9;
      long bytes = 0;
      for (FinishedPack pack : packs) {
        bytes += pack.bytes().byteSize();
      }
      OUT.printf(
          Locale.ROOT,
          "encode: %.2f s, %.2f M rows/s, of processor time %.2f s, %.2f M rows/s, %.2f GB/s;"
              + " %,d bytes, %d packs%n",
          seconds,
          bench.rows / seconds / 1e6,
          bench.cpuNanos.get() / 1e9,
          bench.rows * 1e3 / bench.cpuNanos.get(),
          (double) bench.rawBytes / bench.cpuNanos.get(),
          bytes,
          packs.size());
    }
    try (Arena arena = Arena.ofConfined()) {
      List<MemorySegment> segments = new ArrayList<>();
      for (FinishedPack pack : packs) {
        segments.add(arena.allocate(pack.bytes().byteSize()).copyFrom(pack.bytes()));
      }
      for (int c = 0; c < bench.columns.size(); c++) {
        bench.decode(packs, segments, c, rounds);
      }
    }
  }

  private List<FinishedPack> encode(int threads) throws InterruptedException {
    MemoryManager memory = new MemoryManager(8L << 30);
    List<Callable<List<FinishedPack>>> tasks = new ArrayList<>();
    int perTask = (chunks.size() + threads - 1) / threads;
    for (int t = 0; t < threads; t++) {
      List<DataChunk> part =
          chunks.subList(
              Math.min(chunks.size(), t * perTask), Math.min(chunks.size(), (t + 1) * perTask));
      tasks.add(() -> {
        long start = THREADS.getCurrentThreadCpuTime();
        List<FinishedPack> made = new ArrayList<>();
        MemoryReservation reservation = memory.reserve("PACK_WRITER");
        try (PackWriter writer =
            new PackWriter(1, columns, 0, PackWriter.PACK_BYTES, reservation, made::add)) {
          part.forEach(writer::append);
          writer.finish();
        }
        reservation.close();
        cpuNanos.addAndGet(THREADS.getCurrentThreadCpuTime() - start);
        return made;
      });
    }
    List<FinishedPack> packs = new ArrayList<>();
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      for (Future<List<FinishedPack>> future : executor.invokeAll(tasks)) {
        packs.addAll(future.get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("encoding failed", e);
    }
    return packs;
  }

  private void decode(
      List<FinishedPack> packs, List<MemorySegment> segments, int column, int rounds) {
    LogicalType type = columns.get(column).type();
    FlatVector target = FlatVector.allocate(type, PackFormat.VECTOR_ROWS);
    int[] codes = new int[PackFormat.VECTOR_ROWS];
    double best = Double.MAX_VALUE;
    long bytes = 0;
    TreeSet<String> encodings = new TreeSet<>();
    try (DecodeContext context = new DecodeContext()) {
      for (int round = 0; round < 2 * rounds; round++) {
        bytes = 0;
        long start = THREADS.getCurrentThreadCpuTime();
        for (int p = 0; p < packs.size(); p++) {
          for (RowGroupMeta group : packs.get(p).groups()) {
            ColumnChunkMeta meta = group.columns().get(column);
            MemorySegment chunkBytes = segments.get(p).asSlice(meta.offset(), meta.length());
            ColumnChunk chunk =
                ColumnChunk.open(
                    type,
                    group.rows(),
                    meta.length(),
                    chunkBytes.asSlice(0, meta.prefixLength()),
                    context);
            for (int v = 0; v < chunk.vectors(); v++) {
              chunk.read(v, chunkBytes, 0, target, codes);
            }
            bytes += meta.length();
            encodings.add(PackFormat.encodingName(meta.encoding()));
          }
        }
        best = Math.min(best, (THREADS.getCurrentThreadCpuTime() - start) / 1e9);
      }
    }
    OUT.printf(
        Locale.ROOT,
        "%-16s %-16s %,12d bytes %6.2f bits/row  decode %8.1f M values/s%n",
        names.get(column),
        encodings,
        bytes,
        8.0 * bytes / rows,
        rows / best / 1e6);
  }
}
