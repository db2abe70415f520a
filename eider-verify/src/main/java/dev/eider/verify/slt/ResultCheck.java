// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import dev.eider.verify.engine.SqlFailure;
import dev.eider.verify.engine.SqlResult;
import dev.eider.verify.slt.Outcome.Kind;
import dev.eider.verify.slt.SltRecord.Expect;
import dev.eider.verify.slt.SltRecord.Sort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Judges results and errors by the rules of the reference runner. Holds what a file sets for all of
 * its records: labels, the hash threshold, messages. Safe for the threads of a concurrent loop.
 */
final class ResultCheck {
  private static final Pattern TABS = Pattern.compile("\t+");

  private final Keywords keywords;
  private final String rootPrefix;
  private final boolean wholeFloats;
  private final Sort secondTry;
  private final Map<String, String> hashByLabel = new ConcurrentHashMap<>();
  private final Set<String> alwaysFailMessages = new CopyOnWriteArraySet<>(Set.of("INTERNAL"));
  private volatile int hashThreshold;

  /**
   * A judge for one file.
   *
   * @param rootPrefix the root directory with a slash: a seen path may carry it, an expected not
   * @param wholeFloats see {@link ResultText#cells}
   * @param secondTry order in which rows are compared again when they differ as they came
   */
  ResultCheck(Keywords keywords, String rootPrefix, boolean wholeFloats, Sort secondTry) {
    this.keywords = keywords;
    this.rootPrefix = rootPrefix;
    this.wholeFloats = wholeFloats;
    this.secondTry = secondTry;
  }

  void setHashThreshold(int valueCount) {
    hashThreshold = valueCount;
  }

  void setAlwaysFailMessages(List<String> messages) {
    alwaysFailMessages.clear();
    alwaysFailMessages.addAll(messages);
  }

  /** Forgets a label; false when it is unknown. */
  boolean resetLabel(String label) {
    return hashByLabel.remove(label) != null;
  }

  /** Judges a statement that succeeded. */
  @Nullable Mismatch statementSucceeded(SltRecord.Statement statement) {
    if (statement.expect() != Expect.ERROR) {
      return null;
    }
    return new Mismatch(Kind.MISSING_ERROR, statement.expectedError(), "the statement succeeded");
  }

  /** Judges a statement that failed. */
  @Nullable Mismatch statementFailed(SltRecord.Statement statement, SqlFailure failure) {
    String seen = failure.text();
    if (statement.expect() == Expect.OK) {
      return new Mismatch(unexpectedKind(failure), "success", seen);
    }
    for (String message : alwaysFailMessages) {
      if (seen.contains(message)) {
        return new Mismatch(Kind.INTERNAL, statement.expectedError(), seen);
      }
    }
    if (failure.isInternal()) {
      return new Mismatch(Kind.INTERNAL, statement.expectedError(), seen);
    }
    String expected = statement.expectedError();
    if (expected.isEmpty() || messageMatches(seen, expected)) {
      return null;
    }
    return new Mismatch(Kind.WRONG_ERROR, expected, seen);
  }

  private boolean messageMatches(String seen, String expected) {
    String relative = seen.replace(rootPrefix, "");
    if (seen.contains(expected)
        || seen.contains(keywords.replace(expected))
        || relative.contains(expected)) {
      return true;
    }
    // The reference matches a rendering of the error that ends in a newline.
    return TextMatch.isPattern(expected)
        && (TextMatch.matches(seen, expected)
            || TextMatch.matches(seen + "\n", expected)
            || TextMatch.matches(relative + "\n", expected));
  }

  /** Judges a query that failed. */
  Mismatch queryFailed(SltRecord.Query query, SqlFailure failure) {
    return new Mismatch(
        unexpectedKind(failure), ResultText.excerpt(query.expected()), failure.text());
  }

  private static Kind unexpectedKind(SqlFailure failure) {
    return failure.isInternal() ? Kind.INTERNAL : Kind.UNEXPECTED_ERROR;
  }

  /**
   * Judges a result.
   *
   * @param expected the query's expectation, or the content of the file it names
   */
  @Nullable Mismatch query(SltRecord.Query query, SqlResult result, List<String> expected) {
    List<String> cells =
        ResultText.sorted(
            ResultText.cells(result, wholeFloats), query.sort(), result.columnCount());
    boolean expectsHash = expected.size() == 1 && ResultText.isHash(expected.getFirst());
    boolean tooLong = hashThreshold > 0 && cells.size() > hashThreshold;
    if (query.label() != null || expectsHash || tooLong) {
      return byHash(query, result, cells, expectsHash ? expected.getFirst() : null);
    }
    return byCells(query, result, cells, expected);
  }

  private @Nullable Mismatch byHash(
      SltRecord.Query query, SqlResult result, List<String> cells, @Nullable String expectedHash) {
    String hash = ResultText.hash(cells);
    String seen = ResultText.excerpt(ResultText.lines(cells, result.columnCount()));
    if (query.label() != null) {
      String earlier = hashByLabel.putIfAbsent(query.label(), hash);
      if (expectedHash == null && earlier != null && !earlier.equals(hash)) {
        return new Mismatch(
            Kind.WRONG_RESULT,
            "the same as the other results with label " + query.label() + " (" + earlier + ")",
            hash + "\n" + seen);
      }
    }
    if (expectedHash != null && !expectedHash.equals(hash)) {
      return new Mismatch(Kind.WRONG_RESULT, expectedHash, hash + "\n" + seen);
    }
    return null;
  }

  private @Nullable Mismatch byCells(
      SltRecord.Query query, SqlResult result, List<String> cells, List<String> expected) {
    int columnCount = result.columnCount();
    boolean wrongColumnCount = query.columnCount() != columnCount;
    List<String> wanted = splitRows(result, expected);
    if (wrongColumnCount || wanted == null || wanted.size() != cells.size()) {
      return wrongShape(query, result, cells, expected);
    }
    int at = firstDifference(result, cells, wanted);
    if (at >= 0 && secondTry != Sort.NONE) {
      cells = ResultText.sorted(cells, secondTry, columnCount);
      wanted = ResultText.sorted(wanted, secondTry, columnCount);
      at = firstDifference(result, cells, wanted);
    }
    return at < 0 ? null : wrongCell(result, cells, wanted, at);
  }

  /**
   * The expected cells. Lines are rows when there are as many as rows in the result, or when every
   * line has a tab; otherwise each line is a cell. Null when a row has not as many cells as it
   * must.
   */
  private static @Nullable List<String> splitRows(SqlResult result, List<String> expected) {
    int columnCount = result.columnCount();
    boolean rowWise = columnCount > 1 && expected.size() == result.rowCount();
    if (!rowWise) {
      rowWise = !expected.isEmpty() && expected.stream().allMatch(line -> line.indexOf('\t') >= 0);
    }
    if (!rowWise) {
      return expected;
    }
    List<String> cells = new ArrayList<>(expected.size() * columnCount);
    for (String line : expected) {
      // Several tabs in a row separate once: an empty text is written as (empty).
      List<String> parts = TABS.splitAsStream(line).filter(part -> !part.isEmpty()).toList();
      if (parts.size() != columnCount) {
        return null;
      }
      cells.addAll(parts);
    }
    return cells;
  }

  private int firstDifference(SqlResult result, List<String> cells, List<String> wanted) {
    for (int i = 0; i < cells.size(); i++) {
      String type = result.columnTypes().get(i % result.columnCount());
      if (!cellMatches(cells.get(i), wanted.get(i), type)) {
        return i;
      }
    }
    return -1;
  }

  private boolean cellMatches(String seen, String expected, String type) {
    if (seen.equals(expected)) {
      return true;
    }
    String replaced = keywords.replace(expected);
    if (seen.equals(replaced)) {
      return true;
    }
    String relative = seen.replace(rootPrefix, "");
    if (relative.equals(expected)) {
      return true;
    }
    if (TextMatch.isPattern(expected)
        && (TextMatch.matches(seen, expected) || TextMatch.matches(relative, expected))) {
      return true;
    }
    return CellCompare.equal(type, seen, expected);
  }

  private static Mismatch wrongShape(
      SltRecord.Query query, SqlResult result, List<String> cells, List<String> expected) {
    String seen =
        result.columnCount()
            + " columns, "
            + result.rowCount()
            + " rows:\n"
            + ResultText.excerpt(ResultText.lines(cells, result.columnCount()));
    String wanted =
        query.columnCount()
            + " columns, "
            + expected.size()
            + " lines:\n"
            + ResultText.excerpt(expected);
    return new Mismatch(Kind.WRONG_RESULT, wanted, seen);
  }

  private static Mismatch wrongCell(
      SqlResult result, List<String> cells, List<String> wanted, int at) {
    int columnCount = result.columnCount();
    int row = at / columnCount;
    int column = at % columnCount;
    String place =
        "row "
            + (row + 1)
            + ", column "
            + (column + 1)
            + " ("
            + result.columnNames().get(column)
            + " "
            + result.columnTypes().get(column)
            + "): ";
    List<String> wantedLines = ResultText.lines(wanted, columnCount);
    List<String> seenLines = ResultText.lines(cells, columnCount);
    return new Mismatch(
        Kind.WRONG_RESULT,
        place + wanted.get(at) + "\n" + ResultText.excerpt(tail(wantedLines, row)),
        place + cells.get(at) + "\n" + ResultText.excerpt(tail(seenLines, row)));
  }

  private static List<String> tail(List<String> lines, int from) {
    return lines.subList(Math.max(0, Math.min(from, lines.size()) - 2), lines.size());
  }
}
