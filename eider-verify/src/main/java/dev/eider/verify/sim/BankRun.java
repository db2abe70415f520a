// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import dev.eider.storage.manifest.DatabaseOpener;
import dev.eider.storage.manifest.HostIdentity;
import dev.eider.storage.manifest.OpenOptions;
import dev.eider.storage.manifest.ReadSession;
import dev.eider.storage.manifest.WriteSession;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.LogException.Reason;
import dev.eider.storage.wal.ProtocolRule;
import dev.eider.storage.wal.ProtocolSettings;
import dev.eider.storage.wal.StoreCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One run of the bank: writers that take the database from one another, readers of all kinds,
 * checkpoints and garbage collection, hours of it, under the faults of a seed. At the end all is
 * quiet, and what is left is compared with what was promised.
 */
public final class BankRun {
  static final long SECOND = 1_000_000_000L;

  /** R of the runs. */
  static final long RETENTION_MILLIS = ProtocolSettings.RETENTION_MILLIS_MIN;

  static final long RETENTION = RETENTION_MILLIS * 1_000_000;

  /** Where it hurts to stand still: each run prefers one of them. */
  private static final List<String> HOT =
      List.of(
          "",
          "",
          "starts eider-slot-put",
          "create log/",
          "reply of create log/",
          "tail log/",
          "reply of tail log/",
          "tail head",
          "reply of tail head",
          "cas head",
          "put pins/",
          "reply of put pins/",
          "reply of list pins/",
          "reply of list log/",
          "delete ",
          "lease taken",
          "checkpoint in the log",
          "slot unclear",
          "pins listed");

  private static final int WRITERS = 2;
  private static final int READERS = 3;

  private final long seed;
  private final Simulation simulation;
  private final SimBucket bucket;
  private final Oracle oracle;
  private final ProtocolSettings settings;
  private final SimFaults faults;
  private final SimProcess.Nature nature;
  private final long length;
  private final Focus focus;

  /** Whether the upkeep follows at short intervals. */
  private final boolean busy;

  private final List<SimProcess> alive = new ArrayList<>();
  private boolean stopping;
  private int lives;

  /** What came of a run. */
  public record Result(
      long seed, Simulation.Outcome outcome, int acknowledged, String summary, List<String> trace) {
    /** Whether all promises were kept. */
    public boolean isClean() {
      return outcome.failure() == null;
    }

    /** The line that a report shows. */
    public String line() {
      return "seed "
          + seed
          + ": "
          + (isClean() ? "ok" : "VIOLATION: " + outcome.failure())
          + " ("
          + summary
          + "; "
          + outcome.steps()
          + " steps, "
          + outcome.nanos() / 60_000_000_000L
          + " min, trace "
          + Long.toHexString(outcome.traceHash())
          + ")";
    }
  }

  /**
   * What the runs of a search are about; empty for anything.
   *
   * @param hotPoints where processes stand still most
   */
  public record Focus(List<String> hotPoints) {
    /** Nothing in particular. */
    public static final Focus NONE = new Focus(List.of());

    boolean isSet() {
      return !hotPoints.isEmpty();
    }
  }

  private BankRun(long seed, Set<ProtocolRule> broken, boolean traced, Focus focus) {
    this.focus = focus;
    this.seed = seed;
    this.simulation = new Simulation(seed, traced);
    long skew = simulation.chance(0.5) ? 0 : simulation.logUniform(1_000, 60_000);
    this.bucket = new SimBucket(simulation, skew);
    this.oracle = new Oracle(simulation, bucket);
    bucket.watch(oracle);
    this.settings =
        new ProtocolSettings(
                RETENTION_MILLIS,
                120_000,
                40_000,
                1_000,
                50,
                5_000,
                5,
                60_000,
                1 << 16,
                4,
                Set.of())
            .without(broken);
    SimFaults some = SimFaults.some(simulation, 3 * RETENTION, skew);
    this.faults = focus.isSet() ? some.withLostReplies(0.1) : some;
    String hot = HOT.get(simulation.random().nextInt(HOT.size()));
    this.nature =
        new SimProcess.Nature(
            simulation.chance(0.5) ? 0 : simulation.logUniform(50, 1_000) / 1e6,
            simulation.chance(0.3) ? 0 : simulation.logUniform(200, 5_000) / 1e6,
            focus.isSet() ? RETENTION / 5 * 6 : 3 * RETENTION,
            simulation.chance(0.5) ? 0 : simulation.logUniform(1_000, 50_000) / 1e6,
            focus.isSet() ? focus.hotPoints : hot.isEmpty() ? List.of() : List.of(hot),
            0.05 + simulation.random().nextDouble() * 0.3,
            0);
    this.busy = simulation.chance(0.5) || focus.isSet();
    this.length = simulation.random().nextLong(3 * RETENTION, 10 * RETENTION);
  }

  /** Runs a seed with all rules, or without some. */
  public static Result run(long seed, Set<ProtocolRule> broken, boolean traced) {
    return run(seed, broken, traced, Focus.NONE);
  }

  /** The same, looking at something in particular. */
  public static Result run(long seed, Set<ProtocolRule> broken, boolean traced, Focus focus) {
    BankRun run = new BankRun(seed, broken, traced, focus);
    Simulation.Outcome outcome = run.simulation.run(run::script);
    return new Result(
        seed,
        outcome,
        run.oracle.acknowledgedCount(),
        run.oracle.summary(),
        run.simulation.traceLines());
  }

  /** The same, and no thread may wait while it holds a monitor. */
  static Result runWithoutMonitors(long seed) {
    BankRun run = new BankRun(seed, Set.of(), false, Focus.NONE);
    run.simulation.checkMonitors();
    Simulation.Outcome outcome = run.simulation.run(run::script);
    return new Result(
        seed, outcome, run.oracle.acknowledgedCount(), run.oracle.summary(), List.of());
  }

  private void script() {
    SimProcess harness = currentProcess();
    for (int i = 0; i < WRITERS; i++) {
      int number = i;
      spawnLater(() -> spawnWriter(number));
    }
    for (int i = 0; i < READERS; i++) {
      int number = i;
      spawnLater(() -> spawnReader(number));
    }
    harness.await(harness.delay(length, TimeUnit.NANOSECONDS));
    stopping = true;
    List.copyOf(alive).forEach(process -> process.kill("the run ends"));
    harness.await(harness.delay(4 * RETENTION, TimeUnit.NANOSECONDS));
    checkEnd(harness);
  }

  static SimProcess currentProcess() {
    SimThread me = Carrier.current();
    if (me == null) {
      throw new IllegalStateException("outside of the simulation");
    }
    return me.process;
  }

  private void spawnLater(Runnable spawn) {
    simulation.at(
        simulation.now() + simulation.logUniform(SECOND / 10, RETENTION / 4),
        () -> {
          if (!stopping) {
            spawn.run();
          }
        });
  }

  /** A new process in place of one that has died, which is followed by another when it dies. */
  private Life life(String name, Runnable next) {
    SimProcess process = new SimProcess(simulation, name + "." + ++lives, nature);
    alive.add(process);
    process.onDeath(() -> {
      alive.remove(process);
      if (!stopping) {
        spawnLater(next);
      }
    });
    SimStore store = new SimStore(process, bucket, faults, SimStore.AtDeath.CHANCE);
    return new Life(this, process, store, settings);
  }

  private void spawnWriter(int number) {
    Life life = life("writer" + number, () -> spawnWriter(number));
    life.process().start(life.name(), () -> new BankWriter(life).live());
  }

  private void spawnReader(int number) {
    Life life = life("reader" + number, () -> spawnReader(number));
    life.process().start(life.name(), () -> new BankReader(life).live());
  }

  /** One life of a process. */
  record Life(BankRun run, SimProcess process, SimStore store, ProtocolSettings settings) {
    String name() {
      return process.name();
    }

    Simulation simulation() {
      return run.simulation;
    }

    Oracle oracle() {
      return run.oracle;
    }

    StoreCalls calls() {
      return new StoreCalls(process, store, "", settings);
    }

    BankState state() {
      return new BankState(calls(), oracle(), name());
    }

    DatabaseOpener opener() {
      return new DatabaseOpener(process, store, "", settings, new SimHost(name()));
    }

    /** The longest time between two rounds of upkeep. */
    long upkeepMax() {
      return run.busy ? 40 * SECOND : RETENTION / 2;
    }

    /** The longest time in which a client thinks. */
    long thinkMax() {
      return run.focus.isSet() ? 30 * SECOND : RETENTION / 2;
    }

    /** How often a reader is slow to pin, and for how long at least. */
    double slowPins() {
      return run.focus.isSet() ? 0.8 : 0.3;
    }

    void pause(long least, long most) {
      process.await(process.delay(simulation().logUniform(least, most), TimeUnit.NANOSECONDS));
    }

    /** Errors that faults excuse; all others are violations. */
    void excuse(LogException e) {
      boolean excused =
          switch (e.reason()) {
            case FENCED, OWNED, OUTCOME_UNKNOWN, READ_ONLY, CLOSED, STORE -> true;
            case SNAPSHOT_TOO_OLD -> true;
            case DAMAGED -> run.faults.wrongBytes() > 0;
            case NO_DATABASE, HEAD_LOST, TOO_LARGE, REFUSED, BROKEN_LOG, INTERRUPTED -> false;
          };
      if (!excused) {
        simulation().fail(name() + ": " + e.reason() + ": " + e.getMessage(), e);
      }
      simulation().note(name(), "gets " + e.reason());
    }
  }

  /** Each process is a machine of its own. */
  private record SimHost(String host) implements HostIdentity {
    @Override
    public long pid() {
      return 1;
    }

    @Override
    public String bootId() {
      return host;
    }

    @Override
    public boolean isAlive(long pid) {
      return true;
    }
  }

  private void checkEnd(SimProcess harness) {
    SimStore store = new SimStore(harness, bucket, SimFaults.NONE, SimStore.AtDeath.CHANCE);
    Life last = new Life(this, harness, store, settings);
    try {
      BankState read = last.state();
      ReadSession reader;
      try {
        reader = last.opener().openForRead(read);
      } catch (LogException e) {
        if (e.reason() == Reason.NO_DATABASE && oracle.acknowledgedCount() == 0) {
          return;
        }
        throw e;
      }
      checkEnd(read, reader.slot());
      BankState written = last.state();
      WriteSession session = last.opener().openForWrite(written, OpenOptions.FORCE);
      checkEnd(written, session.lastSlot());
      CompletableFuture<Long> commit =
          session.commit(new Transfer(oracle.newTransfer(), 0, 0, 0).encode(), slot -> {});
      harness.await(commit);
      session.close();
      reader.refresh();
      checkEnd(read, reader.slot());
    } catch (LogException e) {
      simulation.fail("at the end: " + e.reason() + ": " + e.getMessage(), e);
    }
  }

  private void checkEnd(BankState state, long slot) {
    BankState.Frozen frozen = state.freeze();
    if (frozen == null || frozen.slot() != slot) {
      simulation.fail("the last reader stands at slot " + slot + " with " + frozen, null);
      return;
    }
    oracle.checkEnd(slot, frozen.accounts());
  }
}
