// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import org.jspecify.annotations.Nullable;

/**
 * A key of the store's own kind.
 *
 * @param keyId which key
 * @param secret what proves it; never shown
 * @param sessionToken of keys for a while; never shown
 */
public record Credentials(String keyId, String secret, @Nullable String sessionToken) {
  /** Without what is secret: this may come into a message. */
  @Override
  public String toString() {
    return "Credentials[" + keyId + "]";
  }
}
