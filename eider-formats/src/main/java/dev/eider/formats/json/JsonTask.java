// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.ScanTask;
import org.jspecify.annotations.Nullable;

/**
 * A block of a file of lines, or a whole file.
 *
 * @param object the file as it was seen, or null when it is read as a stream
 * @param offset where the block begins
 * @param length its bytes
 */
record JsonTask(
    long index,
    JsonFile file,
    JsonLayout layout,
    @Nullable ObjectVersion object,
    long offset,
    int length,
    FetchPlan fetchPlan)
    implements ScanTask {}
