// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.scan;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.table.RuntimeFilter;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluates the filters of a scan on decoded columns. Belongs to one worker. */
public final class FilterEvaluator {
  private final List<ScanFilter> filters;
  private final FlatVector[][] constants;
  private final ScanFilter.@Nullable RowPredicate[] predicates;
  private int[] scratch = new int[Vector.CAPACITY];

  /** An evaluator of filters that must all hold. */
  public FilterEvaluator(List<ScanFilter> filters) {
    this.filters = filters;
    constants = new FlatVector[filters.size()][];
    predicates = new ScanFilter.RowPredicate[filters.size()];
    for (int i = 0; i < filters.size(); i++) {
      ScanFilter filter = filters.get(i);
      constants[i] = constants(filter);
      if (filter instanceof ScanFilter.Predicate predicate) {
        predicates[i] = predicate.factory().newPredicate();
      }
    }
  }

  private static FlatVector[] constants(ScanFilter filter) {
    if (filter instanceof ScanFilter.Compare compare) {
      return new FlatVector[] {ConstantVector.of(compare.constant()).value()};
    }
    if (filter instanceof ScanFilter.In in) {
      FlatVector[] values = new FlatVector[in.values().size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = ConstantVector.of(in.values().get(i)).value();
      }
      return values;
    }
    return new FlatVector[0];
  }

  /** The columns a filter looks at. */
  public static void columnsOf(ScanFilter filter, List<Integer> into) {
    switch (filter) {
      case ScanFilter.Compare f -> into.add(f.column());
      case ScanFilter.In f -> into.add(f.column());
      case ScanFilter.IsNull f -> into.add(f.column());
      case ScanFilter.IsNotNull f -> into.add(f.column());
      case ScanFilter.Runtime f -> into.add(f.column());
      case ScanFilter.Or f -> {
        for (ScanFilter part : f.parts()) {
          columnsOf(part, into);
        }
      }
      case ScanFilter.Predicate f -> {
        for (int column : f.columns()) {
          into.add(column);
        }
      }
    }
  }

  /**
   * Writes the rows of {@code [0, count)} for which every filter is true, ascending.
   *
   * @param columns decoded columns by number in the table; those no filter needs may be null
   */
  public int select(@Nullable Vector[] columns, int count, int[] selection) {
    for (int i = 0; i < count; i++) {
      selection[i] = i;
    }
    int kept = count;
    for (int i = 0; i < filters.size() && kept > 0; i++) {
      kept = apply(i, filters.get(i), columns, count, selection, kept);
    }
    return kept;
  }

  private static FlatVector flat(@Nullable Vector[] columns, int column, int count) {
    Vector vector = columns[column];
    if (vector == null) {
      throw new IllegalStateException("column " + column + " was not decoded");
    }
    return vector.flatten(count);
  }

  private int apply(
      int number,
      ScanFilter filter,
      @Nullable Vector[] columns,
      int count,
      int[] selection,
      int kept) {
    switch (filter) {
      case ScanFilter.Compare f -> {
        return compare(
            flat(columns, f.column(), count),
            f.op(),
            constants[number][0],
            f.constant(),
            selection,
            kept);
      }
      case ScanFilter.Runtime f -> {
        RuntimeFilter runtime = f.filter();
        return runtime.isActive()
            ? runtime.filter(flat(columns, f.column(), count), selection, kept)
            : kept;
      }
      case ScanFilter.Predicate f -> {
        return predicate(number, f, columns, count, selection, kept);
      }
      case ScanFilter.In f -> {
        FlatVector column = flat(columns, f.column(), count);
        int out = 0;
        for (int i = 0; i < kept; i++) {
          int row = selection[i];
          if (!column.isNull(row) && in(column, row, constants[number])) {
            selection[out++] = row;
          }
        }
        return out;
      }
      case ScanFilter.IsNull f -> {
        return nulls(flat(columns, f.column(), count), true, selection, kept);
      }
      case ScanFilter.IsNotNull f -> {
        return nulls(flat(columns, f.column(), count), false, selection, kept);
      }
      case ScanFilter.Or f -> {
        int out = 0;
        for (int i = 0; i < kept; i++) {
          int row = selection[i];
          for (ScanFilter part : f.parts()) {
            if (holds(part, columns, count, row)) {
              selection[out++] = row;
              break;
            }
          }
        }
        return out;
      }
    }
  }

  private static boolean in(FlatVector column, int row, FlatVector[] values) {
    for (FlatVector value : values) {
      if (CompareKernels.compare(column, row, value, 0) == 0) {
        return true;
      }
    }
    return false;
  }

  private static int nulls(FlatVector column, boolean wanted, int[] selection, int kept) {
    int out = 0;
    for (int i = 0; i < kept; i++) {
      int row = selection[i];
      if (column.isNull(row) == wanted) {
        selection[out++] = row;
      }
    }
    return out;
  }

  private int predicate(
      int number,
      ScanFilter.Predicate filter,
      @Nullable Vector[] columns,
      int count,
      int[] selection,
      int kept) {
    ScanFilter.RowPredicate predicate = predicates[number];
    if (predicate == null) {
      throw new IllegalStateException("no evaluator for " + filter.text());
    }
    Vector[] inputs = new Vector[filter.columns().length];
    for (int i = 0; i < inputs.length; i++) {
      Vector input = columns[filter.columns()[i]];
      if (input == null) {
        throw new IllegalStateException("column " + filter.columns()[i] + " was not decoded");
      }
      inputs[i] = input;
    }
    if (kept == count) {
      return predicate.select(inputs, count, selection);
    }
    int matching = predicate.select(inputs, count, scratch);
    int out = 0;
    for (int i = 0, j = 0; i < kept && j < matching; ) {
      if (selection[i] == scratch[j]) {
        selection[out++] = selection[i];
        i++;
        j++;
      } else if (selection[i] < scratch[j]) {
        i++;
      } else {
        j++;
      }
    }
    return out;
  }

  /** One row of a part of an OR; parts are rare, so this is simple rather than fast. */
  private static boolean holds(ScanFilter filter, @Nullable Vector[] columns, int count, int row) {
    return switch (filter) {
      case ScanFilter.Compare f -> {
        FlatVector column = flat(columns, f.column(), count);
        yield !column.isNull(row)
            && !f.constant().isNull()
            && holds(f.op(), CompareKernels.compare(column, row, constants(f)[0], 0));
      }
      case ScanFilter.In f -> {
        FlatVector column = flat(columns, f.column(), count);
        yield !column.isNull(row) && in(column, row, constants(f));
      }
      case ScanFilter.IsNull f -> flat(columns, f.column(), count).isNull(row);
      case ScanFilter.IsNotNull f -> !flat(columns, f.column(), count).isNull(row);
      case ScanFilter.Or f -> {
        boolean any = false;
        for (ScanFilter part : f.parts()) {
          any |= holds(part, columns, count, row);
        }
        yield any;
      }
      case ScanFilter.Predicate f ->
          throw new IllegalStateException("a predicate inside OR: " + f.text());
      case ScanFilter.Runtime f -> true;
    };
  }

  /** Whether every part of an OR can be evaluated here. */
  public static boolean supported(ScanFilter filter) {
    if (filter instanceof ScanFilter.Or or) {
      for (ScanFilter part : or.parts()) {
        if (part instanceof ScanFilter.Predicate
            || part instanceof ScanFilter.Runtime
            || !supported(part)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean holds(CompareOp op, int order) {
    return switch (op) {
      case EQ -> order == 0;
      case NE -> order != 0;
      case LT -> order < 0;
      case LE -> order <= 0;
      case GT -> order > 0;
      case GE -> order >= 0;
    };
  }

  private static int compare(
      FlatVector column,
      CompareOp op,
      FlatVector constant,
      Value value,
      int[] selection,
      int kept) {
    if (value.isNull()) {
      return 0;
    }
    int rest = column.mayHaveNulls() ? nulls(column, false, selection, kept) : kept;
    if (column instanceof LongVector longs && column.type().id() != TypeId.UBIGINT) {
      return compareLongs(longs.values(), op, value.asLong(), selection, rest);
    }
    if (column instanceof IntVector ints) {
      return compareInts(ints.values(), op, (int) value.asLong(), selection, rest);
    }
    int out = 0;
    for (int i = 0; i < rest; i++) {
      int row = selection[i];
      selection[out] = row;
      out += holds(op, CompareKernels.compare(column, row, constant, 0)) ? 1 : 0;
    }
    return out;
  }

  private static int compareLongs(
      long[] values, CompareOp op, long constant, int[] selection, int kept) {
    int out = 0;
    // Each operator as a closed range, or its complement for NE.
    long low = op == CompareOp.LT || op == CompareOp.LE ? Long.MIN_VALUE : constant;
    long high = op == CompareOp.GT || op == CompareOp.GE ? Long.MAX_VALUE : constant;
    boolean strict = op == CompareOp.LT || op == CompareOp.GT || op == CompareOp.NE;
    boolean outside = op == CompareOp.NE;
    for (int i = 0; i < kept; i++) {
      int row = selection[i];
      long v = values[row];
      boolean match = outside ? v != constant : v >= low && v <= high && !(strict && v == constant);
      selection[out] = row;
      out += match ? 1 : 0;
    }
    return out;
  }

  private static int compareInts(
      int[] values, CompareOp op, int constant, int[] selection, int kept) {
    int out = 0;
    for (int i = 0; i < kept; i++) {
      int row = selection[i];
      selection[out] = row;
      out += holds(op, Integer.compare(values[row], constant)) ? 1 : 0;
    }
    return out;
  }

  /** Filters that look only at the given columns. */
  public static List<ScanFilter> within(List<ScanFilter> filters, boolean[] columns) {
    List<ScanFilter> found = new ArrayList<>();
    for (ScanFilter filter : filters) {
      List<Integer> used = new ArrayList<>();
      columnsOf(filter, used);
      boolean all = true;
      for (int column : used) {
        all &= columns[column];
      }
      if (all && !(filter instanceof ScanFilter.Runtime)) {
        found.add(filter);
      }
    }
    return found;
  }
}
