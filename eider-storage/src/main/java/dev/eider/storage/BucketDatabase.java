// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage;

import dev.eider.base.catalog.AttachedDatabase;
import dev.eider.base.catalog.CatalogTransaction;
import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.MemoryManager;
import dev.eider.io.store.ObjectStore;
import dev.eider.storage.format.v1.DamagedPackException;
import dev.eider.storage.format.v1.Root;
import dev.eider.storage.manifest.DatabaseOpener;
import dev.eider.storage.manifest.DatabaseState;
import dev.eider.storage.manifest.HostIdentity;
import dev.eider.storage.manifest.OpenOptions;
import dev.eider.storage.manifest.ReadSession;
import dev.eider.storage.manifest.SystemHost;
import dev.eider.storage.manifest.WriteSession;
import dev.eider.storage.txn.CommitLog;
import dev.eider.storage.txn.StoredDatabase;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.LogException.Reason;
import dev.eider.storage.wal.ProtocolSettings;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The door to databases whose bytes lie below a prefix of an object store: in memory, in a local
 * directory, in a bucket; all of it is the same code.
 */
public final class BucketDatabase {
  private BucketDatabase() {}

  /** Where a database lies, and what it works with. The store makes one attempt for each call. */
  public record Place(Env env, MemoryManager memory, ObjectStore store, String prefix) {}

  /**
   * Opens a database for writing: this process is its only writer until it is closed. Blocks on the
   * store.
   *
   * @param name by which statements call it
   * @param closed called once, when the database is closed: the store is not needed any more
   * @throws EiderException IO when another process is the writer, the store refuses, or what lies
   *     there is damaged or none of ours
   */
  public static AttachedDatabase openForWrite(
      String name, Place place, OpenOptions options, Runnable closed) {
    return openForWrite(
        name, place, options, ProtocolSettings.standard(), new SystemHost(), closed);
  }

  /** The same with other settings and another identity, for tests. */
  public static AttachedDatabase openForWrite(
      String name,
      Place place,
      OpenOptions options,
      ProtocolSettings settings,
      HostIdentity host,
      Runnable closed) {
    StoredDatabase database = new StoredDatabase(name, place.memory, place.env, false);
    DatabaseOpener opener =
        new DatabaseOpener(place.env, place.store, place.prefix, settings, host);
    try {
      WriteSession session = opener.openForWrite(new State(database), options);
      database.startLog(new SessionLog(session, settings.slotBytesMax(), closed));
      return database;
    } catch (LogException e) {
      database.close();
      throw failed(name, e);
    }
  }

  /**
   * Opens a database for reading. Blocks on the store; needs no right to write.
   *
   * @param staleMillis how old what a transaction sees may be when it begins; 0: it sees all that
   *     was committed before, for one request more
   * @throws EiderException as {@link #openForWrite}, but for other writers
   */
  public static AttachedDatabase openForRead(
      String name, Place place, long staleMillis, Runnable closed) {
    StoredDatabase database = new StoredDatabase(name, place.memory, place.env, true);
    DatabaseOpener opener =
        new DatabaseOpener(
            place.env, place.store, place.prefix, ProtocolSettings.standard(), new SystemHost());
    try {
      ReadSession session = opener.openForRead(new State(database));
      return new Follower(database, session, place.env, staleMillis, closed);
    } catch (LogException e) {
      database.close();
      throw failed(name, e);
    }
  }

  private static EiderException failed(String name, LogException e) {
    return new EiderException(ErrorType.IO, "Database \"" + name + "\": " + e.getMessage(), e);
  }

  /** What the log says, as a database in memory. */
  private record State(StoredDatabase database) implements DatabaseState {
    @Override
    public void load(@Nullable Root root, long version) throws LogException {
      if (root != null) {
        throw new LogException(
            Reason.DAMAGED, "The database has a checkpoint, which this version cannot read");
      }
      database.reset();
    }

    @Override
    public void commit(long slot, byte[] payload) throws LogException {
      try {
        database.apply(payload);
      } catch (DamagedPackException e) {
        throw new LogException(
            Reason.DAMAGED,
            "A commit in slot "
                + slot
                + " of the log is damaged at its byte "
                + e.offset()
                + ": "
                + e.detail(),
            e);
      }
    }
  }

  /** The log of a writer. */
  private record SessionLog(WriteSession session, int slotBytesMax, Runnable closed)
      implements CommitLog {
    /** Header and footer of a slot and of a record, generously. */
    private static final int OVERHEAD = 1024;

    @Override
    public void check(int bytes) {
      LogException failure = session.failure();
      if (failure != null) {
        throw new EiderException(ErrorType.IO, String.valueOf(failure.getMessage()), failure);
      }
      if (bytes > slotBytesMax - OVERHEAD) {
        throw EiderException.notImplemented(
            "a transaction of "
                + bytes
                + " bytes: up to "
                + (slotBytesMax >> 20)
                + " MiB of encoded rows can be committed at once so far; commit in smaller parts");
      }
    }

    @Override
    public CompletableFuture<?> append(byte[] payload, Runnable publish) {
      return session.commit(payload, slot -> publish.run());
    }

    @Override
    public void close() {
      try {
        session.close();
      } catch (LogException e) {
        throw new EiderException(
            ErrorType.IO, "The database was closed, but: " + e.getMessage(), e);
      } finally {
        closed.run();
      }
    }
  }

  /** A database that is read only: what a transaction begins with is as fresh as it was asked. */
  private static final class Follower implements AttachedDatabase {
    private final StoredDatabase database;
    private final ReadSession session;
    private final Env env;
    private final long staleNanos;
    private final Runnable closed;

    /** The end of the last refresh, and the one that is under way; guarded by this. */
    private long freshAt;

    private @Nullable CompletableFuture<Void> refreshing;

    Follower(
        StoredDatabase database, ReadSession session, Env env, long staleMillis, Runnable closed) {
      this.database = database;
      this.session = session;
      this.env = env;
      this.staleNanos = TimeUnit.MILLISECONDS.toNanos(staleMillis);
      this.closed = closed;
      this.freshAt = env.nanoTime();
    }

    @Override
    public String name() {
      return database.name();
    }

    @Override
    public boolean isReadOnly() {
      return true;
    }

    @Override
    public CatalogTransaction begin(Runnable beforeFirstChange) {
      refresh(env.nanoTime());
      return database.begin(beforeFirstChange);
    }

    /**
     * One thread at a time asks the store; a refresh that began before {@code now} is not enough.
     */
    private void refresh(long now) {
      while (true) {
        CompletableFuture<Void> other;
        CompletableFuture<Void> own = new CompletableFuture<>();
        synchronized (this) {
          if (freshAt - now >= -staleNanos && (staleNanos > 0 || freshAt - now > 0)) {
            return;
          }
          other = refreshing;
          if (other == null) {
            refreshing = own;
          }
        }
        try {
          if (other != null) {
            env.await(other);
            continue;
          }
          long began = env.nanoTime();
          try {
            session.refresh();
          } catch (LogException e) {
            throw failed(database.name(), e);
          } finally {
            synchronized (this) {
              refreshing = null;
            }
            own.complete(null);
          }
          synchronized (this) {
            freshAt = began;
          }
          return;
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw EiderException.interrupted();
        }
      }
    }

    @Override
    public void close() {
      database.close();
      closed.run();
    }
  }
}
