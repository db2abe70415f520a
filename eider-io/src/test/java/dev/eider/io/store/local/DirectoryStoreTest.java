// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

import dev.eider.base.env.Env;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.ObjectStoreConformance;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class DirectoryStoreTest extends ObjectStoreConformance {
  @TempDir Path directory;

  @Override
  protected ObjectStore newStore() throws Exception {
    return DirectoryStore.open(Env.system(), directory.resolve("bucket"));
  }
}
