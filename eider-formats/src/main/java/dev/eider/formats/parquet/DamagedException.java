// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

/**
 * Bytes of a file are not what the format says. Internal to this package: the doors (opening a
 * file, reading a chunk) turn it into an error that names the file and the place.
 */
final class DamagedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DamagedException(String what) {
    super(what, null, false, true);
  }
}
