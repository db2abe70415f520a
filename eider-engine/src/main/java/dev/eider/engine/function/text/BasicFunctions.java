// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarKernel;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;

/** Length, case, parts, padding, trimming, characters. */
final class BasicFunctions {
  private BasicFunctions() {}

  static void register(FunctionRegistry registry) {
    lengths(registry);
    cases(registry);
    parts(registry);
    padding(registry);
    trimming(registry);
    characters(registry);
  }

  private static void lengths(FunctionRegistry registry) {
    for (String name : List.of("length", "len", "char_length", "character_length")) {
      Kernels.toLong(registry, name, LogicalType.VARCHAR, TextCursor::codePoints);
    }
    Kernels.toLong(registry, "strlen", LogicalType.VARCHAR, text -> text.length);
    Kernels.toLong(registry, "bit_length", LogicalType.VARCHAR, text -> 8L * text.length);
    Kernels.toLong(registry, "octet_length", LogicalType.BLOB, text -> text.length);
  }

  private static void cases(FunctionRegistry registry) {
    for (String name : List.of("upper", "ucase")) {
      Kernels.toText(registry, name, LogicalType.VARCHAR, BasicFunctions::upper);
    }
    for (String name : List.of("lower", "lcase")) {
      Kernels.toText(registry, name, LogicalType.VARCHAR, BasicFunctions::lower);
    }
    Kernels.toText(
        registry,
        "strip_accents",
        LogicalType.VARCHAR,
        (text, result, row) -> {
          if (text.isAscii()) {
            result.set(row, text.bytes, text.offset, text.length);
          } else {
            String apart = Normalizer.normalize(text.text(), Normalizer.Form.NFD);
            StringBuilder plain = new StringBuilder(apart.length());
            for (int i = 0; i < apart.length(); i++) {
              if (Character.getType(apart.charAt(i)) != Character.NON_SPACING_MARK) {
                plain.append(apart.charAt(i));
              }
            }
            result.set(row, Normalizer.normalize(plain, Normalizer.Form.NFC));
          }
        });
    Kernels.toText(
        registry,
        "nfc_normalize",
        LogicalType.VARCHAR,
        (text, result, row) ->
            result.set(row, Normalizer.normalize(text.text(), Normalizer.Form.NFC)));
  }

  private static void upper(TextCursor text, StringVector result, int row) {
    if (!text.isAscii()) {
      result.set(row, mapCodePoints(text.text(), true));
      return;
    }
    int at = result.reserve(text.length);
    byte[] out = result.ownBuffer();
    for (int i = 0; i < text.length; i++) {
      byte b = text.bytes[text.offset + i];
      out[at + i] = b >= 'a' && b <= 'z' ? (byte) (b - 32) : b;
    }
    result.setOwn(row, at, text.length);
  }

  private static void lower(TextCursor text, StringVector result, int row) {
    if (!text.isAscii()) {
      result.set(row, mapCodePoints(text.text(), false));
      return;
    }
    int at = result.reserve(text.length);
    byte[] out = result.ownBuffer();
    for (int i = 0; i < text.length; i++) {
      byte b = text.bytes[text.offset + i];
      out[at + i] = b >= 'A' && b <= 'Z' ? (byte) (b + 32) : b;
    }
    result.setOwn(row, at, text.length);
  }

  /** Code point by code point, so that no letter becomes two. */
  private static String mapCodePoints(String text, boolean upper) {
    StringBuilder mapped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      mapped.appendCodePoint(upper ? upper(c) : Character.toLowerCase(c));
      i += Character.charCount(c);
    }
    return mapped.toString();
  }

  private static int upper(int codePoint) {
    // The sharp s has a capital of its own, which Java does not map to.
    return codePoint == 0xDF ? 0x1E9E : Character.toUpperCase(codePoint);
  }

  private static void parts(FunctionRegistry registry) {
    for (String name : List.of("substring", "substr")) {
      Kernels.add(
          registry,
          name,
          List.of(LogicalType.VARCHAR, LogicalType.BIGINT, LogicalType.BIGINT),
          LogicalType.VARCHAR,
          SubstringKernel::new);
      Kernels.add(
          registry,
          name,
          List.of(LogicalType.VARCHAR, LogicalType.BIGINT),
          LogicalType.VARCHAR,
          SubstringKernel::new);
    }
    Kernels.scaleText(
        registry,
        "left",
        (text, n, result, row) -> {
          long keep = n >= 0 ? n : Math.max(0, text.codePoints() + n);
          int end = Utf8.skip(text.bytes, text.offset, text.end(), keep);
          result.set(row, text.bytes, text.offset, end - text.offset);
        });
    Kernels.scaleText(
        registry,
        "right",
        (text, n, result, row) -> {
          long drop = n >= 0 ? Math.max(0, text.codePoints() - n) : -n;
          int from = Utf8.skip(text.bytes, text.offset, text.end(), drop);
          result.set(row, text.bytes, from, text.end() - from);
        });
  }

  /** Positions count code points from 1; a negative one counts from the end. */
  private static final class SubstringKernel implements ScalarKernel {
    private final TextCursor text = new TextCursor();

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      StringVector input = (StringVector) arguments[0].vector();
      long[] starts = ((LongVector) arguments[1].vector()).values();
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        text.load(input, arguments[0].index(i));
        long start = starts[arguments[1].index(i)];
        long length =
            arguments.length == 3
                ? ((LongVector) arguments[2].vector()).get(arguments[2].index(i))
                : Integer.MAX_VALUE;
        substring(start, length, (StringVector) result, i);
      }
    }

    private void substring(long start, long length, StringVector result, int row) {
      long from = start;
      long size = length;
      if (from < 0) {
        from = Math.max(-1L - Integer.MAX_VALUE, from) + text.codePoints();
      } else if (from > 0) {
        from--;
      } else {
        // Position 0 lies before the first character and takes one of the length.
        from = 0;
        size = length == Integer.MAX_VALUE ? length : length - 1;
      }
      if (size < 0) {
        // A negative length takes the characters before the start.
        long end = from;
        from = Math.max(0, from + size);
        size = Math.max(0, end) - from;
      } else if (from < 0) {
        size += from;
        from = 0;
      }
      if (size <= 0) {
        result.set(row, text.bytes, text.offset, 0);
        return;
      }
      int first = Utf8.skip(text.bytes, text.offset, text.end(), from);
      int end = Utf8.skip(text.bytes, first, text.end(), size);
      result.set(row, text.bytes, first, end - first);
    }
  }

  private static void padding(FunctionRegistry registry) {
    pad(registry, "lpad", true);
    pad(registry, "rpad", false);
    LogicalType text = LogicalType.VARCHAR;
    overlay(registry, List.of(text, text, LogicalType.BIGINT));
    overlay(registry, List.of(text, text, LogicalType.BIGINT, LogicalType.BIGINT));
    for (LogicalType type : List.of(LogicalType.VARCHAR, LogicalType.BLOB)) {
      Kernels.scaleText(registry, "repeat", type, BasicFunctions::repeat);
    }
  }

  private static void repeat(TextCursor text, long n, StringVector result, int row) {
    {
      long times = text.length == 0 ? 0 : Math.max(0, n);
      long size = times * text.length;
      if (times > Integer.MAX_VALUE || size > Integer.MAX_VALUE - 64) {
        throw EiderException.outOfRange(
            "Cannot create a string of size: '"
                + size
                + "', the maximum supported string size is: '"
                + (Integer.MAX_VALUE - 64)
                + "'");
      }
      int at = result.reserve((int) size);
      byte[] out = result.ownBuffer();
      for (int k = 0; k < times; k++) {
        System.arraycopy(text.bytes, text.offset, out, at + k * text.length, text.length);
      }
      result.setOwn(row, at, (int) size);
    }
  }

  private static void pad(FunctionRegistry registry, String name, boolean left) {
    Kernels.add(
        registry,
        name,
        List.of(LogicalType.VARCHAR, LogicalType.INTEGER, LogicalType.VARCHAR),
        LogicalType.VARCHAR,
        () ->
            (arguments, count, result, context) -> {
              StringVector input = (StringVector) arguments[0].vector();
              int[] sizes = ((IntVector) arguments[1].vector()).values();
              StringVector fills = (StringVector) arguments[2].vector();
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  ((StringVector) result)
                      .set(
                          i,
                          pad(
                              input.getString(arguments[0].index(i)),
                              sizes[arguments[1].index(i)],
                              fills.getString(arguments[2].index(i)),
                              left));
                }
              }
            });
  }

  private static String pad(String text, int size, String fill, boolean left) {
    int length = text.codePointCount(0, text.length());
    if (size <= length) {
      return text.substring(0, text.offsetByCodePoints(0, Math.max(0, size)));
    }
    if (fill.isEmpty()) {
      throw EiderException.invalidInput("Insufficient padding in " + (left ? "LPAD." : "RPAD."));
    }
    int[] points = fill.codePoints().toArray();
    StringBuilder padded = new StringBuilder();
    if (!left) {
      padded.append(text);
    }
    for (int i = 0; i < size - length; i++) {
      padded.appendCodePoint(points[i % points.length]);
    }
    return left ? padded.append(text).toString() : padded.toString();
  }

  private static void trimming(FunctionRegistry registry) {
    trim(registry, "trim", true, true);
    trim(registry, "ltrim", true, false);
    trim(registry, "rtrim", false, true);
  }

  private static void trim(FunctionRegistry registry, String name, boolean left, boolean right) {
    Kernels.toText(
        registry,
        name,
        LogicalType.VARCHAR,
        (text, result, row) -> {
          int from = text.offset;
          int to = text.end();
          while (left && from < to && text.bytes[from] == ' ') {
            from++;
          }
          while (right && to > from && text.bytes[to - 1] == ' ') {
            to--;
          }
          result.set(row, text.bytes, from, to - from);
        });
    Kernels.mergeTexts(
        registry,
        name,
        (text, set, result, row) -> {
          String chars = set.text();
          int from = text.offset;
          int to = text.end();
          while (left && from < to && chars.indexOf(Utf8.codePoint(text.bytes, from)) >= 0) {
            from += Utf8.width(text.bytes[from]);
          }
          while (right && to > from) {
            int last = to - 1;
            while (last > from && text.bytes[last] < (byte) 0xC0) {
              last--;
            }
            if (chars.indexOf(Utf8.codePoint(text.bytes, last)) < 0) {
              break;
            }
            to = last;
          }
          result.set(row, text.bytes, from, to - from);
        });
  }

  private static void overlay(FunctionRegistry registry, List<LogicalType> types) {
    Kernels.add(
        registry,
        "overlay",
        types,
        LogicalType.VARCHAR,
        () ->
            (arguments, count, result, context) -> {
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  String text = SearchFunctions.string(arguments[0], i);
                  String with = SearchFunctions.string(arguments[1], i);
                  long start = ((LongVector) arguments[2].vector()).get(arguments[2].index(i));
                  long length =
                      arguments.length == 4
                          ? ((LongVector) arguments[3].vector()).get(arguments[3].index(i))
                          : with.codePointCount(0, with.length());
                  ((StringVector) result).set(i, overlay(text, with, start, length));
                }
              }
            });
  }

  private static String overlay(String text, String with, long start, long length) {
    int size = text.codePointCount(0, text.length());
    long replaced = length < 0 ? with.codePointCount(0, with.length()) : length;
    long from = Math.clamp(start - 1, 0L, size);
    long to = Math.clamp(start > size ? size : start - 1 + replaced, from, size);
    return text.substring(0, text.offsetByCodePoints(0, (int) from))
        + with
        + text.substring(text.offsetByCodePoints(0, (int) to));
  }

  private static void characters(FunctionRegistry registry) {
    ints(registry, "ascii", text -> text.length == 0 ? 0 : Utf8.codePoint(text.bytes, text.offset));
    for (String name : List.of("unicode", "ord")) {
      ints(registry, name, text -> text.length == 0 ? -1 : Utf8.codePoint(text.bytes, text.offset));
    }
    Kernels.add(
        registry,
        "chr",
        List.of(LogicalType.INTEGER),
        LogicalType.VARCHAR,
        () ->
            (arguments, count, result, context) -> {
              int[] codes = ((IntVector) arguments[0].vector()).values();
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  int code = codes[arguments[0].index(i)];
                  if (!Character.isValidCodePoint(code)
                      || (code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE)) {
                    throw EiderException.invalidInput("Invalid UTF8 Codepoint " + code);
                  }
                  ((StringVector) result).set(i, new String(Character.toChars(code)));
                }
              }
            });
  }

  private static void ints(FunctionRegistry registry, String name, Kernels.TextToLong body) {
    Kernels.add(
        registry,
        name,
        Kernels.ONE,
        LogicalType.INTEGER,
        () -> {
          TextCursor text = new TextCursor();
          return (arguments, count, result, context) -> {
            for (int i = 0; i < count; i++) {
              if (!result.isNull(i)) {
                text.load((StringVector) arguments[0].vector(), arguments[0].index(i));
                ((IntVector) result).set(i, (int) body.apply(text));
              }
            }
          };
        });
  }

  /** Lower case without regard to a locale. */
  static String lowerCase(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
