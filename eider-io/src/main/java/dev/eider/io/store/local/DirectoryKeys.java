// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

import dev.eider.io.store.KeyListing;
import dev.eider.io.store.ObjectInfo;
import dev.eider.io.store.ObjectKeys;
import dev.eider.io.store.StoreException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of a directory in order, as seen during one listing. One thread. */
final class DirectoryKeys implements KeyListing.Keys {
  private final DirectoryStore store;
  private final Path root;
  private final KeyFiles naming;

  /** Each directory is read once for a page. */
  private final Map<Path, List<Entry>> read = new HashMap<>();

  DirectoryKeys(DirectoryStore store, Path root, KeyFiles naming) {
    this.store = store;
    this.root = root;
    this.naming = naming;
  }

  /**
   * A file or a directory.
   *
   * @param part of the key: a directory's ends in a slash, so that entries in the order of their
   *     parts are in the order of the keys below them
   */
  private record Entry(String part, Path path) {
    boolean isDirectory() {
      return part.endsWith("/");
    }
  }

  @Override
  public @Nullable String ceiling(String from) throws StoreException {
    return ceiling(root, from);
  }

  private @Nullable String ceiling(Path directory, String from) throws StoreException {
    List<Entry> entries = entries(directory);
    int at = firstAtLeast(entries, from);
    if (at > 0 && entries.get(at - 1).isDirectory() && from.startsWith(entries.get(at - 1).part)) {
      Entry entry = entries.get(at - 1);
      String below = ceiling(entry.path, from.substring(entry.part.length()));
      if (below != null) {
        return entry.part + below;
      }
    }
    for (; at < entries.size(); at++) {
      Entry entry = entries.get(at);
      String below = entry.isDirectory() ? ceiling(entry.path, "") : "";
      if (below != null) {
        return entry.part + below;
      }
    }
    return null;
  }

  private static int firstAtLeast(List<Entry> entries, String from) {
    int low = 0;
    int high = entries.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ObjectKeys.compare(entries.get(middle).part, from) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private List<Entry> entries(Path directory) throws StoreException {
    List<Entry> known = read.get(directory);
    if (known == null) {
      known = new ArrayList<>();
      collect(directory, List.of(), known);
      known.sort((a, b) -> ObjectKeys.compare(a.part, b.part));
      read.put(directory, known);
    }
    return known;
  }

  private void collect(Path directory, List<String> pieces, List<Entry> into)
      throws StoreException {
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      for (Path path : stream) {
        store.checkRunning();
        List<String> names = new ArrayList<>(pieces);
        names.add(path.getFileName().toString());
        add(path, names, into);
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      // It went away, or never came: no keys.
      return;
    } catch (DirectoryIteratorException e) {
      throw store.failed("list", directory.toString(), new IOException(e));
    } catch (IOException e) {
      throw store.failed("list", directory.toString(), e);
    }
  }

  private void add(Path path, List<String> names, List<Entry> into) throws StoreException {
    String name = names.getLast();
    if (name.equals(KeyFiles.OWN_DIRECTORY)) {
      return;
    }
    // Escaped names tell by themselves, which saves asking the file system for each.
    boolean cut = naming == KeyFiles.ESCAPED && name.endsWith(KeyFiles.CUT);
    if (cut) {
      collect(path, names, into);
      return;
    }
    boolean directory =
        naming == KeyFiles.ESCAPED ? name.endsWith(KeyFiles.DIRECTORY) : Files.isDirectory(path);
    String segment = naming.segment(names, directory);
    if (segment != null) {
      into.add(new Entry(directory ? segment + '/' : segment, path));
    }
  }

  @Override
  public @Nullable ObjectInfo info(String key) throws StoreException {
    try {
      return store.head(key);
    } catch (StoreException e) {
      if (e.reason() == StoreException.Reason.NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }
}
