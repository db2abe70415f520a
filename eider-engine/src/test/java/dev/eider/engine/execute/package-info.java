// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Tests of execution: logical plans run on tables of seeded random rows, compared with simple
 * reference implementations. Start at {@link dev.eider.engine.execute.PlanRunner}.
 */
@NullMarked
package dev.eider.engine.execute;

import org.jspecify.annotations.NullMarked;
