// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** Tests of the Parquet reader, on files that the writer makes. */
@NullMarked
package dev.eider.formats.parquet;

import org.jspecify.annotations.NullMarked;
