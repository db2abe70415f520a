// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.catalog.AttachedDatabase;
import dev.eider.base.catalog.Catalog;
import dev.eider.base.catalog.CatalogSet;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.engine.bind.Databases;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The transaction a session is in. Without BEGIN each statement is one of its own, which ends with
 * its result. Changed by the session's thread; workers look databases up.
 */
final class SessionTransactions implements Databases.Source {
  private final CatalogSet databases;
  private final AttachedDatabase temporary;

  /** Of the statement that runs, or since BEGIN. */
  private volatile @Nullable UnitOfWork current;

  private boolean isAutoCommit = true;
  private boolean isExplicit;
  private boolean isAborted;

  /** Work of results that are still read, besides the current one; guarded by itself. */
  private final Set<UnitOfWork> read = new HashSet<>();

  SessionTransactions(CatalogSet databases) {
    this.databases = databases;
    this.temporary = databases.newInMemory(Databases.TEMP);
  }

  // --- databases

  private Catalog catalog(AttachedDatabase database) {
    UnitOfWork work = current;
    if (work == null) {
      // Somebody looks between statements; the next one ends this.
      work = new UnitOfWork(temporary);
      current = work;
    }
    return work.catalog(database);
  }

  @Override
  public Catalog temporary() {
    return catalog(temporary);
  }

  @Override
  public List<Catalog> shared() {
    List<Catalog> all = new ArrayList<>();
    databases.all().forEach(database -> all.add(catalog(database)));
    return all;
  }

  @Override
  public @Nullable Catalog find(String name) {
    AttachedDatabase database = databases.find(name);
    return database == null ? null : catalog(database);
  }

  // --- statements

  /** Whether BEGIN was given. */
  boolean isExplicit() {
    return isExplicit;
  }

  /** Which transactions a statement can end. */
  enum Ends {
    /** None: it is part of one. */
    NONE,
    /** Those in which every statement succeeded. */
    SOUND,
    /** Also those that are aborted. */
    ANY
  }

  boolean isAutoCommit() {
    return isAutoCommit;
  }

  void setAutoCommit(boolean on) {
    isAutoCommit = on;
  }

  /** A statement begins. */
  void beginStatement(Ends ends) {
    if (isExplicit) {
      if (isAborted && ends != Ends.ANY) {
        throw new EiderException(
            ErrorType.TRANSACTION, "Current transaction is aborted (please ROLLBACK)");
      }
      return;
    }
    UnitOfWork left = current;
    if (left != null) {
      left.rollback();
    }
    current = new UnitOfWork(temporary);
    if (!isAutoCommit && ends == Ends.NONE) {
      begin(false, false);
    }
  }

  /** A statement failed. */
  void failed(EiderException error) {
    UnitOfWork work = current;
    if (isExplicit) {
      isAborted |= invalidates(error.type());
    } else if (work != null) {
      current = null;
      work.rollback();
    }
  }

  /** Whether an error of that type ends what a transaction can do. */
  private static boolean invalidates(ErrorType type) {
    return switch (type) {
      case BINDER, CATALOG, PARAMETER_NOT_ALLOWED, PARSER, PERMISSION, SYNTAX -> false;
      default -> true;
    };
  }

  /** A statement ran: it ends now, or with its result. */
  void succeeded(QueryResult result) {
    UnitOfWork work = current;
    if (work == null) {
      return;
    }
    if (isExplicit) {
      result.whenEnded(error -> {
        if (error != null && isExplicit && work.equals(current)) {
          isAborted |= invalidates(error.type());
        }
      });
      return;
    }
    current = null;
    synchronized (read) {
      read.add(work);
    }
    result.whenEnded(error -> endRead(work, error == null));
  }

  private void endRead(UnitOfWork work, boolean succeeded) {
    synchronized (read) {
      read.remove(work);
    }
    if (succeeded) {
      work.commit();
    } else {
      work.rollback();
    }
  }

  // --- transactions

  /**
   * BEGIN: the statement's own work goes on.
   *
   * @param immediate whether it sees all databases as they are now, not as they are when it first
   *     looks at them
   */
  void begin(boolean readOnly, boolean immediate) {
    if (isExplicit) {
      throw new EiderException(
          ErrorType.TRANSACTION, "cannot start a transaction within a transaction");
    }
    isExplicit = true;
    isAborted = false;
    UnitOfWork work = current;
    if (readOnly && work != null) {
      work.makeReadOnly();
    }
    if (immediate) {
      shared();
    }
  }

  /** COMMIT. */
  void commit() {
    end("commit").commit();
  }

  /** ROLLBACK. */
  void rollback() {
    end("rollback").rollback();
  }

  private UnitOfWork end(String what) {
    UnitOfWork work = current;
    if (!isExplicit || work == null) {
      throw new EiderException(
          ErrorType.TRANSACTION, "cannot " + what + " - no transaction is active");
    }
    isExplicit = false;
    isAborted = false;
    current = null;
    return work;
  }

  /** Rolls back what is under way and drops temporary entries. */
  void close() {
    isExplicit = false;
    UnitOfWork work = current;
    current = null;
    if (work != null) {
      work.rollback();
    }
    List<UnitOfWork> open;
    synchronized (read) {
      open = new ArrayList<>(read);
      read.clear();
    }
    open.forEach(UnitOfWork::rollback);
    temporary.close();
  }
}
