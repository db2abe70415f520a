// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import dev.eider.storage.format.v1.Root;
import dev.eider.storage.manifest.DatabaseState;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.StoreCalls;
import org.jspecify.annotations.Nullable;

/** The bank as one process knows it. */
final class BankState implements DatabaseState {
  private final StoreCalls calls;
  private final Oracle oracle;
  private final String who;

  // Guarded by this.
  private BankAccounts accounts = new BankAccounts();
  private @Nullable BankRoot root;
  private @Nullable Root base;
  private long slot;
  private boolean inSlot;

  BankState(StoreCalls calls, Oracle oracle, String who) {
    this.calls = calls;
    this.oracle = oracle;
    this.who = who;
  }

  @Override
  public void load(@Nullable Root loaded, long version) throws LogException {
    if (loaded == null) {
      synchronized (this) {
        root = null;
        base = null;
        accounts = new BankAccounts();
        slot = 0;
        inSlot = false;
      }
      return;
    }
    BankRoot read = BankRoot.read(calls, loaded);
    BankAccounts balances = read.accounts(calls);
    synchronized (this) {
      root = read;
      base = loaded;
      accounts = balances;
      slot = version;
      inSlot = false;
    }
    oracle.check(who + " (root)", read.version(), balances);
  }

  @Override
  public synchronized void commit(long at, byte[] payload) {
    inSlot = true;
    accounts.apply(Transfer.decode(payload));
  }

  @Override
  public synchronized void endOfSlot(long at) {
    slot = at;
    inSlot = false;
  }

  /** A state of the log. */
  record Frozen(BankAccounts accounts, long slot) {}

  synchronized @Nullable Frozen freeze() {
    return inSlot ? null : new Frozen(accounts.copy(), slot);
  }

  @Override
  public synchronized void published(Root newer, long version) {
    base = newer;
  }

  /** The root this state was loaded from; null for none. */
  synchronized @Nullable BankRoot root() {
    return root;
  }

  /** The root that the next checkpoint builds upon; null for none. */
  synchronized @Nullable Root base() {
    return base;
  }

  synchronized long balance(int account) {
    return accounts.balances[account];
  }
}
