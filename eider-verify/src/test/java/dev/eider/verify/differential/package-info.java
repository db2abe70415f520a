// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** Tests of the differential harness, with a planted difference that it must find. */
@NullMarked
package dev.eider.verify.differential;

import org.jspecify.annotations.NullMarked;
