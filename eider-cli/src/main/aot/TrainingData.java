// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Writes the files that training.sql queries into the directory given as argument. Run as a source
 * file by the build ({@code java TrainingData.java DIR}), on every system alike. Enough rows for
 * the hot loops to be compiled, and every kind of column a few times; always the same.
 */
class TrainingData {
  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    try (BufferedWriter out = Files.newBufferedWriter(directory.resolve("trips.csv"))) {
      out.write("trip_id,vendor_id,pickup_datetime,passenger_count,trip_distance,total_amount,");
      out.write("note,cab_type\n");
      for (int i = 0; i < 120_000; i++) {
        out.write(
            String.format(
                Locale.ROOT,
                "%d,%s,%04d-%02d-%02d %02d:%02d:%02d,%d,%d.%02d,%d.%02d,%s,%s\n",
                649_084_905 + i,
                i % 3 == 0 ? "CMT" : "VTS",
                2009 + i % 7,
                1 + i % 12,
                1 + i % 28,
                i % 24,
                i % 60,
                i * 7 % 60,
                i % 10 < 7 ? 1 : i % 10,
                i % 1013 / 100,
                i % 1013 % 100,
                2 + i % 4001 / 100,
                i % 4001 % 100,
                i % 6 == 0 ? "\"quoted, with a comma\"" : "plain text",
                i % 12 == 0 ? "green" : "yellow"));
      }
    }
    try (BufferedWriter out = Files.newBufferedWriter(directory.resolve("zones.csv"))) {
      out.write("zone_id,borough,opened\n");
      for (int i = 0; i < 265; i++) {
        out.write(i + ",borough " + i % 5 + "," + (1900 + i % 100) + "-01-01\n");
      }
    }
  }
}
