// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import dev.eider.base.env.SeededRandom;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of one run: virtual time, events, and the threads of all simulated processes, of
 * which the one with the baton runs.
 *
 * <p>Invariants: everything here is touched only with the baton, which is passed through the
 * volatile flag of a {@link Carrier}. All choices come from {@link #random()} in the order in which
 * they are made, so a seed determines the run.
 */
public final class Simulation {
  /** A run that goes on for so many steps has no end. */
  private static final long STEPS_MAX = 3_000_000;

  private record Event(long time, long number, Runnable action) {}

  private final SeededRandom random;
  private final Trace trace;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::time).thenComparingLong(Event::number));
  private final List<SimThread> runnable = new ArrayList<>();
  private final List<SimProcess> processes = new ArrayList<>();
  private final Semaphore finished = new Semaphore(0);
  private long now;
  private long numbers;
  private long steps;
  private int threads;
  private boolean ending;
  private boolean monitorsChecked;
  private @Nullable String failure;
  private @Nullable Throwable cause;

  /** A run of a seed; {@code traced} keeps the text of what happens. */
  public Simulation(long seed, boolean traced) {
    this.random = new SeededRandom(seed * 0x9E3779B97F4A7C15L + 1);
    this.trace = new Trace(traced);
  }

  /**
   * From now on a thread that passes the baton on while it holds a monitor is a violation; slow.
   */
  void checkMonitors() {
    monitorsChecked = true;
  }

  private void checkMonitorsOf(SimThread thread) {
    ThreadInfo info =
        ManagementFactory.getThreadMXBean()
            .getThreadInfo(new long[] {Thread.currentThread().threadId()}, true, false)[0];
    if (info != null && info.getLockedMonitors().length > 0) {
      fail(thread.name + " waits with " + Arrays.toString(info.getLockedMonitors()), null);
    }
  }

  /** What the outcome of a run is. */
  public record Outcome(
      @Nullable String failure,
      @Nullable Throwable cause,
      long traceHash,
      long steps,
      long nanos) {}

  /**
   * Runs a script in a process of its own that never dies, until it returns; then ends all others.
   * Called by a thread outside of the simulation.
   */
  public Outcome run(Runnable script) {
    SimProcess harness = new SimProcess(this, "harness", SimProcess.Nature.IMMORTAL);
    harness.start(
        "script",
        () -> {
          script.run();
          finish();
        });
    passTo(pick());
    finished.acquireUninterruptibly();
    return new Outcome(failure, cause, trace.hash(), steps, now);
  }

  /** The text of the run, when it was traced. */
  public List<String> traceLines() {
    return trace.lines();
  }

  /** The source of all chance. */
  public SeededRandom random() {
    return random;
  }

  /** Virtual time in nanoseconds since the start. */
  public long now() {
    return now;
  }

  /** Whether something happens in one of so many cases. */
  public boolean chance(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  /** A duration between two bounds, each order of magnitude as likely as another. */
  public long logUniform(long least, long most) {
    double low = Math.log(least);
    double high = Math.log(most);
    return (long) Math.exp(low + (high - low) * random.nextDouble());
  }

  /** Notes what happened. */
  public void note(String who, String what) {
    trace.add(now, who, what);
  }

  /** Ends the run: an invariant does not hold. */
  public void fail(String what, @Nullable Throwable reason) {
    if (failure == null && !ending) {
      failure = what;
      cause = reason;
      note("VIOLATION", what);
    }
    finish();
  }

  /** Whether the run is over and only unwinds. */
  boolean isEnding() {
    return ending;
  }

  void register(SimProcess process) {
    processes.add(process);
  }

  /** Runs an action later, without a thread; it must not wait. */
  void at(long time, Runnable action) {
    if (!ending) {
      events.add(new Event(Math.max(time, now), numbers++, action));
    }
  }

  SimThread start(SimProcess process, String name, Runnable body) {
    SimThread thread = new SimThread(this, process, name, body);
    threads++;
    wake(thread);
    return thread;
  }

  /** The thread may run from now on. */
  void wake(SimThread thread) {
    if (!thread.process.holds(thread)) {
      runnable.add(thread);
    }
  }

  /** Passes the baton on and waits until somebody has woken this thread and it is its turn. */
  void block(SimThread me) {
    step();
    if (monitorsChecked && !ending) {
      checkMonitorsOf(me);
    }
    SimThread next = pick();
    if (next != me) {
      passTo(next);
      me.carrier().waitForBaton();
    }
  }

  private void step() {
    if (++steps > STEPS_MAX && !ending) {
      fail("no end after " + STEPS_MAX + " steps", null);
    }
  }

  private void finish() {
    if (!ending) {
      ending = true;
      events.clear();
      for (SimProcess process : processes) {
        process.kill("the run is over");
      }
    }
  }

  void ended(SimThread thread) {
    threads--;
    thread.process.forget(thread);
    if (threads == 0 && ending) {
      thread.carrier().release();
      finished.release();
      return;
    }
    SimThread next = pick();
    thread.carrier().release();
    passTo(next);
  }

  private static void passTo(SimThread next) {
    next.carrier().give();
  }

  /** The next thread to run; lets time pass until there is one. */
  private SimThread pick() {
    while (runnable.isEmpty()) {
      Event event = events.poll();
      if (event == null) {
        fail("all threads wait, and nothing will happen", null);
      } else {
        now = event.time;
        event.action.run();
      }
    }
    int last = runnable.size() - 1;
    int chosen = last == 0 ? 0 : random.nextInt(last + 1);
    SimThread next = runnable.get(chosen);
    runnable.set(chosen, runnable.get(last));
    runnable.remove(last);
    return next;
  }
}
