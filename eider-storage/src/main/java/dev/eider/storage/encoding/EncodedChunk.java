// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

/**
 * A column chunk as bytes: the first {@code length} of the array, of which the first {@code
 * prefixLength} are what its vectors share.
 */
public record EncodedChunk(
    byte[] bytes, int length, int prefixLength, int encoding, ChunkStatistics statistics) {}
