// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.catalog.AttachedDatabase;
import dev.eider.base.catalog.Catalog;
import dev.eider.base.catalog.CatalogTransaction;

/** A database without versions: every change is seen at once and stays. */
final class FakeDatabase implements AttachedDatabase {
  private final FakeCatalog catalog;

  FakeDatabase(String name) {
    catalog = new FakeCatalog(name);
  }

  @Override
  public String name() {
    return catalog.name();
  }

  @Override
  public CatalogTransaction begin(Runnable beforeFirstChange) {
    return new CatalogTransaction() {
      @Override
      public Catalog catalog() {
        return catalog;
      }

      @Override
      public boolean hasChanges() {
        return false;
      }

      @Override
      public void commit() {}

      @Override
      public void rollback() {}
    };
  }

  @Override
  public void close() {}
}
