// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Query;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Puts the arguments of a table macro that name its tables and columns in their places. */
final class MacroArguments {
  private final Map<String, Expr> arguments;

  private MacroArguments(Map<String, Expr> arguments) {
    this.arguments = arguments;
  }

  /** The query with each parameter replaced; {@code arguments} by name in lower case. */
  static Query replace(Query body, Map<String, Expr> arguments) {
    return arguments.isEmpty() ? body : (Query) new MacroArguments(arguments).rewrite(body);
  }

  private Object rewrite(Object node) {
    return switch (node) {
      case Expr.ColumnRef ref when ref.names().size() == 1 -> {
        Expr argument = arguments.get(ref.name().toLowerCase(Locale.ROOT));
        yield argument == null ? ref : argument;
      }
      case List<?> list -> {
        List<Object> rewritten = new ArrayList<>(list.size());
        list.forEach(element -> rewritten.add(rewrite(element)));
        yield rewritten;
      }
      case Record record -> parts(record);
      default -> node;
    };
  }

  /** The tree is records all through, so their components are the children. */
  private Object parts(Record record) {
    RecordComponent[] components = record.getClass().getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    boolean changed = false;
    try {
      for (int i = 0; i < components.length; i++) {
        types[i] = components[i].getType();
        Object part = components[i].getAccessor().invoke(record);
        if (part != null) {
          values[i] = rewrite(part);
          changed |= !values[i].equals(part);
        }
      }
      return changed ? record.getClass().getDeclaredConstructor(types).newInstance(values) : record;
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
