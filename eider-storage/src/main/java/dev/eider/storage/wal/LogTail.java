// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.wal;

import dev.eider.storage.format.v1.Hash128;

/**
 * The end of the log as somebody knows it.
 *
 * @param slot the last slot
 * @param chain its {@link dev.eider.storage.format.v1.SlotCodec#chainHash}
 * @param createdMillis when the store made it; 0 when unknown
 */
public record LogTail(long slot, Hash128 chain, long createdMillis) {}
