// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Whether a store does what databases and scans rely on.
 *
 * <p>Comes in: a store and a prefix to write below. Goes out: a finding for each promise that was
 * tried. Start at {@link dev.eider.io.probe.StoreProbe}. Depends on {@code io.store} and {@code
 * base.env}.
 */
@NullMarked
package dev.eider.io.probe;

import org.jspecify.annotations.NullMarked;
