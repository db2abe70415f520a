// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.expr;

/**
 * Where in the statement an expression was written, for errors that its evaluation meets.
 *
 * <p>All places are equal: expressions are compared by what they compute, not by where they stand.
 *
 * @param position offset in the text of the statement, or -1 when it has none there
 */
public record Place(int position) {
  /** No place in the statement. */
  public static final Place NONE = new Place(-1);

  @Override
  public boolean equals(Object other) {
    return other instanceof Place;
  }

  @Override
  public int hashCode() {
    return 0;
  }
}
