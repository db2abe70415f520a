// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

/**
 * A block of text that can only be made front to back is gone: its rows are known, and who looks
 * for where they start need not look any more.
 */
final class ReleasedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ReleasedException(String name, long block) {
    super("block " + block + " of \"" + name + "\" was let go", null, false, true);
  }
}
