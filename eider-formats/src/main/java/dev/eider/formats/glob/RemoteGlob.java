// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.glob;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ObjectAccess.Listing;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.ScanContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Patterns over the keys of a store: the keys that begin as the pattern does up to its first
 * wildcard are listed, those below no deeper than the pattern goes. A name without wildcard is not
 * looked for: opening it will tell. A name that ends in a slash stands for all files below it.
 */
final class RemoteGlob {
  /** More directories than these are not listed one by one, but with all that is below them. */
  private static final int WAVE_MAX = 64;

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
    Files files = begin(pattern, extension);
    return files.isWhole() ? files.found() : files.all();
  }

  /** Looks for what matches; of many keys only the first page is listed. */
  Files begin(String pattern, String extension) {
    boolean web = pattern.regionMatches(true, 0, "http", 0, 4);
    if (web) {
      if (pattern.indexOf('*') >= 0 && pattern.indexOf('?') < 0) {
        throw EiderException.invalidInput(
            "\""
                + pattern
                + "\": a web server cannot list its files, so there is nothing that * could stand"
                + " for; name the files in a list: ['https://...', 'https://...']");
      }
      return new Files(List.of(pattern));
    }
    String wanted = pattern;
    if (pattern.endsWith("/")) {
      if (extension.isEmpty()) {
        return new Files(List.of());
      }
      wanted = pattern + "**/*." + extension;
    }
    int wild = firstWildcard(wanted);
    if (wild < 0) {
      return new Files(List.of(wanted));
    }
    boolean deep = wanted.indexOf('/', wild) >= 0 || wanted.indexOf("**", wild) >= 0;
    return new Files(wanted, wanted.substring(0, wild), deep);
  }

  /** The files of one pattern: all of them, or those among the first keys and where more are. */
  final class Files {
    private final String prefix;
    private final boolean deep;
    private final String[] parts;
    private final List<String> found = new ArrayList<>();
    private final @Nullable String next;

    private Files(List<String> all) {
      prefix = "";
      deep = false;
      parts = new String[0];
      found.addAll(all);
      next = null;
    }

    private Files(String pattern, String prefix, boolean deep) {
      this.prefix = prefix;
      this.deep = deep;
      parts = pattern.split("/", -1);
      Listing first = context.objects().firstPage(prefix, deep);
      next = first.next();
      add(first.objects(), found);
    }

    /** Whether there is nothing more to list. */
    boolean isWhole() {
      return next == null;
    }

    /** What is known, in the order of the store. */
    List<String> found() {
      return found;
    }

    private void add(List<ObjectVersion> objects, List<String> to) {
      for (ObjectVersion object : objects) {
        String address = object.address();
        if (!address.endsWith("/") && matches(parts, 0, address.split("/", -1), 0)) {
          to.add(address);
        }
      }
    }

    /** All files that match the pattern. */
    List<String> all() {
      List<String> all = new ArrayList<>(found);
      if (next != null) {
        add(context.objects().rest(prefix, deep, next).objects(), all);
      }
      return all;
    }

    /**
     * All files that match the pattern and may pass the filter. Directories are listed level by
     * level as long as the filter looks at keys that lie deeper, and left out when what they are
     * called does not pass; below the last of those keys all is listed.
     */
    List<String> matching(PartitionFilter filter) {
      List<String> passing = new ArrayList<>();
      if (next == null || !deep) {
        keep(all(), filter, passing);
        return passing;
      }
      List<String> wave = List.of(prefix);
      List<String> bottom = new ArrayList<>();
      List<String> files = new ArrayList<>();
      while (!wave.isEmpty()) {
        if (wave.size() > WAVE_MAX) {
          bottom.addAll(wave);
          break;
        }
        List<String> deeper = new ArrayList<>();
        for (Listing listing : context.objects().listEach(wave, false)) {
          add(listing.objects(), files);
          for (String directory : listing.directories()) {
            step(directory, filter, deeper, bottom);
          }
        }
        wave = deeper;
      }
      for (Listing listing : context.objects().listEach(bottom, true)) {
        add(listing.objects(), files);
      }
      keep(files, filter, passing);
      passing.sort(RemoteGlob::compareBytes);
      return passing;
    }

    private void step(
        String directory, PartitionFilter filter, List<String> deeper, List<String> bottom) {
      String[] names = directory.substring(0, directory.length() - 1).split("/", -1);
      if (begins(parts, 0, names, 0) && filter.mayMatch(directory)) {
        (filter.isDecided(directory) ? bottom : deeper).add(directory);
      }
    }

    private void keep(List<String> files, PartitionFilter filter, List<String> passing) {
      for (String file : files) {
        if (filter.mayMatch(file)) {
          passing.add(file);
        }
      }
    }
  }

  /** As stores order their keys: by the bytes of UTF-8. */
  private static int compareBytes(String one, String other) {
    return Arrays.compareUnsigned(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
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

  /** Whether addresses that match the pattern may begin with these parts. */
  private static boolean begins(String[] pattern, int p, String[] parts, int n) {
    if (n == parts.length || p < pattern.length && pattern[p].equals("**")) {
      return p < pattern.length;
    }
    return p < pattern.length
        && FileGlob.matches(pattern[p], parts[n])
        && begins(pattern, p + 1, parts, n + 1);
  }
}
