// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.ArrayVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Casts among lists, arrays, structs, maps and unions, and from text to them. */
final class NestedCasts {
  private NestedCasts() {}

  /** The kernel, or null when the dialect has no such cast. */
  static @Nullable CastKernel find(LogicalType from, LogicalType to) {
    if (to instanceof LogicalType.Union union && !(from instanceof LogicalType.Union)) {
      return toUnion(from, union);
    }
    if (from.id() == TypeId.VARCHAR) {
      return parse(to);
    }
    if (from instanceof LogicalType.Union a && to instanceof LogicalType.Union b) {
      return unionToUnion(a, b);
    }
    LogicalType a = elementType(from);
    LogicalType b = elementType(to);
    if (a != null && b != null && (from.id() == TypeId.MAP) == (to.id() == TypeId.MAP)) {
      CastKernel child = child(a, b);
      return (source, count, result, context) -> castList(source, count, result, context, child);
    }
    if (from instanceof LogicalType.Struct x && to instanceof LogicalType.Struct y) {
      return structToStruct(x, y);
    }
    if (from instanceof LogicalType.Struct x
        && to instanceof LogicalType.MapOf y
        && CastRules.isNamed(x)) {
      return structToMap(x, y);
    }
    return null;
  }

  private static @Nullable LogicalType elementType(LogicalType type) {
    return switch (type) {
      case LogicalType.ListOf list -> list.child();
      case LogicalType.ArrayOf array -> array.child();
      case LogicalType.MapOf map -> map.entry();
      default -> null;
    };
  }

  private static CastKernel child(LogicalType from, LogicalType to) {
    return Casts.find(from, to);
  }

  /** Runs a kernel on some rows of a vector, with NULLs carried over. */
  private static void castChild(
      FlatVector source, int count, FlatVector result, CastContext context, CastKernel kernel) {
    if (count == 0) {
      return;
    }
    if (source.type().equals(result.type())) {
      result.copyRange(source, 0, 0, count);
      return;
    }
    result.ensureCapacity(count);
    for (int i = 0; i < count; i++) {
      if (source.isNull(i)) {
        result.setNull(i);
      }
    }
    kernel.cast(source, count, result, context);
  }

  private static void castList(
      FlatVector source, int count, FlatVector result, CastContext context, CastKernel kernel) {
    // Only elements that rows refer to are cast: others may be garbage that does not convert.
    int total = 0;
    for (int i = 0; i < count; i++) {
      total += result.isNull(i) ? 0 : length(source, i);
    }
    int[] wanted = new int[total];
    int next = 0;
    for (int i = 0; i < count; i++) {
      for (int k = 0; !result.isNull(i) && k < length(source, i); k++) {
        wanted[next++] = offset(source, i) + k;
      }
    }
    FlatVector from = elements(source);
    FlatVector compact = FlatVector.allocate(from.type(), Math.max(1, total));
    compact.gather(from, wanted, total);
    if (result instanceof ListVector list) {
      int at = list.appendChildren(total);
      assert at == 0 : "the result was reset";
      castChild(compact, total, list.child(), context, kernel);
      next = 0;
      for (int i = 0; i < count; i++) {
        int length = result.isNull(i) ? 0 : length(source, i);
        list.setList(i, next, length);
        next += length;
      }
      return;
    }
    castToArray(source, count, (ArrayVector) result, context, kernel, compact, total);
  }

  private static void castToArray(
      FlatVector source,
      int count,
      ArrayVector result,
      CastContext context,
      CastKernel kernel,
      FlatVector compact,
      int total) {
    FlatVector converted = FlatVector.allocate(result.child().type(), Math.max(1, total));
    castChild(compact, total, converted, context, kernel);
    int next = 0;
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        result.setNull(i);
        continue;
      }
      int length = length(source, i);
      if (length == result.size()) {
        result.child().copyRange(converted, next, i * length, length);
      } else if (!context.nullInstead(result, i)) {
        throw EiderException.conversion(
            source instanceof ListVector
                ? "Cannot cast list with length "
                    + length
                    + " to array with length "
                    + result.size()
                : "Cannot cast array of size " + length + " to array of size " + result.size());
      }
      next += length;
    }
  }

  private static FlatVector elements(FlatVector vector) {
    return vector instanceof ListVector list ? list.child() : ((ArrayVector) vector).child();
  }

  private static int length(FlatVector vector, int row) {
    return vector instanceof ListVector list ? list.lengths()[row] : ((ArrayVector) vector).size();
  }

  private static int offset(FlatVector vector, int row) {
    return vector instanceof ListVector list
        ? list.offsets()[row]
        : row * ((ArrayVector) vector).size();
  }

  private static CastKernel structToStruct(LogicalType.Struct from, LogicalType.Struct to) {
    int[] sources = matchFields(from, to);
    CastKernel[] kernels = new CastKernel[sources.length];
    for (int i = 0; i < sources.length; i++) {
      if (sources[i] >= 0) {
        kernels[i] = child(from.fields().get(sources[i]).type(), to.fields().get(i).type());
      }
    }
    return (source, count, result, context) -> {
      StructVector a = (StructVector) source;
      StructVector b = (StructVector) result;
      for (int field = 0; field < sources.length; field++) {
        if (sources[field] < 0) {
          b.child(field).setNulls(0, count);
        } else {
          castField(a.child(sources[field]), b, field, count, context, kernels[field]);
        }
      }
    };
  }

  private static void castField(
      FlatVector source,
      StructVector result,
      int field,
      int count,
      CastContext context,
      CastKernel kernel) {
    FlatVector target = result.child(field);
    if (source.type().equals(target.type())) {
      for (int i = 0; i < count; i++) {
        if (!result.isNull(i)) {
          target.copyRow(source, i, i);
        }
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      if (result.isNull(i) || source.isNull(i)) {
        target.setNull(i);
      }
    }
    kernel.cast(source, count, target, context);
  }

  /** For each target field the source field, or -1. */
  private static int[] matchFields(LogicalType.Struct from, LogicalType.Struct to) {
    int[] sources = new int[to.fields().size()];
    if (!CastRules.isNamed(from) || !CastRules.isNamed(to)) {
      if (from.fields().size() != sources.length) {
        throw EiderException.binder(
            "Mismatch Type Error: Type "
                + from
                + " does not match with "
                + to
                + ". Cannot cast STRUCTs of different size");
      }
      for (int i = 0; i < sources.length; i++) {
        sources[i] = i;
      }
      return sources;
    }
    boolean any = false;
    for (int i = 0; i < sources.length; i++) {
      sources[i] = from.indexOf(to.fields().get(i).name());
      any |= sources[i] >= 0;
    }
    if (!any && sources.length > 0) {
      throw EiderException.binder(
          "STRUCT to STRUCT cast must have at least one matching member, inputs are ("
              + from
              + ") and ("
              + to
              + ")");
    }
    return sources;
  }

  /** Field names become the keys, fields the values. */
  private static CastKernel structToMap(LogicalType.Struct from, LogicalType.MapOf to) {
    int width = from.fields().size();
    List<@Nullable String> names = new ArrayList<>();
    CastKernel[] values = new CastKernel[width];
    for (int f = 0; f < width; f++) {
      names.add(from.fields().get(f).name());
      values[f] = child(from.fields().get(f).type(), to.value());
    }
    CastKernel key = child(LogicalType.VARCHAR, to.key());
    return (source, count, result, context) -> {
      ListVector map = (ListVector) result;
      int at = map.appendChildren(Math.multiplyExact(count, width));
      StructVector entries = (StructVector) map.child();
      FlatVector keys = FlatVector.allocate(to.key(), Math.max(1, width));
      castChild(texts(names), width, keys, context, key);
      for (int f = 0; f < width; f++) {
        FlatVector column = FlatVector.allocate(to.value(), count);
        castChild(((StructVector) source).child(f), count, column, context, values[f]);
        for (int i = 0; i < count; i++) {
          entries.child(0).copyRow(keys, f, at + i * width + f);
          entries.child(1).copyRow(column, i, at + i * width + f);
        }
      }
      for (int i = 0; i < count; i++) {
        map.setList(i, at + i * width, result.isNull(i) ? 0 : width);
      }
    };
  }

  private static CastKernel toUnion(LogicalType from, LogicalType.Union to) {
    if (from instanceof LogicalType.Struct struct && isUnionLayout(struct, to)) {
      return layoutToUnion(to);
    }
    int best = -1;
    long bestCost = Long.MAX_VALUE;
    for (int i = 0; i < to.members().size(); i++) {
      LogicalType type = to.members().get(i).type();
      long cost = from.equals(type) ? 0 : CastRules.implicitCost(from, type, null);
      if (cost >= 0 && cost < bestCost) {
        best = i;
        bestCost = cost;
      }
    }
    if (best < 0) {
      throw EiderException.conversion(
          "Type "
              + from
              + " can't be cast as "
              + to
              + ". "
              + from
              + " can't be implicitly cast to any of the union member types: "
              + memberTypes(to));
    }
    int tag = best;
    CastKernel kernel = child(from, to.members().get(tag).type());
    return (source, count, result, context) -> {
      StructVector union = (StructVector) result;
      for (int i = 0; i < count; i++) {
        // A NULL becomes the NULL of a member: the union itself is not NULL.
        union.setValid(i);
        union.child(0).setValid(i);
        ((IntVector) union.child(0)).set(i, tag);
      }
      for (int m = 0; m < to.members().size(); m++) {
        if (m != tag) {
          union.child(m + 1).setNulls(0, count);
        }
      }
      castField(source, union, tag + 1, count, context, kernel);
    };
  }

  /** Whether a struct is what files hold of a union: its tag, then its members by their names. */
  private static boolean isUnionLayout(LogicalType.Struct from, LogicalType.Union to) {
    List<LogicalType.Field> fields = from.fields();
    if (fields.size() != to.members().size() + 1
        || fields.getFirst().type().id() != TypeId.UTINYINT) {
      return false;
    }
    for (int m = 0; m < to.members().size(); m++) {
      LogicalType.Field member = to.members().get(m);
      LogicalType.Field field = fields.get(m + 1);
      if (!field.name().equalsIgnoreCase(member.name()) || !field.type().equals(member.type())) {
        return false;
      }
    }
    return true;
  }

  private static CastKernel layoutToUnion(LogicalType.Union to) {
    int members = to.members().size();
    return (source, count, result, context) -> {
      StructVector struct = (StructVector) source;
      StructVector union = (StructVector) result;
      IntVector tags = (IntVector) struct.child(0);
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        if (tags.isNull(i)) {
          result.setNull(i);
          continue;
        }
        int tag = tags.get(i);
        if (tag >= members) {
          throw EiderException.conversion(
              "One or more of the tags do not point to a valid union member: " + tag);
        }
        ((IntVector) union.child(0)).set(i, tag);
        for (int m = 0; m < members; m++) {
          FlatVector member = struct.child(m + 1);
          if (m == tag) {
            union.child(m + 1).copyRow(member, i, i);
          } else if (member.isNull(i)) {
            union.child(m + 1).setNull(i);
          } else {
            throw EiderException.conversion(
                "One or more rows in the produced UNION have tags that don't point to the valid"
                    + " member: the tag says "
                    + to.members().get(tag).name()
                    + ", but "
                    + to.members().get(m).name()
                    + " is set");
          }
        }
      }
    };
  }

  private static String memberTypes(LogicalType.Union union) {
    List<String> types = new ArrayList<>();
    for (LogicalType.Field member : union.members()) {
      types.add(member.type().toString());
    }
    return String.join(", ", types);
  }

  private static @Nullable CastKernel unionToUnion(LogicalType.Union from, LogicalType.Union to) {
    int[] targets = new int[from.members().size()];
    CastKernel[] kernels = new CastKernel[targets.length];
    for (int i = 0; i < targets.length; i++) {
      targets[i] = -1;
      for (int k = 0; k < to.members().size(); k++) {
        if (to.members().get(k).name().equalsIgnoreCase(from.members().get(i).name())) {
          targets[i] = k;
        }
      }
      if (targets[i] < 0) {
        return null;
      }
      kernels[i] = child(from.members().get(i).type(), to.members().get(targets[i]).type());
    }
    return (source, count, result, context) -> {
      StructVector a = (StructVector) source;
      StructVector b = (StructVector) result;
      for (int m = 0; m < to.members().size(); m++) {
        b.child(m + 1).setNulls(0, count);
      }
      for (int m = 0; m < targets.length; m++) {
        FlatVector member = FlatVector.allocate(to.members().get(targets[m]).type(), count);
        castChild(a.child(m + 1), count, member, context, kernels[m]);
        for (int i = 0; i < count; i++) {
          if (!result.isNull(i) && ((IntVector) a.child(0)).get(i) == m) {
            ((IntVector) b.child(0)).set(i, targets[m]);
            b.child(targets[m] + 1).copyRow(member, i, i);
          }
        }
      }
    };
  }

  private static @Nullable CastKernel parse(LogicalType to) {
    return switch (to) {
      case LogicalType.ListOf list -> {
        CastKernel child = child(LogicalType.VARCHAR, list.child());
        yield (source, count, result, context) ->
            parseList((StringVector) source, count, result, context, child);
      }
      case LogicalType.ArrayOf array -> {
        CastKernel child = child(LogicalType.VARCHAR, array.child());
        yield (source, count, result, context) ->
            parseList((StringVector) source, count, result, context, child);
      }
      case LogicalType.MapOf map -> {
        CastKernel key = child(LogicalType.VARCHAR, map.key());
        CastKernel value = child(LogicalType.VARCHAR, map.value());
        yield (source, count, result, context) ->
            parseMap((StringVector) source, count, (ListVector) result, context, key, value);
      }
      case LogicalType.Struct struct -> {
        CastKernel[] fields = new CastKernel[struct.fields().size()];
        for (int i = 0; i < fields.length; i++) {
          fields[i] = child(LogicalType.VARCHAR, struct.fields().get(i).type());
        }
        yield (source, count, result, context) ->
            parseStruct((StringVector) source, count, (StructVector) result, context, fields);
      }
      default -> null;
    };
  }

  private static void fail(StringVector source, int row, FlatVector result, CastContext context) {
    if (!context.nullInstead(result, row)) {
      throw EiderException.conversion(
          "Type VARCHAR with value '"
              + source.getString(row)
              + "' can't be cast to the destination type "
              + result.type());
    }
  }

  private static StringVector texts(List<@Nullable String> parts) {
    StringVector texts = new StringVector(LogicalType.VARCHAR, Math.max(1, parts.size()));
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i);
      if (part == null) {
        texts.setNull(i);
      } else {
        texts.set(i, part);
      }
    }
    return texts;
  }

  private static void parseList(
      StringVector source, int count, FlatVector result, CastContext context, CastKernel child) {
    List<@Nullable String> all = new ArrayList<>();
    int[] lengths = new int[count];
    for (int i = 0; i < count; i++) {
      List<@Nullable String> parts =
          result.isNull(i) ? List.of() : NestedParser.list(source.getString(i));
      if (parts == null && !(result instanceof ArrayVector)) {
        fail(source, i, result, context);
        parts = List.of();
      }
      if (result instanceof ArrayVector array
          && !result.isNull(i)
          && (parts == null || parts.size() != array.size())) {
        if (!context.nullInstead(result, i)) {
          throw EiderException.conversion(
              "Type VARCHAR with value '"
                  + source.getString(i)
                  + "' can't be cast to the destination type "
                  + result.type()
                  + ", the size of the array must match the destination type");
        }
        parts = List.of();
      }
      lengths[i] = parts == null ? 0 : parts.size();
      if (parts != null) {
        all.addAll(parts);
      }
    }
    FlatVector converted = FlatVector.allocate(elements(result).type(), Math.max(1, all.size()));
    castChild(texts(all), all.size(), converted, context, child);
    if (result instanceof ListVector list) {
      list.setChild(converted, all.size());
    }
    int next = 0;
    for (int i = 0; i < count; i++) {
      if (result instanceof ListVector list) {
        list.setList(i, next, lengths[i]);
      } else if (lengths[i] > 0) {
        elements(result).copyRange(converted, next, i * lengths[i], lengths[i]);
      }
      next += lengths[i];
    }
  }

  private static void parseMap(
      StringVector source,
      int count,
      ListVector result,
      CastContext context,
      CastKernel keyCast,
      CastKernel valueCast) {
    List<@Nullable String> keys = new ArrayList<>();
    List<@Nullable String> values = new ArrayList<>();
    int[] lengths = new int[count];
    for (int i = 0; i < count; i++) {
      List<@Nullable String> parts =
          result.isNull(i) ? List.of() : NestedParser.map(source.getString(i));
      if (parts == null) {
        fail(source, i, result, context);
        parts = List.of();
      }
      lengths[i] = parts.size() / 2;
      for (int k = 0; k < parts.size(); k += 2) {
        keys.add(parts.get(k));
        values.add(parts.get(k + 1));
      }
    }
    int total = keys.size();
    StructVector entries = (StructVector) result.child();
    result.appendChildren(total);
    castChild(texts(keys), total, entries.child(0), context, keyCast);
    castChild(texts(values), total, entries.child(1), context, valueCast);
    int next = 0;
    for (int i = 0; i < count; i++) {
      result.setList(i, next, lengths[i]);
      MapKeys.check(entries.child(0), next, lengths[i]);
      next += lengths[i];
    }
  }

  private static void parseStruct(
      StringVector source,
      int count,
      StructVector result,
      CastContext context,
      CastKernel[] casts) {
    List<LogicalType.Field> fields = ((LogicalType.Struct) result.type()).fields();
    List<List<@Nullable String>> columns = new ArrayList<>();
    for (int f = 0; f < casts.length; f++) {
      columns.add(new ArrayList<>());
    }
    for (int i = 0; i < count; i++) {
      @Nullable String[] row = new String[casts.length];
      if (!result.isNull(i) && !splitStruct(source.getString(i), fields, row)) {
        fail(source, i, result, context);
      }
      for (int f = 0; f < casts.length; f++) {
        columns.get(f).add(row[f]);
      }
    }
    for (int f = 0; f < casts.length; f++) {
      castChild(texts(columns.get(f)), count, result.child(f), context, casts[f]);
    }
  }

  private static boolean splitStruct(
      String text, List<LogicalType.Field> fields, @Nullable String[] row) {
    List<@Nullable String> parts = NestedParser.struct(text);
    if (parts == null) {
      return false;
    }
    for (int k = 0; k < parts.size(); k += 2) {
      String name = parts.get(k);
      int field = name == null || name.isEmpty() ? k / 2 : indexOf(fields, name);
      if (field < 0 || field >= row.length) {
        return false;
      }
      row[field] = parts.get(k + 1);
    }
    return true;
  }

  private static int indexOf(List<LogicalType.Field> fields, String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
        return i;
      }
    }
    return -1;
  }
}
