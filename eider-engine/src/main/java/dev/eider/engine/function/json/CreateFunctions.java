// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.json.JsonEncoder;
import dev.eider.base.json.JsonWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.BoundScalar.Stability;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import dev.eider.engine.function.cast.JsonCasts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions that make JSON of values. */
final class CreateFunctions {
  private CreateFunctions() {}

  static void register(FunctionRegistry registry) {
    for (String name : List.of("to_json", "json_quote", "array_to_json", "row_to_json")) {
      add(registry, name, NullHandling.PROPAGATE);
    }
    add(registry, "json_array", NullHandling.SPECIAL);
    add(registry, "json_object", NullHandling.SPECIAL);
  }

  private static void add(FunctionRegistry registry, String name, NullHandling nulls) {
    registry.add(
        new ScalarFunction(
            name,
            List.of(),
            LogicalType.ANY,
            LogicalType.JSON,
            (arguments, scope) -> bind(name, nulls, arguments)));
  }

  private static BoundScalar bind(String name, NullHandling nulls, List<Argument> arguments) {
    List<LogicalType> types = new ArrayList<>();
    for (Argument argument : arguments) {
      types.add(argument.type());
    }
    boolean one = nulls == NullHandling.PROPAGATE;
    if (one && types.size() != 1) {
      throw EiderException.binder(
          (name.equals("json_quote") ? "to_json" : name) + "() takes exactly one argument");
    }
    switch (name) {
      case "array_to_json" -> {
        TypeId id = types.getFirst().id();
        if (id != TypeId.LIST && id != TypeId.ARRAY && id != TypeId.SQLNULL) {
          throw EiderException.binder("array_to_json() argument type must be LIST or ARRAY");
        }
      }
      case "row_to_json" -> {
        TypeId id = types.getFirst().id();
        if (id != TypeId.STRUCT && id != TypeId.SQLNULL) {
          throw EiderException.binder("row_to_json() argument type must be STRUCT");
        }
      }
      case "json_object" -> checkKeys(types);
      default -> {}
    }
    return new BoundScalar(
        name,
        types,
        LogicalType.JSON,
        nulls,
        Stability.CONSISTENT,
        name.equals("json_object"),
        () -> new CreateKernel(name),
        null);
  }

  private static void checkKeys(List<LogicalType> types) {
    if (types.size() % 2 != 0) {
      throw EiderException.binder("json_object() requires an even number of arguments");
    }
    for (int i = 0; i < types.size(); i += 2) {
      if (types.get(i).id() != TypeId.VARCHAR) {
        throw EiderException.binder(
            "json_object() keys must be VARCHAR, add an explicit cast to argument "
                + (i + 1)
                + ", which is "
                + types.get(i));
      }
    }
  }

  private static final class CreateKernel implements ScalarKernel {
    private final boolean array;
    private final boolean object;
    private final JsonWriter writer = new JsonWriter();
    private @Nullable JsonEncoder encoder;

    CreateKernel(String name) {
      array = name.equals("json_array");
      object = name.equals("json_object");
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      JsonEncoder known = encoder;
      if (known == null) {
        known = new JsonEncoder(JsonCasts.texts(context.timeZone()));
        encoder = known;
      }
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        writer.clear();
        if (object) {
          object(known, arguments, i);
        } else if (array) {
          array(known, arguments, i);
        } else {
          known.write(arguments[0].vector(), arguments[0].index(i), writer);
        }
        writer.copyTo((StringVector) result, i);
      }
    }

    private void array(JsonEncoder known, Operand[] arguments, int row) {
      writer.raw('[');
      for (int k = 0; k < arguments.length; k++) {
        if (k > 0) {
          writer.raw(',');
        }
        known.write(arguments[k].vector(), arguments[k].index(row), writer);
      }
      writer.raw(']');
    }

    private void object(JsonEncoder known, Operand[] arguments, int row) {
      writer.raw('{');
      for (int k = 0; k < arguments.length; k += 2) {
        if (arguments[k].isNull(row)) {
          throw EiderException.invalidInput("JSON key cannot be NULL");
        }
        if (k > 0) {
          writer.raw(',');
        }
        known.write(arguments[k].vector(), arguments[k].index(row), writer);
        writer.raw(':');
        known.write(arguments[k + 1].vector(), arguments[k + 1].index(row), writer);
      }
      writer.raw('}');
    }
  }
}
