// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.ANY;
import static dev.eider.base.type.LogicalType.BIGINT;
import static dev.eider.base.type.LogicalType.VARCHAR;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.LogicalType.Field;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.StructVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionTypes;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import java.util.ArrayList;
import java.util.List;

/** Making structs, tuples and unions, and taking their parts. */
final class StructFunctions {
  private StructFunctions() {}

  static void register(FunctionRegistry registry) {
    registry.add(
        new ScalarFunction(
            "struct_pack",
            List.of(),
            ANY,
            FunctionTypes.ANY_STRUCT,
            (arguments, scope) -> pack(arguments, true)));
    registry.add(
        new ScalarFunction(
            "row",
            List.of(),
            ANY,
            FunctionTypes.ANY_STRUCT,
            (arguments, scope) -> pack(arguments, false)));
    for (LogicalType key : List.of(VARCHAR, BIGINT)) {
      for (String name :
          key.equals(VARCHAR)
              ? List.of("struct_extract", "array_extract")
              : List.of("struct_extract", "struct_extract_at", "array_extract")) {
        registry.add(
            new ScalarFunction(
                name,
                List.of(FunctionTypes.ANY_STRUCT, key),
                null,
                ANY,
                (arguments, scope) -> extract(arguments, key)));
      }
    }
    for (String name : List.of("struct_insert", "struct_update")) {
      registry.add(
          new ScalarFunction(
              name,
              List.of(FunctionTypes.ANY_STRUCT),
              ANY,
              FunctionTypes.ANY_STRUCT,
              (arguments, scope) -> insert(name, arguments)));
    }
    registry.add(
        new ScalarFunction(
            "struct_concat",
            List.of(),
            FunctionTypes.ANY_STRUCT,
            FunctionTypes.ANY_STRUCT,
            (arguments, scope) -> concat(arguments)));
    registry.add(
        new ScalarFunction(
            "struct_keys",
            List.of(FunctionTypes.ANY_STRUCT),
            null,
            LogicalType.list(VARCHAR),
            (arguments, scope) -> keys(arguments)));
    registry.add(
        new ScalarFunction(
            "struct_values",
            List.of(FunctionTypes.ANY_STRUCT),
            null,
            FunctionTypes.ANY_STRUCT,
            (arguments, scope) -> {
              List<Field> fields = new ArrayList<>();
              for (Field field : struct(arguments.getFirst()).fields()) {
                fields.add(new Field("", field.type()));
              }
              return Kernels.bound(
                  "struct_values",
                  List.of(struct(arguments.getFirst())),
                  LogicalType.struct(fields),
                  NullHandling.PROPAGATE,
                  false,
                  (operands, count, result, context) -> {
                    for (int f = 0; f < fields.size(); f++) {
                      copyField(operands[0], f, (StructVector) result, f, count);
                    }
                  });
            }));
    for (String name : List.of("struct_contains", "struct_has")) {
      registry.add(find(name, false));
    }
    for (String name : List.of("struct_position", "struct_indexof")) {
      registry.add(find(name, true));
    }
    unions(registry);
  }

  /** Whether, or at which 1-based place, a tuple holds a value. */
  private static ScalarFunction find(String name, boolean position) {
    LogicalType type = position ? LogicalType.INTEGER : LogicalType.BOOLEAN;
    return new ScalarFunction(
        name,
        List.of(FunctionTypes.ANY_STRUCT, ANY),
        null,
        type,
        (arguments, scope) -> {
          LogicalType common = arguments.get(1).type();
          for (Field field : struct(arguments.getFirst()).fields()) {
            LogicalType next =
                dev.eider.engine.function.cast.TypeUnifier.unify(common, field.type());
            if (next == null) {
              throw EiderException.binder(
                  name
                      + ": Cannot match element of type '"
                      + arguments.get(1).type()
                      + "' in a struct of type '"
                      + arguments.getFirst().type()
                      + "' - an explicit cast is required");
            }
            common = next;
          }
          List<Field> fields = new ArrayList<>();
          for (Field field : struct(arguments.getFirst()).fields()) {
            fields.add(new Field(field.name(), common));
          }
          return Kernels.bound(
              name,
              List.of(LogicalType.struct(fields), common),
              type,
              NullHandling.SPECIAL,
              false,
              (operands, count, result, context) -> find(position, operands, count, result));
        });
  }

  private static void find(boolean position, Operand[] operands, int count, FlatVector result) {
    StructVector struct = (StructVector) operands[0].vector();
    for (int i = 0; i < count; i++) {
      if (operands[0].isNull(i)) {
        result.setNull(i);
        continue;
      }
      int found = 0;
      for (int f = 0; f < struct.fieldCount() && found == 0; f++) {
        if (dev.eider.base.kernel.CompareKernels.sameValue(
            struct.child(f), operands[0].index(i), operands[1].vector(), operands[1].index(i))) {
          found = f + 1;
        }
      }
      if (!position) {
        ((dev.eider.base.vector.BoolVector) result).set(i, (byte) (found > 0 ? 1 : 0));
      } else if (found == 0) {
        result.setNull(i);
      } else {
        ((IntVector) result).set(i, found);
      }
    }
  }

  private static LogicalType.Struct struct(Argument argument) {
    if (argument.type() instanceof LogicalType.Struct struct) {
      return struct;
    }
    if (argument.type().equals(LogicalType.SQLNULL)) {
      return new LogicalType.Struct(List.of());
    }
    throw EiderException.binder("a STRUCT is needed, not " + argument.type());
  }

  private static BoundScalar pack(List<Argument> arguments, boolean named) {
    List<Field> fields = new ArrayList<>();
    List<LogicalType> types = new ArrayList<>();
    for (Argument argument : arguments) {
      if (named && argument.name().isEmpty()) {
        throw EiderException.binder(
            "Need named argument for struct pack, e.g. STRUCT_PACK(a := b)");
      }
      for (Field field : fields) {
        if (named && field.name().equalsIgnoreCase(argument.name())) {
          throw EiderException.binder("Duplicate struct entry name \"" + argument.name() + '"');
        }
      }
      fields.add(new Field(named ? argument.name() : "", argument.type()));
      types.add(argument.type());
    }
    return Kernels.bound(
        named ? "struct_pack" : "row",
        types,
        LogicalType.struct(fields),
        NullHandling.SPECIAL,
        false,
        (operands, count, result, context) -> {
          StructVector out = (StructVector) result;
          for (int f = 0; f < operands.length; f++) {
            for (int i = 0; i < count; i++) {
              out.child(f).copyRow(operands[f].vector(), operands[f].index(i), i);
            }
          }
        },
        fields);
  }

  private static void copyField(
      Operand source, int field, StructVector result, int target, int count) {
    FlatVector child = ((StructVector) source.vector()).child(field);
    for (int i = 0; i < count; i++) {
      if (source.isNull(i)) {
        result.child(target).setNull(i);
      } else {
        result.child(target).copyRow(child, source.index(i), i);
      }
    }
  }

  private static BoundScalar extract(List<Argument> arguments, LogicalType keyType) {
    LogicalType.Struct struct = struct(arguments.getFirst());
    Value key = arguments.get(1).constant();
    if (key == null || key.isNull()) {
      throw EiderException.binder("Key name for struct_extract needs to be a constant string");
    }
    int field;
    if (keyType.equals(VARCHAR)) {
      field = key.object() instanceof String name ? struct.indexOf(name) : -1;
      if (field < 0) {
        List<String> names = new ArrayList<>();
        for (Field candidate : struct.fields()) {
          names.add('"' + candidate.name() + '"');
        }
        throw EiderException.binder(
            "Could not find key \""
                + key.object()
                + "\" in struct\n\nCandidate Entries: "
                + String.join(", ", names));
      }
    } else {
      long index = key.object() instanceof Number number ? number.longValue() : 0;
      if (index < 1 || index > struct.fields().size()) {
        throw EiderException.binder(
            "Key index "
                + index
                + " for struct_extract out of range - expected an index between 1 and "
                + struct.fields().size());
      }
      field = (int) index - 1;
    }
    return Kernels.bound(
        "struct_extract",
        List.of(struct, keyType),
        struct.fields().get(field).type(),
        NullHandling.SPECIAL,
        false,
        (operands, count, result, context) -> {
          Operand source = operands[0];
          FlatVector child = ((StructVector) source.vector()).child(field);
          for (int i = 0; i < count; i++) {
            if (source.isNull(i)) {
              result.setNull(i);
            } else {
              result.copyRow(child, source.index(i), i);
            }
          }
        },
        field);
  }

  /** struct_insert adds fields; struct_update also replaces those of the same name. */
  private static BoundScalar insert(String name, List<Argument> arguments) {
    LogicalType.Struct struct = struct(arguments.getFirst());
    List<Field> fields = new ArrayList<>(struct.fields());
    int[] targets = new int[arguments.size()];
    List<LogicalType> types = new ArrayList<>(List.of(struct));
    for (int i = 1; i < arguments.size(); i++) {
      Argument argument = arguments.get(i);
      if (argument.name().isEmpty()) {
        throw EiderException.binder("Need named argument for struct insert, e.g., a := b");
      }
      int at = indexOf(fields, argument.name());
      if (at >= 0 && name.equals("struct_insert")) {
        throw EiderException.binder("Duplicate struct entry name \"" + argument.name() + '"');
      }
      Field field = new Field(argument.name(), argument.type());
      if (at >= 0) {
        fields.set(at, field);
      } else {
        at = fields.size();
        fields.add(field);
      }
      targets[i] = at;
      types.add(argument.type());
    }
    return Kernels.bound(
        name,
        types,
        LogicalType.struct(fields),
        NullHandling.SPECIAL,
        false,
        (operands, count, result, context) -> {
          StructVector out = (StructVector) result;
          for (int f = 0; f < struct.fields().size(); f++) {
            if (fields.get(f).type().equals(struct.fields().get(f).type())) {
              copyField(operands[0], f, out, f, count);
            }
          }
          for (int k = 1; k < operands.length; k++) {
            for (int i = 0; i < count; i++) {
              out.child(targets[k]).copyRow(operands[k].vector(), operands[k].index(i), i);
            }
          }
        },
        fields);
  }

  private static int indexOf(List<Field> fields, String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  private static BoundScalar concat(List<Argument> arguments) {
    if (arguments.isEmpty()) {
      throw EiderException.invalidInput("struct_concat: At least one argument is required");
    }
    List<Field> fields = new ArrayList<>();
    List<LogicalType> types = new ArrayList<>();
    for (Argument argument : arguments) {
      for (Field field : struct(argument).fields()) {
        if (!field.name().isEmpty() && indexOf(fields, field.name()) >= 0) {
          throw EiderException.binder("Duplicate struct entry name \"" + field.name() + '"');
        }
        fields.add(field);
      }
      types.add(argument.type());
    }
    return Kernels.bound(
        "struct_concat",
        types,
        LogicalType.struct(fields),
        NullHandling.SPECIAL,
        false,
        (operands, count, result, context) -> {
          int at = 0;
          for (Operand operand : operands) {
            int width = ((StructVector) operand.vector()).fieldCount();
            for (int f = 0; f < width; f++) {
              copyField(operand, f, (StructVector) result, at++, count);
            }
          }
        });
  }

  private static BoundScalar keys(List<Argument> arguments) {
    LogicalType.Struct struct = struct(arguments.getFirst());
    List<Value> names = new ArrayList<>();
    for (Field field : struct.fields()) {
      names.add(Value.of(field.name()));
    }
    Value list = new Value(LogicalType.list(VARCHAR), names);
    return Kernels.bound(
        "struct_keys",
        List.of(struct),
        LogicalType.list(VARCHAR),
        NullHandling.PROPAGATE,
        false,
        (operands, count, result, context) -> {
          for (int i = 0; i < count; i++) {
            if (!result.isNull(i)) {
              result.setValue(i, list);
            }
          }
        });
  }

  private static void unions(FunctionRegistry registry) {
    registry.add(
        new ScalarFunction(
            "union_value",
            List.of(ANY),
            null,
            FunctionTypes.ANY_UNION,
            (arguments, scope) -> {
              Argument only = arguments.getFirst();
              if (only.name().isEmpty()) {
                throw EiderException.binder(
                    "Need named argument for union tag, e.g. UNION_VALUE(a := b)");
              }
              LogicalType type =
                  new LogicalType.Union(List.of(new Field(only.name(), only.type())));
              return Kernels.bound(
                  "union_value",
                  List.of(only.type()),
                  type,
                  NullHandling.SPECIAL,
                  false,
                  (operands, count, result, context) -> {
                    StructVector out = (StructVector) result;
                    for (int i = 0; i < count; i++) {
                      ((IntVector) out.child(0)).set(i, 0);
                      out.child(1).copyRow(operands[0].vector(), operands[0].index(i), i);
                    }
                  },
                  only.name());
            }));
    registry.add(
        new ScalarFunction(
            "union_tag",
            List.of(FunctionTypes.ANY_UNION),
            null,
            ANY,
            (arguments, scope) -> {
              List<String> names = new ArrayList<>();
              for (Field member : union(arguments.getFirst()).members()) {
                names.add(member.name());
              }
              return Kernels.bound(
                  "union_tag",
                  List.of(arguments.getFirst().type()),
                  LogicalType.enumOf(names),
                  NullHandling.PROPAGATE,
                  false,
                  (operands, count, result, context) -> {
                    IntVector tags = (IntVector) ((StructVector) operands[0].vector()).child(0);
                    for (int i = 0; i < count; i++) {
                      ((IntVector) result).set(i, tags.get(operands[0].index(i)));
                    }
                  });
            }));
    registry.add(
        new ScalarFunction(
            "union_extract",
            List.of(FunctionTypes.ANY_UNION, VARCHAR),
            null,
            ANY,
            (arguments, scope) -> unionExtract(arguments)));
  }

  private static LogicalType.Union union(Argument argument) {
    if (argument.type() instanceof LogicalType.Union union) {
      return union;
    }
    throw EiderException.binder("a UNION is needed, not " + argument.type());
  }

  private static BoundScalar unionExtract(List<Argument> arguments) {
    LogicalType.Union union = union(arguments.getFirst());
    Value key = arguments.get(1).constant();
    if (key == null || key.isNull()) {
      throw EiderException.binder("Key name for union_extract needs to be a constant string");
    }
    int member = indexOf(union.members(), key.asString());
    if (member < 0) {
      throw EiderException.binder("Could not find key \"" + key.asString() + "\" in union");
    }
    return Kernels.bound(
        "union_extract",
        List.of(union, VARCHAR),
        union.members().get(member).type(),
        NullHandling.SPECIAL,
        false,
        (operands, count, result, context) -> {
          FlatVector child = ((StructVector) operands[0].vector()).child(member + 1);
          for (int i = 0; i < count; i++) {
            if (operands[0].isNull(i)) {
              result.setNull(i);
            } else {
              result.copyRow(child, operands[0].index(i), i);
            }
          }
        },
        member);
  }
}
