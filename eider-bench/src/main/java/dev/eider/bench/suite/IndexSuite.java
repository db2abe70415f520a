// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.Vector;
import dev.eider.bench.harness.Figure;
import dev.eider.bench.harness.Report;
import dev.eider.storage.index.ArtBuilder;
import dev.eider.storage.index.ArtCursor;
import dev.eider.storage.index.ArtIndex;
import dev.eider.storage.index.ArtSnapshot;
import dev.eider.storage.index.KeyEncoder;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The index of stored tables beside a {@link TreeMap}: both get the same keys in the same order, in
 * this process, on one thread whose processor time is measured. The index starts from vectors and
 * encodes its keys, the map starts from objects that are there; both are asked for every key once,
 * in another order.
 */
public final class IndexSuite {
  public static final Set<String> OPTIONS =
      Set.of("rows", "rounds", "warmups", "only", "out", "check");

  private static final long ROWS = 1_000_000;
  private static final int ROUNDS = 3;

  /** A prime: steps of it visit every row once, far from the one before. */
  private static final long STRIDE = 1_000_000_007L;

  /** A commit for so many inserts: the first change after a snapshot copies a path. */
  private static final int COMMIT = 1000;

  private IndexSuite() {}

  /** A family of distinct keys; key {@code i} of a row {@code i}. */
  private enum Keys {
    SEQUENCE("BIGINT, ascending", LogicalType.BIGINT),
    RANDOM("BIGINT, random", LogicalType.BIGINT),
    TEXT("VARCHAR of 20 to 27 bytes, random", LogicalType.VARCHAR);

    private final String what;
    private final LogicalType type;

    Keys(String what, LogicalType type) {
      this.what = what;
      this.type = type;
    }

    private long number(long row) {
      if (this == SEQUENCE) {
        return row;
      }
      // The finaliser of SplitMix64: a bijection.
      long z = row * 0x9E37_79B9_7F4A_7C15L;
      z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
      z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
      return z ^ z >>> 31;
    }

    private String text(long row) {
      long number = number(row);
      return "user-" + Long.toHexString(number | 1L << 60) + "@x.org".substring((int) (row & 3));
    }

    void fill(FlatVector target, long from, int count) {
      target.reset();
      for (int i = 0; i < count; i++) {
        if (target instanceof LongVector longs) {
          longs.set(i, number(from + i));
        } else {
          ((StringVector) target).set(i, text(from + i));
        }
      }
    }

    Comparable<?> object(long row) {
      return type.equals(LogicalType.BIGINT) ? (Comparable<?>) number(row) : text(row);
    }
  }

  /** Figures of rounds by name, and in which unit. */
  private static final class Rounds {
    private final int count;
    private final Map<String, double[]> values = new LinkedHashMap<>();
    private int round;

    Rounds(int count) {
      this.count = count;
    }

    void put(String name, double value) {
      if (round >= 0) {
        values.computeIfAbsent(name, n -> new double[count])[round] = value;
      }
    }

    /** Operations a second in millions. */
    void rate(String name, long operations, long nanos) {
      put(name, operations * 1e3 / nanos);
    }
  }

  public static Report run(Options options, PrintStream log) {
    boolean check = options.flag("check");
    int rows = Math.toIntExact(check ? 20_000 : options.count("rows", ROWS));
    SuiteRun run = new SuiteRun(options, log);
    List<String> only = options.list("only", "");
    for (Keys keys : Keys.values()) {
      if (!only.isEmpty() && !only.contains(keys.name().toLowerCase(Locale.ROOT))) {
        continue;
      }
      Rounds rounds = new Rounds(check ? 1 : options.rounds(ROUNDS));
      for (rounds.round = -options.warmups(); rounds.round < rounds.count; rounds.round++) {
        log.println(keys.what + ", " + rows + " keys, round " + rounds.round);
        index(keys, rows, rounds);
        map(keys, rows, rounds);
      }
      rounds.values.forEach((name, values) ->
          run.figure(
              Figure.of(
                  keys.name().toLowerCase(Locale.ROOT) + " " + name,
                  keys.what + ": " + name,
                  values,
                  name.contains("bytes") ? "B" : "M/s",
                  null)));
    }
    return run.report();
  }

  private static void index(Keys keys, int rows, Rounds rounds) {
    MemoryReservation memory = new MemoryManager(Long.MAX_VALUE).reserve("INDEX");
    KeyEncoder encoder = new KeyEncoder(List.of(keys.type));
    FlatVector vector = FlatVector.allocate(keys.type, Vector.CAPACITY);
    Vector[] columns = {vector};
    for (boolean commits : new boolean[] {false, true}) {
      ArtIndex index = new ArtIndex(memory);
      long nanos = 0;
      for (int from = 0; from < rows; from += Vector.CAPACITY) {
        int count = Math.min(Vector.CAPACITY, rows - from);
        keys.fill(vector, from, count);
        long start = processorNanos();
        for (int i = 0; i < count; i++) {
          index.insert(encoder.buffer(), encoder.encode(columns, i), from + i);
          if (commits && i % COMMIT == 0) {
            index.snapshot();
          }
        }
        nanos += processorNanos() - start;
      }
      rounds.rate("index, inserts" + (commits ? " with a snapshot every 1000" : ""), rows, nanos);
      index.close();
    }
    long empty = heap();
    ArtIndex index = build(keys, rows, rounds, memory, encoder, columns);
    rounds.put("index, heap bytes a key", (double) (heap() - empty) / rows);
    rounds.put("index, bytes() a key", (double) index.bytes() / rows);
    lookUp(keys, rows, rounds, index, encoder, columns);
    index.close();
    memory.close();
  }

  private static ArtIndex build(
      Keys keys,
      int rows,
      Rounds rounds,
      MemoryReservation memory,
      KeyEncoder encoder,
      Vector[] columns) {
    try (ArtBuilder builder = new ArtBuilder(memory)) {
      long nanos = 0;
      for (int from = 0; from < rows; from += Vector.CAPACITY) {
        int count = Math.min(Vector.CAPACITY, rows - from);
        keys.fill((FlatVector) columns[0], from, count);
        long start = processorNanos();
        for (int i = 0; i < count; i++) {
          int length = encoder.encode(columns, i);
          builder.add(encoder.buffer(), length, from + i);
        }
        nanos += processorNanos() - start;
      }
      long start = processorNanos();
      ArtIndex index = builder.build();
      rounds.rate("index, built at once", rows, nanos + processorNanos() - start);
      return index;
    }
  }

  private static void lookUp(
      Keys keys, int rows, Rounds rounds, ArtIndex index, KeyEncoder encoder, Vector[] columns) {
    ArtSnapshot snapshot = index.snapshot();
    long nanos = 0;
    long found = 0;
    for (int from = 0; from < rows; from += Vector.CAPACITY) {
      int count = Math.min(Vector.CAPACITY, rows - from);
      FlatVector scattered = (FlatVector) columns[0];
      scattered.reset();
      for (int i = 0; i < count; i++) {
        long row = (from + i) * STRIDE % rows;
        if (scattered instanceof LongVector longs) {
          longs.set(i, keys.number(row));
        } else {
          ((StringVector) scattered).set(i, keys.text(row));
        }
      }
      long start = processorNanos();
      for (int i = 0; i < count; i++) {
        int length = encoder.encode(columns, i);
        found += snapshot.first(encoder.buffer(), length);
      }
      nanos += processorNanos() - start;
    }
    check(found, rows);
    rounds.rate("index, look-ups", rows, nanos);
    long start = processorNanos();
    ArtCursor cursor = snapshot.cursor(null, null, Long.MAX_VALUE);
    long sum = 0;
    while (cursor.next()) {
      sum += cursor.rowId();
    }
    rounds.rate("index, in order", rows, processorNanos() - start);
    check(sum, rows);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // Keys of one family are comparable.
  private static void map(Keys keys, int rows, Rounds rounds) {
    Comparable<?>[] objects = new Comparable<?>[rows];
    Arrays.setAll(objects, keys::object);
    long empty = heap();
    TreeMap<Comparable, Long> map = new TreeMap<>();
    long start = processorNanos();
    for (int i = 0; i < rows; i++) {
      map.put(objects[i], (long) i);
    }
    rounds.rate("TreeMap, inserts", rows, processorNanos() - start);
    rounds.put("TreeMap, heap bytes a key without the key", (double) (heap() - empty) / rows);
    start = processorNanos();
    long found = 0;
    for (int i = 0; i < rows; i++) {
      found += map.getOrDefault(objects[(int) (i * STRIDE % rows)], -1L);
    }
    rounds.rate("TreeMap, look-ups", rows, processorNanos() - start);
    check(found, rows);
    start = processorNanos();
    long sum = 0;
    for (long rowId : map.values()) {
      sum += rowId;
    }
    rounds.rate("TreeMap, in order", rows, processorNanos() - start);
    check(sum, rows);
  }

  private static void check(long sum, long rows) {
    if (sum != rows * (rows - 1) / 2) {
      throw new IllegalStateException("wrong row ids: their sum is " + sum);
    }
  }

  /** Processor time of this thread: what others do on the machine does not count. */
  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long heap() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
