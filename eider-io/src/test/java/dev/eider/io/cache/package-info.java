// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** Tests of what is kept of stores. */
@NullMarked
package dev.eider.io.cache;

import org.jspecify.annotations.NullMarked;
