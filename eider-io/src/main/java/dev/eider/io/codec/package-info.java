// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes to bytes: packing and unpacking streams (gzip by the JDK, zstd by aircompressor's Java
 * code, no native library) and blocks (zstd and lz4 by aircompressor, natively where the JVM allows
 * it; snappy packed by aircompressor and unpacked here; gzip by the JDK; brotli by its authors'
 * Java decoder). In: a stream or block and a codec. Out: the same unpacked. Start at {@link
 * dev.eider.io.codec.Codec} and {@link dev.eider.io.codec.BlockUnpacker}. Everybody above {@code
 * io} may depend on this package.
 */
@NullMarked
package dev.eider.io.codec;

import org.jspecify.annotations.NullMarked;
