// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionTypes;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.cast.IntegerRange;
import java.math.BigInteger;
import java.util.List;

/** {@code & | ~ << >>}, xor and bit_count on integers, and on BIT (kept as text of 0 and 1). */
final class BitFunctions {
  private BitFunctions() {}

  private enum Op {
    AND,
    OR,
    XOR
  }

  static void register(FunctionRegistry registry) {
    for (LogicalType type : FunctionTypes.INTEGERS) {
      List<LogicalType> two = List.of(type, type);
      registry.add(Kernels.safe("&", two, type, (a, n, r, c) -> binary(Op.AND, a, n, r)));
      registry.add(Kernels.safe("|", two, type, (a, n, r, c) -> binary(Op.OR, a, n, r)));
      registry.add(Kernels.safe("xor", two, type, (a, n, r, c) -> binary(Op.XOR, a, n, r)));
      registry.add(Kernels.safe("~", List.of(type), type, BitFunctions::not));
      registry.add(Kernels.failing("<<", two, type, BitFunctions::shiftLeft));
      registry.add(Kernels.safe(">>", two, type, BitFunctions::shiftRight));
      if (!type.isUnsigned()) {
        registry.add(
            Kernels.safe("bit_count", List.of(type), LogicalType.TINYINT, BitFunctions::bitCount));
      }
    }
    LogicalType bit = LogicalType.BIT;
    List<LogicalType> two = List.of(bit, bit);
    registry.add(Kernels.failing("&", two, bit, (a, n, r, c) -> bits(Op.AND, a, n, r)));
    registry.add(Kernels.failing("|", two, bit, (a, n, r, c) -> bits(Op.OR, a, n, r)));
    registry.add(Kernels.failing("xor", two, bit, (a, n, r, c) -> bits(Op.XOR, a, n, r)));
    registry.add(Kernels.safe("~", List.of(bit), bit, BitFunctions::notBits));
    List<LogicalType> shift = List.of(bit, LogicalType.INTEGER);
    registry.add(Kernels.failing("<<", shift, bit, (a, n, r, c) -> shiftBits(true, a, n, r)));
    registry.add(Kernels.failing(">>", shift, bit, (a, n, r, c) -> shiftBits(false, a, n, r)));
    registry.add(
        Kernels.safe("bit_count", List.of(bit), LogicalType.BIGINT, BitFunctions::countBits));
    BitStringFunctions.register(registry);
  }

  private static void binary(Op op, Operand[] arguments, int count, FlatVector result) {
    int p = arguments[0].step();
    int q = arguments[1].step();
    switch (result) {
      case IntVector out -> {
        int[] x = ((IntVector) arguments[0].vector()).values();
        int[] y = ((IntVector) arguments[1].vector()).values();
        for (int i = 0; i < count; i++) {
          out.set(i, (int) apply(op, x[i * p], y[i * q]));
        }
      }
      case LongVector out -> {
        long[] x = ((LongVector) arguments[0].vector()).values();
        long[] y = ((LongVector) arguments[1].vector()).values();
        for (int i = 0; i < count; i++) {
          out.set(i, apply(op, x[i * p], y[i * q]));
        }
      }
      default -> {
        WideVector x = (WideVector) arguments[0].vector();
        WideVector y = (WideVector) arguments[1].vector();
        for (int i = 0; i < count; i++) {
          ((WideVector) result)
              .set(
                  i,
                  apply(op, x.low(i * p), y.low(i * q)),
                  apply(op, x.high(i * p), y.high(i * q)));
        }
      }
    }
  }

  private static long apply(Op op, long a, long b) {
    return switch (op) {
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
    };
  }

  private static void not(Operand[] arguments, int count, FlatVector result, EvalContext context) {
    LogicalType type = result.type();
    for (int i = 0; i < count; i++) {
      int at = arguments[0].index(i);
      switch (result) {
        case IntVector out -> {
          int mask = type.isUnsigned() ? (int) IntegerRange.max(type) : -1;
          out.set(i, ~((IntVector) arguments[0].vector()).get(at) & mask);
        }
        case LongVector out -> {
          long mask = type.id() == TypeId.UINTEGER ? IntegerRange.max(type) : -1L;
          out.set(i, ~((LongVector) arguments[0].vector()).get(at) & mask);
        }
        default -> {
          WideVector v = (WideVector) arguments[0].vector();
          ((WideVector) result).set(i, ~v.low(at), ~v.high(at));
        }
      }
    }
  }

  private static int width(LogicalType type) {
    return IntegerRange.bigMax(type).bitLength() + (type.isUnsigned() ? 0 : 1);
  }

  private static void shiftLeft(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    LogicalType type = result.type();
    int width = width(type);
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      BigInteger x = ArithmeticFunctions.big(arguments[0], i);
      BigInteger by = ArithmeticFunctions.big(arguments[1], i);
      if (x.signum() < 0) {
        throw EiderException.outOfRange("Cannot left-shift negative number " + x);
      }
      if (by.signum() < 0) {
        throw EiderException.outOfRange("Cannot left-shift by negative number " + by);
      }
      if (by.compareTo(BigInteger.valueOf(type.isUnsigned() ? width + 1 : width)) >= 0) {
        if (x.signum() != 0) {
          throw EiderException.outOfRange("Left-shift value " + by + " is out of range");
        }
        by = BigInteger.ZERO;
      }
      BigInteger shifted = x.shiftLeft(by.intValue());
      if (!IntegerRange.contains(type, shifted)) {
        throw EiderException.outOfRange("Overflow in left shift (" + x + " << " + by + ")");
      }
      put(result, i, shifted);
    }
  }

  private static void shiftRight(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    int width = width(result.type());
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      BigInteger x = ArithmeticFunctions.big(arguments[0], i);
      BigInteger by = ArithmeticFunctions.big(arguments[1], i);
      boolean outside = by.signum() < 0 || by.compareTo(BigInteger.valueOf(width)) >= 0;
      put(result, i, outside ? BigInteger.ZERO : x.shiftRight(by.intValue()));
    }
  }

  static void put(FlatVector result, int row, BigInteger value) {
    switch (result) {
      case IntVector v -> v.set(row, value.intValue());
      case LongVector v -> v.set(row, value.longValue());
      default -> ((WideVector) result).setBig(row, value);
    }
  }

  private static void bitCount(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    int width = width(arguments[0].vector().type());
    for (int i = 0; i < count; i++) {
      int at = arguments[0].index(i);
      int bits =
          switch (arguments[0].vector()) {
            case IntVector v -> Integer.bitCount(v.get(at) & (int) ((1L << width) - 1));
            case LongVector v -> Long.bitCount(v.get(at));
            default -> {
              WideVector v = (WideVector) arguments[0].vector();
              yield Long.bitCount(v.low(at)) + Long.bitCount(v.high(at));
            }
          };
      // The 128 bits of a HUGEINT -1 wrap around in a TINYINT, as in the dialect.
      ((IntVector) result).set(i, (byte) bits);
    }
  }

  static String bitText(Operand operand, int row) {
    return ((StringVector) operand.vector()).getString(operand.index(row));
  }

  private static void bits(Op op, Operand[] arguments, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      String a = bitText(arguments[0], i);
      String b = bitText(arguments[1], i);
      if (a.length() != b.length()) {
        throw EiderException.invalidInput("Cannot " + op + " bit strings of different sizes");
      }
      StringBuilder out = new StringBuilder(a.length());
      for (int k = 0; k < a.length(); k++) {
        out.append((char) ('0' + apply(op, a.charAt(k) - '0', b.charAt(k) - '0')));
      }
      ((StringVector) result).set(i, out.toString());
    }
  }

  private static void notBits(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        String flipped =
            bitText(arguments[0], i).replace('0', 'x').replace('1', '0').replace('x', '1');
        ((StringVector) result).set(i, flipped);
      }
    }
  }

  private static void shiftBits(boolean left, Operand[] arguments, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      String bits = bitText(arguments[0], i);
      int by = ((IntVector) arguments[1].vector()).get(arguments[1].index(i));
      if (by < 0 && left) {
        throw EiderException.outOfRange("Cannot left-shift by negative number " + by);
      }
      if (by < 0) {
        throw EiderException.outOfRange("Cannot right-shift by negative number " + by);
      }
      int moved = Math.min(by, bits.length());
      String zeros = "0".repeat(moved);
      ((StringVector) result)
          .set(
              i,
              left
                  ? bits.substring(moved) + zeros
                  : zeros + bits.substring(0, bits.length() - moved));
    }
  }

  private static void countBits(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        ((LongVector) result).set(i, bitText(arguments[0], i).replace("0", "").length());
      }
    }
  }
}
