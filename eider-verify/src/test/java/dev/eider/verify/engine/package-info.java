// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** Tests of the port to the engines. */
@NullMarked
package dev.eider.verify.engine;

import org.jspecify.annotations.NullMarked;
