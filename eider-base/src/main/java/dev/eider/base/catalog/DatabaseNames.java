// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.catalog;

/** Names of databases that got none. */
public final class DatabaseNames {
  private DatabaseNames() {}

  /** The last part of a path or an address, without what follows its first dot. */
  public static String of(String path) {
    String trimmed = path;
    while (trimmed.endsWith("/")) {
      trimmed = trimmed.substring(0, trimmed.length() - 1);
    }
    String last = trimmed.substring(trimmed.lastIndexOf('/') + 1);
    int dot = last.indexOf('.');
    return dot <= 0 ? last : last.substring(0, dot);
  }
}
