// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.secret;

import org.jspecify.annotations.Nullable;

/** Where a store finds what proves who asks: the secrets and settings that one session sees. */
public interface SecretLookup {
  /** Nothing is known. */
  SecretLookup NONE =
      new SecretLookup() {
        @Override
        public @Nullable Secret find(String address, String type) {
          return null;
        }

        @Override
        public @Nullable String setting(String name) {
          return null;
        }
      };

  /**
   * The secret of a type for an address: the one with the longest scope that begins it; of equal
   * ones the connection's own before a temporary before a persistent one, then by name. Null when
   * there is none.
   */
  @Nullable Secret find(String address, String type);

  /**
   * The value of a setting that stores fall back to where there is no secret ({@code s3_region}),
   * unredacted; null when it is not set.
   */
  @Nullable String setting(String name);
}
