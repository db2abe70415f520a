// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
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

/** {@code regexp_extract} and {@code regexp_extract_all}: a group's text, or named groups. */
final class RegexExtract {
  private static final int GROUP_MAX = 9;

  private RegexExtract() {}

  static void register(FunctionRegistry registry) {
    LogicalType text = LogicalType.VARCHAR;
    LogicalType names = LogicalType.list(text);
    for (boolean all : new boolean[] {false, true}) {
      add(registry, all, List.of(text, text));
      add(registry, all, List.of(text, text, LogicalType.INTEGER));
      add(registry, all, List.of(text, text, LogicalType.INTEGER, text));
      named(registry, all, List.of(text, text, names));
      named(registry, all, List.of(text, text, names, text));
    }
    add(registry, false, List.of(text, text, text));
  }

  private static String name(boolean all) {
    return all ? "regexp_extract_all" : "regexp_extract";
  }

  private static RegexOptions options(List<LogicalType> types, List<Argument> arguments) {
    LogicalType last = types.getLast();
    Argument argument =
        types.size() > 2 && last.equals(LogicalType.VARCHAR) ? arguments.getLast() : null;
    return RegexOptions.of(argument, false);
  }

  private static void add(FunctionRegistry registry, boolean all, List<LogicalType> types) {
    LogicalType returns = all ? LogicalType.list(LogicalType.VARCHAR) : LogicalType.VARCHAR;
    registry.add(
        new ScalarFunction(
            name(all),
            types,
            null,
            returns,
            (arguments, context) -> {
              RegexOptions options = options(types, arguments);
              options.check(arguments.get(1));
              boolean grouped = types.size() > 2 && types.get(2).equals(LogicalType.INTEGER);
              return new BoundScalar(
                  name(all),
                  types,
                  returns,
                  ScalarKernel.NullHandling.SPECIAL,
                  BoundScalar.Stability.CONSISTENT,
                  true,
                  () -> new ExtractKernel(options, all, grouped),
                  options);
            }));
  }

  private static final class ExtractKernel extends RegexKernel {
    private final boolean all;
    private final boolean grouped;

    ExtractKernel(RegexOptions options, boolean all, boolean grouped) {
      super(options);
      this.all = all;
      this.grouped = grouped;
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      for (int i = 0; i < count; i++) {
        if (arguments[0].isNull(i) || arguments[1].isNull(i)) {
          result.setNull(i);
          continue;
        }
        if (grouped && arguments[2].isNull(i)) {
          missingGroup(result, i);
          continue;
        }
        int group = grouped ? ((IntVector) arguments[2].vector()).get(arguments[2].index(i)) : 0;
        Pattern pattern = pattern(arguments[1], i);
        Matcher matcher = matcher(arguments[0], arguments[1], i);
        if (all) {
          extractAll(pattern, matcher, group, (ListVector) result, i);
        } else {
          if (group < 0 || group > GROUP_MAX) {
            throw EiderException.invalidInput("Group index must be between 0 and 9!");
          }
          int start = -1;
          if (group <= pattern.groupCount() && matcher.find()) {
            start = matcher.start(group);
          }
          if (start < 0) {
            ((StringVector) result).set(i, text, 0, 0);
          } else {
            ((StringVector) result).set(i, text, start, matcher.end(group) - start);
          }
        }
      }
    }

    private void missingGroup(FlatVector result, int row) {
      if (all) {
        result.setNull(row);
      } else {
        ((StringVector) result).set(row, text, 0, 0);
      }
    }

    private void extractAll(
        Pattern pattern, Matcher matcher, int group, ListVector result, int row) {
      int at = result.childSize();
      int found = 0;
      for (int from = 0; group >= 0 && find(matcher, from); found++) {
        if (group > pattern.groupCount()) {
          throw EiderException.invalidInput(
              "Pattern has " + pattern.groupCount() + " groups. Cannot access group " + group);
        }
        int end = matcher.end();
        int index = result.appendChildren(1);
        setGroup((StringVector) result.child(), index, matcher, group);
        from = end > from ? end : after(from);
      }
      result.setList(row, at, found);
    }

    private void setGroup(StringVector child, int index, Matcher matcher, int group) {
      int start = matcher.start(group);
      if (start < 0) {
        child.set(index, text, 0, 0);
      } else {
        child.set(index, text, start, matcher.end(group) - start);
      }
    }
  }

  /** {@code regexp_extract(text, pattern, ['a', 'b'])}: groups by position as a struct. */
  private static void named(FunctionRegistry registry, boolean all, List<LogicalType> types) {
    registry.add(
        new ScalarFunction(
            name(all),
            types,
            null,
            LogicalType.ANY,
            (arguments, context) -> {
              RegexOptions options = options(types, arguments);
              List<LogicalType.Field> fields =
                  fields(name(all), arguments.get(1), arguments.get(2), options);
              LogicalType struct = LogicalType.struct(fields);
              return RegexFunctions.bound(
                  name(all),
                  types,
                  all ? LogicalType.list(struct) : struct,
                  () -> new StructKernel(options),
                  List.of(options, fields));
            }));
  }

  private static List<LogicalType.Field> fields(
      String function, Argument pattern, Argument names, RegexOptions options) {
    if (pattern.constant() == null || pattern.constant().isNull()) {
      throw EiderException.binder(
          "\"" + function + "\" with LIST of group names requires a constant pattern");
    }
    Value constant = names.constant();
    if (constant == null || constant.isNull()) {
      throw EiderException.binder("Group specification field must be a constant list");
    }
    if (constant.asList().isEmpty()) {
      throw EiderException.binder("Group name list must be non-empty");
    }
    List<LogicalType.Field> fields = new ArrayList<>();
    for (Value name : constant.asList()) {
      if (name.isNull()) {
        throw EiderException.binder("NULL group name in " + function);
      }
      String text = String.valueOf(name.object());
      for (LogicalType.Field field : fields) {
        if (field.name().equalsIgnoreCase(text)) {
          throw EiderException.binder("Duplicate group name '" + text + "' in " + function);
        }
      }
      fields.add(new LogicalType.Field(text, LogicalType.VARCHAR));
    }
    int groups = options.compile(pattern.constant().asString()).groupCount();
    if (groups < fields.size()) {
      throw EiderException.binder(
          "Not enough capturing groups ("
              + groups
              + ") for provided names ("
              + fields.size()
              + ")");
    }
    return fields;
  }

  private static final class StructKernel extends RegexKernel {
    StructKernel(RegexOptions options) {
      super(options);
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        Matcher matcher = matcher(arguments[0], arguments[1], i);
        if (result instanceof StructVector struct) {
          set(struct, i, matcher, matcher.find());
          continue;
        }
        ListVector list = (ListVector) result;
        int at = list.childSize();
        int found = 0;
        for (int from = 0; find(matcher, from); found++) {
          int end = matcher.end();
          set((StructVector) list.child(), list.appendChildren(1), matcher, true);
          from = end > from ? end : after(from);
        }
        list.setList(i, at, found);
      }
    }

    private void set(StructVector struct, int row, Matcher matcher, boolean found) {
      for (int f = 0; f < struct.fieldCount(); f++) {
        StringVector child = (StringVector) struct.child(f);
        int start = found ? matcher.start(f + 1) : -1;
        if (start < 0) {
          child.set(row, text, 0, 0);
        } else {
          child.set(row, text, start, matcher.end(f + 1) - start);
        }
      }
    }
  }
}
