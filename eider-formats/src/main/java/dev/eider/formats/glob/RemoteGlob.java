// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.glob;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.ScanContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Patterns over the keys of a store: the keys that begin as the pattern does up to its first
 * wildcard are listed, those below no deeper than the pattern goes. A name without wildcard is not
 * looked for: opening it will tell. A name that ends in a slash stands for all files below it.
 */
final class RemoteGlob {
  private final ScanContext context;

  RemoteGlob(ScanContext context) {
    this.context = context;
  }

  /** Whether a name is the address of something in a store. */
  boolean covers(String name) {
    int colon = name.indexOf("://");
    if (colon < 2) {
      return false;
    }
    for (int i = 0; i < colon; i++) {
      char c = name.charAt(i);
      if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && c >= '0' && c <= '9')) {
        return false;
      }
    }
    return context.objects().isRemote(name);
  }

  /** The addresses that match, in the order of the store. */
  List<String> find(String pattern, String extension) {
    boolean web = pattern.regionMatches(true, 0, "http", 0, 4);
    if (web) {
      if (pattern.indexOf('*') >= 0 && pattern.indexOf('?') < 0) {
        throw EiderException.invalidInput(
            "\""
                + pattern
                + "\": a web server cannot list its files, so there is nothing that * could stand"
                + " for; name the files in a list: ['https://...', 'https://...']");
      }
      return List.of(pattern);
    }
    String wanted = pattern;
    if (pattern.endsWith("/")) {
      if (extension.isEmpty()) {
        return List.of();
      }
      wanted = pattern + "**/*." + extension;
    }
    int wild = firstWildcard(wanted);
    if (wild < 0) {
      return List.of(wanted);
    }
    boolean deep = wanted.indexOf('/', wild) >= 0 || wanted.indexOf("**", wild) >= 0;
    String[] parts = wanted.split("/", -1);
    List<String> found = new ArrayList<>();
    for (ObjectVersion object : context.objects().list(wanted.substring(0, wild), deep)) {
      String address = object.address();
      if (!address.endsWith("/") && matches(parts, 0, address.split("/", -1), 0)) {
        found.add(address);
      }
    }
    return found;
  }

  private static int firstWildcard(String pattern) {
    // The bucket's name holds none.
    for (int i = Math.max(0, pattern.indexOf("://") + 3); i < pattern.length(); i++) {
      if ("*?[".indexOf(pattern.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  /** Whether the parts of an address match those of a pattern; {@code **} is any number of them. */
  private static boolean matches(String[] pattern, int p, String[] parts, int n) {
    if (p == pattern.length) {
      return n == parts.length;
    }
    if (pattern[p].equals("**")) {
      if (p == pattern.length - 1) {
        return n < parts.length;
      }
      for (int skip = n; skip <= parts.length; skip++) {
        if (matches(pattern, p + 1, parts, skip)) {
          return true;
        }
      }
      return false;
    }
    return n < parts.length
        && FileGlob.matches(pattern[p], parts[n])
        && matches(pattern, p + 1, parts, n + 1);
  }
}
