// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.ANY;
import static dev.eider.base.type.LogicalType.BOOLEAN;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StructVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionTypes;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import dev.eider.engine.function.cast.MapKeys;
import dev.eider.engine.function.cast.TypeUnifier;
import java.util.Collections;
import java.util.List;

/** Making maps and looking things up in them. */
final class MapFunctions {
  private static final LogicalType ANY_MAP = FunctionTypes.ANY_MAP;

  private MapFunctions() {}

  static void register(FunctionRegistry registry) {
    LogicalType empty = LogicalType.map(LogicalType.SQLNULL, LogicalType.SQLNULL);
    registry.add(
        Kernels.safe(
            "map",
            List.of(),
            empty,
            (a, n, r, c) -> {
              for (int i = 0; i < n; i++) {
                ((ListVector) r).setList(i, 0, 0);
              }
            }));
    registry.add(
        new ScalarFunction(
            "map",
            List.of(FunctionTypes.ANY_LIST, FunctionTypes.ANY_LIST),
            null,
            ANY_MAP,
            (arguments, scope) -> {
              LogicalType key = Lists.element(arguments.get(0).type());
              LogicalType value = Lists.element(arguments.get(1).type());
              return Lists.bound(
                  "map",
                  List.of(LogicalType.list(key), LogicalType.list(value)),
                  LogicalType.map(key, value),
                  NullHandling.PROPAGATE,
                  true,
                  (operands, count, result, context) -> zip(operands, count, (ListVector) result));
            }));
    registry.add(
        new ScalarFunction(
            "map_from_entries",
            List.of(FunctionTypes.ANY_LIST),
            null,
            ANY_MAP,
            (arguments, scope) -> fromEntries(arguments.getFirst())));
    lookup(registry, List.of("map_extract", "element_at"), true);
    lookup(registry, List.of("map_extract_value"), false);
    Lists.add(
        registry,
        List.of("map_contains", "contains"),
        List.of(ANY_MAP, ANY),
        BOOLEAN,
        (arguments, scope) -> {
          LogicalType map = mapWithKey("map_contains", arguments);
          return Lists.bound(
              "map_contains",
              List.of(map, ((LogicalType.MapOf) map).key()),
              BOOLEAN,
              NullHandling.PROPAGATE,
              false,
              (operands, count, result, context) -> {
                for (int i = 0; i < count; i++) {
                  if (!result.isNull(i)) {
                    ((BoolVector) result).set(i, (byte) (find(operands, i) >= 0 ? 1 : 0));
                  }
                }
              });
        });
    containsValue(registry);
    part(registry, "map_keys", 0);
    part(registry, "map_values", 1);
    Lists.add(
        registry,
        List.of("map_entries"),
        List.of(ANY_MAP),
        FunctionTypes.ANY_LIST,
        (arguments, scope) -> {
          LogicalType.MapOf map = map(arguments.getFirst());
          return Lists.bound(
              "map_entries",
              List.of(map),
              LogicalType.list(map.entry()),
              NullHandling.PROPAGATE,
              false,
              ArithmeticFunctions::identity);
        });
    ScalarKernel cardinality =
        (operands, count, result, context) -> {
          for (int i = 0; i < count; i++) {
            ((LongVector) result).set(i, Lists.length(operands[0], i));
          }
        };
    Lists.add(
        registry,
        List.of("cardinality"),
        List.of(ANY),
        LogicalType.UBIGINT,
        (arguments, scope) ->
            Lists.bound(
                "cardinality",
                List.of(counted(arguments.getFirst())),
                LogicalType.UBIGINT,
                NullHandling.PROPAGATE,
                false,
                cardinality));
    registry.add(
        new ScalarFunction(
            "map_concat", List.of(), ANY_MAP, ANY_MAP, (arguments, scope) -> concat(arguments)));
  }

  private static LogicalType counted(Argument argument) {
    return switch (argument.type()) {
      case LogicalType.MapOf map -> map;
      case LogicalType.ListOf list -> list;
      case LogicalType.ArrayOf array -> LogicalType.list(array.child());
      default -> {
        if (argument.type().equals(LogicalType.SQLNULL)) {
          yield LogicalType.list(LogicalType.SQLNULL);
        }
        throw EiderException.binder("Cardinality can only operate on MAPs");
      }
    };
  }

  private static LogicalType.MapOf map(Argument argument) {
    return argument.type() instanceof LogicalType.MapOf map
        ? map
        : new LogicalType.MapOf(LogicalType.SQLNULL, LogicalType.SQLNULL);
  }

  private static StructVector entries(Operand operand) {
    return (StructVector) Lists.child(operand);
  }

  private static void zip(Operand[] operands, int count, ListVector result) {
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int length = Lists.length(operands[0], i);
      if (length != Lists.length(operands[1], i)) {
        throw EiderException.invalidInput(
            "The map key list does not align with the map value list.");
      }
      MapKeys.check(Lists.child(operands[0]), Lists.offset(operands[0], i), length);
      int at = result.appendChildren(length);
      StructVector out = (StructVector) result.child();
      for (int part = 0; part < 2; part++) {
        out.child(part)
            .copyRange(Lists.child(operands[part]), Lists.offset(operands[part], i), at, length);
      }
      result.setList(i, at, length);
    }
  }

  private static BoundScalar fromEntries(Argument argument) {
    if (argument.type().equals(LogicalType.SQLNULL)) {
      return Lists.bound(
          "map_from_entries",
          List.of(LogicalType.SQLNULL),
          LogicalType.map(LogicalType.SQLNULL, LogicalType.SQLNULL),
          NullHandling.PROPAGATE,
          false,
          (operands, count, result, context) -> {});
    }
    if (!(Lists.element(argument.type()) instanceof LogicalType.Struct entry)
        || entry.fields().size() != 2) {
      throw EiderException.binder(
          "map_from_entries takes a list of structs of two fields, not " + argument.type());
    }
    LogicalType map = LogicalType.map(entry.fields().get(0).type(), entry.fields().get(1).type());
    return Lists.bound(
        "map_from_entries",
        List.of(LogicalType.list(entry)),
        map,
        NullHandling.PROPAGATE,
        true,
        (operands, count, result, context) -> {
          ListVector out = (ListVector) result;
          for (int i = 0; i < count; i++) {
            if (result.isNull(i)) {
              continue;
            }
            int from = Lists.offset(operands[0], i);
            int length = Lists.length(operands[0], i);
            MapKeys.check(entries(operands[0]).child(0), from, length);
            int at = out.appendChildren(length);
            out.child().copyRange(Lists.child(operands[0]), from, at, length);
            out.setList(i, at, length);
          }
        });
  }

  /** The map type of the first argument with keys of a type the second can be compared in. */
  private static LogicalType mapWithKey(String name, List<Argument> arguments) {
    LogicalType.MapOf map = map(arguments.getFirst());
    LogicalType key = TypeUnifier.unify(map.key(), arguments.get(1).type());
    if (key == null) {
      if (arguments.get(1).constant() == null
          || !arguments.get(1).type().equals(LogicalType.VARCHAR)) {
        throw TemplateErrors.mismatch(
            "K",
            name + "(MAP(K, V), K) -> " + (name.equals("map_contains") ? "BOOLEAN" : "V[]"),
            map.key(),
            arguments.get(1).type());
      }
      key = map.key();
    }
    return LogicalType.map(key, map.value());
  }

  private static void containsValue(FunctionRegistry registry) {
    Lists.add(
        registry,
        List.of("map_contains_value"),
        List.of(ANY_MAP, ANY),
        BOOLEAN,
        (arguments, scope) -> {
          LogicalType.MapOf map = map(arguments.getFirst());
          return Lists.bound(
              "map_contains_value",
              List.of(map, map.value()),
              BOOLEAN,
              NullHandling.PROPAGATE,
              false,
              (operands, count, result, context) ->
                  holds(operands, -1, 1, count, (BoolVector) result));
        });
    Lists.add(
        registry,
        List.of("map_contains_entry"),
        List.of(ANY_MAP, ANY, ANY),
        BOOLEAN,
        (arguments, scope) -> {
          LogicalType.MapOf map = map(arguments.getFirst());
          return Lists.bound(
              "map_contains_entry",
              List.of(map, map.key(), map.value()),
              BOOLEAN,
              NullHandling.PROPAGATE,
              false,
              (operands, count, result, context) ->
                  holds(operands, 1, 2, count, (BoolVector) result));
        });
  }

  /** Whether an entry has the value (and the key, unless {@code keyAt} is -1) at those operands. */
  private static void holds(
      Operand[] operands, int keyAt, int valueAt, int count, BoolVector result) {
    StructVector entries = entries(operands[0]);
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      byte found = 0;
      int from = Lists.offset(operands[0], i);
      for (int k = from; k < from + Lists.length(operands[0], i) && found == 0; k++) {
        boolean same =
            CompareKernels.sameValue(
                entries.child(1), k, operands[valueAt].vector(), operands[valueAt].index(i));
        if (same && keyAt >= 0) {
          same =
              CompareKernels.sameValue(
                  entries.child(0), k, operands[keyAt].vector(), operands[keyAt].index(i));
        }
        found = (byte) (same ? 1 : 0);
      }
      result.set(i, found);
    }
  }

  private static void lookup(FunctionRegistry registry, List<String> names, boolean asList) {
    Lists.add(
        registry,
        names,
        List.of(ANY_MAP, ANY),
        ANY,
        (arguments, scope) -> {
          LogicalType.MapOf map = (LogicalType.MapOf) mapWithKey(names.getFirst(), arguments);
          return Lists.bound(
              names.getFirst(),
              List.of(map, map.key()),
              asList ? LogicalType.list(map.value()) : map.value(),
              NullHandling.SPECIAL,
              false,
              asList ? MapFunctions::extractList : MapFunctions::extractValue);
        });
  }

  /** The child row of the entry with the key at argument 1, or -1. */
  private static int find(Operand[] operands, int row) {
    if (operands[0].isNull(row) || operands[1].isNull(row)) {
      return -1;
    }
    FlatVector keys = entries(operands[0]).child(0);
    int from = Lists.offset(operands[0], row);
    for (int k = from; k < from + Lists.length(operands[0], row); k++) {
      if (CompareKernels.sameValue(keys, k, operands[1].vector(), operands[1].index(row))) {
        return k;
      }
    }
    return -1;
  }

  private static void extractList(
      Operand[] operands,
      int count,
      FlatVector result,
      dev.eider.engine.function.EvalContext context) {
    ListVector out = (ListVector) result;
    for (int i = 0; i < count; i++) {
      if (operands[0].isNull(i)) {
        out.setNull(i);
        continue;
      }
      int found = find(operands, i);
      int from = out.childSize();
      if (found >= 0) {
        Lists.append(out, entries(operands[0]).child(1), found, 1);
      }
      out.setList(i, from, out.childSize() - from);
    }
  }

  private static void extractValue(
      Operand[] operands,
      int count,
      FlatVector result,
      dev.eider.engine.function.EvalContext context) {
    for (int i = 0; i < count; i++) {
      int found = find(operands, i);
      if (found < 0) {
        result.setNull(i);
      } else {
        result.copyRow(entries(operands[0]).child(1), found, i);
      }
    }
  }

  private static void part(FunctionRegistry registry, String name, int part) {
    Lists.add(
        registry,
        List.of(name),
        List.of(ANY_MAP),
        FunctionTypes.ANY_LIST,
        (arguments, scope) -> {
          LogicalType.MapOf map = map(arguments.getFirst());
          return Lists.bound(
              name,
              List.of(map),
              LogicalType.list(part == 0 ? map.key() : map.value()),
              NullHandling.PROPAGATE,
              false,
              (operands, count, result, context) -> {
                ListVector out = (ListVector) result;
                for (int i = 0; i < count; i++) {
                  if (!result.isNull(i)) {
                    int from = out.childSize();
                    int length = Lists.length(operands[0], i);
                    Lists.append(
                        out,
                        entries(operands[0]).child(part),
                        Lists.offset(operands[0], i),
                        length);
                    out.setList(i, from, length);
                  }
                }
              });
        });
  }

  private static BoundScalar concat(List<Argument> arguments) {
    if (arguments.size() < 2) {
      throw EiderException.invalidInput(
          "The provided amount of arguments is incorrect, please provide 2 or more maps");
    }
    LogicalType type = LogicalType.SQLNULL;
    for (Argument argument : arguments) {
      LogicalType next = TypeUnifier.unify(type, argument.type());
      if (next == null) {
        throw EiderException.binder(
            "'value' type of map differs between arguments, expected '"
                + type
                + "', found '"
                + argument.type()
                + "' instead");
      }
      type = next;
    }
    return Lists.bound(
        "map_concat",
        Collections.nCopies(arguments.size(), type),
        type,
        NullHandling.SPECIAL,
        false,
        (operands, count, result, context) -> {
          if (result instanceof ListVector out) {
            for (int i = 0; i < count; i++) {
              concat(operands, i, out);
            }
          } else {
            result.setNulls(0, count);
          }
        });
  }

  /** Later maps win; keys keep the place of their first appearance. */
  private static void concat(Operand[] operands, int row, ListVector out) {
    int from = out.childSize();
    boolean any = false;
    for (Operand operand : operands) {
      if (operand.isNull(row)) {
        continue;
      }
      any = true;
      StructVector source = entries(operand);
      int offset = Lists.offset(operand, row);
      for (int k = offset; k < offset + Lists.length(operand, row); k++) {
        StructVector target = (StructVector) out.child();
        int at = from;
        while (at < out.childSize()
            && !CompareKernels.sameValue(target.child(0), at, source.child(0), k)) {
          at++;
        }
        if (at == out.childSize()) {
          at = out.appendChildren(1);
        }
        out.child().copyRow(source, k, at);
      }
    }
    out.setList(row, from, out.childSize() - from);
    if (!any) {
      out.setNull(row);
    }
  }
}
