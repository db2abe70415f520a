// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.manifest;

import dev.eider.storage.format.v1.Checkpoint;
import dev.eider.storage.format.v1.CheckpointRecord;
import dev.eider.storage.format.v1.DatabaseFormat;
import dev.eider.storage.format.v1.Head;
import dev.eider.storage.format.v1.Owner;
import dev.eider.storage.format.v1.Retired;
import dev.eider.storage.format.v1.Root;
import dev.eider.storage.format.v1.Snapshot;
import dev.eider.storage.wal.HeadReader;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.LogException.Reason;
import dev.eider.storage.wal.LogRecord;
import dev.eider.storage.wal.LogWriter;
import dev.eider.storage.wal.ProtocolRule;
import dev.eider.storage.wal.RecordType;
import dev.eider.storage.wal.StoreCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A database open for writing. Any thread; a thread of its own renews the lease.
 *
 * <p>Invariants: {@link #current} is the head as this process wrote or read it last, and is touched
 * only in {@link #headTurn}. Checkpoints and snapshots are published one at a time, in {@link
 * #publishTurn}, because a checkpoint's record repeats the list of snapshots.
 */
public final class WriteSession implements AutoCloseable {
  private final StoreCalls calls;
  private final DatabaseFormat format;
  private final HeadStore heads;
  private final ProtocolState state;
  private final LogWriter log;
  private final UUID writer;
  private final long epoch;
  private final Turn headTurn;
  private final Turn publishTurn;
  private final GarbageCollector collector;
  private final CompletableFuture<Void> closing = new CompletableFuture<>();
  private final CompletableFuture<Void> renewalEnded = new CompletableFuture<>();
  private HeadReader.Seen current;

  /**
   * Whether a checkpoint or a snapshot may or may not be in the log. Set by the thread that waits
   * for it, cleared by the log's when it is.
   */
  private volatile boolean uncertain;

  WriteSession(
      StoreCalls calls,
      DatabaseFormat format,
      HeadStore heads,
      HeadReader.Seen taken,
      ProtocolState state,
      LogWriter log,
      UUID writer,
      long epoch) {
    this.calls = calls;
    this.format = format;
    this.heads = heads;
    this.current = taken;
    this.state = state;
    this.log = log;
    this.writer = writer;
    this.epoch = epoch;
    this.headTurn = new Turn(calls);
    this.publishTurn = new Turn(calls);
    this.collector = new GarbageCollector(calls, this, state, epoch);
    Checkpoint named = taken.head().checkpoint();
    if (named != null) {
      collector.named(named, taken.storeMillis());
    }
  }

  void start() {
    log.start();
    calls.env().startThread("eider-lease", this::renew);
  }

  /** The epoch of this writer; names of the objects it makes begin with it. */
  public long epoch() {
    return epoch;
  }

  /** The identity of the database. */
  public UUID database() {
    return format.database();
  }

  /** Why nothing can be written any more; null while it can. */
  public @Nullable LogException failure() {
    return log.failure();
  }

  /** The last slot that was acknowledged. */
  public long lastSlot() {
    return log.tail().slot();
  }

  /** The newest checkpoint in the log; null before the first. */
  public @Nullable Checkpoint newestCheckpoint() {
    return state.newest();
  }

  /** All named snapshots. */
  public List<Snapshot> snapshots() {
    return state.snapshots();
  }

  /** Removes what nothing needs any more. */
  public GarbageCollector collector() {
    return collector;
  }

  /**
   * Queues a commit.
   *
   * @param publish called when it is durable, in the order of the log; must not wait
   * @return see {@link LogWriter#append}
   */
  public CompletableFuture<Long> commit(byte[] payload, LongConsumer publish) {
    return log.append(List.of(new LogRecord(RecordType.COMMIT, payload)), publish);
  }

  /**
   * Publishes a checkpoint: its record in the log, then its name in head. The objects of its root
   * are in the store already.
   *
   * @param coversThrough a slot of this writer, its fence or later; the root is the state after it
   * @param retired objects that the root does not need and the checkpoint before it did; the {@code
   *     died} of each becomes {@code coversThrough}
   * @throws LogException those of an append; STORE when head could not be written: the checkpoint
   *     is in the log then, and the next one makes up for it
   */
  public void publishCheckpoint(long coversThrough, Root root, List<Retired> retired)
      throws LogException {
    publishTurn.take(() -> {
      List<Retired> all = state.retired();
      retired.forEach(one -> all.add(new Retired(one.key(), one.born(), coversThrough)));
      CheckpointRecord record =
          new CheckpointRecord(
              coversThrough, log.chainOf(coversThrough), epoch, root, all, state.snapshots());
      long slot =
          appendAndWait(
              new LogRecord(RecordType.CHECKPOINT, record.encode()),
              at -> state.published(at, record));
      calls.env().faultPoint("checkpoint in the log");
      Checkpoint checkpoint = record.in(slot);
      if (!calls.settings().keeps(ProtocolRule.COVERING_CHECKPOINT)) {
        checkpoint = new Checkpoint(slot, slot, log.chainOf(slot), epoch, root);
      }
      name(checkpoint);
      log.forgetBefore(coversThrough);
      return slot;
    });
  }

  private void name(Checkpoint checkpoint) throws LogException {
    HeadReader.Seen seen = updateHead(head -> head.withCheckpoint(checkpoint));
    collector.named(checkpoint, seen.storeMillis());
    calls.env().faultPoint("checkpoint in head");
  }

  /**
   * Gives the newest checkpoint a name: its version stays readable until the name is dropped.
   *
   * @throws LogException REFUSED when the name is taken or there is no checkpoint; those of an
   *     append
   */
  public Snapshot createSnapshot(String name) throws LogException {
    return publishTurn.take(() -> {
      Checkpoint checkpoint = state.newest();
      if (state.snapshot(name) != null || checkpoint == null) {
        throw new LogException(
            Reason.REFUSED,
            checkpoint == null
                ? "There is no checkpoint to give the name " + name
                : "There is a snapshot " + name + " already");
      }
      Snapshot snapshot = new Snapshot(name, checkpoint.coversThrough(), checkpoint.root());
      state.prepare(snapshot);
      long floor = headTurn.take(() -> current.head().floor());
      if (snapshot.version() < floor) {
        state.decided(name);
        throw new LogException(
            Reason.SNAPSHOT_TOO_OLD,
            "Version " + snapshot.version() + " is below the floor " + floor);
      }
      try {
        appendAndWait(
            new LogRecord(RecordType.SNAPSHOT_CREATE, snapshot.encode()),
            at -> state.created(snapshot));
      } catch (LogException e) {
        if (e.reason() != Reason.OUTCOME_UNKNOWN && e.reason() != Reason.INTERRUPTED) {
          state.decided(name);
        }
        throw e;
      }
      state.decided(name);
      return snapshot;
    });
  }

  /** Gives a name up. */
  public void dropSnapshot(String name) throws LogException {
    publishTurn.take(() -> {
      if (state.snapshot(name) == null) {
        throw new LogException(Reason.REFUSED, "There is no snapshot " + name);
      }
      return appendAndWait(
          new LogRecord(RecordType.SNAPSHOT_DROP, Snapshot.encodeDrop(name)),
          at -> state.dropped(name, at));
    });
  }

  private long appendAndWait(LogRecord one, LongConsumer publish) throws LogException {
    if (uncertain) {
      throw new LogException(
          Reason.READ_ONLY,
          "It is not known yet whether the last checkpoint or snapshot was published");
    }
    uncertain = true;
    CompletableFuture<Long> acknowledged =
        log.append(
            List.of(one),
            at -> {
              publish.accept(at);
              uncertain = false;
            });
    calls.await(acknowledged);
    if (acknowledged.state() == CompletableFuture.State.SUCCESS) {
      return acknowledged.resultNow();
    }
    if (acknowledged.exceptionNow() instanceof LogException e) {
      uncertain = e.reason() == Reason.OUTCOME_UNKNOWN && uncertain;
      throw new LogException(e.reason(), String.valueOf(e.getMessage()), e);
    }
    throw new IllegalStateException(acknowledged.exceptionNow());
  }

  /** The head as it is now, which is ours. */
  HeadReader.Seen readHead() throws LogException {
    return headTurn.take(() -> {
      current = ours(heads.reader().read());
      return current;
    });
  }

  /** Replaces the head, which stays ours. */
  HeadReader.Seen updateHead(UnaryOperator<Head> change) throws LogException {
    return headTurn.take(() -> update(change));
  }

  private HeadReader.Seen update(UnaryOperator<Head> change) throws LogException {
    while (true) {
      Head changed = change.apply(current.head()).withTail(log.tail().slot());
      HeadReader.Seen written = heads.replace(current, changed);
      if (written != null) {
        current = written;
        return written;
      }
      // Somebody else was first, or an earlier write of ours of which we had not heard.
      current = ours(heads.reader().read());
    }
  }

  private HeadReader.Seen ours(HeadReader.Seen seen) throws LogException {
    Owner owner = seen.head().owner();
    if (owner != null && owner.writer().equals(writer)) {
      return seen;
    }
    LogException lost =
        new LogException(
            Reason.FENCED,
            "The database at "
                + calls.address()
                + " has been taken by "
                + (owner == null
                    ? "another process"
                    : "host " + owner.host() + " pid " + owner.pid())
                + " (epoch "
                + seen.head().epoch()
                + ", here "
                + epoch
                + "); open the database again");
    log.fail(lost);
    throw lost;
  }

  private void renew() {
    try {
      while (!closing.isDone() && log.failure() == null) {
        calls.await(
            CompletableFuture.anyOf(
                closing,
                calls.env().delay(calls.settings().leaseRenewalMillis(), TimeUnit.MILLISECONDS)));
        if (!closing.isDone()) {
          renewOnce();
        }
      }
    } catch (LogException e) {
      log.fail(e);
    } finally {
      renewalEnded.complete(null);
    }
  }

  /** A store that does not answer costs the lease at worst, never the writer: it tries again. */
  private void renewOnce() throws LogException {
    try {
      updateHead(head -> head);
    } catch (LogException e) {
      if (e.reason() != Reason.STORE && e.reason() != Reason.DAMAGED) {
        throw e;
      }
    }
  }

  /** Writes what is queued and gives the lease back. */
  @Override
  public void close() throws LogException {
    closing.complete(null);
    log.close();
    calls.await(renewalEnded);
    LogException failed = log.failure();
    if (failed == null || failed.reason() != Reason.FENCED) {
      updateHead(head -> head.withOwner(null, head.epoch(), head.ttlMillis()));
    }
  }

  /** Names of objects that a root or a snapshot may need, for the sweep of orphans. */
  List<String> retiredKeys() {
    List<String> keys = new ArrayList<>();
    state.retired().forEach(one -> keys.add(one.key()));
    return keys;
  }
}
