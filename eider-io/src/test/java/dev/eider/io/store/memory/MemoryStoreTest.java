// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.memory;

import dev.eider.base.env.Env;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.ObjectStoreConformance;

class MemoryStoreTest extends ObjectStoreConformance {
  @Override
  protected ObjectStore newStore() {
    return new MemoryStore(Env.system(), "test");
  }

  @Override
  protected int rounds() {
    return 200;
  }
}
