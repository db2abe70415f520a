// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.glob;

import java.util.ArrayList;
import java.util.List;

/**
 * The files of a reader. Of patterns that match many keys of a store only the first are known; the
 * others are listed when somebody asks for them.
 */
public final class FileList {
  /** The files of one pattern. */
  private sealed interface Source {
    List<String> known();

    boolean isWhole();

    List<String> all();

    List<String> matching(PartitionFilter filter);
  }

  /** Files that are all known. */
  private record Known(List<String> known) implements Source {
    @Override
    public boolean isWhole() {
      return true;
    }

    @Override
    public List<String> all() {
      return known;
    }

    @Override
    public List<String> matching(PartitionFilter filter) {
      List<String> passing = new ArrayList<>();
      for (String file : known) {
        if (filter.mayMatch(file)) {
          passing.add(file);
        }
      }
      return passing;
    }
  }

  /** Files of a store. */
  private record Listed(RemoteGlob.Files files) implements Source {
    @Override
    public List<String> known() {
      return files.found();
    }

    @Override
    public boolean isWhole() {
      return files.isWhole();
    }

    @Override
    public List<String> all() {
      return files.all();
    }

    @Override
    public List<String> matching(PartitionFilter filter) {
      return files.matching(filter);
    }
  }

  private final List<Source> sources = new ArrayList<>();

  void add(List<String> files) {
    sources.add(new Known(files));
  }

  void add(RemoteGlob.Files files) {
    sources.add(new Listed(files));
  }

  /** The files that are known, in order; the first of all is among them if there is any. */
  public List<String> known() {
    List<String> known = new ArrayList<>();
    for (Source source : sources) {
      known.addAll(source.known());
    }
    return known;
  }

  /** Whether all files are known. */
  public boolean isWhole() {
    for (Source source : sources) {
      if (!source.isWhole()) {
        return false;
      }
    }
    return true;
  }

  /** All files. */
  public List<String> all() {
    List<String> all = new ArrayList<>();
    for (Source source : sources) {
      all.addAll(source.all());
    }
    return all;
  }

  /** The files that may hold rows which pass. */
  List<String> matching(PartitionFilter filter) {
    if (filter.isEmpty()) {
      return all();
    }
    List<String> passing = new ArrayList<>();
    for (Source source : sources) {
      passing.addAll(source.matching(filter));
    }
    return passing;
  }
}
