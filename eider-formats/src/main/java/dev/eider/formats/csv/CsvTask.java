// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.ScanTask;

/** One block of one file. */
record CsvTask(long index, OpenFile file, long block) implements ScanTask {
  @Override
  public FetchPlan fetchPlan() {
    return file.source.plan(block);
  }
}
