// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.manifest;

import dev.eider.io.store.ListPage;
import dev.eider.io.store.ObjectInfo;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.StoreException;
import dev.eider.storage.format.v1.Checkpoint;
import dev.eider.storage.format.v1.FormatException;
import dev.eider.storage.format.v1.Pin;
import dev.eider.storage.format.v1.Retired;
import dev.eider.storage.format.v1.SlotCodec;
import dev.eider.storage.wal.HeadReader;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.ProtocolRule;
import dev.eider.storage.wal.StoreCalls;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Deletes what nothing needs any more. One round at a time, by the process that holds the lease.
 *
 * <p>A round: find the newest checkpoint that head has named for R (T1); raise the floor to what it
 * covers, by compare and swap (V6); list the pins (V7); delete the slots up to the floor, and the
 * retired objects that died by then and that no snapshot and no valid pin needs. All of it may be
 * repeated, and a collector that sleeps anywhere in between harms nobody.
 */
public final class GarbageCollector {
  private static final int BATCH = 1000;

  private final StoreCalls calls;
  private final WriteSession session;
  private final ProtocolState state;
  private final long epoch;

  /** The floor of the round before, when rule V6 is not kept. */
  private long postponed;

  private record Named(long coversThrough, long storeMillis) {}

  /** In the order of time. Guarded by itself. */
  private final ArrayDeque<Named> named = new ArrayDeque<>();

  GarbageCollector(StoreCalls calls, WriteSession session, ProtocolState state, long epoch) {
    this.calls = calls;
    this.session = session;
    this.state = state;
    this.epoch = epoch;
  }

  /** Head names a checkpoint since a moment of the store's clock. */
  void named(Checkpoint checkpoint, long storeMillis) {
    synchronized (named) {
      named.add(new Named(checkpoint.coversThrough(), storeMillis));
    }
  }

  /** What a round did. */
  public record Round(long floor, int slots, int objects, int pinsValid) {}

  /**
   * One round.
   *
   * @throws LogException FENCED when another process has taken over; STORE
   */
  public Round collect() throws LogException {
    HeadReader.Seen seen = session.readHead();
    long target = target(seen.storeMillis());
    if (target == 0) {
      return new Round(seen.head().floor(), 0, 0, 0);
    }
    List<Long> early = List.of();
    boolean listAfter = calls.settings().keeps(ProtocolRule.PINS_LISTED_AFTER_FLOOR);
    if (!listAfter) {
      early = pins();
      calls.env().faultPoint("pins listed");
    }
    boolean raiseFirst = calls.settings().keeps(ProtocolRule.FLOOR_BEFORE_DELETE);
    raise(seen, raiseFirst ? target : postponed);
    calls.env().faultPoint("floor raised");
    List<Long> pins = listAfter ? pins() : early;
    calls.env().faultPoint("pins listed");
    List<Long> versions = new ArrayList<>(pins);
    if (calls.settings().keeps(ProtocolRule.SNAPSHOTS_KEEP_OBJECTS)) {
      versions.addAll(state.versionsKept(target));
    }
    int slots = deleteSlots(target);
    calls.env().faultPoint("slots deleted");
    int objects = deleteRetired(target, versions);
    if (!raiseFirst) {
      postponed = target;
    }
    return new Round(target, slots, objects, pins.size());
  }

  private void raise(HeadReader.Seen seen, long target) throws LogException {
    if (target > seen.head().floor()) {
      session.updateHead(head -> target > head.floor() ? head.withFloor(target) : head);
    }
  }

  /** What the newest checkpoint covers that head has named for R; 0 when there is none. */
  private long target(long nowMillis) {
    long retention = calls.settings().retentionMillis();
    boolean aged = calls.settings().keeps(ProtocolRule.DELETE_AGE);
    synchronized (named) {
      long target = 0;
      Named last = null;
      while (!named.isEmpty()
          && (!aged
              || named.element().storeMillis > 0
                  && nowMillis - named.element().storeMillis >= retention)) {
        last = named.remove();
        target = Math.max(target, last.coversThrough);
      }
      if (last != null) {
        // It stays old enough: a later round may have to repeat this one.
        named.addFirst(new Named(target, last.storeMillis));
      }
      return target;
    }
  }

  /** The versions that valid pins need. */
  private List<Long> pins() throws LogException {
    List<Long> versions = new ArrayList<>();
    for (String key : list("pins/")) {
      StoreCalls.Fetched fetched = calls.fetch(key, 4096);
      byte[] body = fetched.body();
      if (body == null) {
        continue;
      }
      try {
        Pin pin = Pin.decode(body);
        if (fetched.storeMillis() - fetched.modifiedMillis() <= pin.ttlMillis()) {
          versions.add(pin.version());
        } else {
          delete(List.of(key));
        }
      } catch (FormatException e) {
        throw new LogException(
            LogException.Reason.DAMAGED,
            "Nothing is collected while a pin cannot be read: "
                + e.getMessage()
                + " ("
                + calls.address()
                + key
                + ")",
            e);
      }
    }
    return versions;
  }

  private int deleteSlots(long floor) throws LogException {
    List<String> old = new ArrayList<>();
    for (String key : list("log/")) {
      long number = SlotCodec.number(key);
      if (number > floor) {
        break;
      }
      if (number > 0) {
        old.add(key);
      }
    }
    delete(old);
    return old.size();
  }

  private int deleteRetired(long floor, List<Long> versions) throws LogException {
    List<String> dead = new ArrayList<>();
    for (Retired one : state.retired()) {
      if (one.died() <= floor && versions.stream().noneMatch(one::isNeededBy)) {
        dead.add(one.key());
      }
    }
    delete(dead);
    dead.forEach(state::forget);
    return dead.size();
  }

  /**
   * Deletes what earlier writers uploaded and never published: objects of lower epochs that were
   * unreferenced when this writer put its fence. Those can never be referenced any more.
   *
   * @param referencedAtFence whether the state at the fence, or a snapshot of it, needs an object
   */
  public int sweepOrphans(Predicate<String> referencedAtFence) throws LogException {
    session.readHead();
    Set<String> retired = new HashSet<>(session.retiredKeys());
    List<String> orphans = new ArrayList<>();
    for (String folder : List.of("seg/", "meta/", "idx/")) {
      for (String key : list(folder)) {
        long made = epochOf(key);
        if (made >= 0 && made < epoch && !retired.contains(key) && !referencedAtFence.test(key)) {
          orphans.add(key);
        }
      }
    }
    delete(orphans);
    return orphans.size();
  }

  /** The epoch in a name like {@code meta/12-rest}; -1 for other names, which stay. */
  private static long epochOf(String key) {
    int from = key.lastIndexOf('/') + 1;
    int to = key.indexOf('-', from);
    if (to <= from || to - from > 18) {
      return -1;
    }
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = key.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }

  private List<String> list(String folder) throws LogException {
    List<String> names = new ArrayList<>();
    int cut = calls.key("").length();
    String after = null;
    do {
      String from = after;
      ListPage page =
          calls.repeat("list " + folder, s -> s.list(calls.key(folder), null, from, BATCH));
      for (ObjectInfo info : page.objects()) {
        names.add(info.key().substring(cut));
      }
      after = page.next();
    } while (after != null);
    return names;
  }

  private void delete(List<String> names) throws LogException {
    for (int from = 0; from < names.size(); from += BATCH) {
      List<String> keys = new ArrayList<>();
      for (String one : names.subList(from, Math.min(names.size(), from + BATCH))) {
        keys.add(calls.key(one));
      }
      calls.repeat("delete", s -> deleted(s, keys));
    }
  }

  private static int deleted(ObjectStore store, List<String> keys) throws StoreException {
    List<ObjectStore.FailedDelete> failed = store.deleteAll(keys);
    if (!failed.isEmpty()) {
      ObjectStore.FailedDelete first = failed.getFirst();
      throw new StoreException(first.reason(), first.key() + ": " + first.message());
    }
    return keys.size();
  }
}
