// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * One memory limit for everything that grows, and the port to spill files.
 *
 * <p>In: reservations by component (hash tables, sorts, windows, read-ahead, caches). Out: a grant,
 * a smaller grant (then the caller spills), or one clear error. {@link
 * dev.eider.base.memory.MemoryManager} counts bytes; {@link dev.eider.base.memory.TemporaryMemory}
 * shares what is left between operators that can spill and reads that can wait; {@link
 * dev.eider.base.memory.SpillSpace} is where spilled bytes go (its implementation lives in {@code
 * io}). Start at {@link dev.eider.base.memory.MemoryManager}. Every package may depend on this one.
 */
@NullMarked
package dev.eider.base.memory;

import org.jspecify.annotations.NullMarked;
