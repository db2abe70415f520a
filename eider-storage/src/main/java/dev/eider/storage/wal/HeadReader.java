// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.wal;

import dev.eider.storage.format.v1.FormatException;
import dev.eider.storage.format.v1.Head;
import dev.eider.storage.format.v1.HeadCodec;
import org.jspecify.annotations.Nullable;

/** Reads the head of a database. Any thread. */
public final class HeadReader {
  /** The object's name. */
  public static final String NAME = "head";

  private static final int DAMAGED_READS = 3;

  private final StoreCalls calls;

  public HeadReader(StoreCalls calls) {
    this.calls = calls;
  }

  /** A head as it was at {@code storeMillis}. */
  public record Seen(Head head, String etag, long modifiedMillis, long storeMillis) {}

  /**
   * The head now.
   *
   * @throws LogException HEAD_LOST when there is none; DAMAGED; STORE
   */
  public Seen read() throws LogException {
    Seen seen = readOrNull();
    if (seen == null) {
      throw new LogException(
          LogException.Reason.HEAD_LOST,
          "The database at "
              + calls.address()
              + " has no head object any more: open it with"
              + " RECOVER to rebuild it from the log");
    }
    return seen;
  }

  /** The head now, or null when there is none. */
  public @Nullable Seen readOrNull() throws LogException {
    for (int attempt = 1; ; attempt++) {
      StoreCalls.Fetched fetched = calls.fetch(NAME, HeadCodec.SIZE_MAX);
      byte[] body = fetched.body();
      if (body == null) {
        return null;
      }
      try {
        return new Seen(
            HeadCodec.decode(body),
            fetched.etag(),
            fetched.modifiedMillis(),
            fetched.storeMillis());
      } catch (FormatException e) {
        boolean lasting =
            e.kind() == FormatException.Kind.FUTURE_VERSION
                || e.kind() == FormatException.Kind.UNKNOWN_FEATURE;
        if (attempt == DAMAGED_READS || lasting && attempt > 1) {
          throw new LogException(
              LogException.Reason.DAMAGED, e.getMessage() + " (" + calls.address() + NAME + ")", e);
        }
      }
    }
  }
}
