// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

/** Under which condition a write takes place. */
public sealed interface PutCondition {
  /** Whatever is there. */
  PutCondition NONE = new None();

  /** Only when there is no object of that name. */
  PutCondition IF_ABSENT = new IfAbsent();

  /** Only when the object still has this tag. */
  static PutCondition ifMatch(String etag) {
    return new IfMatch(etag);
  }

  /** Unconditional. */
  record None() implements PutCondition {}

  /** Create, never replace. */
  record IfAbsent() implements PutCondition {}

  /** Replace exactly the version with this tag (compare and swap). */
  record IfMatch(String etag) implements PutCondition {
    /**
     * A tag that a reply told.
     *
     * @throws IllegalArgumentException for what can be no tag of one version: nothing, or the
     *     wildcard
     */
    public IfMatch {
      if (etag.isEmpty() || etag.equals("*")) {
        throw new IllegalArgumentException("not the tag of a version: '" + etag + "'");
      }
    }
  }
}
