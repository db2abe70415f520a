// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.base.type.LogicalType;
import java.util.List;

/**
 * A leaf column of the file that is written.
 *
 * @param path the names from the root down, with those of the wrappers of lists and maps
 */
record WriteLeaf(
    List<String> path, LogicalType type, StoredForm form, int maxDefinition, int maxRepetition) {}
