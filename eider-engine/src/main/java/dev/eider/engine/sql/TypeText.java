// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.TypeName;
import java.util.List;

/** Writes types. */
final class TypeText {
  private final SqlWriter w;

  TypeText(SqlWriter writer) {
    this.w = writer;
  }

  void write(TypeName type) {
    switch (type) {
      case TypeName.Named named -> named(named);
      case TypeName.ListOf list -> {
        write(list.element());
        w.add("[]");
      }
      case TypeName.ArrayOf array -> {
        write(array.element());
        w.add('[');
        w.expressions.write(array.size());
        w.add(']');
      }
      case TypeName.Struct struct -> {
        w.add("STRUCT");
        if (!struct.fields().isEmpty()) {
          fields(struct.fields());
        }
      }
      case TypeName.Union union -> {
        w.add("UNION");
        fields(union.members());
      }
      case TypeName.MapOf map -> {
        w.add("MAP(");
        write(map.key());
        w.add(", ");
        write(map.value());
        w.add(')');
      }
      case TypeName.Tuple tuple -> w.add("TUPLE(").list(tuple.elements(), this::write).add(')');
    }
  }

  private void named(TypeName.Named named) {
    if (named.name().isSimple() && isGrammarName(named.name().name())) {
      w.add(named.name().name());
    } else {
      w.name(named.name());
    }
    if (!named.modifiers().isEmpty()) {
      w.add('(').list(named.modifiers(), w.expressions::write).add(')');
    }
  }

  /** Names that the grammar itself knows; they stand without quotes although they are keywords. */
  private static boolean isGrammarName(String name) {
    return switch (name) {
      case "INTEGER",
          "SMALLINT",
          "BIGINT",
          "BOOLEAN",
          "FLOAT",
          "DOUBLE",
          "DECIMAL",
          "VARCHAR",
          "BIT",
          "TIME",
          "TIMESTAMP",
          "TIME WITH TIME ZONE",
          "TIMESTAMP WITH TIME ZONE",
          "INTERVAL",
          "MAP" ->
          true;
      default -> {
        Keyword word = Keyword.find(name);
        yield word == Keyword.TEXT
            || word == Keyword.DOUBLE
            || word == Keyword.BINARY
            || word == Keyword.ENUM;
      }
    };
  }

  private void fields(List<TypeName.Field> fields) {
    w.add('(');
    w.list(
        fields,
        field -> {
          w.name(field.name()).add(' ');
          write(field.type());
        });
    w.add(')');
  }
}
