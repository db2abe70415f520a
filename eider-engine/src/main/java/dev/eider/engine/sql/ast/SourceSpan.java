// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

/**
 * Where a node stands in the SQL text: the half-open range {@code [start, end)} of UTF-16 offsets.
 *
 * <p>All spans are equal to each other and share one hash code. That is on purpose: the generated
 * {@code equals} of every tree record then compares what was said and not where, which is what the
 * binder needs to find {@code GROUP BY a + 1} again in the select list.
 *
 * @param start offset of the first character
 * @param end offset after the last character, never below {@code start}
 */
public record SourceSpan(int start, int end) {
  /** The span of a node that was made up and has no text of its own. */
  public static final SourceSpan NONE = new SourceSpan(0, 0);

  /** The span from the start of this one to the end of {@code last}. */
  public SourceSpan to(SourceSpan last) {
    return new SourceSpan(start, Math.max(end, last.end));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SourceSpan;
  }

  @Override
  public int hashCode() {
    return 0;
  }
}
