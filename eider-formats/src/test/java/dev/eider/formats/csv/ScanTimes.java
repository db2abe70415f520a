// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.ScanTask;
import dev.eider.base.table.TableScan;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Times scans of the columns of the taxi queries: {@code ScanTimes FILE [threads] [rounds]}. Prints
 * the median wall time, rows and a checksum. A tool for people, not a test.
 */
final class ScanTimes {
  private ScanTimes() {}

  public static void main(String[] args) {
    TestContext context = new TestContext(4L << 30);
    int threads = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 9;
    long begin = context.env().nanoTime();
    CsvTable table = Csv.bind(context, args[0], Csv.options());
    System.out.printf(
        "kernels %s, sniff (cold) %.1f ms%n",
        Kernels.describe(), (context.env().nanoTime() - begin) / 1e6);
    for (int i = 0; i < 3; i++) {
      begin = context.env().nanoTime();
      table = Csv.bind(context, args[0], Csv.options());
      System.out.printf("sniff %.1f ms%n", (context.env().nanoTime() - begin) / 1e6);
    }
    String[][] queries = {
      {"count"},
      {"cab_type"},
      {"passenger_count", "total_amount"},
      {"passenger_count", "pickup_datetime"},
      {"passenger_count", "pickup_datetime", "trip_distance"},
      {"pickup_ntaname", "dropoff_ntaname"},
      {"*"},
    };
    for (String[] query : queries) {
      time(context, table, query, List.of(), threads, rounds);
    }
    int trips = column(table, "trip_id");
    if (trips >= 0) {
      ScanFilter filter =
          new ScanFilter.Compare(trips, ScanFilter.CompareOp.LT, Value.of(649_084_905L + 20_000));
      time(
          context,
          table,
          new String[] {"total_amount", "pickup_ntaname"},
          List.of(filter),
          threads,
          rounds);
    }
  }

  private static int column(CsvTable table, String name) {
    for (int i = 0; i < table.columns().size(); i++) {
      if (table.columns().get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private static void time(
      TestContext context,
      CsvTable table,
      String[] names,
      List<ScanFilter> filters,
      int threads,
      int rounds) {
    List<Integer> list = new ArrayList<>();
    for (String name : names) {
      if (name.equals("*")) {
        for (int i = 0; i < table.columns().size(); i++) {
          list.add(i);
        }
      } else if (!name.equals("count")) {
        int found = column(table, name);
        if (found < 0) {
          return;
        }
        list.add(found);
      }
    }
    int[] columns = new int[list.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = list.get(i);
    }
    double[] times = new double[rounds];
    double[] cpu = new double[rounds];
    long rows = 0;
    long sum = 0;
    for (int r = 0; r < rounds; r++) {
      AtomicLong count = new AtomicLong();
      AtomicLong check = new AtomicLong();
      long begin = context.env().nanoTime();
      long cpuBegin = cpu();
      try (TableScan scan = table.scan(new ScanRequest(columns, filters, -1), context)) {
        Csv.run(
            context,
            threads,
            () -> {
              long mine = 0;
              long checksum = 0;
              try (ChunkReader reader = scan.newReader()) {
                for (ScanTask task = scan.nextTask(); task != null; task = scan.nextTask()) {
                  reader.start(task, FetchedBytes.NONE);
                  while (reader.next() == ChunkReader.Status.CHUNK) {
                    mine += reader.chunk().size();
                    checksum += sum(reader.chunk());
                  }
                }
              }
              count.addAndGet(mine);
              check.addAndGet(checksum);
              return null;
            });
      }
      cpu[r] = (cpu() - cpuBegin) / 1e6;
      times[r] = (context.env().nanoTime() - begin) / 1e6;
      rows = count.get();
      sum = check.get();
    }
    StringBuilder firsts = new StringBuilder();
    for (int r = 0; r < Math.min(4, rounds); r++) {
      firsts.append(String.format(" %.0f", times[r]));
    }
    Arrays.sort(times);
    Arrays.sort(cpu);
    System.out.printf(
        "%-40s %7.1f ms min %7.1f cpu %7.1f min %7.1f rows %d check %d  firsts%s%n",
        String.join(",", names) + (filters.isEmpty() ? "" : " filtered"),
        times[rounds / 2],
        times[0],
        cpu[rounds / 2],
        cpu[0],
        rows,
        sum,
        firsts);
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean)
            java.lang.management.ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static long sum(DataChunk chunk) {
    long sum = 0;
    for (Vector vector : chunk.columns()) {
      if (vector instanceof LongVector longs) {
        for (int i = 0; i < chunk.size(); i++) {
          sum += longs.isNull(i) ? 7 : longs.get(i);
        }
      } else if (vector instanceof DoubleVector doubles) {
        for (int i = 0; i < chunk.size(); i++) {
          sum += doubles.isNull(i) ? 7 : (long) (doubles.get(i) * 100);
        }
      }
    }
    return sum;
  }
}
