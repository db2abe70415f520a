// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.transactions;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot isolation in its plainest form: rows by number in maps, a copy of all of them for each
 * transaction, and the last version that changed each row. The first writer of a row wins.
 */
final class SnapshotModel {
  private TreeMap<Integer, Integer> committed = new TreeMap<>();

  /** The version in which a row was last changed or deleted. */
  private final Map<Integer, Integer> changedIn = new TreeMap<>();

  /** Rows that transactions under way have changed. */
  private final Map<Integer, Transaction> owners = new TreeMap<>();

  private int version;

  Transaction begin() {
    return new Transaction();
  }

  TreeMap<Integer, Integer> committed() {
    return committed;
  }

  /** One transaction. */
  final class Transaction {
    private final int began = version;
    private final TreeMap<Integer, Integer> rows = new TreeMap<>(committed);
    private final Set<Integer> written = new HashSet<>();
    private final Set<Integer> inserted = new HashSet<>();

    TreeMap<Integer, Integer> rows() {
      return rows;
    }

    /** Whether this transaction may change a row that it sees. */
    boolean mayWrite(int row) {
      if (inserted.contains(row)) {
        return true;
      }
      Transaction owner = owners.get(row);
      return (owner == null || owner.equals(this)) && changedIn.getOrDefault(row, 0) <= began;
    }

    void insert(int row, int value) {
      inserted.add(row);
      rows.put(row, value);
    }

    /** A new value, or null to delete. */
    void write(int row, @Nullable Integer value) {
      if (!inserted.contains(row)) {
        written.add(row);
        owners.put(row, this);
      }
      if (value == null) {
        rows.remove(row);
      } else {
        rows.put(row, value);
      }
    }

    void commit() {
      version++;
      TreeMap<Integer, Integer> next = new TreeMap<>(committed);
      Set<Integer> all = new HashSet<>(written);
      all.addAll(inserted);
      for (int row : all) {
        Integer value = rows.get(row);
        if (value == null) {
          next.remove(row);
        } else {
          next.put(row, value);
        }
        changedIn.put(row, version);
      }
      committed = next;
      rollback();
    }

    void rollback() {
      owners.values().removeIf(this::equals);
    }
  }
}
