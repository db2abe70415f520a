// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.DefinitionStatement.SequenceOption;
import dev.eider.engine.sql.ast.Expr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the options of CREATE SEQUENCE against each other. */
final class SequenceChecks {
  private final Cursor c;
  private long increment = 1;
  private @Nullable Long min;
  private @Nullable Long max;
  private @Nullable Long start;

  private SequenceChecks(Cursor cursor) {
    this.c = cursor;
  }

  /** How errors name the option. */
  static String label(SequenceOption option) {
    return switch (option) {
      case SequenceOption.Cycle ignored -> "Cycle";
      case SequenceOption.Increment ignored -> "Increment";
      case SequenceOption.MinValue ignored -> "Minvalue";
      case SequenceOption.MaxValue ignored -> "Maxvalue";
      case SequenceOption.StartWith ignored -> "Start";
      case SequenceOption.OwnedBy ignored -> "Owned by value";
    };
  }

  static void check(Cursor cursor, List<SequenceOption> options) {
    SequenceChecks checks = new SequenceChecks(cursor);
    options.forEach(checks::take);
    checks.compare();
  }

  private void take(SequenceOption option) {
    switch (option) {
      case SequenceOption.Increment by -> {
        increment = constant(by.by(), "INCREMENT");
        if (increment == 0) {
          throw c.error("Increment must not be zero");
        }
      }
      case SequenceOption.MinValue value -> {
        if (value.value() != null) {
          min = constant(value.value(), "MINVALUE");
        }
      }
      case SequenceOption.MaxValue value -> {
        if (value.value() != null) {
          max = constant(value.value(), "MAXVALUE");
        }
      }
      case SequenceOption.StartWith value -> start = constant(value.value(), "START value");
      case SequenceOption.Cycle ignored -> {}
      case SequenceOption.OwnedBy ignored -> {}
    }
  }

  private long constant(Expr value, String what) {
    if (value instanceof Expr.NullLiteral) {
      throw c.error(what + " must not be NULL");
    }
    if (!(value instanceof Expr.NumberLiteral number)) {
      throw c.error("Expected constant expression.");
    }
    try {
      return Long.parseLong(number.digits());
    } catch (NumberFormatException e) {
      throw c.error(what + " must be a whole number of 64 bits, not " + number.text())
          .at(number.span().start());
    }
  }

  private void compare() {
    long low = min != null ? min : increment < 0 ? Long.MIN_VALUE : 1;
    long high = max != null ? max : increment < 0 ? -1 : Long.MAX_VALUE;
    long first = start != null ? start : increment < 0 ? high : low;
    if (high <= low) {
      throw c.error("MINVALUE (" + low + ") must be less than MAXVALUE (" + high + ")");
    }
    if (first < low) {
      throw c.error("START value (" + first + ") cannot be less than MINVALUE (" + low + ")");
    }
    if (first > high) {
      throw c.error("START value (" + first + ") cannot be greater than MAXVALUE (" + high + ")");
    }
  }
}
