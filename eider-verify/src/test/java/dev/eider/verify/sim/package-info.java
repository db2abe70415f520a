// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** Tests of the simulator, and of the storage protocol under it. */
@NullMarked
package dev.eider.verify.sim;

import org.jspecify.annotations.NullMarked;
