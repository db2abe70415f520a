// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

import java.util.List;

/**
 * A name of one to three parts: {@code name}, {@code schema.name} or {@code catalog.schema.name}.
 * With two parts the first may name a catalog as well; the binder decides.
 */
public record QualifiedName(List<String> parts, SourceSpan span) implements Node {
  public QualifiedName {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("a qualified name has at least one part");
    }
  }

  /** A name of one part. */
  public static QualifiedName of(String name, SourceSpan span) {
    return new QualifiedName(List.of(name), span);
  }

  /** The last part. */
  public String name() {
    return parts.getLast();
  }

  /** All parts but the last, outermost first. */
  public List<String> qualifiers() {
    return parts.subList(0, parts.size() - 1);
  }

  /** True when there is only one part. */
  public boolean isSimple() {
    return parts.size() == 1;
  }
}
