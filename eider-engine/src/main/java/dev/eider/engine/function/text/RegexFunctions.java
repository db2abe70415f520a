// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Regular expressions with RE2's syntax and linear time. */
final class RegexFunctions {
  private RegexFunctions() {}

  static void register(FunctionRegistry registry) {
    for (boolean options : new boolean[] {false, true}) {
      predicate(registry, "regexp_matches", false, options);
      predicate(registry, "regexp_full_match", true, options);
      replace(registry, options);
      split(registry, options);
    }
    extract(registry);
    Kernels.toText(
        registry,
        "regexp_escape",
        LogicalType.VARCHAR,
        (text, result, row) -> result.set(row, Pattern.quote(text.text())));
  }

  /** Flags of an options string and whether {@code g} is among them. */
  private record Options(int flags, boolean literal, boolean global) {
    static Options of(@Nullable Argument argument, String function, boolean allowGlobal) {
      if (argument == null) {
        return new Options(0, false, false);
      }
      Value constant = argument.constant();
      if (constant == null) {
        throw EiderException.invalidInput("Regex options field must be a constant");
      }
      if (constant.isNull()) {
        throw EiderException.invalidInput("Regex options field must not be NULL");
      }
      int flags = 0;
      boolean literal = false;
      boolean global = false;
      for (char c : constant.asString().toCharArray()) {
        switch (c) {
          case 'c' -> flags &= ~Pattern.CASE_INSENSITIVE;
          case 'i' -> flags |= Pattern.CASE_INSENSITIVE;
          case 'l' -> literal = true;
          case 's' -> flags |= Pattern.DOTALL;
          case 'm', 'n', 'p' -> flags &= ~Pattern.DOTALL;
          case 'g' -> {
            if (!allowGlobal) {
              throw EiderException.invalidInput(
                  "Option 'g' (global replace) is only valid for regexp_replace");
            }
            global = true;
          }
          case ' ', '\t', '\n' -> {}
          default -> throw EiderException.invalidInput("Unrecognized Regex option " + c);
        }
      }
      return new Options(flags, literal, global);
    }

    Pattern compile(String pattern) {
      try {
        return Pattern.compile(literal ? Pattern.quote(pattern) : pattern, flags);
      } catch (PatternSyntaxException e) {
        throw EiderException.invalidInput(
            "invalid regular expression '"
                + pattern
                + "': "
                + e.getDescription()
                + ". The syntax is RE2's: no look-around, no back references");
      }
    }
  }

  /** Keeps the last pattern compiled. */
  private abstract static class RegexKernel implements ScalarKernel {
    private final Options options;
    private @Nullable String source;
    private @Nullable Pattern compiled;

    RegexKernel(Options options) {
      this.options = options;
    }

    final Pattern pattern(Operand argument, int row) {
      if (compiled != null && argument.isConstant()) {
        return compiled;
      }
      String text = SearchFunctions.string(argument, row);
      if (compiled == null || !text.equals(source)) {
        source = text;
        compiled = options.compile(text);
      }
      return compiled;
    }

    final boolean global() {
      return options.global();
    }
  }

  private static List<LogicalType> texts(int count) {
    List<LogicalType> types = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      types.add(LogicalType.VARCHAR);
    }
    return types;
  }

  /** A constant pattern is checked when the call is bound. */
  private static void check(Argument pattern, Options options) {
    if (pattern.constant() != null && pattern.constant().object() instanceof String text) {
      Pattern unused = options.compile(text);
      assert unused != null;
    }
  }

  private static BoundScalar bound(
      String name,
      List<LogicalType> types,
      LogicalType returns,
      java.util.function.Supplier<ScalarKernel> kernels,
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
              Options options = Options.of(withOptions ? arguments.get(2) : null, name, false);
              check(arguments.get(1), options);
              return bound(
                  name, types, LogicalType.BOOLEAN, () -> new MatchKernel(options, full), options);
            }));
  }

  private static final class MatchKernel extends RegexKernel {
    private final boolean full;

    MatchKernel(Options options, boolean full) {
      super(options);
      this.full = full;
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      byte[] out = ((BoolVector) result).values();
      StringVector texts = (StringVector) arguments[0].vector();
      for (int i = 0; i < count; i++) {
        if (!result.isNull(i)) {
          Matcher matcher =
              pattern(arguments[1], i).matcher(texts.getString(arguments[0].index(i)));
          out[i] = (byte) ((full ? matcher.matches() : matcher.find()) ? 1 : 0);
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
              Options options =
                  Options.of(withOptions ? arguments.get(3) : null, "regexp_replace", true);
              check(arguments.get(1), options);
              return bound(
                  "regexp_replace",
                  types,
                  LogicalType.VARCHAR,
                  () -> new ReplaceKernel(options),
                  options);
            }));
  }

  private static final class ReplaceKernel extends RegexKernel {
    ReplaceKernel(Options options) {
      super(options);
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      for (int i = 0; i < count; i++) {
        if (!result.isNull(i)) {
          String text = SearchFunctions.string(arguments[0], i);
          String replacement = javaReplacement(SearchFunctions.string(arguments[2], i));
          Matcher matcher = pattern(arguments[1], i).matcher(text);
          ((StringVector) result)
              .set(
                  i,
                  global() ? matcher.replaceAll(replacement) : matcher.replaceFirst(replacement));
        }
      }
    }

    /** RE2 writes groups as {@code \1}; RE2/J as {@code $1}. */
    private static String javaReplacement(String text) {
      StringBuilder out = new StringBuilder(text.length() + 8);
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '$') {
          out.append("\\$");
        } else if (c == '\\' && i + 1 < text.length() && Character.isDigit(text.charAt(i + 1))) {
          out.append('$').append(text.charAt(++i));
        } else if (c == '\\' && i + 1 < text.length() && text.charAt(i + 1) == '\\') {
          out.append("\\\\");
          i++;
        } else if (c == '\\') {
          out.append("\\\\");
        } else {
          out.append(c);
        }
      }
      return out.toString();
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
                Options options = Options.of(withOptions ? arguments.get(2) : null, name, false);
                check(arguments.get(1), options);
                return bound(name, types, returns, () -> new SplitKernel(options), options);
              }));
    }
  }

  private static final class SplitKernel extends RegexKernel {
    SplitKernel(Options options) {
      super(options);
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      for (int i = 0; i < count; i++) {
        if (!result.isNull(i)) {
          String text = SearchFunctions.string(arguments[0], i);
          List<String> parts = new ArrayList<>();
          Matcher matcher = pattern(arguments[1], i).matcher(text);
          int from = 0;
          while (from <= text.length() && matcher.find()) {
            if (matcher.end() == matcher.start()) {
              if (matcher.start() > from || (matcher.start() == from && from > 0)) {
                parts.add(text.substring(from, matcher.start()));
                from = matcher.start();
              }
              continue;
            }
            parts.add(text.substring(from, matcher.start()));
            from = matcher.end();
          }
          parts.add(text.substring(from));
          setList((ListVector) result, i, parts);
        }
      }
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

  private static void extract(FunctionRegistry registry) {
    for (int parameters = 2; parameters <= 4; parameters++) {
      int count = parameters;
      for (boolean all : new boolean[] {false, true}) {
        String name = all ? "regexp_extract_all" : "regexp_extract";
        List<LogicalType> types = texts(count);
        LogicalType returns = all ? LogicalType.list(LogicalType.VARCHAR) : LogicalType.VARCHAR;
        if (count >= 3) {
          types.set(2, LogicalType.INTEGER);
        }
        registry.add(
            new ScalarFunction(
                name,
                types,
                null,
                returns,
                (arguments, context) -> {
                  Options options = Options.of(count == 4 ? arguments.get(3) : null, name, false);
                  check(arguments.get(1), options);
                  return bound(
                      name, types, returns, () -> new ExtractKernel(options, all), options);
                }));
        if (count >= 3 && !all) {
          named(registry, count);
        }
      }
    }
  }

  /** {@code regexp_extract(text, pattern, ['a', 'b'])}: groups by position as a struct. */
  private static void named(FunctionRegistry registry, int count) {
    List<LogicalType> types = texts(count);
    types.set(2, LogicalType.list(LogicalType.VARCHAR));
    registry.add(
        new ScalarFunction(
            "regexp_extract",
            types,
            null,
            LogicalType.ANY,
            (arguments, context) -> {
              Options options =
                  Options.of(count == 4 ? arguments.get(3) : null, "regexp_extract", false);
              check(arguments.get(1), options);
              Value names = arguments.get(2).constant();
              if (names == null || names.isNull() || names.type().id() != TypeId.LIST) {
                throw EiderException.binder("Group index must be a constant");
              }
              List<LogicalType.Field> fields = new ArrayList<>();
              for (Value name : names.asList()) {
                fields.add(
                    new LogicalType.Field(
                        name.isNull() ? "" : name.asString(), LogicalType.VARCHAR));
              }
              return bound(
                  "regexp_extract",
                  types,
                  LogicalType.struct(fields),
                  () -> new StructKernel(options),
                  List.of(options, fields));
            }));
  }

  private static final class ExtractKernel extends RegexKernel {
    private final boolean all;

    ExtractKernel(Options options, boolean all) {
      super(options);
      this.all = all;
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        Pattern pattern = pattern(arguments[1], i);
        int group =
            arguments.length > 2
                ? ((IntVector) arguments[2].vector()).get(arguments[2].index(i))
                : 0;
        if (group < 0 || group > 9 || (all && group > pattern.groupCount())) {
          throw EiderException.invalidInput(
              "Group index must be between 0 and 9, and the pattern must have that group; seen "
                  + group);
        }
        Matcher matcher = pattern.matcher(SearchFunctions.string(arguments[0], i));
        if (all) {
          List<@Nullable String> found = new ArrayList<>();
          while (matcher.find()) {
            String text = matcher.group(group);
            found.add(text == null ? "" : text);
          }
          setList((ListVector) result, i, found);
        } else {
          String text = "";
          if (group <= pattern.groupCount() && matcher.find()) {
            text = matcher.group(group);
          }
          ((StringVector) result).set(i, text == null ? "" : text);
        }
      }
    }
  }

  private static final class StructKernel extends RegexKernel {
    StructKernel(Options options) {
      super(options);
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      StructVector struct = (StructVector) result;
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        Pattern pattern = pattern(arguments[1], i);
        Matcher matcher = pattern.matcher(SearchFunctions.string(arguments[0], i));
        boolean found = matcher.find();
        for (int f = 0; f < struct.fieldCount(); f++) {
          String text = found && f + 1 <= pattern.groupCount() ? matcher.group(f + 1) : "";
          ((StringVector) struct.child(f)).set(i, text == null ? "" : text);
        }
      }
    }
  }
}
