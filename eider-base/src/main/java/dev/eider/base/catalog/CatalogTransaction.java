// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.catalog;

/**
 * One transaction on one database: snapshot isolation, the first writer of a row or a name wins.
 * Its owner is a session; the session's workers may read and write tables of its catalog at the
 * same time. Ended exactly once, by {@link #commit} or {@link #rollback}.
 */
public interface CatalogTransaction {
  /** The names and tables as this transaction sees them. Not to be used after the end. */
  Catalog catalog();

  /** Whether a name or a row was changed. */
  boolean hasChanges();

  /**
   * Makes all changes durable and visible, at once, or none of them.
   *
   * @throws dev.eider.base.error.EiderException TRANSACTION or CONSTRAINT when other transactions
   *     changed what this one relies on; everything is rolled back then
   */
  void commit();

  /** Undoes all changes. */
  void rollback();
}
