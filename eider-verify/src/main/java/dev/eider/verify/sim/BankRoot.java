// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import dev.eider.storage.format.v1.Root;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.StoreCalls;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The root of a checkpoint of the bank: the objects that hold the balances, a few accounts each, as
 * a root of a real database refers to packs.
 *
 * @param packs the key of each group's object and since which version it is needed
 * @param page the key of the object that holds this root; empty when it travels inline
 */
record BankRoot(long version, long hash, List<Pack> packs, String page) {
  static final int GROUPS = 4;
  static final int PER_GROUP = BankAccounts.COUNT / GROUPS;

  private static final int READS = 4;

  record Pack(String key, long born) {}

  BankRoot {
    packs = List.copyOf(packs);
  }

  byte[] encode() {
    ByteBuffer buffer = ByteBuffer.allocate(1024);
    buffer.putLong(version).putLong(hash);
    for (Pack pack : packs) {
      byte[] key = pack.key.getBytes(StandardCharsets.UTF_8);
      buffer.putLong(pack.born).putInt(key.length).put(key);
    }
    byte[] body = new byte[buffer.position()];
    buffer.flip().get(body);
    return body;
  }

  private static BankRoot decode(byte[] body, String page) {
    ByteBuffer buffer = ByteBuffer.wrap(body);
    long version = buffer.getLong();
    long hash = buffer.getLong();
    List<Pack> packs = new ArrayList<>();
    for (int i = 0; i < GROUPS; i++) {
      long born = buffer.getLong();
      byte[] key = new byte[buffer.getInt()];
      buffer.get(key);
      packs.add(new Pack(new String(key, StandardCharsets.UTF_8), born));
    }
    return new BankRoot(version, hash, packs, page);
  }

  /**
   * The root a checkpoint names.
   *
   * @throws LogException SNAPSHOT_TOO_OLD when its object is gone
   */
  static BankRoot read(StoreCalls calls, Root root) throws LogException {
    return root.key().isEmpty()
        ? decode(root.inline(), "")
        : decode(object(calls, root.key()), root.key());
  }

  /**
   * The balances, read from the store.
   *
   * @throws LogException SNAPSHOT_TOO_OLD when an object is gone
   */
  BankAccounts accounts(StoreCalls calls) throws LogException {
    BankAccounts accounts = new BankAccounts();
    for (int group = 0; group < GROUPS; group++) {
      ByteBuffer body = ByteBuffer.wrap(object(calls, packs.get(group).key));
      for (int i = 0; i < PER_GROUP; i++) {
        accounts.balances[group * PER_GROUP + i] = body.getLong();
      }
    }
    accounts.hash = hash;
    return accounts;
  }

  static byte[] pack(BankAccounts accounts, int group) {
    ByteBuffer buffer = ByteBuffer.allocate(PER_GROUP * Long.BYTES);
    for (int i = 0; i < PER_GROUP; i++) {
      buffer.putLong(accounts.balances[group * PER_GROUP + i]);
    }
    return buffer.array();
  }

  /** Bytes with their checksum in front. */
  static byte[] checked(byte[] body) {
    CRC32C crc = new CRC32C();
    crc.update(body);
    return ByteBuffer.allocate(body.length + 4).putInt((int) crc.getValue()).put(body).array();
  }

  private static byte[] object(StoreCalls calls, String key) throws LogException {
    for (int attempt = 1; ; attempt++) {
      byte @Nullable [] found = calls.fetch(key, 1 << 16).body();
      if (found == null) {
        throw new LogException(LogException.Reason.SNAPSHOT_TOO_OLD, key + " is gone");
      }
      byte[] body = new byte[found.length - 4];
      ByteBuffer.wrap(found, 4, body.length).get(body);
      CRC32C crc = new CRC32C();
      crc.update(body);
      if ((int) crc.getValue() == ByteBuffer.wrap(found).getInt()) {
        return body;
      }
      if (attempt == READS) {
        throw new LogException(LogException.Reason.DAMAGED, key + " is damaged");
      }
    }
  }
}
