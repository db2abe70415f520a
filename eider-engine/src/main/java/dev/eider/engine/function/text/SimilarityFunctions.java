// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DoubleVector;
import dev.eider.engine.function.FunctionRegistry;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Distances and similarities of two texts. */
final class SimilarityFunctions {
  private SimilarityFunctions() {}

  static void register(FunctionRegistry registry) {
    for (String name : List.of("levenshtein", "editdist3")) {
      Kernels.toLong(registry, name, (a, b) -> levenshtein(bytes(a), bytes(b)));
    }
    Kernels.toLong(registry, "damerau_levenshtein", (a, b) -> damerau(bytes(a), bytes(b)));
    for (String name : List.of("hamming", "mismatches")) {
      Kernels.toLong(registry, name, (a, b) -> hamming(a, b));
    }
    Kernels.toDouble(registry, "jaccard", SimilarityFunctions::jaccard);
    Kernels.toDouble(registry, "jaro_similarity", SimilarityFunctions::jaro);
    Kernels.toDouble(registry, "jaro_winkler_similarity", SimilarityFunctions::jaroWinkler);
    cut(registry, "jaro_similarity", SimilarityFunctions::jaro);
    cut(registry, "jaro_winkler_similarity", SimilarityFunctions::jaroWinkler);
  }

  /** With a third argument below which the answer is 0. */
  private static void cut(FunctionRegistry registry, String name, Kernels.TextsToDouble body) {
    Kernels.add(
        registry,
        name,
        List.of(LogicalType.VARCHAR, LogicalType.VARCHAR, LogicalType.DOUBLE),
        LogicalType.DOUBLE,
        () ->
            (arguments, count, result, context) -> {
              DoubleVector cuts = (DoubleVector) arguments[2].vector();
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  double similarity =
                      body.apply(
                          SearchFunctions.string(arguments[0], i),
                          SearchFunctions.string(arguments[1], i));
                  double least = cuts.get(arguments[2].index(i));
                  ((DoubleVector) result).set(i, similarity >= least ? similarity : 0);
                }
              }
            });
  }

  private static byte[] bytes(TextCursor text) {
    return Arrays.copyOfRange(text.bytes, text.offset, text.end());
  }

  private static long levenshtein(byte[] a, byte[] b) {
    int[] row = new int[b.length + 1];
    for (int j = 0; j <= b.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length; i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length; j++) {
        int substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitute, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length];
  }

  /** Edits with transpositions of any two letters that became neighbours (unrestricted). */
  private static long damerau(byte[] a, byte[] b) {
    int limit = a.length + b.length;
    int[][] d = new int[a.length + 2][b.length + 2];
    int[] lastRow = new int[256];
    d[0][0] = limit;
    for (int i = 0; i <= a.length; i++) {
      d[i + 1][0] = limit;
      d[i + 1][1] = i;
    }
    for (int j = 0; j <= b.length; j++) {
      d[0][j + 1] = limit;
      d[1][j + 1] = j;
    }
    for (int i = 1; i <= a.length; i++) {
      int lastColumn = 0;
      for (int j = 1; j <= b.length; j++) {
        int k = lastRow[b[j - 1] & 0xFF];
        int l = lastColumn;
        int cost = 1;
        if (a[i - 1] == b[j - 1]) {
          cost = 0;
          lastColumn = j;
        }
        d[i + 1][j + 1] =
            Math.min(
                Math.min(d[i][j] + cost, d[i + 1][j] + 1),
                Math.min(d[i][j + 1] + 1, d[k][l] + (i - k - 1) + 1 + (j - l - 1)));
      }
      lastRow[a[i - 1] & 0xFF] = i;
    }
    return d[a.length + 1][b.length + 1];
  }

  private static long hamming(TextCursor a, TextCursor b) {
    if (a.length != b.length) {
      throw EiderException.invalidInput("Mismatch Function: Strings must be of equal length!");
    }
    if (a.length < 1) {
      throw EiderException.invalidInput("Mismatch Function: Strings must be of length > 0!");
    }
    int different = 0;
    for (int i = 0; i < a.length; i++) {
      different += a.bytes[a.offset + i] != b.bytes[b.offset + i] ? 1 : 0;
    }
    return different;
  }

  private static double jaccard(String a, String b) {
    if (a.isEmpty() || b.isEmpty()) {
      throw EiderException.invalidInput("Jaccard Function: An argument too short!");
    }
    Set<Byte> left = letters(a);
    Set<Byte> right = letters(b);
    Set<Byte> union = new HashSet<>(left);
    union.addAll(right);
    left.retainAll(right);
    return (double) left.size() / union.size();
  }

  private static Set<Byte> letters(String text) {
    Set<Byte> letters = new HashSet<>();
    for (byte b : BasicFunctions.utf8(text)) {
      letters.add(b);
    }
    return letters;
  }

  private static double jaro(String left, String right) {
    byte[] a = BasicFunctions.utf8(left);
    byte[] b = BasicFunctions.utf8(right);
    int window = Math.max(0, Math.max(a.length, b.length) / 2 - 1);
    boolean[] usedA = new boolean[a.length];
    boolean[] usedB = new boolean[b.length];
    int matches = 0;
    for (int i = 0; i < a.length; i++) {
      int end = Math.min(b.length, i + window + 1);
      for (int j = Math.max(0, i - window); j < end; j++) {
        if (!usedB[j] && a[i] == b[j]) {
          usedA[i] = true;
          usedB[j] = true;
          matches++;
          break;
        }
      }
    }
    if (matches == 0) {
      return 0;
    }
    int moved = 0;
    int k = 0;
    for (int i = 0; i < a.length; i++) {
      if (usedA[i]) {
        while (!usedB[k]) {
          k++;
        }
        moved += a[i] != b[k++] ? 1 : 0;
      }
    }
    double m = matches;
    // Half a transposition does not count.
    int transpositions = moved / 2;
    return (m / a.length + m / b.length + (m - transpositions) / m) / 3;
  }

  /** Winkler's bonus for a common prefix of up to four letters, from a similarity of 0.7 on. */
  private static double jaroWinkler(String left, String right) {
    double similarity = jaro(left, right);
    if (similarity <= 0.7) {
      return similarity;
    }
    byte[] a = BasicFunctions.utf8(left);
    byte[] b = BasicFunctions.utf8(right);
    int prefix = 0;
    while (prefix < Math.min(4, Math.min(a.length, b.length)) && a[prefix] == b[prefix]) {
      prefix++;
    }
    return similarity + prefix * 0.1 * (1 - similarity);
  }
}
