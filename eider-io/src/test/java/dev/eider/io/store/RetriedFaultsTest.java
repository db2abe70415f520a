// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import dev.eider.base.env.Env;
import dev.eider.io.store.memory.MemoryStore;

/** A store that often fails is, with repetitions, a store like any other. */
class RetriedFaultsTest extends ObjectStoreConformance {
  @Override
  protected ObjectStore newStore() {
    Env env = Env.system();
    Faults faults = Faults.none(12).withThrottled(0.001, 2, 0, 0).withBrokenReads(0.05, 0.05, 0.05);
    return new RetryingStore(
        env,
        new FaultyStore(env, new MemoryStore(env, "m"), faults),
        new RetryPolicy(20, 1, 1, 1, 60_000));
  }

  @Override
  protected int rounds() {
    return 10;
  }
}
