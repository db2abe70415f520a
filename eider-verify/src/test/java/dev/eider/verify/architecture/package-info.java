// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The walls of the house as tests: which module and package may see which.
 *
 * <p>In: the compiled main classes of all modules. Out: violations, none of them frozen. Start
 * here: {@link dev.eider.verify.architecture.Walls}. The packages below {@code fixture} are a small
 * house that breaks each rule once; they prove that each alarm rings.
 */
@NullMarked
package dev.eider.verify.architecture;

import org.jspecify.annotations.NullMarked;
