// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.wal;

/** One record: its type and its payload, which nobody changes after it was given here. */
public record LogRecord(RecordType type, byte[] payload) {}
