// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

/** GLOB: {@code *}, {@code ?}, {@code [abc]}, {@code [a-z]}, {@code [!a]}, backslash; by bytes. */
final class GlobMatcher {
  private GlobMatcher() {}

  /** Backtracks to the last star only, so the time is bounded by text times pattern. */
  static boolean matches(byte[] text, int from, int to, byte[] pattern, int at, int end) {
    int t = from;
    int p = at;
    int starPattern = -1;
    int starText = -1;
    while (t < to) {
      int next = p < end && pattern[p] != '*' ? matchOne(text[t], pattern, p, end) : -1;
      if (p < end && pattern[p] == '*') {
        starPattern = ++p;
        starText = t;
      } else if (next >= 0) {
        p = next;
        t++;
      } else if (starPattern >= 0) {
        p = starPattern;
        t = ++starText;
      } else {
        return false;
      }
    }
    while (p < end && pattern[p] == '*') {
      p++;
    }
    return p == end;
  }

  /** Index behind the pattern element at {@code p} if it matches {@code b}, else -1. */
  private static int matchOne(byte b, byte[] pattern, int p, int end) {
    switch (pattern[p]) {
      case '?':
        return p + 1;
      case '[':
        return matchSet(b, pattern, p + 1, end);
      case '\\':
        return p + 1 < end && pattern[p + 1] == b ? p + 2 : -1;
      default:
        return pattern[p] == b ? p + 1 : -1;
    }
  }

  private static int matchSet(byte b, byte[] pattern, int from, int end) {
    int p = from;
    boolean invert = p < end && pattern[p] == '!';
    if (invert) {
      p++;
    }
    boolean found = false;
    boolean first = true;
    while (p < end && (first || pattern[p] != ']')) {
      first = false;
      int low = pattern[p] & 0xFF;
      int high = low;
      if (p + 2 < end && pattern[p + 1] == '-' && pattern[p + 2] != ']') {
        high = pattern[p + 2] & 0xFF;
        p += 2;
      }
      int value = b & 0xFF;
      found |= value >= low && value <= high;
      p++;
    }
    if (p >= end) {
      return -1;
    }
    return found != invert ? p + 1 : -1;
  }
}
