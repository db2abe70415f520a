// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.probe;

/**
 * How a store kept one promise.
 *
 * @param promise what was tried, in a few words
 * @param neededFor who relies on it
 * @param detail what was seen: figures when it is well, else what went wrong
 */
public record Finding(String promise, Need neededFor, Status status, String detail) {
  /** Who relies on a promise. */
  public enum Need {
    /** Queries over files. */
    READING,
    /** COPY TO. */
    WRITING,
    /** Databases that live in a bucket. */
    DATABASES,
    /** Nobody; good to know. */
    NOBODY
  }

  /** How it went. */
  public enum Status {
    /** As promised. */
    OK,
    /** The store says that it cannot do that. */
    UNSUPPORTED,
    /** The store did something else than it should. */
    BROKEN,
    /** It could not be tried: the reason is in the detail. */
    FAILED
  }
}
