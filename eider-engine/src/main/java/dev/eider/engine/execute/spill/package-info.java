// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Chunks as bytes, for spill files. In: chunks. Out: byte arrays, and chunks again. The layout
 * lives as long as one query and is not a file format. Start at {@link
 * dev.eider.engine.execute.spill.ChunkBytes}. Sees {@code base} only.
 */
@NullMarked
package dev.eider.engine.execute.spill;

import org.jspecify.annotations.NullMarked;
