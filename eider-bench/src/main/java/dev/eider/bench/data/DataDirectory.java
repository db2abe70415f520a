// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.data;

import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The directory of the benchmark's files. A file is made once: {@code <name>.meta} beside it holds
 * what it was made from and its size, and a file that matches is used again.
 */
public final class DataDirectory {
  /** The seed of every committed figure. */
  public static final long SEED = 20_090_101L;

  private final Path directory;
  private final int threads;
  private final PrintStream log;

  /** Creates the directory if needed; {@code log} is told about each file that is made. */
  public DataDirectory(Path directory, int threads, PrintStream log) throws IOException {
    this.directory = Files.createDirectories(directory.toAbsolutePath().normalize());
    this.threads = threads;
    this.log = log;
  }

  public Path path() {
    return directory;
  }

  public DataFile taxi(long rows) throws IOException {
    return make(
        "taxi-" + shortCount(rows) + ".csv",
        rows,
        "taxi v" + TaxiGenerator.VERSION,
        new TaxiGenerator(rows, SEED));
  }

  public DataFile wide(long rows) throws IOException {
    return make(
        "wide-" + shortCount(rows) + ".csv",
        rows,
        "wide v" + WideGenerator.VERSION,
        new WideGenerator(rows, SEED));
  }

  public DataFile quoted(long rows) throws IOException {
    return make(
        "quoted-" + shortCount(rows) + ".csv",
        rows,
        "quoted v" + QuotedGenerator.VERSION,
        new QuotedGenerator(rows, SEED));
  }

  /** Short rows; half as many keys as rows. */
  public DataFile events(long rows) throws IOException {
    return make(
        "events-" + shortCount(rows) + ".csv",
        rows,
        "events v" + EventsGenerator.VERSION,
        new EventsGenerator(rows, SEED));
  }

  /** The 50,000 rows that {@link #events} refer to. */
  public DataFile dimension() throws IOException {
    return make(
        "dim.csv",
        DimensionGenerator.ROWS,
        "dim v" + DimensionGenerator.VERSION,
        new DimensionGenerator(SEED));
  }

  /**
   * The eight TPC-H tables as CSV files in a folder of their own, which the engines must run in.
   *
   * @return the folder
   */
  public Path tpch(double scaleFactor) throws IOException {
    for (TpchTable<?> table : TpchTable.getTables()) {
      tpchTable(table, scaleFactor);
    }
    return tpchFolder(scaleFactor);
  }

  /** One TPC-H table of {@link #tpch}, without the others. */
  public DataFile tpchTable(String name, double scaleFactor) throws IOException {
    for (TpchTable<?> table : TpchTable.getTables()) {
      if (table.getTableName().equals(name)) {
        return tpchTable(table, scaleFactor);
      }
    }
    throw new IllegalArgumentException("TPC-H has no table " + name);
  }

  private DataFile tpchTable(TpchTable<?> table, double scaleFactor) throws IOException {
    Path folder = tpchFolder(scaleFactor);
    String scale = shortScale(scaleFactor);
    TpchFile source = new TpchFile(table, scaleFactor);
    String generator = "tpch v" + TpchFile.VERSION + " sf " + scale;
    return make(folder, table.getTableName() + ".csv", -1, generator, source.header(), source);
  }

  /** The folder of all files of one scale factor. */
  public Path tpchFolder(double scaleFactor) throws IOException {
    return Files.createDirectories(directory.resolve("tpch-sf" + shortScale(scaleFactor)));
  }

  private static String shortScale(double scaleFactor) {
    return BigDecimal.valueOf(scaleFactor).stripTrailingZeros().toPlainString();
  }

  /** Writes a file or a directory of files that is not there yet. */
  public interface Maker {
    void write(Path target) throws IOException;
  }

  /**
   * A file, or a directory of files, made by something else than a generator of this package. It is
   * made once, under another name, and made anew when {@code maker}'s description changes.
   */
  public Path made(Path path, String description, Maker maker) throws IOException {
    Path meta = path.resolveSibling(path.getFileName() + ".meta");
    if (Files.exists(path) && Files.exists(meta) && Files.readString(meta).equals(description)) {
      return path;
    }
    log.printf(Locale.ROOT, "making %s%n", path);
    Files.deleteIfExists(meta);
    Path partial = path.resolveSibling(path.getFileName() + ".partial");
    delete(partial);
    delete(path);
    maker.write(partial);
    Files.move(partial, path);
    Files.writeString(meta, description, StandardCharsets.UTF_8);
    return path;
  }

  private static void delete(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      try (Stream<Path> entries = Files.list(path)) {
        for (Path entry : entries.toList()) {
          delete(entry);
        }
      }
    }
    Files.deleteIfExists(path);
  }

  /** 2m, 200k, 1500: the count in file names. */
  static String shortCount(long count) {
    if (count >= 1_000_000 && count % 1_000_000 == 0) {
      return count / 1_000_000 + "m";
    }
    if (count >= 1_000 && count % 1_000 == 0) {
      return count / 1_000 + "k";
    }
    return Long.toString(count);
  }

  private DataFile make(String name, long rows, String generator, RowSource source)
      throws IOException {
    return make(directory, name, rows, generator, source.header(), source);
  }

  DataFile make(
      Path folder, String name, long rows, String generator, String header, BlockSource source)
      throws IOException {
    Path file = folder.resolve(name);
    Path meta = folder.resolve(name + ".meta");
    String wanted = "generator " + generator + "\nrows " + rows + "\nseed " + SEED + "\n";
    if (Files.exists(file)
        && Files.exists(meta)
        && Files.readString(meta).equals(wanted + "bytes " + Files.size(file) + "\n")) {
      return new DataFile(name, file, rows, Files.size(file));
    }
    log.printf(Locale.ROOT, "making %s%n", file);
    Files.deleteIfExists(meta);
    long bytes = OrderedFileWriter.write(file, header, source, threads);
    Files.writeString(meta, wanted + "bytes " + bytes + "\n", StandardCharsets.UTF_8);
    return new DataFile(name, file, rows, bytes);
  }
}
