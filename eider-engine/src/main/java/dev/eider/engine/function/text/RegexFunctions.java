// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Regular expressions with RE2's syntax and linear time: matching, replacing, splitting. */
final class RegexFunctions {
  private RegexFunctions() {}

  static void register(FunctionRegistry registry) {
    for (boolean options : new boolean[] {false, true}) {
      predicate(registry, "regexp_matches", false, options);
      predicate(registry, "regexp_full_match", true, options);
      replace(registry, options);
      split(registry, options);
    }
    RegexExtract.register(registry);
    Kernels.toText(
        registry,
        "regexp_escape",
        LogicalType.VARCHAR,
        (text, result, row) -> result.set(row, escape(text.text())));
  }

  /** Letters, digits, underscores and what is not ASCII stay; all else gets a backslash. */
  private static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        out.append("\\x00");
        continue;
      }
      if (c < 128 && c != '_' && !Character.isLetterOrDigit(c)) {
        out.append('\\');
      }
      out.append(c);
    }
    return out.toString();
  }

  static List<LogicalType> texts(int count) {
    List<LogicalType> types = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      types.add(LogicalType.VARCHAR);
    }
    return types;
  }

  static BoundScalar bound(
      String name,
      List<LogicalType> types,
      LogicalType returns,
      Supplier<ScalarKernel> kernels,
      Object data) {
    return new BoundScalar(
        name,
        types,
        returns,
        ScalarKernel.NullHandling.PROPAGATE,
        BoundScalar.Stability.CONSISTENT,
        true,
        kernels,
        data);
  }

  private static void predicate(
      FunctionRegistry registry, String name, boolean full, boolean withOptions) {
    List<LogicalType> types = texts(withOptions ? 3 : 2);
    registry.add(
        new ScalarFunction(
            name,
            types,
            null,
            LogicalType.BOOLEAN,
            (arguments, context) -> {
              RegexOptions options = RegexOptions.of(withOptions ? arguments.get(2) : null, false);
              options.check(arguments.get(1));
              return bound(
                  name, types, LogicalType.BOOLEAN, () -> new MatchKernel(options, full), options);
            }));
  }

  private static final class MatchKernel extends RegexKernel {
    private final boolean full;
    private final TextCursor cursor = new TextCursor();
    private final TextCursor part = new TextCursor();

    MatchKernel(RegexOptions options, boolean full) {
      super(options);
      this.full = full;
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      byte[] out = ((BoolVector) result).values();
      if (!full && plain(arguments[1])) {
        find(arguments, count, result, out);
        return;
      }
      for (int i = 0; i < count; i++) {
        if (!result.isNull(i)) {
          Matcher matcher = matcher(arguments[0], arguments[1], i);
          out[i] = (byte) ((full ? matcher.matches() : matcher.find()) ? 1 : 0);
        }
      }
    }

    private boolean plain(Operand pattern) {
      return pattern.isConstant()
          && !pattern.isNull(0)
          && options().isPlain(SearchFunctions.string(pattern, 0));
    }

    /** A pattern without operators is a search. */
    private void find(Operand[] arguments, int count, FlatVector result, byte[] out) {
      StringVector texts = (StringVector) arguments[0].vector();
      part.load((StringVector) arguments[1].vector(), 0);
      for (int i = 0; i < count; i++) {
        if (!result.isNull(i)) {
          cursor.load(texts, arguments[0].index(i));
          out[i] = (byte) (SearchFunctions.contains(cursor, part) ? 1 : 0);
        }
      }
    }
  }

  private static void replace(FunctionRegistry registry, boolean withOptions) {
    List<LogicalType> types = texts(withOptions ? 4 : 3);
    registry.add(
        new ScalarFunction(
            "regexp_replace",
            types,
            null,
            LogicalType.VARCHAR,
            (arguments, context) -> {
              RegexOptions options = RegexOptions.of(withOptions ? arguments.get(3) : null, true);
              options.check(arguments.get(1));
              return bound(
                  "regexp_replace",
                  types,
                  LogicalType.VARCHAR,
                  () -> new ReplaceKernel(options),
                  options);
            }));
  }

  private static final class ReplaceKernel extends RegexKernel {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    ReplaceKernel(RegexOptions options) {
      super(options);
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        Pattern pattern = pattern(arguments[1], i);
        byte[] rewrite = ((StringVector) arguments[2].vector()).getBytes(arguments[2].index(i));
        check(rewrite, pattern.groupCount());
        Matcher matcher = matcher(arguments[0], arguments[1], i);
        replace(matcher, rewrite, (StringVector) result, i);
      }
    }

    private void replace(Matcher matcher, byte[] rewrite, StringVector result, int row) {
      out.reset();
      int copied = 0;
      int from = 0;
      int lastEnd = -1;
      while (find(matcher, from)) {
        int start = matcher.start();
        int end = matcher.end();
        if (start == end && start == lastEnd) {
          // An empty match right after the one before does not count.
          from = after(start);
          lastEnd = -1;
          continue;
        }
        out.write(text, copied, start - copied);
        write(matcher, rewrite);
        copied = end;
        from = end;
        lastEnd = end;
        if (!global()) {
          break;
        }
      }
      if (copied == 0 && out.size() == 0) {
        result.set(row, text, 0, text.length);
        return;
      }
      out.write(text, copied, text.length - copied);
      byte[] replaced = out.toByteArray();
      result.set(row, replaced, 0, replaced.length);
    }

    private void write(Matcher matcher, byte[] rewrite) {
      for (int i = 0; i < rewrite.length; i++) {
        if (rewrite[i] != '\\') {
          out.write(rewrite[i]);
          continue;
        }
        byte next = rewrite[++i];
        if (next == '\\') {
          out.write('\\');
        } else {
          int start = matcher.start(next - '0');
          if (start >= 0) {
            out.write(text, start, matcher.end(next - '0') - start);
          }
        }
      }
    }

    private static void check(byte[] rewrite, int groups) {
      int most = -1;
      for (int i = 0; i < rewrite.length; i++) {
        if (rewrite[i] != '\\') {
          continue;
        }
        if (++i == rewrite.length) {
          throw bad("Rewrite schema error: '\\' not allowed at end.");
        }
        if (rewrite[i] >= '0' && rewrite[i] <= '9') {
          most = Math.max(most, rewrite[i] - '0');
        } else if (rewrite[i] != '\\') {
          throw bad("Rewrite schema error: '\\' must be followed by a digit or '\\'.");
        }
      }
      if (most > groups) {
        throw bad(
            "Rewrite schema requests "
                + most
                + " matches, but the regexp only has "
                + groups
                + " parenthesized subexpressions.");
      }
    }

    private static EiderException bad(String what) {
      return EiderException.invalidInput("Invalid replacement string for regexp_replace: " + what);
    }
  }

  private static void split(FunctionRegistry registry, boolean withOptions) {
    List<LogicalType> types = texts(withOptions ? 3 : 2);
    LogicalType returns = LogicalType.list(LogicalType.VARCHAR);
    for (String name : List.of("string_split_regex", "str_split_regex", "regexp_split_to_array")) {
      registry.add(
          new ScalarFunction(
              name,
              types,
              null,
              returns,
              (arguments, context) -> {
                Argument last = withOptions ? arguments.get(2) : null;
                RegexOptions options = RegexOptions.of(last, false);
                options.check(arguments.get(1));
                return new BoundScalar(
                    name,
                    types,
                    returns,
                    ScalarKernel.NullHandling.SPECIAL,
                    BoundScalar.Stability.CONSISTENT,
                    true,
                    () -> new SplitKernel(options),
                    options);
              }));
    }
  }

  private static final class SplitKernel extends RegexKernel {
    private int[] borders = new int[16];

    SplitKernel(RegexOptions options) {
      super(options);
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      for (int i = 0; i < count; i++) {
        if (arguments[0].isNull(i)) {
          result.setNull(i);
        } else if (arguments[1].isNull(i)) {
          // Without a pattern the text is the only part.
          setList((ListVector) result, i, List.of(SearchFunctions.string(arguments[0], i)));
        } else {
          split(matcher(arguments[0], arguments[1], i), (ListVector) result, i);
        }
      }
    }

    private void split(Matcher matcher, ListVector result, int row) {
      int parts = 0;
      int from = 0;
      while (from < text.length && find(matcher, from)) {
        int start = matcher.start();
        int end = matcher.end();
        if (end == start && start == from) {
          // An empty match here splits behind the next character.
          start = after(start);
          end = start;
          if (start >= text.length) {
            break;
          }
        }
        parts = add(parts, from, start);
        from = end;
      }
      parts = add(parts, from, text.length);
      int at = result.appendChildren(parts);
      StringVector child = (StringVector) result.child();
      for (int k = 0; k < parts; k++) {
        child.set(at + k, text, borders[2 * k], borders[2 * k + 1] - borders[2 * k]);
      }
      result.setList(row, at, parts);
    }

    private int add(int parts, int from, int to) {
      if (2 * parts == borders.length) {
        borders = java.util.Arrays.copyOf(borders, 4 * parts);
      }
      borders[2 * parts] = from;
      borders[2 * parts + 1] = to;
      return parts + 1;
    }
  }

  static void setList(ListVector result, int row, List<@Nullable String> items) {
    int at = result.appendChildren(items.size());
    StringVector child = (StringVector) result.child();
    for (int k = 0; k < items.size(); k++) {
      String item = items.get(k);
      if (item == null) {
        child.setNull(at + k);
      } else {
        child.set(at + k, item);
      }
    }
    result.setList(row, at, items.size());
  }
}
