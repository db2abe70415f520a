// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Functions over text and bytes, one family a file.
 *
 * <p>In: string vectors (UTF-8 views). Out: kernels for strings, patterns, regular expressions,
 * similarity, digests and encodings. {@link dev.eider.engine.function.text.TextFunctions} registers
 * all families: start there. {@link dev.eider.engine.function.text.TextCursor} is how a kernel
 * reads a value without allocating.
 *
 * <p>Depends on {@code base} and {@code engine.function}.
 */
@NullMarked
package dev.eider.engine.function.text;

import org.jspecify.annotations.NullMarked;
