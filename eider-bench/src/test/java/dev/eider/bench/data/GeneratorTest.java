// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratorTest {
  private static final long SEED = DataDirectory.SEED;
  private static final PrintStream SILENT = new PrintStream(PrintStream.nullOutputStream());

  @TempDir private Path folder;

  private byte[] generate(RowSource source, int threads) throws IOException {
    Path file = folder.resolve("file-" + threads + ".csv");
    OrderedFileWriter.write(file, source.header(), source, threads);
    return Files.readAllBytes(file);
  }

  private static String sha256(byte[] bytes, int length) throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(bytes, 0, Math.min(length, bytes.length));
    return HexFormat.of().formatHex(digest.digest());
  }

  @Test
  void theBytesDoNotDependOnTheNumberOfThreads() throws Exception {
    List<RowSource> sources =
        List.of(
            new TaxiGenerator(20_000, SEED),
            new WideGenerator(10_000, SEED),
            new QuotedGenerator(10_000, SEED),
            new EventsGenerator(50_000, SEED),
            new DimensionGenerator(SEED));
    for (RowSource source : sources) {
      byte[] one = generate(source, 1);
      byte[] three = generate(source, 3);
      assertEquals(
          sha256(one, one.length), sha256(three, three.length), source.getClass().getSimpleName());
    }
  }

  /** If this hash changes on purpose, raise the generator's version: files of others are stale. */
  @Test
  void theFirstMegabyteOfTheTaxiFileIsTheSameEverywhere() throws Exception {
    assertEquals(
        "e4436de3094ec4e0e63a84489d2ef9a3647cba1edd41249d61a93bc01006227f",
        sha256(generate(new TaxiGenerator(5_000, SEED), 2), 1 << 20));
  }

  @Test
  void anotherSeedGivesAnotherFile() throws Exception {
    byte[] first = generate(new TaxiGenerator(100, 1), 1);
    byte[] second = generate(new TaxiGenerator(100, 2), 1);
    assertNotEquals(sha256(first, first.length), sha256(second, second.length));
  }

  @Test
  void theTaxiFileHasTheStatedShape() throws Exception {
    int rows = 40_000;
    byte[] bytes = generate(new TaxiGenerator(rows, SEED), 2);
    List<String> lines = lines(bytes);
    assertEquals(rows + 1, lines.size());
    assertEquals(418.0, bytes.length / (double) rows, 3.0, "bytes per row");
    int quoted = 0;
    for (String line : lines) {
      assertEquals(51, fields(line).size(), line);
      quoted += line.indexOf('"') >= 0 ? 1 : 0;
    }
    assertEquals(0.159, quoted / (double) rows, 0.006, "share of rows with a quoted field");
    assertEquals("649084905", fields(lines.get(1)).getFirst());
    assertEquals("649124904", fields(lines.getLast()).getFirst());
  }

  @Test
  void theTaxiValuesHaveTheStatedShares() throws Exception {
    int rows = 40_000;
    int green = 0;
    int alone = 0;
    int noPlace = 0;
    int origin = 0;
    int far = 0;
    Set<String> years = new HashSet<>();
    List<String> lines = lines(generate(new TaxiGenerator(rows, SEED), 2));
    for (String line : lines.subList(1, lines.size())) {
      List<String> f = fields(line);
      green += f.get(24).equals("green") ? 1 : 0;
      alone += f.get(10).equals("1") ? 1 : 0;
      noPlace += f.get(31).isEmpty() ? 1 : 0;
      origin += f.get(6).equals("0") ? 1 : 0;
      far += Double.parseDouble(f.get(11)) > 13.36 ? 1 : 0;
      years.add(f.get(2).substring(0, 4));
      assertTrue(f.get(2).compareTo(f.get(3)) < 0, "the trip ends after its start: " + line);
      assertTrue(f.get(22).isEmpty() || f.get(22).length() == 50, f.get(22));
    }
    assertEquals(0.08, green / (double) rows, 0.006);
    assertEquals(0.70, alone / (double) rows, 0.01);
    assertEquals(0.01, noPlace / (double) rows, 0.002);
    assertEquals(0.01, origin / (double) rows, 0.002);
    assertEquals(0.01, far / (double) rows, 0.002, "hits of the filter query");
    assertEquals(Set.of("2009", "2010", "2011", "2012", "2013", "2014", "2015"), years);
  }

  @Test
  void eventsHaveHalfAsManyKeysAsRows() throws Exception {
    List<String> lines = lines(generate(new EventsGenerator(10_000, SEED), 2));
    Set<String> keys = new HashSet<>();
    for (String line : lines.subList(1, lines.size())) {
      keys.add(fields(line).getFirst());
    }
    assertEquals(5_000, keys.size());
  }

  @Test
  void dimensionIdsAreAPermutation() throws Exception {
    List<String> lines = lines(generate(new DimensionGenerator(SEED), 2));
    Set<Integer> ids = new HashSet<>();
    for (String line : lines.subList(1, lines.size())) {
      int id = Integer.parseInt(fields(line).getFirst());
      assertTrue(id >= 1 && id <= DimensionGenerator.ROWS);
      ids.add(id);
    }
    assertEquals(DimensionGenerator.ROWS, ids.size());
  }

  @Test
  void wideRowsHaveSixtyColumns() throws Exception {
    for (String line : lines(generate(new WideGenerator(100, SEED), 1))) {
      assertEquals(60, fields(line).size());
    }
  }

  @Test
  void tpchPartsJoinToTheWholeTable() {
    for (TpchTable<?> table : TpchTable.getTables()) {
      TpchFile file = new TpchFile(table, 0.01);
      RowBuffer parts = new RowBuffer();
      for (long block = 0; block < file.blockCount(); block++) {
        file.fill(block, parts);
      }
      StringBuilder whole = new StringBuilder();
      table.createGenerator(0.01, 1, 1).forEach(row -> whole.append(row.toLine()).append('\n'));
      StringBuilder bars = new StringBuilder();
      text(parts)
          .lines()
          .forEach(line -> bars.append(String.join("|", fields(line))).append("|\n"));
      assertEquals(whole.toString(), bars.toString(), table.getTableName());
    }
  }

  @Test
  void aFileIsMadeOnceAndAgainWhenItsParametersOrBytesChange() throws Exception {
    DataDirectory data = new DataDirectory(folder, 1, SILENT);
    Path file = data.taxi(2_000).path();
    assertEquals("taxi-2k.csv", file.getFileName().toString());
    byte[] made = Files.readAllBytes(file);

    byte[] sameSize = made.clone();
    sameSize[made.length - 2] ^= 1;
    Files.write(file, sameSize);
    data.taxi(2_000);
    assertEquals(sha256(sameSize, sameSize.length), sha256(Files.readAllBytes(file), made.length));

    Files.writeString(file, "short");
    data.taxi(2_000);
    assertEquals(sha256(made, made.length), sha256(Files.readAllBytes(file), made.length));

    Path meta = folder.resolve("taxi-2k.csv.meta");
    Files.writeString(meta, Files.readString(meta).replace("taxi v1", "taxi v0"));
    Files.write(file, sameSize);
    data.taxi(2_000);
    assertEquals(sha256(made, made.length), sha256(Files.readAllBytes(file), made.length));
  }

  @Test
  void aFailingBlockFailsTheFileAndLeavesTheOldOne() throws Exception {
    Path file = folder.resolve("kept.csv");
    Files.writeString(file, "old");
    BlockSource failing =
        new BlockSource() {
          @Override
          public long blockCount() {
            return 100;
          }

          @Override
          public void fill(long block, RowBuffer out) {
            if (block == 50) {
              throw new IllegalStateException("block 50");
            }
            out.putText("x\n");
          }
        };
    IOException e =
        assertThrows(IOException.class, () -> OrderedFileWriter.write(file, "", failing, 3));
    assertTrue(e.getMessage().contains("block 50"), e.getMessage());
    assertEquals("old", Files.readString(file));
  }

  @Test
  void decimalsDropTrailingZeros() {
    RowBuffer out = new RowBuffer();
    for (long cents : new long[] {710, 2400, 5, 0, -150, 1234}) {
      out.putDecimal(cents, 2);
      out.put(' ');
    }
    assertEquals("7.1 24 0.05 0 -1.5 12.34 ", text(out));
  }

  private static String text(RowBuffer out) {
    return new String(out.array(), 0, out.length(), StandardCharsets.UTF_8);
  }

  private static List<String> lines(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8).lines().toList();
  }

  /** Splits one record without line breaks inside fields. */
  private static List<String> fields(String line) {
    List<String> out = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        out.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    out.add(field.toString());
    return out;
  }
}
