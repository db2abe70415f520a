// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Guesses the dialect of a text from its first rows: every combination of delimiter, quote, escape
 * and comment is tried, and the one under which most rows have the same number of fields, and the
 * largest number, wins. The order of candidates decides ties, so it is part of the behaviour.
 */
final class DialectSniffer {
  /** Rows looked at. */
  static final int ROWS = 2048;

  private static final byte[][] QUOTES = {
    {0, 0},
    {'"', 0},
    {'"', '"'},
    {'"', '\''},
    {'"', '\\'},
    {'\'', 0},
    {'\'', '\''},
    {'\'', '"'},
    {'\'', '\\'}
  };

  private final CsvOptions options;
  private final byte[] text;
  private final int limit;
  private final boolean complete;
  private final int start;
  private final int columnsSet;

  private final List<DialectCandidate> successful = new ArrayList<>();
  private int maxColumns;
  int maxColumnsError;
  private int bestConsistent;
  private int previousPadding;
  private int minIgnored;
  boolean allTooLong = true;

  /** Length of the first line that is over the limit, its end included. */
  int longLine;

  private final BrokenQuotes brokenQuotes;

  /** Set when nothing was found because of a quote that is not closed: where that is. */
  @Nullable DialectCandidate brokenQuote;

  /** Rows that the winners were judged by. */
  int rowsSniffed;

  DialectSniffer(CsvOptions options, byte[] text, int start, int limit, boolean complete) {
    this.options = options;
    this.text = text;
    this.start = start;
    this.limit = limit;
    this.complete = complete;
    columnsSet = options.columnsSet ? options.names.size() : 0;
    brokenQuotes = new BrokenQuotes(options);
  }

  int columns() {
    return maxColumns;
  }

  /** The candidates that are equally good, best first; empty when none fits. */
  List<DialectCandidate> sniff() {
    List<DialectCandidate> all = new ArrayList<>();
    for (CsvDialect dialect : dialects(true)) {
      DialectCandidate candidate = new DialectCandidate(dialect);
      all.add(candidate);
      candidate.at = start;
      if (options.skip != null) {
        candidate.at = skip(dialect, start, options.skip, candidate);
      }
      scan(candidate, ROWS);
      analyze(candidate);
    }
    brokenQuote = brokenQuotes.find(all, successful);
    if (brokenQuote != null) {
      return brokenQuote(brokenQuote);
    }
    if (maxColumns < 2
        && columnsSet == 0
        && options.delimiter == null
        && !options.dropsRows()
        && (successful.isEmpty() || !successful.get(0).everQuoted)) {
      DialectCandidate nearly = nearlyConsistent(all);
      if (nearly != null) {
        successful.clear();
        successful.add(nearly);
        maxColumns = nearly.columns;
      }
    }
    List<DialectCandidate> left = refine();
    brokenQuote = brokenQuotes.find(successful, left);
    return brokenQuote == null ? left : brokenQuote(brokenQuote);
  }

  /** The text read up to the fault, for a reader that drops rows; else there is nothing to read. */
  private List<DialectCandidate> brokenQuote(DialectCandidate c) {
    if (!options.dropsRows()) {
      return List.of();
    }
    brokenQuote = null;
    if (c.columns == 0) {
      int count = c.brokenColumns();
      int row = 0;
      while (c.fields[row] != count || c.comment[row]) {
        row++;
      }
      c.columns = count;
      c.rowsUntilHeader = row + (options.skip == null ? 0 : options.skip);
      c.skipRows = options.skip != null ? options.skip : row + (long) c.blanks[row];
    }
    rowsSniffed = c.brokenRows;
    maxColumns = c.columns;
    return List.of(c);
  }

  /**
   * Instead of one single column: the candidate under which nine rows of ten have the same number
   * of fields, if there is one. The rows that do not fit are then errors when they are read, which
   * says more than a file that silently became one column.
   */
  private @Nullable DialectCandidate nearlyConsistent(List<DialectCandidate> all) {
    DialectCandidate best = null;
    int bestRows = 0;
    for (DialectCandidate c : all) {
      int count = c.mostFrequent();
      int fitting = 0;
      int firstRow = -1;
      for (int row = 0; row < c.rows; row++) {
        boolean fits = c.fields[row] == count || c.fields[row] == count + 1 && c.ownLastEmpty[row];
        fitting += fits ? 1 : 0;
        if (fits && firstRow < 0) {
          firstRow = row;
        }
      }
      if (!c.failed
          && count > 1
          && commentsFit(c, count)
          && fitting > bestRows
          && fitting * 10L >= c.rows * 9L) {
        best = c;
        bestRows = fitting;
        c.columns = count;
        c.rowsUntilHeader = firstRow + (options.skip == null ? 0 : options.skip);
        c.skipRows = options.skip != null ? options.skip : firstRow + (long) c.blanks[firstRow];
        rowsSniffed = c.rows;
      }
    }
    return best;
  }

  /** Candidates in order; {@code pruned} leaves out those whose characters do not occur. */
  List<CsvDialect> dialects(boolean pruned) {
    boolean[] occurs = new boolean[256];
    if (pruned) {
      for (int i = start; i < limit; i++) {
        occurs[text[i] & 0xFF] = true;
      }
    } else {
      Arrays.fill(occurs, true);
    }
    List<CsvDialect> all = new ArrayList<>();
    for (byte comment : comments(occurs)) {
      for (byte[] pair : quotes(occurs)) {
        for (byte[] delimiter : delimiters(occurs)) {
          all.add(
              new CsvDialect(
                  delimiter, pair[0], pair[1], comment, options.newLine, options.strict));
        }
      }
    }
    return all;
  }

  private List<byte[]> delimiters(boolean[] occurs) {
    List<byte[]> found = new ArrayList<>();
    if (options.delimiter != null) {
      found.add(options.delimiter.getBytes(StandardCharsets.UTF_8));
      return found;
    }
    byte[] common = {',', '|', ';', '\t'};
    boolean absent = false;
    for (byte b : common) {
      if (options.comment != null && b == options.comment) {
        continue;
      }
      if (b == '|' && occurs['|'] && occursTwice(b)) {
        found.add(new byte[] {b, b});
      } else if (occurs[b] || !absent) {
        // One that does not occur stands for all of them: the text as a single column.
        absent |= !occurs[b];
        found.add(new byte[] {b});
      }
    }
    return found;
  }

  /**
   * Whether the text holds the byte doubled and never alone, and twice or more in the first line:
   * only then is it a delimiter of two bytes. A single pair may as well be an empty field.
   */
  private boolean occursTwice(byte b) {
    int pairs = 0;
    boolean firstLine = true;
    for (int i = start; i < limit; i++) {
      if (firstLine && (text[i] == '\n' || text[i] == '\r')) {
        firstLine = false;
        if (pairs < 2) {
          return false;
        }
      }
      if (text[i] == b) {
        if (i + 1 < limit && text[i + 1] == b) {
          pairs++;
          i++;
        } else {
          return false;
        }
      }
    }
    return pairs > 1;
  }

  private byte[] comments(boolean[] occurs) {
    if (options.comment != null) {
      return new byte[] {options.comment};
    }
    return occurs['#'] ? new byte[] {0, '#'} : new byte[] {0};
  }

  private List<byte[]> quotes(boolean[] occurs) {
    List<byte[]> found = new ArrayList<>();
    Byte quote = options.quote;
    Byte escape = options.escape;
    if (quote != null && escape != null) {
      found.add(new byte[] {quote, escape});
      return found;
    }
    if (quote != null) {
      for (byte[] pair : QUOTES) {
        if (pair[0] == quote) {
          found.add(pair);
        }
      }
      if (found.isEmpty()) {
        for (byte b : new byte[] {quote, 0, '\\', '"', '\''}) {
          found.add(new byte[] {quote, b});
        }
      }
      return found;
    }
    if (escape != null) {
      for (byte[] pair : QUOTES) {
        if (pair[1] == escape) {
          found.add(pair);
        }
      }
      if (found.isEmpty()) {
        found.add(new byte[] {escape, escape});
        found.add(new byte[] {'"', escape});
        found.add(new byte[] {'\'', escape});
      }
      return found;
    }
    for (byte[] pair : QUOTES) {
      boolean quoteSeen = pair[0] == 0 || occurs[pair[0] & 0xFF];
      boolean escapeSeen = pair[1] == 0 || occurs[pair[1] & 0xFF];
      if (quoteSeen && escapeSeen || pair[0] == '"' && pair[1] != '\'' && pair[1] != '\\') {
        found.add(pair);
      }
    }
    return found;
  }

  /** Where the text goes on after {@code rows} rows; blank lines count, comment lines do not. */
  int skip(CsvDialect dialect, int from, long rows) {
    return skip(dialect, from, rows, null);
  }

  /** As above; quotes in the rows skipped speak for a candidate too. */
  private int skip(CsvDialect dialect, int from, long rows, @Nullable DialectCandidate candidate) {
    FieldScanner scanner = new FieldScanner(dialect);
    int at = from;
    long left = rows;
    while (left > 0 && at < limit) {
      int status = scanner.row(text, at, limit, complete);
      if (status == FieldScanner.NEED_MORE) {
        return limit;
      }
      at = scanner.next;
      if (!scanner.commentOnly) {
        left--;
      }
    }
    if (candidate != null) {
      candidate.everQuoted |= scanner.everQuoted && scanner.quotedNewLine;
    }
    return at;
  }

  private void scan(DialectCandidate candidate, int most) {
    FieldScanner scanner = new FieldScanner(candidate.dialect);
    int earlierRows = candidate.columns > 0 ? candidate.rows : 0;
    candidate.rows = 0;
    boolean closedQuotes = false;
    int blankLines = 0;
    while (candidate.rows < most && candidate.at < limit) {
      int row = candidate.at;
      int status = scanner.row(text, row, limit, complete);
      if (status == FieldScanner.NEED_MORE) {
        // The sample ends here; a quote that swallows all of it is not one.
        if (candidate.rows == 0 && scanner.quoted) {
          candidate.failed = true;
        }
        break;
      }
      if (status != FieldScanner.OK) {
        if (status == FieldScanner.UNTERMINATED) {
          candidate.brokenRows = candidate.rows + earlierRows;
          candidate.brokenAt = row;
          candidate.closedQuotes = candidate.everQuoted || closedQuotes;
          candidate.brokenToEnd = scanner.faultAt >= limit;
        }
        candidate.failed = true;
        candidate.rows = 0;
        return;
      }
      closedQuotes = scanner.everQuoted;
      if (options.maxLine >= 0 && scanner.next - row > options.maxLine + 1) {
        candidate.failed = true;
        candidate.lineTooLong = true;
        longLine = longLine > 0 ? longLine : scanner.next - row;
        return;
      }
      candidate.at = scanner.next;
      if (scanner.commentOnly) {
        candidate.add(1, true, false, scanner.end == row, blankLines);
      } else if (scanner.fields == 1 && scanner.end == row && !scanner.commented) {
        blankLines++;
      } else {
        candidate.add(
            scanner.fields,
            false,
            scanner.commented,
            !scanner.quoted && scanner.valueEnd == scanner.valueStart,
            blankLines);
      }
    }
    candidate.finished = candidate.at >= limit;
    candidate.everQuoted |= scanner.everQuoted;
    candidate.everEscaped |= scanner.everEscaped;
    candidate.unstrict |= scanner.unstrict;
    candidate.quotedNewLine |= scanner.quotedNewLine;
  }

  private boolean unacceptable(int count, boolean lastEmpty) {
    if (columnsSet == 0 || options.dropsRows()) {
      return false;
    }
    return count != columnsSet
        && count != columnsSet + (lastEmpty ? 1 : 0)
        && !(options.nullPadding && count > columnsSet);
  }

  /** What a candidate's rows say; made by {@link #analyze}. */
  private static final class Verdict {
    int columns;
    int consistent;
    int padding;
    int comments;
    int ignored;
    int dirty;
    int dirtyWithoutComments;
    int blanks;
  }

  private @Nullable Verdict judge(DialectCandidate c) {
    Verdict v = new Verdict();
    boolean mostFrequent = options.dropsRows() && !options.nullPadding;
    v.columns = c.rows == 0 ? 1 : mostFrequent ? c.mostFrequent() : c.fields[0];
    if (unacceptable(v.columns, c.lastEmpty[0])) {
      maxColumnsError = Math.max(maxColumnsError, v.columns);
      return null;
    }
    boolean firstValid = false;
    int headerRow = 0;
    for (int row = 0; row < c.rows; row++) {
      int count = c.fields[row];
      if (unacceptable(count, c.lastEmpty[row])) {
        maxColumnsError = Math.max(maxColumnsError, count);
        return null;
      }
      if (c.comment[row]) {
        v.comments++;
      } else if (c.lastEmpty[row] && count == c.fields[headerRow] + 1) {
        // Data rows may all end with one more delimiter than the header has.
        v.consistent++;
      } else if (v.columns < count
          && (options.skip == null || v.comments > 0)
          && (columnsSet == 0 || options.nullPadding)
          && (!firstValid || !mostFrequent)) {
        if (!firstValid) {
          firstValid = true;
          c.rowsUntilHeader = row;
        }
        v.padding = 0;
        v.columns = count;
        begin(v, c, row);
        headerRow = row;
        v.consistent = 1;
      } else if (count == v.columns || mostFrequent) {
        if (!firstValid) {
          firstValid = true;
          c.rowsUntilHeader = row;
          begin(v, c, row);
          v.columns = count;
        }
        if (count != v.columns) {
          v.ignored++;
        }
        v.consistent++;
      } else if (v.columns >= count) {
        v.padding++;
      }
    }
    return v;
  }

  private static void begin(Verdict v, DialectCandidate c, int row) {
    v.dirty = row + c.blanks[row];
    v.blanks = c.blanks[row];
    v.dirtyWithoutComments = v.dirty - v.comments;
  }

  private boolean commentsFit(DialectCandidate c, int columns) {
    if (options.comment != null) {
      return true;
    }
    double detected = 0;
    double valid = 0;
    boolean whole = false;
    for (int i = 0; i < c.rows; i++) {
      if (c.comment[i] || c.midComment[i]) {
        detected++;
        if (c.fields[i] != columns && c.comment[i]) {
          whole = true;
          valid++;
        }
        if ((c.fields[i] == columns || c.fields[i] <= columns && options.nullPadding)
            && c.midComment[i]) {
          valid++;
        }
      }
    }
    if (valid == 0 || !whole) {
      return c.dialect.comment() == 0;
    }
    return valid / detected >= 0.6;
  }

  private void analyze(DialectCandidate c) {
    if (c.failed) {
      allTooLong &= c.lineTooLong;
      return;
    }
    allTooLong = false;
    Verdict v = judge(c);
    if (v == null) {
      return;
    }
    long skipped = options.skip == null ? 0 : options.skip;
    c.rowsUntilHeader += skipped;
    int consistent = v.consistent + v.padding;
    boolean moreValues = consistent > bestConsistent && v.columns >= maxColumns;
    boolean moreColumns = consistent == bestConsistent && v.columns > maxColumns;
    boolean morePadding = v.padding > previousPadding;
    boolean lessPadding = v.padding < previousPadding;
    boolean singleBefore = maxColumns < 2 && v.columns > maxColumns * successful.size();
    boolean rowsConsistent =
        consistent + (v.dirtyWithoutComments - skipped) + v.comments - v.blanks == c.rows - skipped;
    boolean startGood =
        !successful.isEmpty()
            && Math.min(v.dirty, v.dirtyWithoutComments) <= successful.get(0).skipRows;
    boolean paddingWrong = !options.nullPadding && v.padding > 0;
    boolean commentsGood = commentsFit(c, v.columns);
    boolean quoted = c.everQuoted && c.dialect.quote() != 0;
    boolean columnsMatch =
        columnsSet == 0 || v.columns == columnsSet || v.columns == columnsSet + 1 && c.lastEmpty[0];
    maxColumnsError = Math.max(maxColumnsError, v.columns);
    if (columnsMatch
        && (rowsConsistent || columnsSet > 0 && options.dropsRows())
        && (singleBefore
            || (moreValues || moreColumns) && !morePadding
            || v.columns > 1 && lessPadding
            || quoted && v.comments == 0)
        && !paddingWrong
        && commentsGood) {
      accept(c, v, consistent, quoted);
      return;
    }
    if (columnsMatch
        && consistent > 1
        && v.columns > 1
        && startGood
        && rowsConsistent
        && !morePadding
        && !paddingWrong
        && v.columns == maxColumns
        && commentsGood) {
      if (setSkip(c, v, v.dirtyWithoutComments, v.dirty != 0)) {
        c.columns = v.columns;
        rowsSniffed = c.rows;
        successful.add(c);
      }
    }
  }

  /** Decides how many rows are skipped; false when the user's number does not fit the text. */
  private boolean setSkip(DialectCandidate c, Verdict v, int dirty, boolean unwanted) {
    if (options.skip != null) {
      if (unwanted && !options.nullPadding && !options.dropsRows()) {
        return false;
      }
      c.skipRows = options.skip;
    } else if (!options.nullPadding) {
      c.skipRows = dirty;
    }
    return true;
  }

  private void accept(DialectCandidate c, Verdict v, int consistent, boolean quoted) {
    if (!successful.isEmpty()
        && columnsSet > 0
        && maxColumns == columnsSet
        && consistent <= bestConsistent
        && (successful.get(0).everQuoted || !c.everQuoted)) {
      return;
    }
    if (!successful.isEmpty() && successful.get(0).everQuoted) {
      if (!c.everQuoted) {
        return;
      }
      if (!c.everEscaped && successful.get(0).everEscaped && options.strict) {
        return;
      }
      if (bestConsistent == consistent && v.columns >= maxColumns) {
        if (setSkip(c, v, v.dirty, v.dirty != 0)) {
          c.columns = v.columns;
          rowsSniffed = c.rows;
          successful.add(c);
          maxColumns = v.columns;
        }
        return;
      }
    }
    if (maxColumns == v.columns && v.ignored > minIgnored) {
      return;
    }
    if (maxColumns > 1
        && v.columns > maxColumns
        && consistent < bestConsistent / 2
        && (options.nullPadding || options.dropsRows())) {
      return;
    }
    if (quoted && v.columns < maxColumns) {
      for (DialectCandidate other : successful) {
        if (other.everQuoted && (!(c.everEscaped && options.strict) || other.everEscaped)) {
          return;
        }
      }
    }
    bestConsistent = consistent;
    maxColumns = v.columns;
    previousPadding = v.padding;
    minIgnored = v.ignored;
    if (!setSkip(c, v, v.dirtyWithoutComments, v.dirty - v.blanks != 0 && v.comments == 0)) {
      return;
    }
    successful.clear();
    c.columns = v.columns;
    rowsSniffed = c.rows;
    successful.add(c);
  }

  /** Reads on with the candidates that are left, then prefers those whose quotes were used. */
  private List<DialectCandidate> refine() {
    List<DialectCandidate> left = new ArrayList<>(successful);
    if (left.size() < 2) {
      return left;
    }
    boolean done = left.get(0).finished;
    if (done && complete) {
      // The whole file was looked at: equally good ones differ in nothing.
      return left;
    }
    while (!done && left.size() > 1) {
      List<DialectCandidate> next = new ArrayList<>();
      for (DialectCandidate c : left) {
        int before = c.at;
        scan(c, ROWS);
        done |= c.finished || c.at == before;
        if (!c.failed && rowsFit(c)) {
          next.add(c);
        }
      }
      if (next.isEmpty()) {
        break;
      }
      left = next;
    }
    return preferQuoted(left);
  }

  private boolean rowsFit(DialectCandidate c) {
    for (int i = 0; i < c.rows; i++) {
      if (columnsSet > 0) {
        return !unacceptable(c.fields[i], c.lastEmpty[i]);
      }
      if (maxColumns != c.fields[i]
          && !options.nullPadding
          && !options.dropsRows()
          && !c.comment[i]) {
        return false;
      }
    }
    return true;
  }

  private static List<DialectCandidate> preferQuoted(List<DialectCandidate> all) {
    List<DialectCandidate> best = new ArrayList<>();
    boolean quoted = false;
    for (DialectCandidate c : all) {
      if (c.everQuoted) {
        if (c.everEscaped) {
          return List.of(c);
        }
        if (!quoted) {
          quoted = true;
          best.clear();
        }
        best.add(c);
      } else if (!quoted) {
        best.add(c);
      }
    }
    if (best.size() > 1) {
      for (DialectCandidate c : best) {
        if (c.dialect.quote() == c.dialect.escape()) {
          return List.of(c);
        }
      }
      return List.of(best.get(0));
    }
    return best;
  }

  /** The candidates tried, for the error when none fits. */
  String searchSpace() {
    StringBuilder space = new StringBuilder("Delimiter Candidates: ");
    boolean[] all = new boolean[256];
    Arrays.fill(all, true);
    List<String> items = new ArrayList<>();
    for (byte[] d : delimiters(all)) {
      if (d.length == 1 || options.delimiter != null) {
        items.add("'" + new String(d, StandardCharsets.UTF_8) + "'");
      }
    }
    space.append(String.join(", ", items)).append("\nQuote/Escape Candidates: ");
    items.clear();
    for (byte[] pair : quotes(all)) {
      items.add(
          "['"
              + (pair[0] == 0 ? "(no quote)" : String.valueOf((char) pair[0]))
              + "','"
              + (pair[1] == 0 ? "(no escape)" : String.valueOf((char) pair[1]))
              + "']");
    }
    space.append(String.join(",", items)).append("\nComment Candidates: ");
    items.clear();
    for (byte b : comments(all)) {
      items.add("'" + (b == 0 ? "\\0" : String.valueOf((char) b)) + "'");
    }
    return space.append(String.join(", ", items)).append('\n').toString();
  }
}
