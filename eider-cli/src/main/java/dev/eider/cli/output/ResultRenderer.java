// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

/** Writes one result. */
public interface ResultRenderer {
  /** Pulls the rows and writes them; the caller closes the rows and flushes the output. */
  void render(ResultRows rows, ByteOutput out);
}
