// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;

/** Values of the options of COPY TO, checked. */
public final class CopyOptions {
  private CopyOptions() {}

  private static Value single(String name, Value value) {
    if (value.type() instanceof LogicalType.ListOf) {
      throw EiderException.invalidInput(
          "Copy option " + name + " did not expect a list as argument");
    }
    if (value.isNull()) {
      throw EiderException.binder(
          "NULL is not supported as a valid option for COPY option " + name);
    }
    return value;
  }

  private static EiderException mismatch(String name, Value value, String type) {
    return EiderException.invalidInput(
        "Copy option "
            + name
            + " expected an argument of type "
            + type
            + " - the argument \""
            + shown(value)
            + "\" of type "
            + value.type()
            + " could not be cast as this type");
  }

  /** A word or text; a flag is the word for it. */
  public static String text(String name, Value value) {
    return shown(single(name, value));
  }

  /** A value as text. */
  public static String shown(Value value) {
    return value.isNull()
        ? "NULL"
        : value.type() instanceof LogicalType.Decimal decimal
                && value.object() instanceof BigInteger unscaled
            ? new BigDecimal(unscaled, decimal.scale()).toPlainString()
            : value.get().toString();
  }

  /** A whole number. */
  public static long integer(String name, Value value) {
    Value one = single(name, value);
    try {
      return switch (one.get()) {
        case Integer i -> i;
        case Long l -> l;
        case String s -> Long.parseLong(s.strip());
        case BigInteger b when one.type().id() != TypeId.DECIMAL -> b.longValueExact();
        default -> throw mismatch(name, value, "BIGINT");
      };
    } catch (NumberFormatException | ArithmeticException e) {
      throw mismatch(name, value, "BIGINT");
    }
  }

  /** A whole number above 0. */
  public static long positive(String name, Value value) {
    long number = integer(name, value);
    if (number <= 0) {
      throw EiderException.binder(
          name.toUpperCase(Locale.ROOT) + " must be greater than 0, but is " + number);
    }
    return number;
  }

  /** A number. */
  public static double number(String name, Value value) {
    Value one = single(name, value);
    try {
      return switch (one.get()) {
        case BigInteger b when one.type() instanceof LogicalType.Decimal d ->
            new BigDecimal(b, d.scale()).doubleValue();
        case Number n ->
            one.type() instanceof LogicalType.Decimal d
                ? new BigDecimal(BigInteger.valueOf(n.longValue()), d.scale()).doubleValue()
                : n.doubleValue();
        case String s -> Double.parseDouble(s.strip());
        default -> throw mismatch(name, value, "DOUBLE");
      };
    } catch (NumberFormatException e) {
      throw mismatch(name, value, "DOUBLE");
    }
  }

  /** A number of bytes above 0: a whole number, or text with a unit such as {@code 10MB}. */
  public static long bytes(String name, Value value) {
    if (!(single(name, value).get() instanceof String text)) {
      return positive(name, value);
    }
    String all = text.strip();
    int digits = 0;
    while (digits < all.length()
        && (Character.isDigit(all.charAt(digits)) || all.charAt(digits) == '.')) {
      digits++;
    }
    long unit =
        switch (all.substring(digits).strip().toLowerCase(Locale.ROOT)) {
          case "" -> 1;
          case "b", "byte", "bytes" -> 1;
          case "k", "kb", "kilobyte", "kilobytes" -> 1000;
          case "m", "mb", "megabyte", "megabytes" -> 1_000_000;
          case "g", "gb", "gigabyte", "gigabytes" -> 1_000_000_000;
          case "t", "tb", "terabyte", "terabytes" -> 1_000_000_000_000L;
          case "kib" -> 1L << 10;
          case "mib" -> 1L << 20;
          case "gib" -> 1L << 30;
          case "tib" -> 1L << 40;
          default ->
              throw EiderException.invalidInput(
                  "Unknown unit for memory: '"
                      + all.substring(digits).strip()
                      + "' (expected: KB, MB, GB, TB for 1000^i units or KiB, MiB, GiB, TiB for"
                      + " 1024^i units)");
        };
    double size;
    try {
      size = Double.parseDouble(all.substring(0, digits)) * unit;
    } catch (NumberFormatException e) {
      throw mismatch(name, value, "BIGINT");
    }
    if (!(size >= 1 && size < Long.MAX_VALUE)) {
      throw EiderException.binder(
          name.toUpperCase(Locale.ROOT) + " must be greater than 0, but is " + all);
    }
    return (long) size;
  }
}
