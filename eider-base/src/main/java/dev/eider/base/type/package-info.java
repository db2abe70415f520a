// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The types of the dialect and single values of them.
 *
 * <p>In: nothing. Out: {@link dev.eider.base.type.LogicalType} (what SQL sees), {@link
 * dev.eider.base.type.PhysicalType} (how a vector stores it) and {@link dev.eider.base.type.Value}
 * (one boxed value, for constants, statistics and settings; never in a per-row path). Start at
 * {@link dev.eider.base.type.LogicalType}. Every package may depend on this one.
 */
@NullMarked
package dev.eider.base.type;

import org.jspecify.annotations.NullMarked;
