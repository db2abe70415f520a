// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/** Some hundred damaged files in every build, and proof that the alarm rings. */
@NullMarked
package dev.eider.verify.fuzz;

import org.jspecify.annotations.NullMarked;
