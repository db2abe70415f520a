// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorKind;
import dev.eider.base.table.TableColumn;
import dev.eider.base.type.Value;
import dev.eider.io.codec.Codec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What users of CSV readers reported, one behaviour a test. Numbers are those of reports in public
 * trackers.
 *
 * <table>
 * <caption>Reports and the tests that prove their behaviour</caption>
 * <tr><th>report</th><th>test</th></tr>
 * <tr><td>25824: a value behind the sample that does not fit is an error that says where, or the
 *     column is widened</td><td>{@link #aValueBehindTheSampleThatDoesNotFitIsAnErrorThatSaysWhere},
 *     {@link #aValueInsideTheSampleWidensTheColumn}</td></tr>
 * <tr><td>21653: a file without a header keeps its first row</td><td>{@link
 *     #aFileWithoutHeaderKeepsItsFirstRow}; for COPY: own corpus, {@code csv/reports.slt}</td></tr>
 * <tr><td>11164, 8231: a ragged row or a trailing comma does not make one column</td><td>{@link
 *     #aRaggedRowOrATrailingCommaDoesNotMakeOneColumn}</td></tr>
 * <tr><td>16760: {@code skip} counts records</td><td>{@link #skipCountsRecords}</td></tr>
 * <tr><td>25164: mixed line ends</td><td>{@link #lineEndsMayBeMixed}</td></tr>
 * <tr><td>13787, 7578: as many rows as RFC 4180 says at every number of threads, block size and
 *     place of quotes</td><td>{@link BlockBordersTest}, {@link
 *     #quotesAcrossBlocksOfALargeFileChangeNoSum}</td></tr>
 * <tr><td>24237: several packed files in any mode</td><td>{@link
 *     #packedFilesAreReadInAnyMode}</td></tr>
 * <tr><td>12309: a bad file is a data error, and the next query works</td><td>{@link
 *     #aBadFileIsADataErrorAndTheNextQueryWorks}, {@link BadInputTest}</td></tr>
 * <tr><td>16919, 8320: no cap on the length of a line but memory</td><td>{@link
 *     #aLineMayBeAsLongAsMemoryAllows}</td></tr>
 * <tr><td>14115, 15576: never silently one column; delimiters of several bytes</td><td>{@link
 *     #aDelimiterThatFitsNineRowsOfTenIsNotOneColumn}, {@link
 *     #aQuoteThatIsNotClosedIsNotOneColumn}, {@link #severalBytesMayDelimit}</td></tr>
 * <tr><td>own: an ambiguous date is decided by the whole sample and said by {@code
 *     sniff_csv}</td><td>{@link #anAmbiguousDateIsDecidedByTheWholeSample}; what is said: {@code
 *     csv/reports.slt}</td></tr>
 * <tr><td>7162, 15582: lists of texts for NULL, quoted ones, '' apart from NULL</td><td>{@link
 *     #nullsAreTextsOfALists}</td></tr>
 * <tr><td>10769, 10841: {@code ignore_errors} does not change sniffing; rejected are the rows
 *     dropped, whole</td><td>{@link #ignoringErrorsDoesNotChangeSniffing}, {@link
 *     #ignoredErrorsAreTheRowsThatAreDropped}</td></tr>
 * <tr><td>2968, 10247: other encodings in parallel</td><td>{@link
 *     #otherEncodingsAreReadInBlocksLikeUtf8}</td></tr>
 * <tr><td>csvql 92, 93, 139, 168: quotes across borders of chunks change no sum</td><td>{@link
 *     #quotesAcrossBlocksOfALargeFileChangeNoSum}</td></tr>
 * <tr><td>csvql 104, 138: the sum of nothing is NULL, an unknown column an error</td><td>own corpus,
 *     {@code csv/reports.slt}</td></tr>
 * </table>
 */
class ReportsTest {
  @TempDir Path dir;

  private String file(String name, String text) throws IOException {
    return file(name, text, StandardCharsets.UTF_8);
  }

  private String file(String name, String text, Charset charset) throws IOException {
    Path path = dir.resolve(name);
    Files.write(path, text.getBytes(charset));
    return path.toString();
  }

  private static String schema(CsvTable table) {
    StringBuilder text = new StringBuilder();
    for (TableColumn column : table.columns().subList(0, Csv.visible(table))) {
      text.append(text.isEmpty() ? "" : ", ")
          .append(column.name())
          .append(' ')
          .append(column.type());
    }
    return text.toString();
  }

  private static List<List<String>> read(Object path, Object... options) {
    return Csv.texts(Csv.rows(Csv.bind(path, options)));
  }

  private static EiderException fails(Object path, Object... options) {
    return assertThrows(EiderException.class, () -> read(path, options));
  }

  private static String repeat(String line, int times) {
    return line.repeat(times);
  }

  @Test
  void aValueBehindTheSampleThatDoesNotFitIsAnErrorThatSaysWhere() throws IOException {
    String[][] cases = {
      {"1", "1.7", "BIGINT"},
      {"1", "007", "BIGINT"},
      {"2024-01-02", "12:30:00", "DATE"},
      {"true", "maybe", "BOOLEAN"},
      {"1.5", "1,5", "DOUBLE"},
    };
    for (String[] c : cases) {
      String path = file("late.csv", "a;b\n" + repeat(c[0] + ";x\n", 5000) + c[1] + ";y\n");
      EiderException e = fails(path, "sample_size", 2048);
      String message = e.getMessage();
      assertTrue(message.startsWith("Conversion Error: CSV Error on Line: 5002\n"), message);
      assertTrue(message.contains("Original Line: " + c[1] + ";y\n"), message);
      assertTrue(message.contains("column \"a\""), message);
      assertTrue(
          message.contains("Could not convert string \"" + c[1] + "\" to '" + c[2] + "'"), message);
      assertTrue(message.contains("types={'a': 'VARCHAR'}"), message);
      assertTrue(message.contains(path), message);
      assertEquals(ErrorKind.FIX_DATA, e.type().kind());
    }
  }

  @Test
  void aValueInsideTheSampleWidensTheColumn() throws IOException {
    String path = file("wide.csv", "a\n" + repeat("1\n", 5000) + "1.7\n");
    assertEquals("a DOUBLE", schema(Csv.bind(path)));
    path = file("zeros.csv", "a\n" + repeat("1\n", 5000) + "007\n");
    assertEquals("a VARCHAR", schema(Csv.bind(path)));
  }

  @Test
  void aFileWithoutHeaderKeepsItsFirstRow() throws IOException {
    String path = file("noheader.csv", "x,y\nz,w\n");
    assertEquals(
        List.of(List.of("x", "y"), List.of("z", "w")),
        read(path, "columns", Map.of("a", "VARCHAR", "b", "VARCHAR")));
  }

  @Test
  void aRaggedRowOrATrailingCommaDoesNotMakeOneColumn() throws IOException {
    String path = file("ragged.csv", "a,b,c\n" + repeat("1,2,3\n", 30) + "1,2\n");
    EiderException e = fails(path);
    assertTrue(e.getMessage().contains("Expected Number of Columns: 3 Found: 2"), e.getMessage());
    assertTrue(e.getMessage().contains("CSV Error on Line: 32"), e.getMessage());
    String trailing = file("trailing.csv", "a,b,\n" + repeat("1,2\n", 30));
    CsvTable table = Csv.bind(trailing, "null_padding", true);
    assertTrue(Csv.visible(table) >= 2, schema(table));
  }

  @Test
  void skipCountsRecords() throws IOException {
    String path = file("skip.csv", "\"one\nrecord\",x\na,b\n1,2\n");
    assertEquals(List.of(List.of("1", "2")), read(path, "skip", 1));
  }

  @Test
  void lineEndsMayBeMixed() throws IOException {
    String text = "a,b\r\n1,2\n3,4\r5,6\r\r\n7,8\n";
    String path = file("mixed.csv", text);
    List<List<String>> expected =
        List.of(List.of("1", "2"), List.of("3", "4"), List.of("5", "6"), List.of("7", "8"));
    for (int size = 1; size < 20; size++) {
      for (int threads = 1; threads <= 3; threads++) {
        TestContext context = new TestContext();
        CsvTable table = Csv.bind(context, path, Csv.options("buffer_size", size));
        assertEquals(
            expected,
            Csv.texts(Csv.rows(table, context, Csv.all(table), List.of(), -1, threads)),
            "blocks of " + size);
      }
    }
  }

  @Test
  void packedFilesAreReadInAnyMode() throws IOException {
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      for (Codec codec : new Codec[] {Codec.GZIP, Codec.ZSTD}) {
        Path path = dir.resolve("p" + i + (codec == Codec.GZIP ? ".csv.gz" : ".csv.zst"));
        try (OutputStream out = codec.pack(Files.newOutputStream(path))) {
          out.write(("a,b\n" + repeat("1,\"x\ny\"\n", 4000)).getBytes(StandardCharsets.UTF_8));
        }
        paths.add(path.toString());
      }
    }
    for (boolean strict : new boolean[] {true, false}) {
      TestContext context = new TestContext();
      CsvTable table =
          Csv.bind(context, paths, Csv.options("strict_mode", strict, "buffer_size", 1000));
      List<List<Value>> rows = Csv.rows(table, context, Csv.all(table), List.of(), -1, 3);
      assertEquals(24_000, rows.size());
      assertEquals("x\ny", rows.get(23_999).get(1).get());
      assertEquals(0, context.memory.used());
    }
  }

  @Test
  void aBadFileIsADataErrorAndTheNextQueryWorks() throws IOException {
    String bad = file("bad.csv", "a,b\n1,2\n\"3,4\n");
    EiderException e = fails(bad, "auto_detect", false, "columns", Map.of("a", "VARCHAR"));
    assertEquals(ErrorKind.FIX_DATA, e.type().kind());
    assertEquals(List.of(List.of("1", "2")), read(file("good.csv", "a,b\n1,2\n")));
  }

  @Test
  void aLineMayBeAsLongAsMemoryAllows() throws IOException {
    String path = file("long.csv", "a,b\n1," + "x".repeat(5_000_000) + "\n2,y\n");
    List<List<String>> rows = read(path);
    assertEquals(5_000_000, rows.get(0).get(1).length());
    assertEquals(List.of("2", "y"), rows.get(1));
    TestContext small = new TestContext(3_000_000);
    EiderException e =
        assertThrows(
            EiderException.class,
            () ->
                Csv.rows(
                    Csv.bind(small, path, Csv.options()), small, new int[] {0}, List.of(), -1, 1));
    assertTrue(e.getMessage().startsWith("Out of Memory Error"), e.getMessage());
    assertEquals(0, small.memory.used());
  }

  @Test
  void severalBytesMayDelimit() throws IOException {
    String path = file("double.csv", "a||b||c\n1||x|y||2024-01-02\n2||z||2024-01-03\n");
    String plain = file("double2.csv", "a||b||c\n1||xy||2024-01-02\n2||z||2024-01-03\n");
    assertEquals("a BIGINT, b VARCHAR, c DATE", schema(Csv.bind(plain)));
    assertEquals(
        List.of(List.of("1", "x|y", "19724"), List.of("2", "z", "19725")),
        read(path, "delim", "||"));
  }

  @Test
  void anAmbiguousDateIsDecidedByTheWholeSample() throws IOException {
    String path =
        file("dates.csv", "d\n" + repeat("01/02/2024\n", 3000) + "25/12/2024\n01/02/2024\n");
    CsvTable table = Csv.bind(path);
    assertEquals("d DATE", schema(table));
    List<List<Value>> rows = Csv.rows(table);
    assertEquals(19754, rows.get(0).get(0).get());
    String late = file("dates2.csv", "d\n" + repeat("25/12/2024\n", 3000) + "12/25/2024\n");
    EiderException e = fails(late, "sample_size", 2048);
    assertTrue(e.getMessage().contains("\"12/25/2024\" to 'DATE'"), e.getMessage());
  }

  @Test
  void nullsAreTextsOfALists() throws IOException {
    String path = file("nulls.csv", "a,b\nNA,x\n\"NA\",\"\"\n,-\n3,y\n");
    CsvTable table = Csv.bind(path, "nullstr", List.of("NA", "-"));
    assertEquals(
        Arrays.asList(
            Arrays.asList(null, "x"),
            Arrays.asList(null, ""),
            Arrays.asList("", null),
            List.of("3", "y")),
        Csv.texts(Csv.rows(table)));
    assertEquals(
        Arrays.asList(Arrays.asList("NA", "x"), List.of("NA", "")),
        read(path, "allow_quoted_nulls", false).subList(0, 2));
  }

  @Test
  void ignoredErrorsAreTheRowsThatAreDropped() throws IOException {
    StringBuilder text = new StringBuilder("a,b\n");
    int bad = 0;
    for (int i = 0; i < 3000; i++) {
      if (i > 2500 && i % 7 == 0) {
        bad++;
        text.append(i % 2 == 0 ? "x" + i + ",1\n" : i + ",\"two\nlines\",3\n");
      } else {
        text.append(i).append(",\"tt\"\n");
      }
    }
    String path = file("errors.csv", text.toString());
    for (int threads = 1; threads <= 3; threads++) {
      for (int size : new int[] {100, 10_000, 1_000_000}) {
        TestContext context = new TestContext();
        CsvTable table =
            Csv.bind(
                context,
                path,
                Csv.options("store_rejects", true, "sample_size", 2048, "buffer_size", size));
        assertEquals("a BIGINT, b VARCHAR", schema(table));
        int rows = Csv.rows(table, context, new int[0], List.of(), -1, threads).size();
        assertEquals(3000 - bad, rows);
        List<List<Value>> rejects = context.provided("reject_errors");
        assertEquals(bad, rejects.size());
        for (List<Value> reject : rejects) {
          String row = reject.get(8).asString();
          assertTrue(row.startsWith("x") || row.endsWith(",\"two\nlines\",3"), row);
        }
      }
    }
  }

  @Test
  void otherEncodingsAreReadInBlocksLikeUtf8() throws IOException {
    String[] encodings = {
      "latin-1",
      "cp1252",
      "utf-16",
      "UTF-16LE",
      "UTF-16BE",
      "GBK",
      "Shift_JIS",
      "UTF-32",
      "euc-kr",
      "ISO-8859-15",
      "ISO-2022-JP"
    };
    for (String encoding : encodings) {
      boolean asian = List.of("GBK", "Shift_JIS", "euc-kr", "ISO-2022-JP").contains(encoding);
      boolean wide = encoding.toUpperCase(java.util.Locale.ROOT).startsWith("UTF");
      String word = asian ? "中" : wide ? "ä€😀" : "äöü";
      StringBuilder text = new StringBuilder("name,n\n");
      for (int i = 0; i < 500; i++) {
        text.append('"').append(word).append(i % 3 == 0 ? "\n" : "").append("\",").append(i);
        text.append('\n');
      }
      String path = file("enc.csv", text.toString(), Encodings.charset(encoding));
      for (int size : new int[] {64, 1000, 1_000_000}) {
        for (int threads = 1; threads <= 3; threads++) {
          TestContext context = new TestContext();
          CsvTable table =
              Csv.bind(context, path, Csv.options("encoding", encoding, "buffer_size", size));
          List<List<Value>> rows = Csv.rows(table, context, Csv.all(table), List.of(), -1, threads);
          assertEquals(500, rows.size(), encoding + " " + size);
          assertEquals(word + "\n", rows.get(0).get(0).get(), encoding);
          assertEquals(word, rows.get(499).get(0).get(), encoding);
          assertEquals(499L, rows.get(499).get(1).get(), encoding);
        }
      }
    }
  }

  @Test
  void quotesAcrossBlocksOfALargeFileChangeNoSum() throws IOException {
    StringBuilder text = new StringBuilder("id,note,v\n");
    long sum = 0;
    for (int i = 0; i < 60_000; i++) {
      text.append(i).append(",\"").append(i % 5 == 0 ? "line\nof, \"\"text\"\"\n" : "x");
      text.append("\",").append(i % 100).append('\n');
      sum += i % 100;
    }
    String path = file("large.csv", text.toString());
    for (int size : new int[] {4096, 65_536, 1 << 20}) {
      TestContext context = new TestContext();
      CsvTable table = Csv.bind(context, path, Csv.options("buffer_size", size));
      long read = 0;
      List<List<Value>> rows = Csv.rows(table, context, new int[] {2}, List.of(), -1, 3);
      for (List<Value> row : rows) {
        read += row.get(0).asLong();
      }
      assertEquals(60_000, rows.size());
      assertEquals(sum, read);
    }
  }

  @Test
  void aDelimiterThatFitsNineRowsOfTenIsNotOneColumn() throws IOException {
    for (String delimiter : new String[] {",", ";", "|", "\t"}) {
      String row = "1" + delimiter + "x" + delimiter + "2\n";
      String path = file("nine.csv", repeat(row, 27) + "one\ntwo\n" + repeat(row, 3));
      EiderException e = fails(path);
      assertTrue(e.getMessage().contains("CSV Error on Line: 28"), e.getMessage());
      assertTrue(e.getMessage().contains("Expected Number of Columns: 3 Found: 1"), e.getMessage());
      assertEquals(30, read(path, "ignore_errors", true).size());
    }
  }

  @Test
  void aQuoteThatIsNotClosedIsNotOneColumn() throws IOException {
    String[][] cases = {
      {"a,b\n1,2\n\"x", "3", "\"x"},
      {"a,b\n\"x", "2", "\"x"},
      {"a;b\n1;\"x;y\"\n2;\"z", "3", "2;\"z"},
      {"a,b\n1,\"x y\"\n2,\"z w", "3", "2,\"z w"},
      {"a\n\"x y\"\n\"z w", "3", "\"z w"},
      {"a,b\n" + repeat("1,\"x\"\n", 5000) + "2,\"z", "5002", "2,\"z"},
      {"a,b\n" + repeat("1,2\n", 5000) + "\"z\n", "5002", "\"z"},
    };
    for (String[] c : cases) {
      String path = file("open.csv", c[0]);
      String message = fails(path).getMessage();
      assertTrue(message.contains("CSV Error on Line: " + c[1] + "\n"), c[0] + message);
      assertTrue(message.contains("Original Line: " + c[2] + "\n"), message);
      long whole = c[0].lines().count() - 2;
      assertEquals(whole, read(path, "ignore_errors", true).size(), c[0]);
    }
    // Quotes that are something else are text.
    assertEquals(
        List.of(List.of("1", "5\" pipe"), List.of("2", "y")),
        read(file("inch.csv", "a,b\n1,5\" pipe\n2,y\n")));
    assertEquals(
        List.of(List.of("1", "it's"), List.of("2", "'tis")),
        read(file("apostrophe.csv", "a,b\n1,it's\n2,'tis\n")));
  }

  @Test
  void ignoringErrorsDoesNotChangeSniffing() throws IOException {
    StringBuilder text = new StringBuilder("id,name,ticket\n");
    for (int i = 0; i < 300; i++) {
      text.append(i).append(i % 3 == 0 ? ",\"O'Neil, Ms. 'A'\",A" : ",\"Smith, Mr. B\",");
      text.append(i).append('\n');
    }
    String path = file("names.csv", text.toString());
    CsvTable strict = Csv.bind(path);
    CsvTable lenient = Csv.bind(path, "ignore_errors", true);
    assertEquals("id BIGINT, name VARCHAR, ticket VARCHAR", schema(strict));
    assertEquals(schema(strict), schema(lenient));
    assertEquals(Csv.texts(Csv.rows(strict)), Csv.texts(Csv.rows(lenient)));
  }

  @Test
  void theFirstFaultIsTheErrorAtAnyNumberOfThreads() throws IOException {
    StringBuilder text = new StringBuilder("a,b\n" + repeat("1,x\n", 3000));
    for (int i = 0; i < 3000; i++) {
      text.append(i % 10 == 3 ? "bad" + i + ",x\n" : i % 10 == 7 ? "1\n" : "1,x\n");
    }
    String path = file("faults.csv", text.toString());
    for (int threads = 1; threads <= 4; threads++) {
      for (int size : new int[] {50, 1000, 20_000}) {
        for (int round = 0; round < 5; round++) {
          TestContext context = new TestContext();
          CsvTable table =
              Csv.bind(context, path, Csv.options("sample_size", 2048, "buffer_size", size));
          int workers = threads;
          EiderException e =
              assertThrows(
                  EiderException.class,
                  () -> Csv.rows(table, context, Csv.all(table), List.of(), -1, workers));
          assertTrue(e.getMessage().contains("CSV Error on Line: 3005\n"), e.getMessage());
          assertEquals(0, context.memory.used());
        }
      }
    }
  }
}
