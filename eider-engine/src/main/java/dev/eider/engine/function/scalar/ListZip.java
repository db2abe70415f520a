// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.BOOLEAN;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.StructVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import java.util.ArrayList;
import java.util.List;

/** list_zip: lists side by side as a list of tuples, as long as the longest, or the shortest. */
final class ListZip {
  private ListZip() {}

  static BoundScalar bind(List<Argument> arguments) {
    if (arguments.isEmpty()) {
      throw EiderException.binder("Provide at least one argument to list_zip");
    }
    List<LogicalType.Field> fields = new ArrayList<>();
    List<LogicalType> parameters = new ArrayList<>();
    boolean flagged = arguments.size() > 1 && arguments.getLast().type().equals(BOOLEAN);
    int lists = arguments.size() - (flagged ? 1 : 0);
    for (Argument argument : arguments.subList(0, lists)) {
      boolean list =
          argument.type() instanceof LogicalType.ListOf
              || argument.type() instanceof LogicalType.ArrayOf
              || argument.type().equals(LogicalType.SQLNULL);
      if (!list) {
        throw EiderException.binder("Parameter type needs to be List");
      }
      fields.add(new LogicalType.Field("", Lists.element(argument.type())));
      parameters.add(Lists.listOf(argument));
    }
    if (flagged) {
      parameters.add(BOOLEAN);
    }
    return Lists.bound(
        "list_zip",
        parameters,
        LogicalType.list(LogicalType.struct(fields)),
        NullHandling.SPECIAL,
        false,
        (operands, count, result, context) -> {
          for (int i = 0; i < count; i++) {
            zip(operands, lists, i, (ListVector) result);
          }
        });
  }

  private static void zip(Operand[] operands, int lists, int row, ListVector result) {
    boolean shortest =
        operands.length > lists
            && !operands[lists].isNull(row)
            && ((BoolVector) operands[lists].vector()).get(operands[lists].index(row)) != 0;
    int length = shortest ? Integer.MAX_VALUE : 0;
    for (int k = 0; k < lists; k++) {
      int own = operands[k].isNull(row) ? 0 : Lists.length(operands[k], row);
      length = shortest ? Math.min(length, own) : Math.max(length, own);
    }
    int at = result.appendChildren(length);
    StructVector out = (StructVector) result.child();
    for (int k = 0; k < lists; k++) {
      int own = operands[k].isNull(row) ? 0 : Lists.length(operands[k], row);
      FlatVector child = out.child(k);
      for (int e = 0; e < length; e++) {
        if (e < own) {
          child.copyRow(Lists.child(operands[k]), Lists.offset(operands[k], row) + e, at + e);
        } else {
          child.setNull(at + e);
        }
      }
    }
    result.setList(row, at, length);
  }
}
