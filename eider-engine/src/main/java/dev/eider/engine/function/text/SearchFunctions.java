// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import java.util.ArrayList;
import java.util.List;

/** Finding text in text: contains, prefix, suffix, position, replace, LIKE, ILIKE, GLOB. */
final class SearchFunctions {
  private SearchFunctions() {}

  static void register(FunctionRegistry registry) {
    Kernels.toBool(registry, "contains", Kernels.TWO, SearchFunctions::contains);
    for (String name : List.of("prefix", "starts_with", "^@")) {
      Kernels.toBool(
          registry,
          name,
          Kernels.TWO,
          (text, part) ->
              text.length >= part.length
                  && Utf8.matches(text.bytes, text.offset, part.bytes, part.offset, part.length));
    }
    for (String name : List.of("suffix", "ends_with")) {
      Kernels.toBool(
          registry,
          name,
          Kernels.TWO,
          (text, part) ->
              text.length >= part.length
                  && Utf8.matches(
                      text.bytes, text.end() - part.length, part.bytes, part.offset, part.length));
    }
    for (String name : List.of("instr", "strpos", "position")) {
      Kernels.toLong(registry, name, SearchFunctions::position);
    }
    replacing(registry);
    like(registry, "~~", false, false);
    like(registry, "!~~", false, true);
    like(registry, "~~*", true, false);
    like(registry, "!~~*", true, true);
    escaped(registry, "like_escape", false, false);
    escaped(registry, "not_like_escape", false, true);
    escaped(registry, "ilike_escape", true, false);
    escaped(registry, "not_ilike_escape", true, true);
    Kernels.toBool(
        registry,
        "~~~",
        Kernels.TWO,
        (text, pattern) ->
            GlobMatcher.matches(
                text.bytes, text.offset, text.end(), pattern.bytes, pattern.offset, pattern.end()));
  }

  static boolean contains(TextCursor text, TextCursor part) {
    return Utf8.indexOf(text.bytes, text.offset, text.end(), part.bytes, part.offset, part.length)
        >= 0;
  }

  /** 1-based position in code points, 0 when not found. */
  private static long position(TextCursor text, TextCursor part) {
    int at =
        Utf8.indexOf(text.bytes, text.offset, text.end(), part.bytes, part.offset, part.length);
    return at < 0 ? 0 : Utf8.codePoints(text.bytes, text.offset, at - text.offset) + 1L;
  }

  private static void replacing(FunctionRegistry registry) {
    Kernels.add(
        registry,
        "replace",
        Kernels.THREE,
        LogicalType.VARCHAR,
        () ->
            (arguments, count, result, context) -> {
              StringVector texts = (StringVector) arguments[0].vector();
              StringVector from = (StringVector) arguments[1].vector();
              StringVector to = (StringVector) arguments[2].vector();
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  String text = texts.getString(arguments[0].index(i));
                  String old = from.getString(arguments[1].index(i));
                  ((StringVector) result)
                      .set(
                          i,
                          old.isEmpty()
                              ? text
                              : text.replace(old, to.getString(arguments[2].index(i))));
                }
              }
            });
    Kernels.add(
        registry,
        "translate",
        Kernels.THREE,
        LogicalType.VARCHAR,
        () ->
            (arguments, count, result, context) -> {
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  String text = string(arguments[0], i);
                  int[] from = string(arguments[1], i).codePoints().toArray();
                  int[] to = string(arguments[2], i).codePoints().toArray();
                  ((StringVector) result).set(i, translate(text, from, to));
                }
              }
            });
  }

  static String string(dev.eider.engine.function.Operand argument, int row) {
    return ((StringVector) argument.vector()).getString(argument.index(row));
  }

  private static String translate(String text, int[] from, int[] to) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      int k = 0;
      while (k < from.length && from[k] != c) {
        k++;
      }
      if (k == from.length) {
        out.appendCodePoint(c);
      } else if (k < to.length) {
        out.appendCodePoint(to[k]);
      }
    }
    return out.toString();
  }

  private static void like(FunctionRegistry registry, String name, boolean fold, boolean negate) {
    registry.add(
        new ScalarFunction(
            name,
            Kernels.TWO,
            null,
            LogicalType.BOOLEAN,
            (arguments, context) ->
                bindLike(name, Kernels.TWO, arguments, fold, negate, (byte) 0, false)));
  }

  private static void escaped(
      FunctionRegistry registry, String name, boolean fold, boolean negate) {
    registry.add(
        new ScalarFunction(
            name,
            Kernels.THREE,
            null,
            LogicalType.BOOLEAN,
            (arguments, context) -> {
              Argument escape = arguments.get(2);
              if (escape.constant() == null) {
                throw EiderException.binder("The escape character of LIKE must be a constant");
              }
              String text = escape.constant().isNull() ? "" : escape.constant().asString();
              if (BasicFunctions.utf8(text).length > 1) {
                throw new EiderException(
                    dev.eider.base.error.ErrorType.SYNTAX,
                    "Invalid escape string. Escape string must be empty or one character.");
              }
              return bindLike(
                  name,
                  Kernels.THREE,
                  arguments,
                  fold,
                  negate,
                  text.isEmpty() ? 0 : (byte) text.charAt(0),
                  !text.isEmpty());
            }));
  }

  private static BoundScalar bindLike(
      String name,
      List<LogicalType> types,
      List<Argument> arguments,
      boolean fold,
      boolean negate,
      byte escape,
      boolean hasEscape) {
    Argument pattern = arguments.get(1);
    String constant =
        pattern.constant() != null && !pattern.constant().isNull()
            ? String.valueOf(pattern.constant().object())
            : null;
    List<Object> data = new ArrayList<>();
    data.add(constant == null ? "" : constant);
    data.add(escape);
    return new BoundScalar(
        name,
        types,
        LogicalType.BOOLEAN,
        ScalarKernel.NullHandling.PROPAGATE,
        BoundScalar.Stability.CONSISTENT,
        hasEscape,
        () -> new LikeKernel(constant, fold, negate, escape, hasEscape),
        data);
  }

  /** Compiles a constant pattern once, others when they change. */
  private static final class LikeKernel implements ScalarKernel {
    private final boolean fold;
    private final boolean negate;
    private final byte escape;
    private final boolean hasEscape;
    private final TextCursor text = new TextCursor();
    private byte[] folded = new byte[64];
    private String compiledFrom = "";
    private LikeMatcher matcher;

    LikeKernel(
        @org.jspecify.annotations.Nullable String constant,
        boolean fold,
        boolean negate,
        byte escape,
        boolean hasEscape) {
      this.fold = fold;
      this.negate = negate;
      this.escape = escape;
      this.hasEscape = hasEscape;
      if (constant != null) {
        compiledFrom = constant;
      }
      this.matcher = compile(compiledFrom);
    }

    private boolean matchesFolded() {
      if (!text.isAscii()) {
        byte[] lower = BasicFunctions.utf8(BasicFunctions.lowerCase(text.text()));
        return matcher.matches(lower, 0, lower.length);
      }
      if (folded.length < text.length) {
        folded = new byte[Math.max(text.length, 2 * folded.length)];
      }
      for (int i = 0; i < text.length; i++) {
        byte b = text.bytes[text.offset + i];
        folded[i] = b >= 'A' && b <= 'Z' ? (byte) (b + 32) : b;
      }
      return matcher.matches(folded, 0, text.length);
    }

    private LikeMatcher compile(String pattern) {
      return LikeMatcher.compile(
          fold ? BasicFunctions.lowerCase(pattern) : pattern, escape, hasEscape);
    }

    @Override
    public void apply(
        dev.eider.engine.function.Operand[] arguments,
        int count,
        dev.eider.base.vector.FlatVector result,
        dev.eider.engine.function.EvalContext context) {
      StringVector texts = (StringVector) arguments[0].vector();
      byte[] out = ((BoolVector) result).values();
      boolean constant = arguments[1].isConstant();
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        if (!constant || i == 0) {
          String pattern = string(arguments[1], i);
          if (!pattern.equals(compiledFrom)) {
            compiledFrom = pattern;
            matcher = compile(pattern);
          }
        }
        boolean matches;
        text.load(texts, arguments[0].index(i));
        if (fold) {
          matches = matchesFolded();
        } else {
          matches = matcher.matches(text.bytes, text.offset, text.end());
        }
        out[i] = (byte) (matches != negate ? 1 : 0);
      }
    }
  }
}
