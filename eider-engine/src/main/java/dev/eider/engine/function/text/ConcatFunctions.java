// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.cast.TypeUnifier;
import java.util.ArrayList;
import java.util.List;

/**
 * Putting texts, blobs and lists one after another: {@code ||}, {@code concat}, {@code concat_ws}.
 */
final class ConcatFunctions {
  private ConcatFunctions() {}

  static void register(FunctionRegistry registry) {
    registry.add(
        new ScalarFunction(
            "concat",
            List.of(LogicalType.ANY),
            LogicalType.ANY,
            LogicalType.ANY,
            (arguments, scope) -> bind("concat", arguments, false)));
    registry.add(
        new ScalarFunction(
            "||",
            List.of(LogicalType.ANY, LogicalType.ANY),
            null,
            LogicalType.ANY,
            (arguments, scope) -> bind("||", arguments, true)));
    registry.add(
        new ScalarFunction(
            "concat_ws",
            List.of(LogicalType.VARCHAR, LogicalType.ANY),
            LogicalType.ANY,
            LogicalType.VARCHAR,
            (arguments, scope) ->
                Kernels.special(
                    "concat_ws",
                    RegexFunctions.texts(arguments.size()),
                    LogicalType.VARCHAR,
                    JoinKernel::new)));
  }

  private static boolean isList(LogicalType type) {
    return type.id() == TypeId.LIST || type.id() == TypeId.ARRAY;
  }

  /** The operator gives NULL when an operand is NULL; the function leaves NULLs out. */
  private static BoundScalar bind(String name, List<Argument> arguments, boolean operator) {
    boolean lists = false;
    boolean blobs = operator;
    for (Argument argument : arguments) {
      lists |= isList(argument.type());
      blobs &= argument.type().id() == TypeId.BLOB;
    }
    if (lists) {
      return bindLists(name, arguments, operator);
    }
    LogicalType type = blobs ? LogicalType.BLOB : LogicalType.VARCHAR;
    List<LogicalType> types = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      types.add(type);
    }
    return new BoundScalar(
        name,
        types,
        type,
        operator ? ScalarKernel.NullHandling.PROPAGATE : ScalarKernel.NullHandling.SPECIAL,
        BoundScalar.Stability.CONSISTENT,
        false,
        ConcatKernel::new,
        null);
  }

  private static BoundScalar bindLists(String name, List<Argument> arguments, boolean operator) {
    LogicalType child = LogicalType.SQLNULL;
    for (Argument argument : arguments) {
      LogicalType next =
          switch (argument.type()) {
            case LogicalType.ListOf list -> list.child();
            case LogicalType.ArrayOf array -> array.child();
            default -> {
              if (argument.type().id() == TypeId.SQLNULL) {
                yield LogicalType.SQLNULL;
              }
              throw EiderException.binder(
                  "Cannot concatenate types "
                      + types(arguments)
                      + " - an explicit cast is required");
            }
          };
      LogicalType unified = TypeUnifier.unify(child, next);
      if (unified == null) {
        throw EiderException.binder(
            "Cannot concatenate lists of types "
                + types(arguments)
                + " - an explicit cast is required");
      }
      child = unified;
    }
    LogicalType type = LogicalType.list(child);
    List<LogicalType> types = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      types.add(type);
    }
    return new BoundScalar(
        name,
        types,
        type,
        operator ? ScalarKernel.NullHandling.PROPAGATE : ScalarKernel.NullHandling.SPECIAL,
        BoundScalar.Stability.CONSISTENT,
        false,
        () -> ConcatFunctions::concatLists,
        null);
  }

  private static String types(List<Argument> arguments) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < arguments.size(); i++) {
      text.append(i == 0 ? "" : i == arguments.size() - 1 ? " and " : ", ")
          .append(arguments.get(i).type());
    }
    return text.toString();
  }

  private static void concatLists(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    ListVector out = (ListVector) result;
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int at = out.childSize();
      int size = 0;
      for (Operand argument : arguments) {
        if (!argument.isNull(i)) {
          ListVector list = (ListVector) argument.vector();
          int row = argument.index(i);
          int length = list.lengths()[row];
          int to = out.appendChildren(length);
          out.child().copyRange(list.child(), list.offsets()[row], to, length);
          size += length;
        }
      }
      out.setList(i, at, size);
    }
  }

  private static final class ConcatKernel implements ScalarKernel {
    private final TextCursor text = new TextCursor();

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      StringVector out = (StringVector) result;
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        int size = 0;
        for (Operand argument : arguments) {
          if (!argument.isNull(i)) {
            size =
                Math.addExact(size, ((StringVector) argument.vector()).length(argument.index(i)));
          }
        }
        int at = out.reserve(size);
        int end = at;
        for (Operand argument : arguments) {
          if (!argument.isNull(i)) {
            text.load((StringVector) argument.vector(), argument.index(i));
            System.arraycopy(text.bytes, text.offset, out.ownBuffer(), end, text.length);
            end += text.length;
          }
        }
        out.setOwn(i, at, size);
      }
    }
  }

  /** The first argument between the others; NULL separator gives NULL, other NULLs are left out. */
  private static final class JoinKernel implements ScalarKernel {
    private final TextCursor text = new TextCursor();
    private final TextCursor separator = new TextCursor();

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      StringVector out = (StringVector) result;
      for (int i = 0; i < count; i++) {
        if (arguments[0].isNull(i)) {
          result.setNull(i);
          continue;
        }
        separator.load((StringVector) arguments[0].vector(), arguments[0].index(i));
        int size = 0;
        for (int k = 1; k < arguments.length; k++) {
          if (!arguments[k].isNull(i)) {
            int length = ((StringVector) arguments[k].vector()).length(arguments[k].index(i));
            size = Math.addExact(size, length + separator.length);
          }
        }
        int at = out.reserve(size);
        int end = at;
        boolean first = true;
        for (int k = 1; k < arguments.length; k++) {
          if (arguments[k].isNull(i)) {
            continue;
          }
          if (!first) {
            System.arraycopy(
                separator.bytes, separator.offset, out.ownBuffer(), end, separator.length);
            end += separator.length;
          }
          first = false;
          text.load((StringVector) arguments[k].vector(), arguments[k].index(i));
          System.arraycopy(text.bytes, text.offset, out.ownBuffer(), end, text.length);
          end += text.length;
        }
        out.setOwn(i, at, end - at);
      }
    }
  }
}
