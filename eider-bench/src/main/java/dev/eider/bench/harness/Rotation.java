// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The order of the engines in a round. */
public final class Rotation {
  private Rotation() {}

  /**
   * The list moved on by one place per round: in as many rounds as there are engines each is first
   * once, so that a machine that slows down in the middle is unfair to nobody.
   */
  public static <T> List<T> order(List<T> items, int round) {
    List<T> out = new ArrayList<>(items);
    Collections.rotate(out, -round);
    return out;
  }
}
