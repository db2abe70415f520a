// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.base.error.EiderException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Writes single values after a {@link FormatSpec}, as the C++ library fmt does. */
final class FormatWriter {
  private FormatWriter() {}

  private static EiderException badType(char type, String kind) {
    return EiderException.invalidInput(
        "Invalid type specifier \"" + type + "\" for formatting a value of type " + kind);
  }

  static void write(StringBuilder out, FormatSpec spec, boolean value) {
    if (spec.type == 0) {
      write(out, spec, value ? "true" : "false");
    } else {
      write(out, spec, value ? BigInteger.ONE : BigInteger.ZERO);
    }
  }

  static void write(StringBuilder out, FormatSpec spec, String value) {
    if (spec.type != 0 && spec.type != 's') {
      throw badType(spec.type, "string");
    }
    String text = value;
    if (spec.precision >= 0 && spec.precision < text.codePointCount(0, text.length())) {
      text = text.substring(0, text.offsetByCodePoints(0, spec.precision));
    }
    pad(out, spec, "", text, '<');
  }

  static void write(StringBuilder out, FormatSpec spec, BigInteger value) {
    String prefix = value.signum() < 0 ? "-" : plus(spec);
    BigInteger size = value.abs();
    String digits;
    if (spec.thousands != 0) {
      digits = grouped(size.toString(), spec.thousands);
    } else {
      switch (spec.type) {
        case 0, 'd', 'n', 'l', 'L' -> digits = size.toString();
        case 'x', 'X' -> {
          digits = size.toString(16);
          if (spec.type == 'X') {
            digits = digits.toUpperCase(Locale.ROOT);
          }
          prefix += spec.alternate ? "0" + spec.type : "";
        }
        case 'b', 'B' -> {
          digits = size.toString(2);
          prefix += spec.alternate ? "0" + spec.type : "";
        }
        case 'o' -> {
          digits = size.toString(8);
          if (spec.alternate && spec.precision <= digits.length() && size.signum() != 0) {
            prefix += "0";
          }
        }
        default -> throw badType(spec.type, "int");
      }
    }
    if (spec.precision > digits.length()) {
      digits = "0".repeat(spec.precision - digits.length()) + digits;
    }
    pad(out, spec, prefix, digits, '>');
  }

  static void write(StringBuilder out, FormatSpec spec, double value) {
    boolean negative = Double.doubleToRawLongBits(value) < 0 && !Double.isNaN(value);
    String prefix = negative ? "-" : plus(spec);
    char type = Character.toLowerCase(spec.type);
    String digits;
    if (!(type == 0 || type == 'e' || type == 'f' || type == 'g' || type == 'a' || type == 'n')
        || spec.type == 'N') {
      throw badType(spec.type, "float");
    }
    double size = Math.abs(value);
    if (Double.isNaN(value)) {
      digits = "nan";
    } else if (Double.isInfinite(value)) {
      digits = "inf";
    } else {
      int precision = spec.precision < 0 ? 6 : spec.precision;
      digits =
          switch (type) {
            case 'e' -> exponential(new BigDecimal(size), precision);
            case 'f' ->
                fixed(new BigDecimal(size).setScale(precision, RoundingMode.HALF_EVEN), spec, true);
            case 'a' -> hexadecimal(size, spec.precision);
            case 0 -> spec.precision < 0 ? shortest(size, spec) : general(size, precision, spec);
            default -> general(size, precision, spec);
          };
    }
    if (Character.isUpperCase(spec.type)) {
      digits = digits.toUpperCase(Locale.ROOT);
    }
    pad(out, spec, prefix, digits, '>');
  }

  private static String plus(FormatSpec spec) {
    return spec.sign == '+' ? "+" : spec.sign == ' ' ? " " : "";
  }

  private static String grouped(String digits, char separator) {
    StringBuilder out = new StringBuilder(digits.length() * 4 / 3 + 1);
    for (int i = 0; i < digits.length(); i++) {
      if (i > 0 && (digits.length() - i) % 3 == 0) {
        out.append(separator);
      }
      out.append(digits.charAt(i));
    }
    return out.toString();
  }

  /** The fewest digits that read back as the value; an exponent from 1e16 and below 1e-4. */
  private static String shortest(double value, FormatSpec spec) {
    if (value == 0) {
      return "0.0";
    }
    BigDecimal decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    int exponent = decimal.precision() - decimal.scale() - 1;
    if (exponent < -4 || exponent >= 16) {
      return exponent(decimal.unscaledValue().toString(), exponent);
    }
    String text = fixed(decimal.scale() < 0 ? decimal.setScale(0) : decimal, spec, true);
    return text.indexOf('.') < 0 ? text + ".0" : text;
  }

  /** As many significant digits as the precision says; trailing zeros only without a type. */
  private static String general(double value, int precision, FormatSpec spec) {
    int digits = Math.max(1, precision);
    boolean zeros = spec.alternate || (spec.type == 0 && spec.precision != 0);
    if (value == 0) {
      return zeros && digits > 1 ? "0." + "0".repeat(digits - 1) : zeros ? "0.0" : "0";
    }
    BigDecimal rounded =
        new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN));
    int exponent = rounded.precision() - rounded.scale() - 1;
    if (!zeros) {
      rounded = rounded.stripTrailingZeros();
    } else if (rounded.precision() < digits) {
      rounded = rounded.setScale(rounded.scale() + digits - rounded.precision());
    }
    if (exponent < -4 || exponent >= digits) {
      return exponent(rounded.unscaledValue().toString(), exponent);
    }
    String text = fixed(rounded.scale() < 0 ? rounded.setScale(0) : rounded, spec, true);
    return zeros && text.indexOf('.') < 0 ? text + ".0" : text;
  }

  private static String exponential(BigDecimal value, int precision) {
    if (value.signum() == 0) {
      return exponent("0" + "0".repeat(precision), 0);
    }
    BigDecimal rounded = value.round(new MathContext(precision + 1, RoundingMode.HALF_EVEN));
    int exponent = rounded.precision() - rounded.scale() - 1;
    StringBuilder digits = new StringBuilder(rounded.unscaledValue().toString());
    while (digits.length() <= precision) {
      digits.append('0');
    }
    return exponent(digits.toString(), exponent);
  }

  private static String exponent(String digits, int exponent) {
    int size = Math.abs(exponent);
    return digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + (exponent < 0 ? "e-" : "e+")
        + (size < 10 ? "0" : "")
        + size;
  }

  private static String fixed(BigDecimal value, FormatSpec spec, boolean group) {
    String text = value.toPlainString();
    if (spec.thousands == 0 || !group) {
      return text;
    }
    int point = text.indexOf('.');
    String whole = point < 0 ? text : text.substring(0, point);
    return grouped(whole, spec.thousands) + (point < 0 ? "" : text.substring(point));
  }

  private static String hexadecimal(double value, int precision) {
    String text =
        precision < 0
            ? Double.toHexString(value)
            : String.format(Locale.ROOT, "%." + Math.max(1, precision) + "a", value);
    int p = text.indexOf('p');
    String mantissa = text.substring(0, p);
    if (mantissa.endsWith(".0") && precision <= 0) {
      mantissa = mantissa.substring(0, mantissa.length() - 2);
    }
    String power = text.substring(p + 1);
    return mantissa + "p" + (power.startsWith("-") ? power : "+" + power);
  }

  private static void pad(
      StringBuilder out, FormatSpec spec, String prefix, String body, char standard) {
    int length = prefix.length() + body.codePointCount(0, body.length());
    int missing = spec.width - length;
    if (missing <= 0) {
      out.append(prefix).append(body);
      return;
    }
    if (spec.width > FormatSpec.WIDTH_MAX) {
      throw EiderException.invalidInput(
          "width " + spec.width + " is too big; at most " + FormatSpec.WIDTH_MAX);
    }
    switch (spec.align == 0 ? standard : spec.align) {
      case '<' -> out.append(prefix).append(body).append(spec.fill.repeat(missing));
      case '^' ->
          out.append(spec.fill.repeat(missing / 2))
              .append(prefix)
              .append(body)
              .append(spec.fill.repeat(missing - missing / 2));
      case '=' -> out.append(prefix).append(spec.fill.repeat(missing)).append(body);
      default -> out.append(spec.fill.repeat(missing)).append(prefix).append(body);
    }
  }
}
