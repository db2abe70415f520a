// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import java.util.ArrayList;
import java.util.List;

/**
 * A LIKE pattern as pieces between the {@code %}: each piece is bytes with {@code _} marked. The
 * first piece is anchored at the start, the last at the end, the others are found left to right,
 * the earliest occurrence each: linear in the text for pieces without {@code _}.
 */
final class LikeMatcher {
  private static final byte[] NONE = new byte[0];

  private final byte[][] pieces;
  private final boolean[][] wild;
  private final boolean[] anyWild;
  private final boolean noPercent;

  /** The pattern ends with its escape character. */
  private final boolean openEnd;

  private LikeMatcher(byte[][] pieces, boolean[][] wild, boolean noPercent, boolean openEnd) {
    this.openEnd = openEnd;
    this.pieces = pieces;
    this.wild = wild;
    this.noPercent = noPercent;
    this.anyWild = new boolean[pieces.length];
    for (int p = 0; p < pieces.length; p++) {
      for (boolean w : wild[p]) {
        anyWild[p] |= w;
      }
    }
  }

  static LikeMatcher compile(String pattern, byte escape, boolean hasEscape) {
    byte[] bytes = BasicFunctions.utf8(pattern);
    List<byte[]> pieces = new ArrayList<>();
    List<boolean[]> wild = new ArrayList<>();
    byte[] piece = new byte[bytes.length];
    boolean[] marks = new boolean[bytes.length];
    int size = 0;
    boolean percent = false;
    boolean openEnd = false;
    for (int i = 0; i < bytes.length; i++) {
      byte b = bytes[i];
      if (hasEscape && b == escape) {
        if (++i == bytes.length) {
          openEnd = true;
          break;
        }
        piece[size] = bytes[i];
        marks[size++] = false;
      } else if (b == '%') {
        percent = true;
        pieces.add(java.util.Arrays.copyOf(piece, size));
        wild.add(java.util.Arrays.copyOf(marks, size));
        size = 0;
      } else {
        piece[size] = b;
        marks[size++] = b == '_';
      }
    }
    if (openEnd) {
      // It is an error for the texts that get as far as the escape character.
      pieces.add(java.util.Arrays.copyOf(piece, size));
      wild.add(java.util.Arrays.copyOf(marks, size));
      size = 0;
    }
    pieces.add(java.util.Arrays.copyOf(piece, size));
    wild.add(java.util.Arrays.copyOf(marks, size));
    return new LikeMatcher(
        pieces.toArray(NONE_PIECES), wild.toArray(new boolean[0][]), !percent && !openEnd, openEnd);
  }

  private static final byte[][] NONE_PIECES = {NONE};

  boolean matches(byte[] text, int from, int to) {
    boolean found = isMatch(text, from, to);
    if (found && openEnd) {
      throw new EiderException(
          ErrorType.SYNTAX, "Like pattern must not end with escape character!");
    }
    return found;
  }

  private boolean isMatch(byte[] text, int from, int to) {
    int at = matchAt(text, from, to, 0);
    if (at < 0) {
      return false;
    }
    if (noPercent) {
      return at == to;
    }
    int last = pieces.length - 1;
    for (int p = 1; p < last; p++) {
      at = find(text, at, to, p);
      if (at < 0) {
        return false;
      }
    }
    return endsWith(text, at, to, last);
  }

  /** End of piece {@code p} when it stands at {@code at}, else -1. */
  private int matchAt(byte[] text, int at, int to, int p) {
    byte[] piece = pieces[p];
    if (!anyWild[p]) {
      return to - at >= piece.length && Utf8.matches(text, at, piece, 0, piece.length)
          ? at + piece.length
          : -1;
    }
    boolean[] marks = wild[p];
    int position = at;
    for (int k = 0; k < piece.length; k++) {
      if (position >= to) {
        return -1;
      }
      if (marks[k]) {
        position += Utf8.width(text[position]);
      } else if (text[position++] != piece[k]) {
        return -1;
      }
    }
    return position <= to ? position : -1;
  }

  private int find(byte[] text, int from, int to, int p) {
    if (!anyWild[p]) {
      int at = Utf8.indexOf(text, from, to, pieces[p], 0, pieces[p].length);
      return at < 0 ? -1 : at + pieces[p].length;
    }
    for (int at = from; at <= to; at += at < to ? Utf8.width(text[at]) : 1) {
      int end = matchAt(text, at, to, p);
      if (end >= 0) {
        return end;
      }
    }
    return -1;
  }

  private boolean endsWith(byte[] text, int from, int to, int p) {
    byte[] piece = pieces[p];
    if (!anyWild[p]) {
      return to - from >= piece.length
          && Utf8.matches(text, to - piece.length, piece, 0, piece.length);
    }
    for (int at = from; at <= to; at += at < to ? Utf8.width(text[at]) : 1) {
      if (matchAt(text, at, to, p) == to) {
        return true;
      }
    }
    return false;
  }
}
