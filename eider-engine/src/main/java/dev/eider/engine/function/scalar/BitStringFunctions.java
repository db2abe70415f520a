// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.BIT;
import static dev.eider.base.type.LogicalType.INTEGER;
import static dev.eider.base.type.LogicalType.VARCHAR;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import java.util.List;

/** Functions that treat BIT as a string of bits: bitstring, get_bit, set_bit, bit_position. */
final class BitStringFunctions {
  private BitStringFunctions() {}

  static void register(FunctionRegistry registry) {
    for (LogicalType type : List.of(VARCHAR, BIT)) {
      registry.add(
          Kernels.failing("bitstring", List.of(type, INTEGER), BIT, BitStringFunctions::bitString));
    }
    registry.add(
        Kernels.failing("get_bit", List.of(BIT, INTEGER), INTEGER, BitStringFunctions::getBit));
    registry.add(
        Kernels.failing(
            "set_bit", List.of(BIT, INTEGER, INTEGER), BIT, BitStringFunctions::setBit));
    registry.add(
        Kernels.safe(
            "bit_length",
            List.of(BIT),
            LogicalType.BIGINT,
            (arguments, count, result, context) -> {
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  ((dev.eider.base.vector.LongVector) result)
                      .set(i, text(arguments[0], i).length());
                }
              }
            }));
    registry.add(
        Kernels.safe("bit_position", List.of(BIT, BIT), INTEGER, BitStringFunctions::position));
  }

  private static String text(Operand operand, int row) {
    return BitFunctions.bitText(operand, row);
  }

  private static int integer(Operand operand, int row) {
    return ((IntVector) operand.vector()).get(operand.index(row));
  }

  private static void bitString(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      String bits = text(arguments[0], i);
      int length = integer(arguments[1], i);
      if (bits.isEmpty() && length == 0) {
        throw EiderException.conversion("Cannot cast empty string to BIT");
      }
      if (length < 0) {
        throw EiderException.invalidInput("The bitstring length cannot be negative");
      }
      if (bits.length() > length) {
        throw EiderException.invalidInput("Length must be equal or larger than input string");
      }
      String wrong = bits.replace("0", "").replace("1", "");
      if (!wrong.isEmpty()) {
        throw EiderException.conversion(
            "Invalid character encountered in string -> bit conversion: '" + wrong.charAt(0) + "'");
      }
      ((StringVector) result).set(i, "0".repeat(length - bits.length()) + bits);
    }
  }

  private static int checkedIndex(Operand[] arguments, int row, String bits) {
    int index = integer(arguments[1], row);
    if (index < 0 || index >= bits.length()) {
      throw EiderException.outOfRange(
          "bit index " + index + " out of valid range (0.." + (bits.length() - 1) + ")");
    }
    return index;
  }

  private static void getBit(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        String bits = text(arguments[0], i);
        ((IntVector) result).set(i, bits.charAt(checkedIndex(arguments, i, bits)) - '0');
      }
    }
  }

  private static void setBit(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int bit = integer(arguments[2], i);
      if (bit != 0 && bit != 1) {
        throw EiderException.invalidInput("The new bit must be 1 or 0");
      }
      String bits = text(arguments[0], i);
      int index = checkedIndex(arguments, i, bits);
      ((StringVector) result).set(i, bits.substring(0, index) + bit + bits.substring(index + 1));
    }
  }

  private static void position(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        ((IntVector) result).set(i, text(arguments[1], i).indexOf(text(arguments[0], i)) + 1);
      }
    }
  }
}
