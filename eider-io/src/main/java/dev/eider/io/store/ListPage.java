// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a listing, keys and prefixes each in the order of their UTF-8 bytes.
 *
 * @param objects the objects of the page
 * @param prefixes with a delimiter: the common prefixes, each ending in it
 * @param next to be given as {@code after} for the page that follows; null on the last page
 */
public record ListPage(List<ObjectInfo> objects, List<String> prefixes, @Nullable String next) {
  public ListPage {
    objects = List.copyOf(objects);
    prefixes = List.copyOf(prefixes);
  }
}
