// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.manifest;

/** Who this process is, and what it can tell of others on the same machine. Any thread. */
public interface HostIdentity {
  /** The machine's name. */
  String host();

  /** The number of this process. */
  long pid();

  /** Which run of the operating system this is; empty when unknown. */
  String bootId();

  /** Whether a process of this machine's run is alive; true when that cannot be told. */
  boolean isAlive(long pid);
}
