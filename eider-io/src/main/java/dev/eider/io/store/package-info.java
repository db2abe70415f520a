// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Where bytes live: one port, {@link dev.eider.io.store.ObjectStore}, and one package below this
 * one for each kind of store.
 *
 * <p>Comes in: keys, ranges, bodies in segments that the caller owns. Goes out: bytes in those
 * segments, what the store tells of objects, and {@link dev.eider.io.store.StoreException}s whose
 * reason says what the caller may do. Start at {@link dev.eider.io.store.ObjectStore}; the
 * conformance test that every implementation inherits is the contract in code. Wrappers (retrying,
 * counting, faulty, slow) are stores around a store.
 *
 * <p>Depends on {@code base.env}, {@code base.error}.
 */
@NullMarked
package dev.eider.io.store;

import org.jspecify.annotations.NullMarked;
