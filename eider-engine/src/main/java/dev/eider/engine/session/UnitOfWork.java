// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.catalog.AttachedDatabase;
import dev.eider.base.catalog.Catalog;
import dev.eider.base.catalog.CatalogTransaction;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What commits or fails together: a statement, or everything from BEGIN to COMMIT. Holds one
 * transaction for each database that is looked at, begun at the first look. Safe for the session's
 * thread and its workers.
 */
final class UnitOfWork {
  private final AttachedDatabase temporary;
  private final Map<AttachedDatabase, CatalogTransaction> transactions = new LinkedHashMap<>();
  private @Nullable AttachedDatabase written;
  private boolean readOnly;
  private boolean ended;

  /** Work on databases; changes of {@code temporary} do not count as those of another one. */
  UnitOfWork(AttachedDatabase temporary) {
    this.temporary = temporary;
  }

  /** Refuses all changes from now on, but for those of temporary entries. */
  synchronized void makeReadOnly() {
    readOnly = true;
  }

  /** A database as this work sees it. */
  synchronized Catalog catalog(AttachedDatabase database) {
    if (ended) {
      throw EiderException.internal("the transaction has ended");
    }
    return transactions
        .computeIfAbsent(database, key -> database.begin(() -> beforeFirstChange(database)))
        .catalog();
  }

  @SuppressWarnings("ReferenceEquality")
  private synchronized void beforeFirstChange(AttachedDatabase database) {
    if (database == temporary) {
      return;
    }
    if (readOnly) {
      throw new EiderException(
          ErrorType.TRANSACTION,
          "Cannot write to database \""
              + database.name()
              + "\" - transaction is launched in read-only mode");
    }
    AttachedDatabase other = written;
    if (other != null && other != database) {
      throw new EiderException(
          ErrorType.TRANSACTION,
          "Attempting to write to database \""
              + database.name()
              + "\" in a transaction that has already modified database \""
              + other.name()
              + "\" - a single transaction can only write to a single attached database.");
    }
    written = database;
  }

  /**
   * Commits all transactions; the first that fails takes those with it that follow.
   *
   * @throws EiderException why it failed; everything that could be is rolled back
   */
  synchronized void commit() {
    if (ended) {
      return;
    }
    ended = true;
    EiderException failure = null;
    for (CatalogTransaction transaction : transactions.values()) {
      if (failure != null) {
        transaction.rollback();
      } else {
        try {
          transaction.commit();
        } catch (EiderException e) {
          failure = e;
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Undoes everything. A second call does nothing. */
  synchronized void rollback() {
    if (!ended) {
      ended = true;
      transactions.values().forEach(CatalogTransaction::rollback);
    }
  }
}
