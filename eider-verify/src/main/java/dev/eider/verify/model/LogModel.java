// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.model;

import dev.eider.verify.model.LogWorld.Delete;
import dev.eider.verify.model.LogWorld.HeadObject;
import dev.eider.verify.model.LogWorld.Kind;
import dev.eider.verify.model.LogWorld.Message;
import dev.eider.verify.model.LogWorld.Phase;
import dev.eider.verify.model.LogWorld.Put;
import dev.eider.verify.model.LogWorld.ReaderPhase;
import dev.eider.verify.model.LogWorld.SlotObject;
import dev.eider.verify.model.LogWorld.Writer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The log, its head and the deletion of slots: two writers that take the log from one another, and
 * a reader that follows it. Requests that write may be delayed without bound and sent again,
 * replies may be lost, every process may stand still between any two steps. The only clock is the
 * store's.
 *
 * <p>What must hold: whoever opens the log finds all acknowledged commits; nobody acknowledges
 * while ignorant of an earlier acknowledged commit; the reader's state is always one of the true
 * history; when it finds the end, it has all commits that were acknowledged.
 *
 * <p>What is simplified: R is compared exactly (the margin of R/2 is for clocks that disagree),
 * head is read and swapped in one step, and there is neither lease nor pack.
 */
public final class LogModel implements Explorer.Model<LogWorld> {
  /** The rules of the protocol that the model has. */
  public enum Rule {
    /** T1: a checkpoint was named in head for R before slots are deleted. */
    DELETE_AGE,
    /** T2: the writer looks at the floor when its slot was created late. */
    WRITER_GUARD,
    /** T3: what counts is the time of creation, not of the reply that told of it. */
    CREATION_TIME,
    /** T4: the reader looks at head when its position is old. */
    READER_GUARD,
    /** T5: the opener looks at the floor when its fence was created late. */
    OPENER_GUARD,
    /** V6: the floor is raised before anything is deleted. */
    FLOOR_BEFORE_DELETE,
    /** A slot that is there is mine only when it says so. */
    IDENTITY_CHECK,
    /** Head names only checkpoints that are in the log. */
    COVERING_CHECKPOINT,
    /** Head is replaced by compare and swap. */
    HEAD_CAS
  }

  /**
   * How large the world is.
   *
   * @param slots numbers of slots, the first of which is not used
   * @param clockMax the last moment of the store's clock
   * @param retention R
   * @param commits of each writer
   * @param openings of each writer
   * @param resends how often a request may be under way once more
   */
  public record Bounds(
      int slots,
      int clockMax,
      int retention,
      int commits,
      int openings,
      int resends,
      boolean reader) {}

  private final Bounds bounds;
  private final Set<Rule> broken;

  /** The model without some of the rules. */
  public LogModel(Bounds bounds, Set<Rule> broken) {
    this.bounds = bounds;
    this.broken = broken;
  }

  private boolean keeps(Rule rule) {
    return !broken.contains(rule);
  }

  @Override
  public LogWorld initial() {
    return new LogWorld(bounds.slots, 2, 2 * bounds.commits);
  }

  @Override
  public @Nullable String violation(LogWorld world) {
    if (world.wrong != null) {
      return world.wrong;
    }
    int recovered = world.recover();
    return (recovered & world.acknowledged) == world.acknowledged
        ? null
        : "an acknowledged commit is missing after recovery: acknowledged "
            + Integer.toBinaryString(world.acknowledged)
            + ", recovered "
            + Integer.toBinaryString(recovered);
  }

  @Override
  public String describe(LogWorld world) {
    return world.describe();
  }

  @Override
  public void successors(LogWorld world, Explorer.Steps<LogWorld> steps) {
    if (world.clock < bounds.clockMax) {
      LogWorld next = world.copy();
      next.clock++;
      steps.to("the clock moves to " + next.clock, next);
    }
    for (int i = 0; i < world.messages.size(); i++) {
      arrive(world, i, steps);
    }
    for (int i = 0; i < world.writers.length; i++) {
      write(world, i, steps);
    }
    if (bounds.reader) {
      read(world, steps);
    }
  }

  // ---- the store -------------------------------------------------------------------------------

  private static void arrive(LogWorld world, int index, Explorer.Steps<LogWorld> steps) {
    Message message = world.messages.get(index);
    switch (message) {
      case Delete delete -> {
        LogWorld next = world.copy();
        next.messages.remove(index);
        next.slots[delete.slot()] = null;
        steps.to("slot " + delete.slot() + " is deleted", next);
      }
      case Put put -> {
        create(world, index, put, true, steps);
        create(world, index, put, false, steps);
      }
    }
  }

  private static void create(
      LogWorld world, int index, Put put, boolean replied, Explorer.Steps<LogWorld> steps) {
    LogWorld next = world.copy();
    next.messages.remove(index);
    boolean created = next.slots[put.slot()] == null;
    if (created) {
      SlotObject object =
          new SlotObject(put.kind(), put.epoch(), put.writer(), put.content(), next.clock);
      next.slots[put.slot()] = object;
      if (next.history[put.slot()] == null) {
        next.history[put.slot()] = object;
      }
    }
    if (replied) {
      Writer writer = world.writers[put.writer()];
      if (writer.phase != Phase.WAITS_FOR_REPLY || writer.slot != put.slot()) {
        return;
      }
      Writer changed = next.change(put.writer());
      changed.phase = Phase.HAS_REPLY;
      changed.replyTime = created ? next.clock : -1;
    }
    steps.to(
        "writer "
            + put.writer()
            + "'s "
            + put.kind()
            + " for slot "
            + put.slot()
            + (created ? " is created" : " finds it taken")
            + (replied ? "" : ", the reply is lost"),
        next);
  }

  // ---- writers ---------------------------------------------------------------------------------

  private void write(LogWorld world, int index, Explorer.Steps<LogWorld> steps) {
    Writer writer = world.writers[index];
    String who = "writer " + index;
    switch (writer.phase) {
      case CLOSED -> open(world, index, steps);
      case REPLAYS -> replay(world, index, steps);
      case OPEN -> {
        send(world, index, steps);
        collect(world, index, steps);
      }
      case WAITS_FOR_REPLY -> giveUpWaiting(world, index, steps);
      case HAS_REPLY -> takeReply(world, index, steps);
      case LOOKS_AT_FLOOR -> {
        LogWorld next = world.copy();
        if (next.head.floor() >= writer.slot) {
          close(next, index);
        } else {
          acknowledge(next, index);
        }
        steps.to(who + " looks at the floor, " + next.head.floor(), next);
      }
      case WRITES_HEAD -> writeHead(world, index, steps);
      case RAISES_FLOOR_LATE -> {
        LogWorld next = world.copy();
        int floor = Math.max(next.head.floor(), writer.seenHead.checkpoint() - 1);
        next.head = new HeadObject(next.head.checkpoint(), next.head.namedAt(), floor);
        backToOpen(next.change(index));
        steps.to(who + " raises the floor late", next);
      }
    }
  }

  private void open(LogWorld world, int index, Explorer.Steps<LogWorld> steps) {
    Writer writer = world.writers[index];
    boolean turn = index == 0 || world.writers[0].openings > 0;
    if (writer.openings >= bounds.openings || !turn) {
      return;
    }
    LogWorld next = world.copy();
    Writer opened = new Writer();
    opened.openings = writer.openings + 1;
    opened.commitsSent = writer.commitsSent;
    opened.phase = Phase.REPLAYS;
    opened.slot = world.head.firstSlot();
    opened.trustedAt = world.clock;
    next.writers[index] = opened;
    steps.to("writer " + index + " opens at slot " + opened.slot, next);
  }

  private void replay(LogWorld world, int index, Explorer.Steps<LogWorld> steps) {
    Writer writer = world.writers[index];
    if (writer.slot >= bounds.slots) {
      return;
    }
    LogWorld next = world.copy();
    Writer changed = next.change(index);
    SlotObject object = world.slots[writer.slot];
    String step = "writer " + index + " reads slot " + writer.slot;
    if (object != null) {
      changed.epoch = Math.max(changed.epoch, object.epoch());
      changed.commits = object.applyTo(changed.commits);
      if (object.kind() == Kind.CHECKPOINT) {
        changed.checkpointSlot = writer.slot;
      }
      changed.slot++;
    } else {
      step += ", the end, and sends a fence";
      changed.epoch++;
      changed.opening = true;
      put(next, index, Kind.FENCE, 0);
    }
    steps.to(step, next);
  }

  private static void put(LogWorld world, int index, Kind kind, int content) {
    Writer writer = world.writers[index];
    writer.phase = Phase.WAITS_FOR_REPLY;
    writer.sentKind = kind;
    writer.sentContent = content;
    world.messages.add(new Put(index, writer.slot, kind, writer.epoch, content));
  }

  private void send(LogWorld world, int index, Explorer.Steps<LogWorld> steps) {
    Writer writer = world.writers[index];
    if (writer.slot >= bounds.slots) {
      return;
    }
    if (writer.commitsSent < bounds.commits) {
      LogWorld next = world.copy();
      Writer changed = next.change(index);
      int commit = index * bounds.commits + changed.commitsSent++;
      put(next, index, Kind.COMMIT, commit);
      steps.to("writer " + index + " sends a commit for slot " + writer.slot, next);
    }
    if (writer.checkpointsSent < 1 && writer.commits != 0) {
      LogWorld next = world.copy();
      Writer changed = next.change(index);
      changed.checkpointsSent++;
      put(next, index, Kind.CHECKPOINT, changed.commits);
      steps.to("writer " + index + " sends a checkpoint for slot " + writer.slot, next);
    }
  }

  private int nameable(Writer writer) {
    return keeps(Rule.COVERING_CHECKPOINT) ? writer.checkpointSlot : writer.slot - 1;
  }

  private boolean mayRaise(HeadObject head, int clock) {
    boolean old = !keeps(Rule.DELETE_AGE) || clock - head.namedAt() >= bounds.retention;
    return head.floor() < head.checkpoint() - 1 && old;
  }

  private void collect(LogWorld world, int index, Explorer.Steps<LogWorld> steps) {
    Writer writer = world.writers[index];
    HeadObject head = world.head;
    boolean raises = head.checkpoint() > 0 && mayRaise(head, world.clock);
    if (nameable(writer) > head.checkpoint() || raises) {
      LogWorld next = world.copy();
      Writer changed = next.change(index);
      changed.seenHead = head;
      changed.phase = Phase.WRITES_HEAD;
      steps.to("writer " + index + " reads head to change it", next);
    }
  }

  private void writeHead(LogWorld world, int index, Explorer.Steps<LogWorld> steps) {
    Writer writer = world.writers[index];
    HeadObject seen = writer.seenHead;
    LogWorld next = world.copy();
    Writer changed = next.change(index);
    boolean same =
        world.head.checkpoint() == seen.checkpoint() && world.head.floor() == seen.floor();
    String step;
    if (keeps(Rule.HEAD_CAS) && !same) {
      backToOpen(changed);
      step = "finds head changed";
    } else if (nameable(writer) > seen.checkpoint()) {
      next.head = new HeadObject(nameable(writer), next.clock, next.head.floor());
      backToOpen(changed);
      step = "names the checkpoint in slot " + next.head.checkpoint();
    } else if (mayRaise(seen, world.clock)) {
      int floor = seen.checkpoint() - 1;
      for (int slot = seen.floor() + 1; slot <= floor; slot++) {
        next.messages.add(new Delete(slot));
      }
      step = "deletes up to slot " + floor;
      if (keeps(Rule.FLOOR_BEFORE_DELETE)) {
        next.head = new HeadObject(next.head.checkpoint(), next.head.namedAt(), floor);
        backToOpen(changed);
      } else {
        changed.phase = Phase.RAISES_FLOOR_LATE;
      }
    } else {
      backToOpen(changed);
      step = "has nothing to collect";
    }
    steps.to("writer " + index + " " + step, next);
  }

  private static void backToOpen(Writer writer) {
    writer.phase = Phase.OPEN;
    writer.seenHead = new HeadObject(0, 0, 0);
  }

  private void giveUpWaiting(LogWorld world, int index, Explorer.Steps<LogWorld> steps) {
    Writer writer = world.writers[index];
    SlotObject object = world.slots[writer.slot];
    LogWorld next = world.copy();
    String step = "writer " + index + " gives up waiting and reads slot " + writer.slot;
    if (object == null) {
      long underWay =
          world.messages.stream()
              .filter(message ->
                  message instanceof Put put && put.writer() == index && put.slot() == writer.slot)
              .count();
      if (underWay >= bounds.resends) {
        return;
      }
      put(next, index, writer.sentKind, writer.sentContent);
      steps.to(step + ", sends again", next);
    } else if (!keeps(Rule.IDENTITY_CHECK) || writer.sent(object, index)) {
      Writer changed = next.change(index);
      changed.phase = Phase.HAS_REPLY;
      changed.replyTime = keeps(Rule.CREATION_TIME) ? object.created() : world.clock;
      steps.to(step + ", which is its own", next);
    } else {
      close(next, index);
      steps.to(step + ", which is another's", next);
    }
  }

  private void takeReply(LogWorld world, int index, Explorer.Steps<LogWorld> steps) {
    Writer writer = world.writers[index];
    LogWorld next = world.copy();
    String step = "writer " + index + " takes the reply";
    if (writer.replyTime < 0) {
      SlotObject object = world.slots[writer.slot];
      if (object != null && keeps(Rule.IDENTITY_CHECK) && writer.sent(object, index)) {
        Writer changed = next.change(index);
        changed.replyTime = keeps(Rule.CREATION_TIME) ? object.created() : world.clock;
      } else {
        close(next, index);
      }
      steps.to(step + ": there is a slot already", next);
      return;
    }
    boolean guarded = keeps(writer.opening ? Rule.OPENER_GUARD : Rule.WRITER_GUARD);
    if (!guarded || writer.replyTime - writer.trustedAt < bounds.retention) {
      acknowledge(next, index);
    } else {
      next.change(index).phase = Phase.LOOKS_AT_FLOOR;
    }
    steps.to(step + " of time " + writer.replyTime, next);
  }

  private static void close(LogWorld world, int index) {
    Writer before = world.writers[index];
    Writer closed = new Writer();
    closed.openings = before.openings;
    closed.commitsSent = before.commitsSent;
    world.writers[index] = closed;
  }

  private static void acknowledge(LogWorld world, int index) {
    Writer writer = world.change(index);
    if (writer.sentKind == Kind.COMMIT) {
      writer.commits |= 1 << writer.sentContent;
      world.acknowledged |= 1 << writer.sentContent;
      world.acknowledgedSlot[writer.sentContent] = writer.slot;
      for (int commit = 0; commit < world.acknowledgedSlot.length; commit++) {
        boolean earlier =
            (world.acknowledged >> commit & 1) == 1
                && world.acknowledgedSlot[commit] <= writer.slot;
        if (earlier && (writer.commits >> commit & 1) == 0) {
          world.wrong =
              "writer "
                  + index
                  + " acknowledges while ignorant of commit "
                  + commit
                  + ", which was acknowledged before: the history forks";
        }
      }
    }
    if (writer.sentKind == Kind.CHECKPOINT) {
      writer.checkpointSlot = writer.slot;
    }
    writer.trustedAt = writer.replyTime;
    writer.slot++;
    writer.opening = false;
    writer.phase = Phase.OPEN;
    writer.replyTime = 0;
    writer.sentKind = Kind.FENCE;
    writer.sentContent = 0;
  }

  // ---- the reader ------------------------------------------------------------------------------

  private void read(LogWorld world, Explorer.Steps<LogWorld> steps) {
    if (world.reader == ReaderPhase.LOOKS_AT_HEAD) {
      LogWorld next = world.copy();
      int first = world.head.firstSlot();
      next.reader = ReaderPhase.READS;
      if (first > world.readerSlot) {
        next.readerSlot = first;
        next.readerCommits = 0;
        next.reader =
            world.head.checkpoint() > 0 ? ReaderPhase.READS_CHECKPOINT : ReaderPhase.READS;
      }
      next.readerTrustedAt = world.clock;
      steps.to("the reader looks at head", next);
      return;
    }
    if (world.readerSlot >= bounds.slots) {
      return;
    }
    LogWorld next = world.copy();
    if (keeps(Rule.READER_GUARD) && world.clock - world.readerTrustedAt >= bounds.retention) {
      next.reader = ReaderPhase.LOOKS_AT_HEAD;
      steps.to("the reader's position is too old", next);
      return;
    }
    SlotObject object = world.slots[world.readerSlot];
    if (object != null) {
      next.readerCommits = object.applyTo(world.readerCommits);
      next.reader = ReaderPhase.READS;
      next.readerSlot++;
      if (world.truth(world.readerSlot) != next.readerCommits) {
        next.wrong = "the reader has a state that never was";
      }
    } else {
      next.readerTrustedAt = world.clock;
      if (world.reader == ReaderPhase.READS_CHECKPOINT) {
        next.reader = ReaderPhase.LOOKS_AT_HEAD;
      } else if ((world.readerCommits & world.acknowledged) != world.acknowledged) {
        next.wrong = "a strong read misses an acknowledged commit";
      }
    }
    steps.to(
        "the reader reads slot " + world.readerSlot + (object == null ? ", the end" : ""), next);
  }
}
