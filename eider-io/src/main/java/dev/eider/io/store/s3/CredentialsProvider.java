// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import dev.eider.io.store.StoreException;
import org.jspecify.annotations.Nullable;

/** Where a store gets its credentials from, for every request anew. Any thread. */
public interface CredentialsProvider {
  /**
   * The present ones; null to ask without any. May fetch and wait.
   *
   * @throws StoreException DENIED when there are none where there should be; UNAVAILABLE when they
   *     could not be fetched
   */
  @Nullable Credentials credentials() throws StoreException;

  /** The store has refused these as expired: the next are to be fresh ones. */
  default void expired(Credentials used) {}

  /** Always the same; null for none. */
  static CredentialsProvider of(@Nullable Credentials credentials) {
    return () -> credentials;
  }
}
