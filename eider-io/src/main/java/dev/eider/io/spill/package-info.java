// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Spill files on the local disk.
 *
 * <p>In: bytes that an operator cannot keep in memory. Out: the same bytes, later. Start at {@link
 * dev.eider.io.spill.DiskSpillSpace}, which implements {@code base.memory.SpillSpace}. Files are
 * private to one query and deleted when it closes them; they are never written to an object store.
 *
 * <p>Depends on {@code base} only.
 */
@NullMarked
package dev.eider.io.spill;

import org.jspecify.annotations.NullMarked;
