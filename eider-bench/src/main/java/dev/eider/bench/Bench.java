// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench;

import dev.eider.bench.data.DataDirectory;
import java.nio.file.Path;

/** Entry point of {@code bin/bench}. */
public final class Bench {
  private Bench() {}

  public static void main(String[] args) throws Exception {
    DataDirectory data = new DataDirectory(Path.of(args[1]), 2, System.err);
    System.out.println(data.taxi(Long.parseLong(args[2])));
  }
}
