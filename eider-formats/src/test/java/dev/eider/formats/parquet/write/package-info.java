// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** Tests of Parquet's writer, through its own reader. */
@NullMarked
package dev.eider.formats.parquet.write;

import org.jspecify.annotations.NullMarked;
