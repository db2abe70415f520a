// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.bench.data.DataDirectory;
import dev.eider.bench.data.DataFile;
import dev.eider.bench.harness.Answer;
import dev.eider.bench.harness.InProcessContestant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The Parquet files of the remote benchmark. DuckDB writes them from the generators' CSV, so that
 * our reader is measured on files of another writer.
 */
final class RemoteData {
  static final int ROW_GROUP_ROWS = 122_880;

  /** Above this scale factor the file of one row group would not fit into its writer's memory. */
  static final double GIANT_SCALE_MAX = 1;

  private static final int SMALL_FILE_ROWS = 100;

  private final DataDirectory data;
  private final InProcessContestant writer;

  /** Files are written by {@code writer}, which stays the caller's. */
  RemoteData(DataDirectory data, InProcessContestant writer) {
    this.data = data;
    this.writer = writer;
  }

  DataDirectory directory() {
    return data;
  }

  /** {@code lineitem} in row groups of {@value #ROW_GROUP_ROWS} rows. */
  Path lineitem(double scale) throws IOException {
    return lineitem(scale, "lineitem.parquet", ROW_GROUP_ROWS);
  }

  /** {@code lineitem} in one row group. */
  Path giantLineitem(double scale) throws IOException {
    return lineitem(scale, "lineitem-1.parquet", 10_000_000_000L);
  }

  private Path lineitem(double scale, String name, long rowGroupRows) throws IOException {
    Path path = data.tpchFolder(scale).resolve(name);
    String description = "lineitem v1 by " + writer.version() + ", row groups of " + rowGroupRows;
    return data.made(
        path,
        description,
        target -> {
          DataFile csv = data.tpchTable("lineitem", scale);
          copy(
              TpchSuite.table("lineitem").replace("'lineitem.csv'", quoted(csv.path())),
              target,
              "ROW_GROUP_SIZE " + rowGroupRows);
        });
  }

  /** Small files that do not all have the same columns. */
  Path smallFiles(int count) throws IOException {
    return data.made(
        data.path().resolve("small-" + count),
        "small v1 by " + writer.version(),
        target -> {
          Files.createDirectories(target);
          for (int i = 0; i < count; i++) {
            String more = i % 2 == 0 ? "" : ", 'name ' || i % 7 AS name";
            String rows =
                String.format(
                    Locale.ROOT,
                    "SELECT i AS id, i * 1.5 AS value%s FROM range(%d, %d) AS r(i)",
                    more,
                    (long) i * SMALL_FILE_ROWS,
                    (i + 1L) * SMALL_FILE_ROWS);
            String name = String.format(Locale.ROOT, "part-%05d.parquet", i);
            copy(rows, target.resolve(name), "COMPRESSION snappy");
          }
        });
  }

  private void copy(String select, Path target, String option) throws IOException {
    writer.execute(
        "COPY (" + select + ") TO " + quoted(target) + " (FORMAT parquet, " + option + ")");
  }

  /** Compressed bytes of the chunks of some columns. */
  long chunkBytes(Path file, List<String> columns) throws IOException {
    String names = "'" + String.join("', '", columns) + "'";
    return Long.parseLong(
        Answers.one(
            writer,
            "SELECT sum(total_compressed_size)::BIGINT FROM parquet_metadata("
                + quoted(file)
                + ") WHERE path_in_schema IN ("
                + names
                + ")"));
  }

  /** Asks DuckDB, which is none of the engines that are measured. */
  Answer ask(String sql) throws IOException {
    return Answers.of(writer, sql);
  }

  /** Rows and row groups of a file, in words. */
  String describe(Path file) throws IOException {
    return data.path().relativize(file)
        + ": "
        + Answers.one(
            writer,
            "SELECT format('{:,} rows in {:,} row groups', num_rows, num_row_groups) FROM"
                + " parquet_file_metadata("
                + quoted(file)
                + ")")
        + String.format(Locale.ROOT, ", %,d bytes", Files.size(file));
  }

  static String quoted(Path path) {
    return "'" + path.toString().replace("'", "''") + "'";
  }

  /** A file as an address that the simulated store serves. */
  static String address(Path path) {
    return "'" + path.toUri().toString().replaceFirst("^file:/(?=[^/])", "file:///") + "'";
  }
}
