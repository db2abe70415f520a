// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the keyword that a misspelt word was probably meant to be. */
final class Suggestions {
  private static final Keyword[] CANDIDATES = {
    Keyword.SELECT,
    Keyword.FROM,
    Keyword.WHERE,
    Keyword.GROUP,
    Keyword.ORDER,
    Keyword.HAVING,
    Keyword.LIMIT,
    Keyword.OFFSET,
    Keyword.QUALIFY,
    Keyword.WINDOW,
    Keyword.UNION,
    Keyword.EXCEPT,
    Keyword.INTERSECT,
    Keyword.DISTINCT,
    Keyword.JOIN,
    Keyword.USING,
    Keyword.VALUES,
    Keyword.INSERT,
    Keyword.UPDATE,
    Keyword.DELETE,
    Keyword.CREATE,
    Keyword.ALTER,
    Keyword.DROP,
    Keyword.TABLE,
    Keyword.VIEW,
    Keyword.WITH,
    Keyword.RECURSIVE,
    Keyword.EXPLAIN,
    Keyword.ANALYZE,
    Keyword.DESCRIBE,
    Keyword.SUMMARIZE,
    Keyword.PRAGMA,
    Keyword.RETURNING,
    Keyword.BETWEEN,
    Keyword.PIVOT,
    Keyword.UNPIVOT,
    Keyword.COPY,
    Keyword.ATTACH,
    Keyword.DETACH,
    Keyword.BEGIN,
    Keyword.COMMIT,
    Keyword.ROLLBACK,
    Keyword.LATERAL,
    Keyword.MERGE,
    Keyword.TRUNCATE,
    Keyword.SHOW,
    Keyword.PARTITION,
    Keyword.PREPARE,
    Keyword.EXECUTE,
    Keyword.CHECKPOINT,
  };

  private Suggestions() {}

  /**
   * A keyword close to the token of the error or to the one before it, which a parser may have
   * taken for an alias; null when there is none.
   */
  static @Nullable String forSyntaxError(Tokens tokens, int index) {
    String here = forToken(tokens, index);
    if (here != null || index == 0) {
      return here;
    }
    return forToken(tokens, index - 1);
  }

  private static @Nullable String forToken(Tokens tokens, int index) {
    if (tokens.kind(index) != Tokens.WORD) {
      return null;
    }
    int length = tokens.end(index) - tokens.start(index);
    if (length < 3 || length > 12) {
      return null;
    }
    String word = tokens.text(index).toUpperCase(Locale.ROOT);
    int allowed = length < 6 ? 1 : 2;
    @Nullable String best = null;
    int bestDistance = allowed + 1;
    for (Keyword candidate : CANDIDATES) {
      int distance = distance(word, candidate.name());
      if (distance < bestDistance) {
        bestDistance = distance;
        best = candidate.name();
      }
    }
    return best;
  }

  /** Edits between two words, a swap of neighbours being one. */
  static int distance(String a, String b) {
    int[][] table = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          table[i][j] = i + j;
          continue;
        }
        int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(table[i - 1][j], table[i][j - 1]) + 1;
        best = Math.min(best, table[i - 1][j - 1] + cost);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          best = Math.min(best, table[i - 2][j - 2] + 1);
        }
        table[i][j] = best;
      }
    }
    return table[a.length()][b.length()];
  }
}
