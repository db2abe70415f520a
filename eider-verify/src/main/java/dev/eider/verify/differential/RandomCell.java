// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One random value as a literal of a column's type. */
final class RandomCell {
  private static final int NULL_PERCENT = 15;
  private static final int EXTREME_PERCENT = 20;

  private RandomCell() {}

  static String of(Category category, String type, boolean extremes, Chance chance) {
    if (chance.percent(NULL_PERCENT)) {
      return "NULL";
    }
    if (extremes && chance.percent(EXTREME_PERCENT)) {
      String extreme = extreme(category, type, chance);
      if (extreme != null) {
        return "CAST(" + Constants.quote(extreme) + " AS " + type + ")";
      }
    }
    return switch (category) {
      case INT -> Integer.toString(chance.between(type.startsWith("U") ? 0 : -5, 20));
      case DEC -> chance.between(-99, 99) + "." + chance.between(0, 9);
      case DBL -> Double.toString(chance.between(-200, 200) / 4.0);
      case TS -> Constants.of(category, chance) + "::" + type;
      case BOOL -> chance.pick(List.of("TRUE", "FALSE"));
      default -> Constants.of(category, chance);
    };
  }

  private static String pick(Chance chance, String... choices) {
    return chance.pick(List.of(choices));
  }

  /** A value at the border of the type; null when the category has none. */
  private static @Nullable String extreme(Category category, String type, Chance chance) {
    return switch (category) {
      case INT -> integerBorder(type, chance.percent(50));
      case DEC -> {
        int comma = type.indexOf(',');
        int width = Integer.parseInt(type.substring("DECIMAL(".length(), comma));
        int scale = Integer.parseInt(type.substring(comma + 1, type.length() - 1));
        yield (chance.percent(50) ? "-" : "") + "9".repeat(width - scale) + "." + "9".repeat(scale);
      }
      case DBL -> pick(chance, "inf", "-inf", "nan", "-0.0", "1e30", "1e-30");
      case TEXT -> pick(chance, "x".repeat(300), "\u0001", "🦆", "a\tb", "'q'");
      case DATE -> pick(chance, "infinity", "-infinity", "0001-01-01", "9999-12-31");
      case TIME -> pick(chance, "00:00:00", "23:59:59.999999");
      case TS ->
          type.equals("TIMESTAMP")
              ? pick(chance, "infinity", "-infinity", "0001-01-01 00:00:00", "9999-12-31 23:59:59")
              : pick(chance, "1677-09-22 00:00:00", "2262-04-11 23:47:16");
      case INTERVAL -> pick(chance, "100 years", "-1000000 days", "999999999 microseconds");
      case BOOL, BLOB, TSTZ, UUID, APPROX -> null;
    };
  }

  private static String integerBorder(String type, boolean low) {
    boolean unsigned = type.startsWith("U");
    int bits =
        switch (unsigned ? type.substring(1) : type) {
          case "TINYINT" -> 8;
          case "SMALLINT" -> 16;
          case "INTEGER" -> 32;
          case "BIGINT" -> 64;
          default -> 128;
        };
    if (unsigned) {
      return low ? "0" : BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE).toString();
    }
    BigInteger border = BigInteger.ONE.shiftLeft(bits - 1);
    return low ? border.negate().toString() : border.subtract(BigInteger.ONE).toString();
  }
}
