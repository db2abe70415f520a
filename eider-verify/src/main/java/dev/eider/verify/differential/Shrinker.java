// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import dev.eider.verify.engine.SqlFailure;

/** Makes a query smaller as long as the engines still differ on it in the same way. */
final class Shrinker {
  private static final int MAX_TRIALS = 300;

  private Shrinker() {}

  /** The smaller query with its difference. */
  record Shrunk(Query query, Difference difference) {}

  static Shrunk shrink(Duel duel, Query query, Difference difference) throws SqlFailure {
    Shrunk smallest = new Shrunk(query, difference);
    int trials = 0;
    boolean progress = true;
    while (progress && trials < MAX_TRIALS) {
      progress = false;
      int size = smallest.query.sql().length();
      for (Query candidate : smallest.query.simpler()) {
        if (candidate.sql().length() >= size) {
          continue;
        }
        if (trials++ >= MAX_TRIALS) {
          break;
        }
        Difference found = duel.compare(candidate);
        if (found != null && sameSort(found, difference)) {
          smallest = new Shrunk(candidate, found);
          progress = true;
          break;
        }
      }
    }
    return smallest;
  }

  /** The same kind, and where one side fails, with the same class of error. */
  private static boolean sameSort(Difference found, Difference wanted) {
    return found.kind() == wanted.kind()
        && switch (wanted.kind()) {
          case ERROR_CLASS, INTERNAL ->
              prefix(found.left()).equals(prefix(wanted.left()))
                  && prefix(found.right()).equals(prefix(wanted.right()));
          case ONLY_LEFT_FAILS -> prefix(found.left()).equals(prefix(wanted.left()));
          case ONLY_RIGHT_FAILS -> prefix(found.right()).equals(prefix(wanted.right()));
          case COLUMN_COUNT, COLUMN_TYPE, ROW_COUNT, VALUE, ORDER, TIMEOUT -> true;
        };
  }

  private static String prefix(String message) {
    int colon = message.indexOf(':');
    return colon < 0 ? message : message.substring(0, colon);
  }
}
