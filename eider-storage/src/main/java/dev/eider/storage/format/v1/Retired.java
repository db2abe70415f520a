// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

/** An object that versions from {@code born} on need, but none from {@code died} on. */
public record Retired(String key, long born, long died) {
  /** Whether a version needs the object. */
  public boolean isNeededBy(long version) {
    return born <= version && version < died;
  }
}
