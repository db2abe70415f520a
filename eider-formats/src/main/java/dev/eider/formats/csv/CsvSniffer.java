// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.env.SessionZone;
import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ScanContext;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how a file is to be read: dialect, header, names, types, from a sample of its rows.
 * Types of the first rows are tried value by value; the rest of the sample goes through the same
 * decoders as a scan, a column at a time.
 */
final class CsvSniffer {
  /** Text that the dialect is guessed from, unless it holds too few rows. */
  private static final int DIALECT_BYTES = 192 << 10;

  private static final int DIALECT_ROWS = 256;

  /** Values that are tried one by one before the decoders take over. */
  private static final int CAREFUL_VALUES = 8 << 10;

  private final CsvOptions options;
  private final TextSource source;
  private final String path;
  private final Window window;
  private final SessionZone zone;
  private final boolean manyFiles;

  /** Whether text that was not looked at is taken to have the usual quotes. */
  private boolean assumeQuotes = true;

  private boolean assumed;
  private boolean quotesFailed;

  CsvSniffer(
      CsvOptions options,
      TextSource source,
      String path,
      ScanContext context,
      MemoryReservation memory,
      boolean manyFiles) {
    this.options = options;
    this.source = source;
    this.path = path;
    this.manyFiles = manyFiles;
    window = new Window(memory);
    zone = new SessionZone(context.timeZone());
  }

  /**
   * Sniffs.
   *
   * @throws EiderException INVALID_INPUT when no dialect fits, with what was tried and what to do
   */
  SniffResult sniff() {
    try {
      SniffResult result = sniffText();
      if (quotesFailed && assumeQuotes) {
        // The rest of the sample has quotes that are none.
        assumeQuotes = false;
        result = sniffText();
      }
      return result;
    } finally {
      window.free();
    }
  }

  private SniffResult sniffText() {
    if (!source.load(0, window)) {
      window.length = 0;
      window.complete = true;
    }
    int start = Bom.length(window.text, window.length);
    while (!window.complete && !enough()) {
      source.extend(window);
    }
    int dialectEnd = dialectEnd();
    boolean complete = window.complete && dialectEnd == window.length;
    DialectSniffer dialects = null;
    List<DialectCandidate> found = List.of();
    if (options.dropsRows()) {
      // A text without faults is the same table whether faults would be left out or not.
      dialects =
          new DialectSniffer(options.keepingRows(), window.text, start, dialectEnd, complete);
      found = dialects.sniff();
      if (found.isEmpty() || dialects.columns() < 2 || found.get(0).skipRows > skip()) {
        dialects = null;
      }
    }
    if (dialects == null) {
      dialects = new DialectSniffer(options, window.text, start, dialectEnd, complete);
      found = dialects.sniff();
    }
    if (assumeQuotes && (!window.complete || dialectEnd < window.length)) {
      found = withQuotes(found);
    }
    DialectCandidate broken = dialects.brokenQuote;
    if (broken != null) {
      throw EiderException.invalidInput(
          SniffErrors.brokenQuote(options, path, window, broken.brokenAt));
    }
    if (found.isEmpty() && dialects.longLine > 0 && dialects.allTooLong) {
      throw EiderException.invalidInput(
          "CSV Error on Line: 1\n" + CsvErrors.lineSize(options.maxLine, dialects.longLine));
    }
    if (found.isEmpty()) {
      throw EiderException.invalidInput(
          SniffErrors.sniffing(
              options, path, dialects.searchSpace(), dialects.maxColumnsError, false));
    }
    Best best = null;
    int columns = Math.max(dialects.columns(), 1);
    for (DialectCandidate candidate : found) {
      Best next = types(candidate, dialects, start, columns);
      if (next == null) {
        continue;
      }
      if (best == null || next.varchars < best.varchars && (best.unstrict || !next.unstrict)) {
        best = next;
      }
    }
    if (best == null) {
      throw EiderException.invalidInput(
          SniffErrors.sniffing(options, path, dialects.searchSpace(), columns, true));
    }
    return finish(best, dialects, columns);
  }

  /**
   * No quote in the first rows does not mean that there is none later: text that was not looked at
   * is read with the usual ones.
   */
  private List<DialectCandidate> withQuotes(List<DialectCandidate> found) {
    List<DialectCandidate> changed = new ArrayList<>();
    for (DialectCandidate candidate : found) {
      CsvDialect d = candidate.dialect;
      boolean free = options.quote == null && options.escape == null && !hasQuotes();
      changed.add(
          free && d.quote() == 0 && d.delimiter()[0] != '"' && d.comment() != '"'
              ? assume(candidate)
              : candidate);
    }
    return changed;
  }

  private DialectCandidate assume(DialectCandidate candidate) {
    assumed = true;
    CsvDialect d = candidate.dialect;
    return candidate.with(
        new CsvDialect(
            d.delimiter(), (byte) '"', (byte) '"', d.comment(), d.newLine(), d.strict()));
  }

  private boolean hasQuotes() {
    int end = dialectEnd();
    for (int i = 0; i < end; i++) {
      if (window.text[i] == '"') {
        return true;
      }
    }
    return false;
  }

  /** Whether the window holds text enough for guessing a dialect. */
  private boolean enough() {
    long lines = LineEnds.count(window.text, 0, window.length, false);
    return lines > DialectSniffer.ROWS + skip()
        || window.length >= DIALECT_BYTES && lines > DIALECT_ROWS + skip();
  }

  private long skip() {
    Long skip = options.skip;
    return skip == null ? 0 : skip;
  }

  /** Where the text for guessing the dialect ends: behind a line, so that no row is cut. */
  private int dialectEnd() {
    if (window.length <= DIALECT_BYTES) {
      return window.length;
    }
    int lines = 0;
    int end = window.length;
    for (int i = 0; i < window.length; i++) {
      if (window.text[i] == '\n') {
        lines++;
        if (i >= DIALECT_BYTES && lines > DIALECT_ROWS + skip()) {
          end = i + 1;
          break;
        }
      }
    }
    return end;
  }

  /** One candidate with the types of its first rows. */
  private static final class Best {
    final DialectCandidate candidate;
    final TypeSniffer types;
    final int bodyStart;
    int varchars;
    boolean unstrict;
    int rows;
    List<@Nullable String> firstRow = new ArrayList<>();
    int firstFields;
    int afterFirst;
    int rest;
    int rowBytes;

    Best(DialectCandidate candidate, TypeSniffer types, int bodyStart) {
      this.candidate = candidate;
      this.types = types;
      this.bodyStart = bodyStart;
    }
  }

  private @Nullable Best types(
      DialectCandidate candidate, DialectSniffer dialects, int start, int columns) {
    CsvDialect dialect = candidate.dialect;
    int body = dialects.skip(dialect, start, candidate.skipRows);
    Best best = new Best(candidate, new TypeSniffer(options, columns, zone), body);
    FieldScanner scanner = new FieldScanner(dialect);
    FieldScanner reader = new FieldScanner(dialect);
    byte[][][] values = new byte[columns][256][];
    int at = body;
    boolean failed = false;
    int careful =
        Math.max(64, Math.min(DialectSniffer.ROWS, CAREFUL_VALUES / Math.max(1, columns)));
    while (best.rows < careful && at < window.length) {
      int row = at;
      int status = scanner.row(window.text, row, window.length, window.complete);
      if (status == FieldScanner.NEED_MORE) {
        break;
      }
      at = scanner.next;
      if (status != FieldScanner.OK) {
        failed = true;
        continue;
      }
      if (scanner.fields == 0 || scanner.fields == 1 && scanner.end == row && columns != 1) {
        continue;
      }
      int count = scanner.fields;
      boolean extra =
          count == columns + 1
              && scanner.end == scanner.delimiters[columns - 1] + dialect.delimiter().length;
      if (count > columns && !extra && dialect.strict()
          || count < columns && !options.nullPadding) {
        if (best.rows == 0 && firstRowOdd(count, columns)) {
          header(best, scanner, reader, row, count);
          best.rows++;
          best.afterFirst = at;
          continue;
        }
        failed = true;
        continue;
      }
      if (best.rows == values[0].length) {
        for (int c = 0; c < columns; c++) {
          values[c] = java.util.Arrays.copyOf(values[c], best.rows * 2);
        }
      }
      for (int c = 0; c < columns; c++) {
        values[c][best.rows] = c >= count ? null : value(scanner, reader, row, c, dialect);
        if (values[c][best.rows] != null
            && !Utf8.valid(values[c][best.rows], 0, values[c][best.rows].length)
            && !options.dropsRows()) {
          throw EiderException.invalidInput(
              "CSV Error on Line: "
                  + (LineEnds.count(window.text, 0, row, false) + 1)
                  + "\n"
                  + CsvErrors.invalidUtf8(options.encoding));
        }
      }
      if (best.rows == 0) {
        header(best, scanner, reader, row, Math.min(count, columns));
        best.afterFirst = at;
      }
      best.rows++;
    }
    if (failed && !options.dropsRows() && !lenient(candidate)) {
      return null;
    }
    best.rest = at;
    best.rowBytes = best.rows == 0 ? 0 : (at - body) / best.rows;
    boolean headerPossible = options.header == null || options.header;
    int from = best.rows > 1 && headerPossible ? 1 : 0;
    boolean[] hasDate = new boolean[1];
    boolean[] hasStamp = new boolean[1];
    for (int c = 0; c < columns; c++) {
      best.types.sniffColumn(c, values[c], from, best.rows, hasDate, hasStamp);
      if (best.types.guess(c).id() == TypeId.VARCHAR) {
        best.varchars++;
      }
    }
    best.unstrict = scanner.unstrict;
    return best;
  }

  /** A candidate chosen although some rows do not fit it. */
  private static boolean lenient(DialectCandidate candidate) {
    for (int i = 0; i < candidate.rows; i++) {
      if (candidate.fields[i] != candidate.columns && !candidate.comment[i]) {
        return true;
      }
    }
    return false;
  }

  private boolean firstRowOdd(int count, int columns) {
    return options.dropsRows() || count < columns;
  }

  private void header(Best best, FieldScanner scanner, FieldScanner reader, int row, int count) {
    best.firstFields = count;
    for (int c = 0; c < count; c++) {
      byte[] value = value(scanner, reader, row, c, best.candidate.dialect);
      best.firstRow.add(value == null ? null : new String(value, StandardCharsets.UTF_8));
    }
  }

  /** A field's text without quotes and escapes, or null for NULL. */
  private byte @Nullable [] value(
      FieldScanner row, FieldScanner reader, int start, int field, CsvDialect dialect) {
    int at = field == 0 ? start : row.delimiters[field - 1] + dialect.delimiter().length;
    reader.field(window.text, at, window.length, true);
    byte[] value = new byte[reader.valueEnd - reader.valueStart];
    if (reader.escaped) {
      int length = reader.unescape(window.text, value, 0);
      value = java.util.Arrays.copyOf(value, length);
    } else {
      System.arraycopy(window.text, reader.valueStart, value, 0, value.length);
    }
    if (!reader.quoted || options.quotedNulls) {
      String text = new String(value, StandardCharsets.UTF_8);
      if (options.nullStrings.contains(text)) {
        return null;
      }
    }
    return value;
  }

  private SniffResult finish(Best best, DialectSniffer dialects, int columns) {
    DialectCandidate candidate = best.candidate;
    CsvDialect dialect = candidate.dialect;
    int fields = columns;
    if (!options.allVarchar && !options.columnsSet) {
      refine(best, columns);
    }
    HeaderSniffer headers = new HeaderSniffer(options, path, best.types, manyFiles, dialect);
    boolean header = headers.detect(best.firstRow, best.rows, columns);
    List<String> names = headers.names();
    List<LogicalType> types = new ArrayList<>();
    boolean onlyHeader = best.rows == 0 || best.rows == 1 && header;
    boolean finished = best.rest >= window.length && window.complete;
    for (int c = 0; c < names.size(); c++) {
      LogicalType type;
      if (options.columnsSet) {
        type = c < options.types.size() ? options.types.get(c) : LogicalType.VARCHAR;
      } else if (options.allVarchar || c >= columns) {
        type = LogicalType.VARCHAR;
      } else if (onlyHeader) {
        type = LogicalType.SQLNULL;
      } else {
        type = best.types.guess(c);
        if (type.id() == TypeId.SQLNULL && !finished) {
          type = LogicalType.VARCHAR;
        }
      }
      types.add(type);
    }
    headers.replaceTypes(types);
    long dataStart = header ? Math.max(best.afterFirst, best.bodyStart) : best.bodyStart;
    if (headers.firstRowDropped()) {
      dataStart = best.afterFirst;
    }
    boolean plainRow = best.rows > 0;
    return new SniffResult(
        dialect,
        newLine(),
        Math.max(fields, Math.min(names.size(), Math.max(fields, 1))),
        candidate.skipRows,
        header,
        names,
        types,
        best.types.dateFormat(),
        best.types.timestampFormat(),
        dataStart,
        onlyHeader,
        window.length == 0,
        dialects.rowsSniffed,
        plainRow ? best.rowBytes : 0);
  }

  /** Line end of the first line. */
  private String newLine() {
    for (int i = 0; i < window.length; i++) {
      if (window.text[i] == '\n') {
        return "\\n";
      }
      if (window.text[i] == '\r') {
        return i + 1 < window.length && window.text[i + 1] == '\n' ? "\\r\\n" : "\\r";
      }
    }
    return "\\n";
  }

  /** Takes the rest of the sample through the decoders; types that do not fit give way. */
  private void refine(Best best, int columns) {
    long wanted = options.sampleSize < 0 ? Long.MAX_VALUE : options.sampleSize - best.rows;
    if (best.rest >= window.length && window.complete) {
      return;
    }
    CsvDialect dialect = best.candidate.dialect;
    int[] mapping = new int[columns];
    for (int c = 0; c < columns; c++) {
      mapping[c] = c;
    }
    CsvFile file =
        new CsvFile(path, dialect, columns, 0, mapping, new dev.eider.base.type.Value[columns], 0);
    FlatVector[] shape = new FlatVector[columns];
    for (int c = 0; c < columns; c++) {
      shape[c] = FlatVector.allocate(LogicalType.VARCHAR, 1);
    }
    ScanPlan plan = new ScanPlan(file, shape, true);
    RowScanner rows =
        new RowScanner(dialect, columns, plan.need(), options.nullPadding, Integer.MAX_VALUE);
    ColumnTries tries = new ColumnTries(best.types, plan, dialect, rows, options, columns);
    long done = 0;
    int start = best.rest;
    while (done < wanted) {
      window.owned = window.length;
      if (start >= window.length) {
        if (window.complete) {
          return;
        }
        slide(start);
        start = 0;
        continue;
      }
      // Rows that are complete in the window only: the last one waits for more text.
      int end = rows.scan(NO_MORE, window, start, 0);
      if (rows.rows > 0) {
        int count = (int) Math.min(rows.rows, wanted - done);
        tries.tryRows(window, rows, count);
        done += count;
        quotesFailed |= assumed && rows.odd > 0;
      }
      if (end >= 0 || window.complete) {
        start = end < 0 ? window.length : end;
        if (window.complete) {
          return;
        }
      } else {
        start = rows.next();
      }
      slide(start);
      start = 0;
    }
  }

  /** Moves the window on so that it begins at {@code start}, and reads more. */
  private void slide(int start) {
    int keep = Math.max(0, window.length - start);
    System.arraycopy(window.text, Math.min(start, window.length), window.text, 0, keep);
    window.length = keep;
    int before = window.length;
    while (!window.complete && window.length < before + (512 << 10)) {
      source.extend(window);
    }
  }

  /** A source that never has more, so that a scan stops at the window's end. */
  private static final TextSource NO_MORE =
      new TextSource() {
        @Override
        public long blocks() {
          return 0;
        }

        @Override
        public boolean load(long block, Window window) {
          return false;
        }

        @Override
        public void extend(Window window) {
          throw new IllegalStateException("the sample is not extended");
        }

        @Override
        public long lineEndsBefore(long block) {
          return -1;
        }

        @Override
        public long offset(long block) {
          return 0;
        }

        @Override
        public long bytes(long block) {
          return 0;
        }

        @Override
        public void close() {}
      };

  /** Tries columns of a piece of the sample against the types they are guessed to have. */
  private static final class ColumnTries {
    private final TypeSniffer types;
    private final ScanPlan plan;
    private final CsvDialect dialect;
    private final RowScanner rows;
    private final CsvOptions options;
    private final int columns;
    private final Batch batch = new Batch();
    private final @Nullable ColumnDecoder[] decoders;
    private final @Nullable FlatVector[] vectors;

    ColumnTries(
        TypeSniffer types,
        ScanPlan plan,
        CsvDialect dialect,
        RowScanner rows,
        CsvOptions options,
        int columns) {
      this.types = types;
      this.plan = plan;
      this.dialect = dialect;
      this.rows = rows;
      this.options = options;
      this.columns = columns;
      decoders = new ColumnDecoder[columns];
      vectors = new FlatVector[columns];
    }

    void tryRows(Window window, RowScanner scanned, int count) {
      batch.text = window.text;
      batch.textLength = window.length;
      batch.off = scanned.off;
      batch.stride = scanned.stride;
      for (int from = 0; from < count; from += Vector.CAPACITY) {
        batch.base = from * scanned.stride;
        batch.count = Math.min(Vector.CAPACITY, count - from);
        for (int c = 0; c < columns; c++) {
          tryColumn(c, from);
        }
      }
    }

    private void tryColumn(int column, int from) {
      List<LogicalType> left = types.candidates.get(column);
      boolean wasBoolean = left.get(left.size() - 1).id() == TypeId.BOOLEAN;
      while (left.size() > 1) {
        LogicalType type = left.get(left.size() - 1);
        batch.errors = 0;
        FlatVector vector = vectors[column];
        ColumnDecoder decoder = decoders[column];
        if (vector == null || decoder == null || !vector.type().equals(type)) {
          vector = FlatVector.allocate(type, Vector.CAPACITY);
          vectors[column] = vector;
          decoder =
              new ColumnDecoder(
                  column,
                  new ColumnDecoder.Spec(
                      type,
                      new ValueParser(type, true, types.parserFormat()),
                      ReadCsv.nulls(options),
                      options.quotedNulls,
                      false,
                      null),
                  dialect,
                  rows.exact(),
                  plan.startSlot(column),
                  plan.skip(column),
                  plan.endSlot(column));
          decoders[column] = decoder;
        }
        vector.reset();
        decoder.decode(batch, vector);
        forgetFaults(from);
        if (batch.errors == 0) {
          return;
        }
        if (wasBoolean) {
          while (left.size() > 1) {
            left.remove(left.size() - 1);
          }
          return;
        }
        left.remove(left.size() - 1);
      }
    }

    /** Rows with a fault do not speak for a type. */
    private void forgetFaults(int from) {
      for (int i = 0; i < rows.odd && batch.errors > 0; i++) {
        int row = rows.oddRows[i] - from;
        int out = 0;
        for (int e = 0; e < batch.errors; e++) {
          if (batch.errorRows[e] != row) {
            batch.errorRows[out] = batch.errorRows[e];
            batch.errorColumns[out] = batch.errorColumns[e];
            out++;
          }
        }
        batch.errors = out;
      }
    }
  }
}
