// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import java.util.Arrays;

/** The balances of the bank, and a hash of all transfers in order that led to them. */
final class BankAccounts {
  static final int COUNT = 8;
  static final long EACH = 50;

  final long[] balances = new long[COUNT];
  long hash;

  BankAccounts() {
    Arrays.fill(balances, EACH);
  }

  BankAccounts copy() {
    BankAccounts copy = new BankAccounts();
    System.arraycopy(balances, 0, copy.balances, 0, COUNT);
    copy.hash = hash;
    return copy;
  }

  void apply(Transfer transfer) {
    balances[transfer.from()] -= transfer.amount();
    balances[transfer.to()] += transfer.amount();
    hash = (hash ^ transfer.number()) * 0x9E3779B97F4A7C15L + 1;
  }

  long least() {
    return Arrays.stream(balances).min().orElse(0);
  }

  long total() {
    return Arrays.stream(balances).sum();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BankAccounts that
        && hash == that.hash
        && Arrays.equals(balances, that.balances);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(hash);
  }

  @Override
  public String toString() {
    return Arrays.toString(balances) + " " + Long.toHexString(hash);
  }
}
