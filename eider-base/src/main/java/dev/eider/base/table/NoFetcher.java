// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.Value;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Fetches nothing: for tables whose readers have their own bytes. */
final class NoFetcher implements Fetcher {
  static final NoFetcher INSTANCE = new NoFetcher();

  static final FetchService SERVICE =
      new FetchService() {
        @Override
        public Fetcher open(ScanContext context) {
          return INSTANCE;
        }

        @Override
        public void check(Function<String, @Nullable Value> settings) {}

        @Override
        public ObjectAccess objects(ScanContext context) {
          throw EiderException.internal("nothing is read here");
        }
      };

  private NoFetcher() {}

  @Override
  public FetchedBytes fetch(FetchPlan plan) {
    if (!plan.ranges().isEmpty()) {
      throw EiderException.internal("there is nobody here to fetch " + plan);
    }
    return FetchedBytes.NONE;
  }

  @Override
  public ReadAhead readAhead(TableScan scan) {
    return new ReadAhead() {
      @Override
      public ReadAhead.@Nullable Claim claim() {
        ScanTask task = scan.nextTask();
        return task == null ? null : new ReadAhead.Claim(task, fetch(task.fetchPlan()));
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void close() {}
}
