// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.manifest;

import dev.eider.io.store.ListPage;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.StoreException;
import dev.eider.storage.format.v1.DatabaseFormat;
import dev.eider.storage.format.v1.FormatException;
import dev.eider.storage.format.v1.Head;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.StoreCalls;
import java.lang.foreign.MemorySegment;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes an empty database: format.json, then head, both created only when absent, so that it does
 * not matter how many processes do it at once or where one of them dies.
 */
final class DatabaseCreation {
  /** The name of the object that says what the database is. */
  static final String FORMAT = "format.json";

  private final StoreCalls calls;
  private final HeadStore heads;

  DatabaseCreation(StoreCalls calls, HeadStore heads) {
    this.calls = calls;
    this.heads = heads;
  }

  void create() throws LogException {
    ListPage log = calls.repeat("list", s -> s.list(calls.key("log/"), null, null, 1));
    if (!log.objects().isEmpty()) {
      if (heads.reader().readOrNull() != null) {
        // Somebody has made the database since its head was looked for.
        return;
      }
      throw new LogException(
          LogException.Reason.HEAD_LOST,
          "The database at "
              + calls.address()
              + " has a log but no head object any more: open it"
              + " with RECOVER to rebuild it from the log");
    }
    DatabaseFormat format = format();
    if (format == null) {
      DatabaseFormat fresh = new DatabaseFormat(heads.newId(), calls.settings().retentionMillis());
      calls.repeat(
          "create",
          store -> {
            try {
              return store
                  .put(
                      calls.key(FORMAT),
                      MemorySegment.ofArray(fresh.encode()),
                      PutCondition.IF_ABSENT)
                  .etag();
            } catch (StoreException e) {
              if (e.reason() == StoreException.Reason.PRECONDITION_FAILED) {
                return "";
              }
              throw e;
            }
          });
      format = format();
    }
    if (format == null) {
      throw new LogException(
          LogException.Reason.STORE,
          "format.json was written to " + calls.address() + " and cannot be read");
    }
    Head empty =
        new Head(
            format.database(),
            0,
            new UUID(0, 0),
            0,
            null,
            calls.settings().leaseTtlMillis(),
            null,
            0,
            0,
            0);
    // Null means that somebody else has made it, which is as good.
    var unused = heads.replace(null, empty);
  }

  private @Nullable DatabaseFormat format() throws LogException {
    for (int attempt = 1; ; attempt++) {
      byte[] body = calls.fetch(FORMAT, DatabaseFormat.SIZE_MAX).body();
      try {
        return body == null ? null : DatabaseFormat.decode(body);
      } catch (FormatException e) {
        if (attempt == 3) {
          throw new LogException(
              LogException.Reason.DAMAGED, e.getMessage() + " (" + calls.address() + ")", e);
        }
      }
    }
  }
}
