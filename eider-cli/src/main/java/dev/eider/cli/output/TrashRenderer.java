// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

/** Runs the query and drops its rows. */
final class TrashRenderer implements ResultRenderer {
  @Override
  public void render(ResultRows rows, ByteOutput out) {
    while (rows.next() != null) {
      // Only the pulling matters.
    }
  }
}
