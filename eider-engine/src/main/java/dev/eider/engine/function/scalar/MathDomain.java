// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.NumberText;
import dev.eider.base.type.Value;
import dev.eider.engine.function.EvalContext;
import org.jspecify.annotations.Nullable;

/**
 * Where mathematical functions are defined. Outside, the result is NaN or infinite as IEEE 754 has
 * it, unless the session set {@code ieee_floating_point_ops} to false; then it is an error.
 */
enum MathDomain {
  ANY,
  ROOT,
  LOGARITHM,
  BASED_LOGARITHM,
  POWER,
  FINITE,
  COTANGENT,
  ASIN,
  ACOS,
  ATANH,
  GAMMA,
  LOG_GAMMA;

  /** Whether arguments outside the domain are errors. */
  static boolean isStrict(EvalContext context) {
    Value ieee = context.setting("ieee_floating_point_ops");
    return ieee != null && Boolean.FALSE.equals(ieee.object());
  }

  /** Throws when the session is strict and the arguments are outside. */
  void check(double x, double y, EvalContext context) {
    if (isStrict(context)) {
      EiderException error = error(x, y);
      if (error != null) {
        throw error;
      }
    }
  }

  private @Nullable EiderException error(double x, double y) {
    return switch (this) {
      case ANY -> null;
      case ROOT ->
          x < 0 ? EiderException.outOfRange("cannot take square root of a negative number") : null;
      case LOGARITHM -> logarithm(x);
      case BASED_LOGARITHM -> {
        EiderException base = logarithm(x);
        if (base == null) {
          base = logarithm(y);
        }
        yield base == null && x == 1
            ? EiderException.outOfRange("division by zero in based logarithm")
            : base;
      }
      case POWER ->
          x == 0 && y < 0
              ? EiderException.outOfRange("zero raised to a negative power is undefined")
              : null;
      case FINITE ->
          Double.isInfinite(x)
              ? EiderException.outOfRange(
                  "input value " + NumberText.of(x) + " is out of range for numeric function")
              : null;
      case COTANGENT ->
          x == 0
              ? EiderException.outOfRange(
                  "input value 0.000000 is out of range for numeric function cotangent")
              : null;
      case ASIN, ACOS, ATANH ->
          x < -1 || x > 1
              ? EiderException.invalidInput(name() + " is undefined outside [-1,1]")
              : null;
      case GAMMA -> x == 0 ? EiderException.outOfRange("cannot take gamma of zero") : null;
      case LOG_GAMMA -> x == 0 ? EiderException.outOfRange("cannot take log gamma of zero") : null;
    };
  }

  private static @Nullable EiderException logarithm(double x) {
    if (x == 0) {
      return EiderException.outOfRange("cannot take logarithm of zero");
    }
    return x < 0 ? EiderException.outOfRange("cannot take logarithm of a negative number") : null;
  }
}
