// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the dialect that a text would have if one of its quotes were closed. A text that ends
 * inside quotes fits no dialect with quotes, so that one without them is left, which may be a
 * single column, or values with their quotes in them. Both are silent misreadings; this class tells
 * them from texts that use the character for something else (inches, apostrophes).
 *
 * <p>A candidate speaks for a broken quote when nine rows of ten before the fault have the same
 * number of fields, and one of these holds:
 *
 * <ul>
 *   <li>those rows have more than one field and the dialect that won has one column;
 *   <li>the dialect that won has the same delimiter, no such quotes, and another number of columns;
 *   <li>the dialect that won has no such quotes, and a quoted field was closed before the fault,
 *       whose quote is never closed.
 * </ul>
 */
final class BrokenQuotes {
  private final CsvOptions options;

  BrokenQuotes(CsvOptions options) {
    this.options = options;
  }

  /**
   * The candidate whose fault is to be told, in place of what {@code winners} say, or null.
   *
   * @param winners equally good dialects; empty when none fits
   */
  @Nullable DialectCandidate find(List<DialectCandidate> all, List<DialectCandidate> winners) {
    if (!options.strict) {
      return null;
    }
    DialectCandidate best = null;
    for (DialectCandidate c : all) {
      if (speaks(c, winners)
          && (best == null
              || c.brokenAt > best.brokenAt
              || c.brokenAt == best.brokenAt && c.brokenColumns() > best.brokenColumns())) {
        best = c;
      }
    }
    return best;
  }

  private boolean speaks(DialectCandidate c, List<DialectCandidate> winners) {
    boolean usual = c.dialect.quote() == '"' || options.quote != null;
    if (!usual || c.brokenRows < 1) {
      return false;
    }
    int columns = c.brokenColumns();
    if (columns == 0) {
      return false;
    }
    for (DialectCandidate winner : winners) {
      boolean quotes = winner.dialect.quote() == c.dialect.quote();
      boolean single = winner.columns == 1 && columns > 1;
      boolean otherShape =
          !quotes
              && columns > 1
              && winner.columns != columns
              && java.util.Arrays.equals(winner.dialect.delimiter(), c.dialect.delimiter());
      boolean keepsQuotes = !quotes && c.closedQuotes && c.brokenToEnd;
      if (!single && !otherShape && !keepsQuotes) {
        return false;
      }
    }
    return true;
  }
}
