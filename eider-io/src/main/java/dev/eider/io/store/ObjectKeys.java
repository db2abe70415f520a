// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Rules of keys that all stores share: which are allowed, their order, their common prefixes. */
public final class ObjectKeys {
  /** The most UTF-8 bytes of a key. */
  public static final int MAX_BYTES = 1024;

  /** The order of listings: by UTF-8 bytes, which is the order of code points. */
  public static final Comparator<String> ORDER = ObjectKeys::compare;

  /** The greatest character: a prefix followed by it comes after (almost) all keys below it. */
  private static final String LAST_CHARACTER = "\uDBFF\uDFFF";

  private ObjectKeys() {}

  /**
   * Checks that a key is one.
   *
   * @throws StoreException REFUSED when it is empty, too long, starts with a slash or is not text
   */
  public static void check(String key) throws StoreException {
    String fault = fault(key);
    if (fault != null) {
      String shown = key.length() > 100 ? key.substring(0, 100) + "..." : key;
      throw new StoreException(
          StoreException.Reason.REFUSED, "The object key \"" + shown + "\" " + fault);
    }
  }

  private static @Nullable String fault(String key) {
    if (key.isEmpty()) {
      return "is empty; a key has 1 to 1024 bytes";
    }
    if (key.charAt(0) == '/') {
      return "starts with a slash; keys are relative to their store: leave the slash out";
    }
    long bytes = 0;
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < key.length()
          && Character.isLowSurrogate(key.charAt(i + 1))) {
        bytes += 4;
        i++;
      } else if (Character.isSurrogate(c)) {
        return "is not valid Unicode text (half of a surrogate pair at character " + i + ")";
      } else {
        bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
      }
    }
    return bytes > MAX_BYTES ? "has " + bytes + " bytes; stores take at most " + MAX_BYTES : null;
  }

  /** Compares by code points. UTF-16 differs where surrogates meet characters from U+E000 on. */
  public static int compare(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        return rank(x) - rank(y);
      }
    }
    return a.length() - b.length();
  }

  private static int rank(char c) {
    if (c < 0xD800) {
      return c;
    }
    return c >= 0xE000 ? c - 0x800 : c + 0x2000;
  }

  /** A text after (almost) all keys that start with a prefix, and before those that follow. */
  public static String beyond(String prefix) {
    return prefix + LAST_CHARACTER;
  }

  /** What a delimiter folds the key into, or null when the key is listed itself. */
  public static @Nullable String commonPrefix(
      String key, String prefix, @Nullable String delimiter) {
    if (delimiter == null || !key.startsWith(prefix)) {
      return null;
    }
    int at = key.indexOf(delimiter, prefix.length());
    return at < 0 ? null : key.substring(0, at + delimiter.length());
  }
}
