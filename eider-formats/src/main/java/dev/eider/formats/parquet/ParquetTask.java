// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.ScanTask;
import dev.eider.formats.parquet.Footer.RowGroup;

/** One row group of one file. */
record ParquetTask(long index, ParquetTable.Part part, RowGroup group, FetchPlan fetchPlan)
    implements ScanTask {}
