// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import dev.eider.io.store.PutCondition;
import dev.eider.storage.format.v1.Checkpoint;
import dev.eider.storage.format.v1.Retired;
import dev.eider.storage.format.v1.Root;
import dev.eider.storage.format.v1.Snapshot;
import dev.eider.storage.manifest.WriteSession;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.StoreCalls;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes checkpoints of the bank: the groups of accounts that have changed, then the root. */
final class BankCheckpoints {
  private final Simulation simulation;
  private final StoreCalls calls;
  private final WriteSession session;
  private final BankState state;
  private final String who;
  private long names;

  BankCheckpoints(
      Simulation simulation, StoreCalls calls, WriteSession session, BankState state, String who) {
    this.simulation = simulation;
    this.calls = calls;
    this.session = session;
    this.state = state;
    this.who = who;
  }

  /** The objects that the newest root and the snapshots need. */
  Set<String> referenced() throws LogException {
    Set<String> keys = new HashSet<>();
    Root base = state.base();
    if (base != null) {
      add(keys, BankRoot.read(calls, base));
    }
    for (Snapshot snapshot : session.snapshots()) {
      add(keys, BankRoot.read(calls, snapshot.root()));
    }
    return keys;
  }

  private static void add(Set<String> keys, BankRoot root) {
    root.packs().forEach(pack -> keys.add(pack.key()));
    keys.add(root.page());
  }

  /** Publishes what is durable now, unless it was published already. */
  void publish() throws LogException {
    BankState.Frozen frozen = state.freeze();
    if (frozen == null) {
      return;
    }
    Root base = state.base();
    BankRoot old = base == null ? null : BankRoot.read(calls, base);
    if (old != null && old.version() == frozen.slot()) {
      return;
    }
    List<Retired> retired = new ArrayList<>();
    BankRoot made = write(frozen, old, retired);
    Root root = Root.inline(made.encode());
    if (simulation.chance(0.4)) {
      String page = name("meta/", ".page");
      put(page, made.encode());
      root = Root.at(page);
    }
    if (old != null && !old.page().isEmpty()) {
      retired.add(new Retired(old.page(), old.version(), 0));
    }
    try {
      session.publishCheckpoint(frozen.slot(), root, retired);
    } finally {
      Checkpoint newest = session.newestCheckpoint();
      if (newest != null && newest.coversThrough() == frozen.slot()) {
        state.published(root, frozen.slot());
      }
    }
  }

  /** Writes the groups that have changed; the others keep their objects. */
  private BankRoot write(BankState.Frozen frozen, @Nullable BankRoot old, List<Retired> retired)
      throws LogException {
    BankAccounts before = old == null ? null : old.accounts(calls);
    List<BankRoot.Pack> packs = new ArrayList<>();
    for (int group = 0; group < BankRoot.GROUPS; group++) {
      byte[] body = BankRoot.pack(frozen.accounts(), group);
      if (old != null && before != null && Arrays.equals(body, BankRoot.pack(before, group))) {
        packs.add(old.packs().get(group));
        continue;
      }
      if (old != null) {
        BankRoot.Pack gone = old.packs().get(group);
        retired.add(new Retired(gone.key(), gone.born(), 0));
      }
      String key = name("seg/0" + group + "/", ".pack");
      put(key, body);
      packs.add(new BankRoot.Pack(key, frozen.slot()));
    }
    return new BankRoot(frozen.slot(), frozen.accounts().hash, packs, "");
  }

  private String name(String folder, String suffix) {
    return folder + session.epoch() + "-" + who + "-" + ++names + suffix;
  }

  private void put(String key, byte[] body) throws LogException {
    byte[] checked = BankRoot.checked(body);
    calls.repeat(
        "write " + key, store -> store.put(key, MemorySegment.ofArray(checked), PutCondition.NONE));
  }
}
