// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

import java.util.List;

/** A type as written, before the catalog is asked what it is. */
public sealed interface TypeName extends Node {

  /**
   * A named type: {@code INTEGER}, {@code DECIMAL(10, 2)}, {@code my_schema.mood}, {@code ENUM('a',
   * 'b')}. Names of several words are one name here: {@code timestamp with time zone}, {@code time
   * with time zone}, {@code double precision} arrive as {@code TIMESTAMP WITH TIME ZONE}, {@code
   * TIME WITH TIME ZONE}, {@code DOUBLE}.
   *
   * @param name the name as written; upper case when it is one of the grammar's own type words
   * @param modifiers what stands in parentheses, usually literals; empty when there are none
   */
  record Named(QualifiedName name, List<Expr> modifiers, SourceSpan span) implements TypeName {
    public Named {
      modifiers = List.copyOf(modifiers);
    }
  }

  /** {@code element[]}. */
  record ListOf(TypeName element, SourceSpan span) implements TypeName {}

  /** {@code element[size]}. */
  record ArrayOf(TypeName element, Expr size, SourceSpan span) implements TypeName {}

  /** {@code STRUCT(a INT, b VARCHAR)} or {@code ROW(...)}; no fields for a bare {@code STRUCT}. */
  record Struct(List<Field> fields, SourceSpan span) implements TypeName {
    public Struct {
      fields = List.copyOf(fields);
    }
  }

  /** {@code UNION(num INT, str VARCHAR)}. */
  record Union(List<Field> members, SourceSpan span) implements TypeName {
    public Union {
      members = List.copyOf(members);
    }
  }

  /** {@code MAP(key, value)}. */
  record MapOf(TypeName key, TypeName value, SourceSpan span) implements TypeName {}

  /** {@code TUPLE(INT, VARCHAR)}: a struct without names. */
  record Tuple(List<TypeName> elements, SourceSpan span) implements TypeName {
    public Tuple {
      elements = List.copyOf(elements);
    }
  }

  /** A named part of a struct or union type. */
  record Field(String name, TypeName type) {}
}
