// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Parquet files that another engine writes, read and compared; damaged files. Start at {@link
 * dev.eider.verify.parquet.ParquetReadTest}.
 */
@NullMarked
package dev.eider.verify.parquet;

import org.jspecify.annotations.NullMarked;
