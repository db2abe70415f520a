// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.type.Value;
import org.jspecify.annotations.Nullable;

/**
 * How one file of a table is read.
 *
 * @param fields fields a row has
 * @param dataStart where the first data row starts, in bytes of UTF-8 text
 * @param mapping for each column of the table the field of the file it comes from, or -1
 * @param constants for each column of the table the value it has in all rows of this file, or null
 * @param rowBytes the average row's length seen while sniffing, 0 when unknown
 */
record CsvFile(
    String path,
    CsvDialect dialect,
    int fields,
    long dataStart,
    int[] mapping,
    @Nullable Value[] constants,
    int rowBytes) {}
