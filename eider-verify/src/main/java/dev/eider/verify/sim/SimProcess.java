// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import dev.eider.base.env.Env;
import dev.eider.base.env.SeededRandom;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * One simulated process and its environment: clocks that go wrong, threads that take turns, death
 * and pauses. Only under the baton.
 */
public final class SimProcess implements Env {
  /** What a clock of the simulated server shows at the start, milliseconds since 1970. */
  static final long EPOCH_MILLIS = 1_800_000_000_000L;

  /**
   * How a process lives.
   *
   * @param killChance that it dies at one of its points
   * @param pauseChance that all of it stands still for a while at one of its points
   * @param pauseNanosMax for how long at most
   * @param stallChance that one thread stands still for a moment at one of its points
   * @param hotPoint how the names of points begin at which it stands still more often; empty for
   *     none
   * @param hotChance how often it stands still there
   * @param killAtPoint the point at which it dies for certain; 0 for none
   */
  public record Nature(
      double killChance,
      double pauseChance,
      long pauseNanosMax,
      double stallChance,
      List<String> hotPoints,
      double hotChance,
      long killAtPoint) {
    /** Lives for ever. */
    public static final Nature IMMORTAL = new Nature(0, 0, 1, 0, List.of(), 0, 0);

    /** Dies at a given point. */
    public static Nature dyingAt(long point) {
      return new Nature(0, 0, 1, 0, List.of(), 0, point);
    }
  }

  private static final long PAUSE_NANOS_MIN = 10_000_000;

  private final Simulation simulation;
  private final String name;
  private final Nature nature;
  private final Set<SimThread> threads = new LinkedHashSet<>();
  private final List<SimThread> held = new ArrayList<>();
  private final Set<SimThread> waiting = new LinkedHashSet<>();
  private final long clockSkewMicros;
  private final Map<String, Long> pauses = new TreeMap<>();
  private final List<Runnable> onDeath = new ArrayList<>();
  private boolean dead;
  private boolean paused;
  private long resumesAt;
  private long suspendedNanos;
  private long jumpMicros;
  private long points;

  /** A process whose clock is off by up to a day. */
  public SimProcess(Simulation simulation, String name, Nature nature) {
    this.simulation = simulation;
    this.name = name;
    this.nature = nature;
    this.clockSkewMicros = (simulation.random().nextInt(172_800) - 86_400) * 1_000_000L;
    simulation.register(this);
  }

  /** Its name in traces. */
  public String name() {
    return name;
  }

  /** Whether it has died. */
  public boolean isDead() {
    return dead;
  }

  /** How many points it has passed: where it could have died. */
  public long points() {
    return points;
  }

  /** Lets it stand still for a time when it comes to a point of that name for the first time. */
  public void pauseAt(String pointName, long nanos) {
    pauses.put(pointName, nanos);
  }

  /** Runs an action when it dies. */
  void onDeath(Runnable action) {
    onDeath.add(action);
  }

  /** Starts one of its threads. */
  public void start(String threadName, Runnable body) {
    threads.add(simulation.start(this, threadName, body));
  }

  /** Ends it now: its threads end the next time they have their turn. */
  public void kill(String why) {
    if (dead) {
      return;
    }
    dead = true;
    paused = false;
    simulation.note(name, "dies: " + why);
    onDeath.forEach(Runnable::run);
    List<SimThread> wakened = new ArrayList<>(held);
    held.clear();
    wakened.addAll(waiting);
    waiting.clear();
    wakened.forEach(simulation::wake);
  }

  /** Lets it stand still, as a suspended machine does. */
  public void pause(long nanos) {
    if (dead || paused) {
      return;
    }
    paused = true;
    resumesAt = simulation.now() + nanos;
    boolean monotonicStops = simulation.chance(0.5);
    simulation.note(name, "pauses for " + nanos / 1_000_000 + " ms");
    simulation.at(
        resumesAt,
        () -> {
          if (!dead) {
            paused = false;
            suspendedNanos += monotonicStops ? nanos : 0;
            simulation.note(name, "resumes");
            List<SimThread> wakened = new ArrayList<>(held);
            held.clear();
            wakened.forEach(simulation::wake);
          }
        });
  }

  /** Keeps a thread that was woken while the process stands still. */
  boolean holds(SimThread thread) {
    if (paused && !dead) {
      held.add(thread);
      return true;
    }
    return false;
  }

  void forget(SimThread thread) {
    threads.remove(thread);
  }

  /** A place where the scheduler may choose another thread, or fate may strike. */
  void point(String what) {
    SimThread me = me();
    checkAlive();
    points++;
    simulation.note(me.name, what);
    if (nature.killAtPoint == points || simulation.chance(nature.killChance)) {
      kill("at " + what);
      throw new ProcessKilled();
    }
    Long planned = pauses.remove(what);
    if (planned != null) {
      pause(planned);
    }
    boolean hot = nature.hotPoints.stream().anyMatch(what::startsWith);
    if (hot && simulation.chance(nature.hotChance / 2)) {
      stall(simulation.logUniform(1_000_000_000, nature.pauseNanosMax / 3));
    } else if (simulation.chance(hot ? nature.hotChance : nature.pauseChance)) {
      pause(
          simulation.chance(0.5)
              ? simulation.logUniform(PAUSE_NANOS_MIN, nature.pauseNanosMax)
              : simulation.random().nextLong(nature.pauseNanosMax) + 1);
    }
    if (simulation.chance(nature.stallChance)) {
      stall(simulation.logUniform(1_000_000, 20_000_000_000L));
    } else {
      simulation.wake(me);
      simulation.block(me);
    }
    checkAlive();
  }

  /** One thread stands still, while the others of its process go on. */
  private void stall(long nanos) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    simulation.at(simulation.now() + nanos, () -> over.complete(null));
    waitFor(over);
  }

  /** Waits until the future is done, or the process is dead. */
  void waitFor(CompletableFuture<?> future) {
    SimThread me = me();
    checkAlive();
    if (!future.isDone()) {
      waiting.add(me);
      var unused =
          future.whenComplete((value, error) -> {
            if (waiting.remove(me)) {
              simulation.wake(me);
            }
          });
      simulation.block(me);
    }
    checkAlive();
  }

  private void checkAlive() {
    if (dead) {
      throw new ProcessKilled();
    }
  }

  private SimThread me() {
    SimThread me = Carrier.current();
    if (me == null || me.process != this) {
      throw new IllegalStateException(
          "a thread of "
              + (me == null ? "no process" : me.process.name)
              + " uses the environment of "
              + name);
    }
    return me;
  }

  @Override
  public long nanoTime() {
    return 77_000_000_000L + simulation.now() - suspendedNanos;
  }

  /** The wall clock, which is wrong by hours and jumps. */
  @Override
  public long epochMicros() {
    if (simulation.chance(0.01)) {
      jumpMicros = (simulation.random().nextInt(7200) - 3600) * 1_000_000L;
    }
    return EPOCH_MILLIS * 1000 + simulation.now() / 1000 + clockSkewMicros + jumpMicros;
  }

  @Override
  public String defaultTimeZone() {
    return "UTC";
  }

  @Override
  public RandomGenerator newRandom() {
    return new SeededRandom(simulation.random().nextLong());
  }

  /** Pools wait where the scheduler cannot see it. */
  @Override
  public ExecutorService newPool(String poolName, int size) {
    throw new UnsupportedOperationException("simulated code starts threads, not pools");
  }

  @Override
  public Thread startThread(String threadName, Runnable body) {
    point("starts " + threadName);
    SimThread thread = simulation.start(this, threadName, body);
    threads.add(thread);
    return thread.carrier();
  }

  @Override
  public Thread startVirtualThread(String threadName, Runnable body) {
    return startThread(threadName, body);
  }

  @Override
  public CompletableFuture<Void> delay(long amount, TimeUnit unit) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    ends(done, simulation.now() + unit.toNanos(amount));
    return done;
  }

  /** A delay does not end while the process stands still. */
  private void ends(CompletableFuture<Void> done, long time) {
    simulation.at(
        time,
        () -> {
          if (paused && !dead) {
            ends(done, resumesAt);
          } else if (!dead) {
            done.complete(null);
          }
        });
  }

  @Override
  public void await(CompletableFuture<?> future) {
    point("waits");
    waitFor(future);
  }

  @Override
  public void faultPoint(String what) {
    point(what);
  }

  /** The simulation it lives in. */
  public Simulation simulation() {
    return simulation;
  }

  /** The thread's name for notes; the process's outside of its threads. */
  String noteName() {
    SimThread me = Carrier.current();
    return me == null ? name : me.name;
  }
}
