// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.manifest;

/**
 * How a database is opened for writing.
 *
 * @param create makes it when there is none
 * @param force takes it from an owner who still holds it; his commits fail from then on
 * @param recover rebuilds a lost head from the log
 * @param waitMillis how long to wait for an owner to give it up
 */
public record OpenOptions(boolean create, boolean force, boolean recover, long waitMillis) {
  /** Fails at once when it has an owner; makes it when there is none. */
  public static final OpenOptions DEFAULT = new OpenOptions(true, false, false, 0);

  /** Takes it. */
  public static final OpenOptions FORCE = new OpenOptions(true, true, false, 0);

  /** Rebuilds the head, and takes it. */
  public static final OpenOptions RECOVER = new OpenOptions(false, true, true, 0);
}
