// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.catalog;

/**
 * A database that sessions work with: hands out transactions over its names and rows. Safe for any
 * number of threads.
 */
public interface AttachedDatabase extends AutoCloseable {
  /** The name by which statements call it. */
  String name();

  /** Whether every change is refused. */
  default boolean isReadOnly() {
    return false;
  }

  /**
   * Begins a transaction: it sees what was committed before, and its own changes.
   *
   * @param beforeFirstChange called once, before the first change of a name or a row; what it
   *     throws refuses the change
   */
  CatalogTransaction begin(Runnable beforeFirstChange);

  /**
   * Gives back memory, threads and files; transactions under way fail. A second call does nothing.
   */
  @Override
  void close();
}
