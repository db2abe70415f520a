// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The native database on an object store.
 *
 * <p>Comes in: an object store and a prefix. Goes out: databases as {@code base.catalog} knows
 * them. Start at {@link dev.eider.storage.BucketDatabase}. Who may depend on it: the wiring in
 * {@code dev.eider} only.
 */
@NullMarked
package dev.eider.storage;

import org.jspecify.annotations.NullMarked;
