// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.util.UUID;

/**
 * Who has the database open for writing.
 *
 * @param bootId which run of the machine's operating system; empty when unknown
 * @param openedAtMillis when, by the store's clock; 0 when unknown
 */
public record Owner(UUID writer, String host, long pid, String bootId, long openedAtMillis) {}
