// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.table;

/**
 * What a transaction sees: everything up to a version, and its own changes.
 *
 * @param version the last version that was visible when it began
 * @param own the stamp of its own changes
 */
public record Snapshot(long version, Stamp own) {
  /** Whether a change of that stamp is visible; null stands for one that everybody sees. */
  @SuppressWarnings("ReferenceEquality")
  boolean sees(@org.jspecify.annotations.Nullable Stamp stamp) {
    return stamp == null || stamp == own || stamp.version() <= version;
  }
}
