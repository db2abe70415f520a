// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.type.LogicalType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the sniffer found out about one file.
 *
 * @param newLine the line end of the first line, as the option is written; empty when there is none
 * @param fields fields a row has; one more than there are columns when all rows end with a
 *     delimiter
 * @param skipRows rows in front of the header or the data
 * @param types by column; SQLNULL when no value was seen
 * @param dataStart where the first data row starts in the text
 * @param onlyHeader whether there is no data row
 * @param rowsSniffed rows looked at
 */
record SniffResult(
    CsvDialect dialect,
    String newLine,
    int fields,
    long skipRows,
    boolean header,
    List<String> names,
    List<LogicalType> types,
    @Nullable TimeFormat dateFormat,
    @Nullable TimeFormat timestampFormat,
    long dataStart,
    boolean onlyHeader,
    boolean empty,
    long rowsSniffed,
    int rowBytes) {}
