// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes pages of a listing out of keys in order, for stores that have their keys at hand. */
public final class KeyListing {
  private KeyListing() {}

  /** Keys in the order of {@link ObjectKeys#ORDER}. */
  public interface Keys {
    /** The least key that is not less than {@code from}, or null. */
    @Nullable String ceiling(String from) throws StoreException;

    /** What is known of a key that {@link #ceiling} gave; null when it has gone since. */
    @Nullable ObjectInfo info(String key) throws StoreException;
  }

  /** The page that {@link ObjectStore#list} describes. */
  public static ListPage page(
      Keys keys, String prefix, @Nullable String delimiter, @Nullable String after, int limit)
      throws StoreException {
    checkArguments(delimiter, limit);
    List<ObjectInfo> objects = new ArrayList<>();
    List<String> prefixes = new ArrayList<>();
    String from = after != null && ObjectKeys.compare(after, prefix) >= 0 ? after + '\0' : prefix;
    String last = after != null ? after : "";
    while (true) {
      String key = keys.ceiling(from);
      if (key == null || !key.startsWith(prefix)) {
        return new ListPage(objects, prefixes, null);
      }
      String common = ObjectKeys.commonPrefix(key, prefix, delimiter);
      String entry = common != null ? common : key;
      boolean wanted = common == null || ObjectKeys.compare(common, last) > 0;
      if (wanted && objects.size() + prefixes.size() == limit) {
        return new ListPage(objects, prefixes, last);
      }
      if (common != null) {
        if (wanted) {
          prefixes.add(common);
          last = common;
        }
        String beyond = ObjectKeys.beyond(common);
        from = ObjectKeys.compare(key, beyond) < 0 ? beyond : key + '\0';
      } else {
        ObjectInfo info = keys.info(key);
        if (info != null) {
          objects.add(info);
          last = entry;
        }
        from = key + '\0';
      }
    }
  }

  /**
   * Checks what is not a matter of the store.
   *
   * @throws IllegalArgumentException when the limit is not 1 to 1,000 or the delimiter is empty
   */
  public static void checkArguments(@Nullable String delimiter, int limit) {
    if (limit < 1 || limit > 1000) {
      throw new IllegalArgumentException("a page has 1 to 1000 entries, not " + limit);
    }
    if (delimiter != null && delimiter.isEmpty()) {
      throw new IllegalArgumentException("a delimiter is not empty");
    }
  }
}
