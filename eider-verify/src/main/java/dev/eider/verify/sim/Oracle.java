// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import dev.eider.storage.format.v1.DatabaseFormat;
import dev.eider.storage.format.v1.FormatException;
import dev.eider.storage.format.v1.Slot;
import dev.eider.storage.format.v1.SlotCodec;
import dev.eider.storage.format.v1.SlotRecord;
import dev.eider.storage.format.v1.Snapshot;
import dev.eider.storage.wal.RecordType;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Knows everything: which slot was the first of its number, which transfers are in it, what every
 * writer was told. Violations of the promises end the run.
 */
final class Oracle implements SimBucket.Watcher {
  private final Simulation simulation;
  private final SimBucket bucket;

  /** The history: per slot the transfers and the state after them. */
  private final TreeMap<Long, BankAccounts> history = new TreeMap<>();

  private final Map<Long, Long> epochs = new TreeMap<>();
  private final Map<Long, Long> slotOfTransfer = new TreeMap<>();
  private final Map<Long, Long> acknowledged = new TreeMap<>();
  private final Set<Long> denied = new HashSet<>();
  private final Map<String, Long> droppedMillis = new TreeMap<>();
  private long lastAcknowledged;
  private long transfers;
  private long strongReads;

  Oracle(Simulation simulation, SimBucket bucket) {
    this.simulation = simulation;
    this.bucket = bucket;
    history.put(0L, new BankAccounts());
  }

  /** A number that no transfer had before. */
  long newTransfer() {
    return ++transfers;
  }

  @Override
  public void written(String key, byte[] body, boolean created, long serverMillis) {
    long number = SlotCodec.number(key);
    if (number < 0) {
      return;
    }
    if (!created) {
      simulation.fail("V1: " + key + " was overwritten", null);
      return;
    }
    if (history.containsKey(number)) {
      return;
    }
    BankAccounts before = history.get(number - 1);
    if (before == null) {
      simulation.fail("V1: " + key + " was created before the slot in front of it", null);
      return;
    }
    BankAccounts after = before.copy();
    try {
      byte[] format = bucket.peek("format.json");
      if (format == null) {
        throw new FormatException(FormatException.Kind.MALFORMED, "no format.json");
      }
      Slot slot = SlotCodec.decode(body, number, DatabaseFormat.decode(format).database());
      epochs.put(number, slot.epoch());
      for (SlotRecord one : slot.records()) {
        if (one.type() == RecordType.COMMIT.code()) {
          Transfer transfer = Transfer.decode(one.payload());
          after.apply(transfer);
          slotOfTransfer.put(transfer.number(), number);
        } else if (one.type() == RecordType.SNAPSHOT_DROP.code()) {
          droppedMillis.put(Snapshot.decodeDrop(one.payload()), serverMillis);
        }
      }
    } catch (FormatException e) {
      simulation.fail("slot " + number + " was written wrong: " + e.getMessage(), e);
    }
    if (after.least() < 0) {
      simulation.fail("slot " + number + " overdraws an account: a writer knew less", null);
    }
    history.put(number, after);
  }

  /** A writer believes that its fence is in the log. */
  void opened(String who, long epoch, long fence) {
    Long truth = epochs.get(fence);
    if (truth == null || truth != epoch) {
      simulation.fail(
          who
              + " opened with epoch "
              + epoch
              + " by a fence in slot "
              + fence
              + "; the history has epoch "
              + truth
              + " there",
          null);
    }
  }

  /** A writer was told that a transfer is durable. */
  void acknowledge(long transfer, long slot, String who) {
    Long truth = slotOfTransfer.get(transfer);
    if (truth == null || truth != slot) {
      simulation.fail(
          who
              + " acknowledged transfer "
              + transfer
              + " in slot "
              + slot
              + "; the history has it in "
              + truth,
          null);
    }
    acknowledged.put(transfer, slot);
    lastAcknowledged = Math.max(lastAcknowledged, slot);
  }

  /** A writer was told that a transfer certainly did not take place. */
  void deny(long transfer) {
    denied.add(transfer);
  }

  /** The newest slot that anybody was told of. */
  long lastAcknowledged() {
    return lastAcknowledged;
  }

  /** Somebody has a state that is said to be that after a slot. */
  void check(String who, long slot, BankAccounts state) {
    BankAccounts truth = history.get(slot);
    if (truth == null) {
      simulation.fail(who + " is at slot " + slot + ", which never was", null);
    } else if (!truth.equals(state)) {
      simulation.fail(
          who + " has a state of slot " + slot + " that never was: " + state + ", true is " + truth,
          null);
    }
  }

  /** A strong read has ended. */
  void strongRead(String who, long acknowledgedBefore, long slot) {
    strongReads++;
    if (slot < acknowledgedBefore) {
      simulation.fail(
          who
              + " read strongly up to slot "
              + slot
              + ", but slot "
              + acknowledgedBefore
              + " was acknowledged before",
          null);
    }
  }

  /** Whether a reader may find a snapshot's objects gone. */
  boolean isDropped(String name, long graceMillis) {
    Long dropped = droppedMillis.get(name);
    return dropped != null && serverMillis() - dropped >= graceMillis;
  }

  /** The server's clock without disagreement. */
  long serverMillis() {
    return SimProcess.EPOCH_MILLIS + simulation.now() / 1_000_000;
  }

  /** Somebody who has just opened the database, when nothing else happens, has this. */
  void checkEnd(long slot, BankAccounts state) {
    check("the last reader", slot, state);
    if (slot < lastAcknowledged) {
      simulation.fail(
          "the end of the log is slot "
              + slot
              + ", but slot "
              + lastAcknowledged
              + " was acknowledged",
          null);
    }
    for (long transfer : denied) {
      Long truth = slotOfTransfer.get(transfer);
      if (truth != null) {
        simulation.fail("transfer " + transfer + " was denied, and is in slot " + truth, null);
      }
    }
  }

  /** How much has happened. */
  String summary() {
    return acknowledged.size()
        + " acknowledged, "
        + denied.size()
        + " denied, "
        + history.lastKey()
        + " slots, "
        + strongReads
        + " strong reads";
  }

  int acknowledgedCount() {
    return acknowledged.size();
  }

  long strongReadCount() {
    return strongReads;
  }

  /** The state after a slot; null for one that never was. */
  @Nullable BankAccounts at(long slot) {
    return history.get(slot);
  }
}
