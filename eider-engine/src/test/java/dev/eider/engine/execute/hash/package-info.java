// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** Tests of hash tables and partitioned aggregation. */
@NullMarked
package dev.eider.engine.execute.hash;

import org.jspecify.annotations.NullMarked;
