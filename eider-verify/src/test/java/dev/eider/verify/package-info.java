// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** Tests of the tools that look at the house as a whole. */
@NullMarked
package dev.eider.verify;

import org.jspecify.annotations.NullMarked;
