// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.engine.function.ScalarFunction.BindScope;
import dev.eider.engine.function.cast.Casts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the overload of a function for the types of the arguments: the one whose implicit casts
 * cost least in sum.
 *
 * <p>An argument that is a literal has type {@link LogicalType#INTEGER_LITERAL} or {@link
 * LogicalType#STRING_LITERAL} and its value as the constant; it adapts to the parameter. A
 * parameter of a prepared statement whose type is open has type {@link LogicalType#ANY}. The
 * function chosen is bound with the literals' own types.
 */
public final class FunctionResolver {
  private FunctionResolver() {}

  /** Chooses and binds a scalar function; null when there is none of that name. */
  public static @Nullable BoundScalar bindScalar(
      FunctionRegistry registry, String name, List<Argument> arguments, BindScope scope) {
    List<ScalarFunction> overloads = registry.scalars(name);
    if (overloads.isEmpty()) {
      return null;
    }
    return resolveScalar(name, overloads, arguments).bind(plainAll(arguments), scope);
  }

  /** Chooses and binds an aggregate function; null when there is none of that name. */
  public static AggregateFunction.@Nullable Binding bindAggregate(
      FunctionRegistry registry, String name, List<Argument> arguments, BindScope scope) {
    List<AggregateFunction> overloads = registry.aggregates(name);
    if (overloads.isEmpty()) {
      return null;
    }
    return resolveAggregate(name, overloads, arguments).bind(plainAll(arguments), scope);
  }

  /** Chooses among the overloads of a scalar function; an error when none or several fit. */
  public static ScalarFunction resolveScalar(
      String name, List<ScalarFunction> overloads, List<Argument> arguments) {
    List<Signature> signatures = new ArrayList<>();
    for (ScalarFunction overload : overloads) {
      signatures.add(
          new Signature(overload.parameters(), overload.varargs(), overload.returnType()));
    }
    return overloads.get(choose(name, signatures, arguments));
  }

  /** Chooses among the overloads of an aggregate function; an error when none or several fit. */
  public static AggregateFunction resolveAggregate(
      String name, List<AggregateFunction> overloads, List<Argument> arguments) {
    List<Signature> signatures = new ArrayList<>();
    for (AggregateFunction overload : overloads) {
      signatures.add(
          new Signature(overload.parameters(), overload.varargs(), overload.returnType()));
    }
    return overloads.get(choose(name, signatures, arguments));
  }

  /** The arguments with literal types replaced by the types of their values. */
  public static List<Argument> plainAll(List<Argument> arguments) {
    List<Argument> plain = new ArrayList<>(arguments.size());
    for (Argument argument : arguments) {
      plain.add(
          new Argument(
              plainType(argument),
              argument.constant(),
              argument.name(),
              argument.lambdaResult(),
              argument.literal()));
    }
    return plain;
  }

  /** The type of an argument's values. */
  public static LogicalType plainType(Argument argument) {
    return switch (argument.type().id()) {
      case STRING_LITERAL -> LogicalType.VARCHAR;
      case INTEGER_LITERAL ->
          argument.constant() == null ? LogicalType.INTEGER : argument.constant().type();
      default -> argument.type();
    };
  }

  private record Signature(
      List<LogicalType> parameters, @Nullable LogicalType varargs, LogicalType returnType) {}

  private static int choose(String name, List<Signature> overloads, List<Argument> arguments) {
    long best = Long.MAX_VALUE;
    List<Integer> candidates = new ArrayList<>();
    for (int i = 0; i < overloads.size(); i++) {
      long cost = cost(overloads.get(i), arguments);
      if (cost < 0 || cost > best) {
        continue;
      }
      if (cost < best) {
        candidates.clear();
        best = cost;
      }
      candidates.add(i);
    }
    if (candidates.isEmpty()) {
      throw EiderException.binder(noMatch(name, overloads, arguments));
    }
    if (candidates.size() > 1) {
      for (Argument argument : arguments) {
        if (argument.type().id() == TypeId.ANY) {
          return candidates.getFirst();
        }
      }
      throw EiderException.binder(ambiguous(name, overloads, candidates, arguments));
    }
    return candidates.getFirst();
  }

  /** The sum of the casts' costs, or -1 when the arguments do not fit. */
  private static long cost(Signature overload, List<Argument> arguments) {
    int fixed = overload.parameters().size();
    if (arguments.size() < fixed || arguments.size() > fixed && overload.varargs() == null) {
      return -1;
    }
    long sum = 0;
    for (int i = 0; i < arguments.size(); i++) {
      LogicalType varargs = overload.varargs();
      LogicalType parameter = i < fixed || varargs == null ? overload.parameters().get(i) : varargs;
      Argument argument = arguments.get(i);
      long cost = cost(argument, parameter);
      if (cost < 0) {
        return -1;
      }
      sum += cost;
    }
    return sum;
  }

  private static long cost(Argument argument, LogicalType parameter) {
    boolean lambda = argument.type().id() == TypeId.LAMBDA;
    if (lambda || parameter.id() == TypeId.LAMBDA) {
      return lambda && parameter.id() == TypeId.LAMBDA ? 0 : -1;
    }
    if (argument.type().equals(parameter)) {
      return 0;
    }
    return Casts.implicitCost(argument.type(), parameter, argument.constant());
  }

  private static String call(String name, List<Argument> arguments) {
    List<String> texts = new ArrayList<>();
    for (Argument argument : arguments) {
      String type = argument.type().toString();
      texts.add(argument.name().isEmpty() ? type : argument.name() + " := " + type);
    }
    return name + "(" + String.join(", ", texts) + ")";
  }

  private static String noMatch(String name, List<Signature> overloads, List<Argument> arguments) {
    StringBuilder text =
        new StringBuilder("No function matches the given name and argument types '")
            .append(call(name, arguments))
            .append("'. You might need to add explicit type casts.\n\tCandidate functions:\n");
    for (Signature overload : overloads) {
      text.append('\t').append(signature(name, overload)).append('\n');
    }
    return text.toString();
  }

  private static String ambiguous(
      String name, List<Signature> overloads, List<Integer> candidates, List<Argument> arguments) {
    StringBuilder text =
        new StringBuilder("Could not choose a best candidate function for the function call \"")
            .append(call(name, arguments))
            .append(
                "\". In order to select one, please add explicit type casts.\n\tCandidate functions:\n");
    for (int candidate : candidates) {
      text.append('\t').append(signature(name, overloads.get(candidate))).append('\n');
    }
    return text.toString();
  }

  private static String signature(String name, Signature overload) {
    List<String> types = new ArrayList<>();
    for (LogicalType parameter : overload.parameters()) {
      types.add(parameter.toString());
    }
    if (overload.varargs() != null) {
      types.add("[" + overload.varargs() + "...]");
    }
    String shown =
        name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_')
            ? name
            : '"' + name + '"';
    return shown + "(" + String.join(", ", types) + ") -> " + overload.returnType();
  }
}
