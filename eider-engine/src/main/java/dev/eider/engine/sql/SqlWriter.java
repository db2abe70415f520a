// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.QualifiedName;
import java.util.List;
import java.util.function.Consumer;

/** The text that is being written, and the writers of its parts. */
final class SqlWriter {
  private final StringBuilder out = new StringBuilder();
  final ExprText expressions = new ExprText(this);
  final TypeText types = new TypeText(this);
  final TableText tables = new TableText(this);
  final QueryText queries = new QueryText(this);
  final StatementText statements = new StatementText(this);

  SqlWriter add(String text) {
    out.append(text);
    return this;
  }

  SqlWriter add(char c) {
    out.append(c);
    return this;
  }

  SqlWriter addIf(boolean condition, String text) {
    if (condition) {
      out.append(text);
    }
    return this;
  }

  /** A name, quoted when it needs to be. */
  SqlWriter name(String name) {
    // an alias may be empty, but only when written as a string
    out.append(name.isEmpty() ? "''" : SqlText.quote(name));
    return this;
  }

  SqlWriter name(QualifiedName name) {
    return dotted(name.parts());
  }

  SqlWriter dotted(List<String> parts) {
    for (int i = 0; i < parts.size(); i++) {
      if (i > 0) {
        out.append('.');
      }
      name(parts.get(i));
    }
    return this;
  }

  SqlWriter literal(String text) {
    out.append(SqlText.literal(text));
    return this;
  }

  <T> SqlWriter list(List<T> items, Consumer<T> each) {
    return list(items, ", ", each);
  }

  <T> SqlWriter list(List<T> items, String separator, Consumer<T> each) {
    boolean first = true;
    for (T item : items) {
      if (!first) {
        out.append(separator);
      }
      first = false;
      each.accept(item);
    }
    return this;
  }

  SqlWriter names(List<String> names) {
    return list(names, this::name);
  }

  /** {@code (a, b)}. */
  SqlWriter nameList(List<String> names) {
    return add('(').names(names).add(')');
  }

  String text() {
    return out.toString();
  }
}
