// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A state of {@link LogModel}: the bucket, the network, two writers and a reader. */
final class LogWorld {
  /** What a slot holds. */
  enum Kind {
    FENCE,
    COMMIT,
    CHECKPOINT
  }

  /**
   * A slot as it lies in the bucket.
   *
   * @param content the number of the commit, or the set of commits that a checkpoint has
   * @param created the store's time of its creation
   */
  record SlotObject(Kind kind, int epoch, int writer, int content, int created) {
    int applyTo(int commits) {
      return switch (kind) {
        case FENCE -> commits;
        case COMMIT -> commits | 1 << content;
        case CHECKPOINT -> content;
      };
    }
  }

  /** The mutable object: the newest named checkpoint, since when, and the floor. */
  record HeadObject(int checkpoint, int namedAt, int floor) {
    int firstSlot() {
      return checkpoint > 0 ? checkpoint : floor + 1;
    }
  }

  /** A request under way. */
  sealed interface Message {
    int slot();
  }

  record Put(int writer, int slot, Kind kind, int epoch, int content) implements Message {}

  record Delete(int slot) implements Message {}

  enum Phase {
    CLOSED,
    REPLAYS,
    OPEN,
    WAITS_FOR_REPLY,
    HAS_REPLY,
    LOOKS_AT_FLOOR,
    WRITES_HEAD,
    RAISES_FLOOR_LATE
  }

  /** A writer; copied before it changes. */
  static final class Writer implements Cloneable {
    Phase phase = Phase.CLOSED;
    int slot;
    int epoch;

    /** When its position was known to be good: head read at opening, then the slot before. */
    int trustedAt;

    /** The commits it knows. */
    int commits;

    int sentContent;
    Kind sentKind = Kind.FENCE;
    int replyTime;
    boolean opening;
    int openings;
    int commitsSent;
    int checkpointsSent;

    /** The newest checkpoint in the log that it knows. */
    int checkpointSlot;

    HeadObject seenHead = new HeadObject(0, 0, 0);

    Writer copy() {
      try {
        return (Writer) clone();
      } catch (CloneNotSupportedException e) {
        throw new IllegalStateException(e);
      }
    }

    boolean sent(@Nullable SlotObject object, int me) {
      return object != null
          && object.writer == me
          && object.epoch == epoch
          && object.kind == sentKind
          && object.content == sentContent;
    }

    void describe(StringBuilder text) {
      text.append(phase.ordinal()).append(',').append(slot).append(',').append(epoch);
      text.append(',').append(trustedAt).append(',').append(commits).append(',');
      text.append(sentContent).append(',').append(sentKind.ordinal()).append(',');
      text.append(replyTime).append(',').append(opening).append(',').append(openings);
      text.append(',').append(commitsSent).append(',').append(checkpointsSent).append(',');
      text.append(checkpointSlot).append(',').append(seenHead.checkpoint).append(',');
      text.append(seenHead.namedAt).append(',').append(seenHead.floor).append(';');
    }
  }

  enum ReaderPhase {
    LOOKS_AT_HEAD,
    READS,
    READS_CHECKPOINT
  }

  int clock;
  @Nullable SlotObject[] slots;

  /** The first slot of each number: what is true. */
  @Nullable SlotObject[] history;

  HeadObject head = new HeadObject(0, 0, 0);
  Writer[] writers;
  ReaderPhase reader = ReaderPhase.LOOKS_AT_HEAD;
  int readerSlot;
  int readerTrustedAt;
  int readerCommits;
  List<Message> messages = new ArrayList<>();

  /** The commits that were acknowledged, and in which slot each was. */
  int acknowledged;

  int[] acknowledgedSlot;

  /** Something that must not happen has happened on the way here. */
  @Nullable String wrong;

  LogWorld(int slotCount, int writerCount, int commitCount) {
    slots = new SlotObject[slotCount];
    history = new SlotObject[slotCount];
    writers = new Writer[writerCount];
    for (int i = 0; i < writerCount; i++) {
      writers[i] = new Writer();
    }
    acknowledgedSlot = new int[commitCount];
  }

  LogWorld copy() {
    LogWorld copy = new LogWorld(0, 0, 0);
    copy.clock = clock;
    copy.slots = slots.clone();
    copy.history = history.clone();
    copy.head = head;
    copy.writers = writers.clone();
    copy.reader = reader;
    copy.readerSlot = readerSlot;
    copy.readerTrustedAt = readerTrustedAt;
    copy.readerCommits = readerCommits;
    copy.messages = new ArrayList<>(messages);
    copy.acknowledged = acknowledged;
    copy.acknowledgedSlot = acknowledgedSlot.clone();
    copy.wrong = wrong;
    return copy;
  }

  /** The writer, to be changed in this copy of the world. */
  Writer change(int index) {
    Writer copy = writers[index].copy();
    writers[index] = copy;
    return copy;
  }

  /** The commits that somebody finds who opens the database now. */
  int recover() {
    int commits = 0;
    for (int slot = head.firstSlot(); slot < slots.length; slot++) {
      SlotObject object = slots[slot];
      if (object == null) {
        break;
      }
      commits = object.applyTo(commits);
    }
    return commits;
  }

  /** The commits of the true history up to a slot; -1 when it does not go so far. */
  int truth(int last) {
    int commits = 0;
    for (int slot = 1; slot <= last; slot++) {
      SlotObject object = history[slot];
      if (object == null) {
        return -1;
      }
      commits |= object.kind == Kind.COMMIT ? 1 << object.content : 0;
    }
    return commits;
  }

  String describe() {
    StringBuilder text = new StringBuilder(200);
    text.append(clock).append('|');
    describe(text, slots);
    describe(text, history);
    text.append(head.checkpoint).append(',').append(head.namedAt).append(',');
    text.append(head.floor).append('|');
    for (Writer writer : writers) {
      writer.describe(text);
    }
    text.append(reader.ordinal()).append(',').append(readerSlot).append(',');
    text.append(readerTrustedAt).append(',').append(readerCommits).append('|');
    List<String> sorted = new ArrayList<>();
    for (Message message : messages) {
      sorted.add(
          switch (message) {
            case Put put ->
                "p"
                    + put.writer
                    + '.'
                    + put.slot
                    + '.'
                    + put.kind.ordinal()
                    + '.'
                    + put.epoch
                    + '.'
                    + put.content;
            case Delete delete -> "d" + delete.slot;
          });
    }
    sorted.sort(null);
    text.append(sorted).append(acknowledged);
    for (int slot : acknowledgedSlot) {
      text.append(',').append(slot);
    }
    return text.append(wrong == null ? "" : wrong).toString();
  }

  private static void describe(StringBuilder text, @Nullable SlotObject[] objects) {
    for (SlotObject object : objects) {
      if (object == null) {
        text.append('-');
      } else {
        text.append(object.kind.ordinal()).append('.').append(object.epoch).append('.');
        text.append(object.writer).append('.').append(object.content).append('.');
        text.append(object.created);
      }
      text.append('/');
    }
  }
}
