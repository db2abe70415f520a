// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import org.jspecify.annotations.Nullable;

/** Finds the store of an address. Any thread. */
@FunctionalInterface
public interface Stores {
  /**
   * The store that holds an address and the object's key in it, or null for a path of the local
   * file system that is read directly.
   *
   * @throws dev.eider.base.error.EiderException for an address that names no store that is known
   */
  @Nullable Located locate(String address);

  /** An object's place. The store is shared; it stays the finder's. */
  record Located(ObjectStore store, String key) {}
}
