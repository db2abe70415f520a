// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** Tests of the CSV reader. Start at {@link dev.eider.formats.csv.TestContext}. */
@NullMarked
package dev.eider.formats.csv;

import org.jspecify.annotations.NullMarked;
