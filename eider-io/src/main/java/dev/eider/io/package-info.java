// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes from anywhere: object stores, the scheduler of reads, block caches and codecs.
 *
 * <p>Comes in: byte ranges asked for. Goes out: owned segments of bytes. Who may depend on it:
 * formats, storage and the wiring in {@code dev.eider}; never the engine.
 */
@NullMarked
package dev.eider.io;

import org.jspecify.annotations.NullMarked;
