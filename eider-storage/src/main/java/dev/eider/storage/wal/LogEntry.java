// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.wal;

import java.util.List;

/**
 * One slot as readers get it.
 *
 * @param slot its number
 * @param epoch of its writer
 * @param records all of them, in order
 * @param createdMillis when the store made it, by the store's clock; 0 when unknown
 */
public record LogEntry(long slot, long epoch, List<LogRecord> records, long createdMillis) {}
