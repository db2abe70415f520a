// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** Tests of bytes that wait in memory or on disk. */
@NullMarked
package dev.eider.engine.execute.spill;

import org.jspecify.annotations.NullMarked;
