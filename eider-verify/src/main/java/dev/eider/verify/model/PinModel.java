// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.model;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A reader that pins a version against two collectors, each of which may sleep at any step.
 * Versions are numbered from 0; pack p is needed by the versions p and p + 1. The floor is the
 * oldest version that collectors keep; a collector raises it by compare and swap, lists the pins,
 * and deletes the packs that no version from the floor on and no pin needs; each delete arrives at
 * any later time.
 */
public final class PinModel implements Explorer.Model<PinModel.State> {
  private static final int LAST_VERSION = 3;
  private static final int NO_PIN = -1;

  /** The three parts of rule V7. */
  public enum Rule {
    /** The reader looks at the floor after it has written its pin. */
    LOOK_AFTER_PIN,
    /** The collector raises the floor before it lists pins. */
    FLOOR_BEFORE_LIST,
    /** The reader writes its pin before it looks at the floor. */
    PIN_BEFORE_LOOK
  }

  enum CollectorPhase {
    IDLE,
    CHOSEN,
    RAISED,
    LISTED
  }

  enum ReaderPhase {
    IDLE,
    KNOWS_VERSION,
    LOOKS,
    READS,
    WRITES_PIN
  }

  /**
   * A collector.
   *
   * @param target the floor it wants
   * @param seenFloor the floor it saw, for its compare and swap
   * @param pin the pin it has listed
   */
  record Collector(CollectorPhase phase, int target, int seenFloor, int pin) {
    static final Collector IDLE = new Collector(CollectorPhase.IDLE, 0, 0, NO_PIN);
  }

  /**
   * The world.
   *
   * @param deleting packs whose delete is under way, as bits
   * @param deleted packs that are gone, as bits
   */
  record State(
      int newest,
      int floor,
      Collector first,
      Collector second,
      int deleting,
      int deleted,
      ReaderPhase reader,
      int version,
      int pin) {
    State with(int index, Collector changed, int newFloor, int newDeleting) {
      return new State(
          newest,
          newFloor,
          index == 0 ? changed : first,
          index == 0 ? second : changed,
          newDeleting,
          deleted,
          reader,
          version,
          pin);
    }

    State with(ReaderPhase phase, int readVersion, int newPin) {
      return new State(newest, floor, first, second, deleting, deleted, phase, readVersion, newPin);
    }
  }

  private final Set<Rule> broken;

  /** The model without some of the rules. */
  public PinModel(Set<Rule> broken) {
    this.broken = broken;
  }

  @Override
  public State initial() {
    return new State(0, 0, Collector.IDLE, Collector.IDLE, 0, 0, ReaderPhase.IDLE, 0, NO_PIN);
  }

  private static boolean isNeeded(int version, int pack) {
    return version >= 0 && (pack == version || pack == version - 1);
  }

  @Override
  public @Nullable String violation(State state) {
    if (state.reader == ReaderPhase.READS) {
      for (int pack = 0; pack <= LAST_VERSION; pack++) {
        if (isNeeded(state.version, pack) && (state.deleted >> pack & 1) == 1) {
          return "pinned version " + state.version + " has lost pack " + pack;
        }
      }
    }
    return null;
  }

  @Override
  public void successors(State state, Explorer.Steps<State> steps) {
    if (state.newest < LAST_VERSION) {
      steps.to(
          "a new version",
          new State(
              state.newest + 1,
              state.floor,
              state.first,
              state.second,
              state.deleting,
              state.deleted,
              state.reader,
              state.version,
              state.pin));
    }
    collect(state, 0, state.first, steps);
    collect(state, 1, state.second, steps);
    for (int pack = 0; pack <= LAST_VERSION; pack++) {
      if ((state.deleting >> pack & 1) == 1) {
        steps.to(
            "pack " + pack + " is deleted",
            new State(
                state.newest,
                state.floor,
                state.first,
                state.second,
                state.deleting & ~(1 << pack),
                state.deleted | 1 << pack,
                state.reader,
                state.version,
                state.pin));
      }
    }
    read(state, steps);
  }

  private void collect(State state, int index, Collector me, Explorer.Steps<State> steps) {
    String who = "collector " + index;
    boolean raiseFirst = !broken.contains(Rule.FLOOR_BEFORE_LIST);
    switch (me.phase) {
      case IDLE -> {
        for (int target = state.floor + 1; target <= state.newest; target++) {
          Collector chosen = new Collector(CollectorPhase.CHOSEN, target, state.floor, NO_PIN);
          steps.to(
              who + " wants floor " + target,
              state.with(index, chosen, state.floor, state.deleting));
        }
      }
      case CHOSEN -> {
        if (raiseFirst) {
          raise(state, index, me, CollectorPhase.RAISED, steps);
        } else {
          list(state, index, me, CollectorPhase.RAISED, steps);
        }
      }
      case RAISED -> {
        if (raiseFirst) {
          list(state, index, me, CollectorPhase.LISTED, steps);
        } else {
          raise(state, index, me, CollectorPhase.LISTED, steps);
        }
      }
      case LISTED -> {
        int deleting = state.deleting;
        for (int pack = 0; pack < me.target; pack++) {
          boolean live = isNeeded(me.pin, pack);
          for (int version = me.target; version <= LAST_VERSION; version++) {
            live |= isNeeded(version, pack);
          }
          deleting |= live ? 0 : 1 << pack;
        }
        steps.to(who + " deletes", state.with(index, Collector.IDLE, state.floor, deleting));
      }
    }
  }

  private static void raise(
      State state, int index, Collector me, CollectorPhase next, Explorer.Steps<State> steps) {
    if (state.floor == me.seenFloor) {
      steps.to(
          "collector " + index + " raises the floor to " + me.target,
          state.with(index, new Collector(next, me.target, 0, me.pin), me.target, state.deleting));
    } else {
      steps.to(
          "collector " + index + " is too late",
          state.with(index, Collector.IDLE, state.floor, state.deleting));
    }
  }

  private static void list(
      State state, int index, Collector me, CollectorPhase next, Explorer.Steps<State> steps) {
    steps.to(
        "collector " + index + " lists pins",
        state.with(
            index,
            new Collector(next, me.target, me.seenFloor, state.pin),
            state.floor,
            state.deleting));
  }

  private void read(State state, Explorer.Steps<State> steps) {
    boolean pinFirst = !broken.contains(Rule.PIN_BEFORE_LOOK);
    switch (state.reader) {
      case IDLE -> {
        for (int version = state.floor; version <= state.newest; version++) {
          steps.to(
              "reader learns of version " + version,
              state.with(
                  pinFirst ? ReaderPhase.KNOWS_VERSION : ReaderPhase.LOOKS, version, state.pin));
        }
      }
      case KNOWS_VERSION ->
          steps.to(
              "reader pins",
              state.with(
                  broken.contains(Rule.LOOK_AFTER_PIN) ? ReaderPhase.READS : ReaderPhase.LOOKS,
                  state.version,
                  state.version));
      case LOOKS -> {
        if (state.floor > state.version) {
          steps.to("reader is too late", state.with(ReaderPhase.IDLE, 0, NO_PIN));
        } else if (pinFirst) {
          steps.to("reader reads", state.with(ReaderPhase.READS, state.version, state.pin));
        } else {
          steps.to("reader goes on", state.with(ReaderPhase.WRITES_PIN, state.version, NO_PIN));
        }
      }
      case WRITES_PIN ->
          steps.to("reader pins", state.with(ReaderPhase.READS, state.version, state.version));
      case READS -> steps.to("reader ends", state.with(ReaderPhase.IDLE, 0, NO_PIN));
    }
  }

  @Override
  public String describe(State state) {
    return state.toString();
  }
}
