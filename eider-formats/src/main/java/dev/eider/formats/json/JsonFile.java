// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.table.ObjectVersion;
import dev.eider.base.type.Value;
import org.jspecify.annotations.Nullable;

/**
 * One file of a table.
 *
 * @param layout AUTO: to be found out when a scan comes to it
 * @param packed whether it has to be unpacked
 * @param object the version of an object of a store; null for a local file, which is looked at by
 *     each scan
 * @param constants for each column of the table the value it has in all rows of this file, or null
 */
record JsonFile(
    String path,
    JsonLayout layout,
    boolean packed,
    @Nullable ObjectVersion object,
    @Nullable Value[] constants) {}
