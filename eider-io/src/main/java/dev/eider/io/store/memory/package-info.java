// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Objects on the heap: the store of tests and of databases that live as long as the process.
 *
 * <p>In: bodies. Out: copies of them. Start at {@link dev.eider.io.store.memory.MemoryStore}; it is
 * the shortest implementation of the port and the model that others are compared with. Depends on
 * {@code io.store} and {@code base.env}.
 */
@NullMarked
package dev.eider.io.store.memory;

import org.jspecify.annotations.NullMarked;
