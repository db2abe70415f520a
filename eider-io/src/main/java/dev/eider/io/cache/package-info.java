// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes of stores that were read before.
 *
 * <p>Comes in: buffers of finished fetches, with the version of the object they are of. Goes out:
 * the same bytes, without a request. What is kept in memory ({@link dev.eider.io.cache.BlockCache},
 * start there) is a part of the one memory limit and is given up before anybody is refused; what is
 * kept on disk ({@link dev.eider.io.cache.DiskCache}) outlives the process. Depends on {@code
 * base.memory}, {@code base.table} and {@code io.store}.
 */
@NullMarked
package dev.eider.io.cache;

import org.jspecify.annotations.NullMarked;
