// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.manifest;

import dev.eider.base.env.Env;
import dev.eider.io.store.ObjectStore;
import dev.eider.storage.format.v1.DatabaseFormat;
import dev.eider.storage.format.v1.Fence;
import dev.eider.storage.format.v1.FormatException;
import dev.eider.storage.format.v1.Owner;
import dev.eider.storage.format.v1.Slot;
import dev.eider.storage.format.v1.SlotRecord;
import dev.eider.storage.wal.HeadReader;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.LogException.Reason;
import dev.eider.storage.wal.LogReader;
import dev.eider.storage.wal.LogStore;
import dev.eider.storage.wal.LogTail;
import dev.eider.storage.wal.LogWriter;
import dev.eider.storage.wal.ProtocolRule;
import dev.eider.storage.wal.ProtocolSettings;
import dev.eider.storage.wal.RecordType;
import dev.eider.storage.wal.SlotCreation;
import dev.eider.storage.wal.StoreCalls;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Opens the database below a prefix of a store, for writing or for reading. One thread. */
public final class DatabaseOpener {
  private static final int ROUNDS_MAX = 64;

  private final Env env;
  private final HostIdentity host;
  private final StoreCalls found;
  private final HeadStore heads;

  /**
   * An opener.
   *
   * @param store makes one attempt for each call: it must not repeat writes by itself
   * @param prefix empty, or ending in a slash
   */
  public DatabaseOpener(
      Env env, ObjectStore store, String prefix, ProtocolSettings settings, HostIdentity host) {
    this.env = env;
    this.host = host;
    this.found = new StoreCalls(env, store, prefix, settings);
    this.heads = new HeadStore(found);
  }

  /**
   * Opens for reading. Needs no right to write.
   *
   * @param upper becomes what the log says
   * @throws LogException NO_DATABASE, HEAD_LOST, DAMAGED, BROKEN_LOG, STORE
   */
  public ReadSession openForRead(DatabaseState upper) throws LogException {
    DatabaseFormat format = format();
    if (format == null) {
      throw noDatabase();
    }
    StoreCalls calls = calls(format);
    LogStore log = new LogStore(calls, format.database());
    HeadReader reader = new HeadReader(calls);
    for (int round = 1; ; round++) {
      ProtocolState state = new ProtocolState(upper);
      HeadReader.Seen seen = reader.read();
      check(format, seen);
      upper.load(null, 0);
      try {
        LogReader slots = LogReader.from(log, reader, seen, state);
        slots.readToEnd();
        return new ReadSession(calls, format.database(), reader, slots, state);
      } catch (LogException e) {
        if (e.reason() != Reason.SNAPSHOT_TOO_OLD || round == ROUNDS_MAX) {
          throw e;
        }
      }
    }
  }

  /**
   * Opens for writing: takes the lease, replays the log, puts a fence.
   *
   * @param upper becomes what the log says
   * @throws LogException OWNED, FENCED, NO_DATABASE, HEAD_LOST, DAMAGED, BROKEN_LOG, STORE
   */
  public WriteSession openForWrite(DatabaseState upper, OpenOptions options) throws LogException {
    UUID writer = heads.newId();
    long patience = env.nanoTime() + options.waitMillis() * 1_000_000;
    for (int round = 1; round <= ROUNDS_MAX; round++) {
      HeadReader.Seen seen = options.recover() ? recovered() : heads.reader().readOrNull();
      if (seen == null) {
        create(options);
        continue;
      }
      DatabaseFormat format = format();
      if (format == null) {
        throw new LogException(
            Reason.DAMAGED, "The database at " + found.address() + " has lost its format.json");
      }
      check(format, seen);
      Owner owner = seen.head().owner();
      boolean mine = owner != null && owner.writer().equals(writer);
      long remaining = mine || options.force() ? 0 : Lease.remainingMillis(seen, host);
      if (remaining > 0) {
        if (env.nanoTime() - patience >= 0) {
          throw Lease.owned(seen, found.address());
        }
        found.pause(Math.min(remaining, 1000));
        continue;
      }
      WriteSession session = take(upper, format, seen, writer);
      if (session != null) {
        return session;
      }
    }
    throw new LogException(
        Reason.FENCED,
        "The database at " + found.address() + " was taken by others " + ROUNDS_MAX + " times");
  }

  /** Takes a free lease and fences; null when somebody else was first. */
  private @Nullable WriteSession take(
      DatabaseState upper, DatabaseFormat format, HeadReader.Seen seen, UUID writer)
      throws LogException {
    StoreCalls calls = calls(format);
    long epoch = seen.head().epoch() + 1;
    Owner me =
        new Owner(writer, host.host(), host.pid(), host.bootId(), Math.max(0, seen.storeMillis()));
    HeadReader.Seen taken =
        heads.replace(seen, seen.head().withOwner(me, epoch, calls.settings().leaseTtlMillis()));
    if (taken == null) {
      return null;
    }
    env.faultPoint("lease taken");
    LogStore log = new LogStore(calls, format.database());
    HeadReader reader = new HeadReader(calls);
    ProtocolState state = new ProtocolState(upper);
    upper.load(null, 0);
    LogReader slots = LogReader.from(log, reader, seen, state);
    Fence fence = new Fence(epoch, host.host(), host.pid(), host.bootId());
    List<SlotRecord> records = List.of(new SlotRecord(RecordType.FENCE.code(), fence.encode()));
    for (long batch = 1; ; batch++) {
      slots.readToEnd();
      if (slots.epoch() > epoch) {
        throw new LogException(
            Reason.FENCED,
            "The database at "
                + found.address()
                + " was taken by another process (epoch "
                + slots.epoch()
                + ", here "
                + epoch
                + ") while it was being opened");
      }
      LogTail before = slots.tail();
      long number = before.slot() + 1;
      SlotCreation creation =
          new SlotCreation(
              log,
              new Slot(format.database(), number, epoch, writer, batch, before.chain(), records));
      switch (creation.run(calls.settings().outcomeMillis())) {
        case SlotCreation.Created created -> {
          if (calls.settings().keeps(ProtocolRule.OPENER_GUARD)
              && !calls.settings().isClose(slots.trustedMillis(), created.createdMillis())
              && reader.read().head().floor() >= number) {
            return null;
          }
          env.faultPoint("fence written");
          upper.endOfSlot(number);
          LogTail tail = new LogTail(number, creation.chain(), created.createdMillis());
          LogWriter out = new LogWriter(log, reader, epoch, writer, tail, batch, upper::endOfSlot);
          WriteSession session =
              new WriteSession(calls, format, heads, taken, state, out, writer, epoch);
          session.start();
          return session;
        }
        case SlotCreation.Occupied occupied -> {}
        case SlotCreation.Refused refused -> throw refused.error();
        case SlotCreation.Unknown unknown ->
            throw new LogException(
                Reason.STORE,
                "Could not open the database at "
                    + found.address()
                    + " for writing: the store"
                    + " does not tell whether log slot "
                    + number
                    + " was written");
      }
    }
  }

  private StoreCalls calls(DatabaseFormat format) {
    return new StoreCalls(
        env,
        found.store(),
        found.key(""),
        found.settings().withRetention(format.retentionMillis()));
  }

  private static void check(DatabaseFormat format, HeadReader.Seen seen) throws LogException {
    if (!seen.head().database().equals(format.database())) {
      throw new LogException(
          Reason.DAMAGED,
          "format.json and head are of two databases: "
              + format.database()
              + " and "
              + seen.head().database());
    }
  }

  private LogException noDatabase() {
    return new LogException(Reason.NO_DATABASE, "There is no database at " + found.address());
  }

  private @Nullable DatabaseFormat format() throws LogException {
    for (int attempt = 1; ; attempt++) {
      byte[] body = found.fetch(DatabaseCreation.FORMAT, DatabaseFormat.SIZE_MAX).body();
      if (body == null) {
        return null;
      }
      try {
        return DatabaseFormat.decode(body);
      } catch (FormatException e) {
        if (attempt == 3) {
          throw new LogException(Reason.DAMAGED, e.getMessage() + " (" + found.address() + ")", e);
        }
      } catch (IllegalArgumentException e) {
        throw new LogException(Reason.DAMAGED, "format.json: " + e.getMessage(), e);
      }
    }
  }

  private void create(OpenOptions options) throws LogException {
    if (!options.create()) {
      throw noDatabase();
    }
    new DatabaseCreation(found, heads).create();
  }

  /** The head as it is, or built again from the log. */
  private HeadReader.Seen recovered() throws LogException {
    DatabaseFormat format = format();
    if (format == null) {
      throw noDatabase();
    }
    return new HeadRecovery(calls(format), heads, format).recover();
  }
}
