// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.wal;

import dev.eider.storage.format.v1.FormatException;
import dev.eider.storage.format.v1.Hash128;
import dev.eider.storage.format.v1.Slot;
import dev.eider.storage.format.v1.SlotCodec;
import dev.eider.storage.format.v1.SlotRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The slots of one database as objects. Any thread. */
public final class LogStore {
  private static final int DAMAGED_READS = 2;

  private final StoreCalls calls;
  private final UUID database;

  public LogStore(StoreCalls calls, UUID database) {
    this.calls = calls;
    this.database = database;
  }

  /**
   * A slot, or its absence, at {@code storeMillis}.
   *
   * @param slot null when there is none
   * @param chain what the next slot must name as the hash of this one
   * @param createdMillis when the store made it
   */
  public record Read(@Nullable Slot slot, Hash128 chain, long createdMillis, long storeMillis) {}

  StoreCalls calls() {
    return calls;
  }

  UUID database() {
    return database;
  }

  /**
   * Reads a slot. One that is damaged is read again by another request, then it is an error.
   *
   * @throws LogException DAMAGED; STORE
   */
  public Read read(long number) throws LogException {
    String name = SlotCodec.key(number);
    for (int attempt = 1; ; attempt++) {
      StoreCalls.Fetched fetched = calls.fetch(name, SlotCodec.SIZE_MAX);
      byte[] body = fetched.body();
      if (body == null) {
        return new Read(null, Hash128.ZERO, 0, fetched.storeMillis());
      }
      try {
        Slot slot = SlotCodec.decode(body, number, database);
        return new Read(
            slot, SlotCodec.chainHash(body), fetched.modifiedMillis(), fetched.storeMillis());
      } catch (FormatException e) {
        if (attempt == DAMAGED_READS) {
          throw new LogException(
              LogException.Reason.DAMAGED,
              e.getMessage() + ". Read twice from " + calls.address() + name,
              e);
        }
      }
    }
  }

  /** What a reader gets of a slot. */
  static LogEntry entry(Slot slot, long createdMillis) throws LogException {
    List<LogRecord> records = new ArrayList<>(slot.records().size());
    for (SlotRecord one : slot.records()) {
      RecordType type = RecordType.of(one.type());
      if (type == null) {
        throw new LogException(
            LogException.Reason.DAMAGED,
            "Log slot "
                + slot.number()
                + " has a record of type "
                + one.type()
                + ", which this program does not know: use a later one");
      }
      records.add(new LogRecord(type, one.payload()));
    }
    return new LogEntry(slot.number(), slot.epoch(), records, createdMillis);
  }
}
