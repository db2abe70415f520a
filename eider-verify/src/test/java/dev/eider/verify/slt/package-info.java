// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** Tests of the sqllogictest runner, and the run of the project's own corpus. */
@NullMarked
package dev.eider.verify.slt;

import org.jspecify.annotations.NullMarked;
