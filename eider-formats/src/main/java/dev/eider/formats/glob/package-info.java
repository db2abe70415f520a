// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Lists of files, for every format: globs, hive partitions, and columns united by name.
 *
 * <p>In: patterns as users write them and the settings that say where and what may be read. Out:
 * file names in order, values of partition columns, a merged schema. Start at {@link
 * dev.eider.formats.glob.FileGlob}. Depends on {@code base}, {@code io} and {@code formats.scan};
 * every format may depend on it.
 */
@NullMarked
package dev.eider.formats.glob;

import org.jspecify.annotations.NullMarked;
