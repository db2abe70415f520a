// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes to bytes: packing and unpacking streams (gzip by the JDK, zstd by aircompressor's Java
 * code, no native library). In: a stream and a codec's name. Out: a stream. Start at {@link
 * dev.eider.io.codec.Codec}. Everybody above {@code io} may depend on this package.
 */
@NullMarked
package dev.eider.io.codec;

import org.jspecify.annotations.NullMarked;
