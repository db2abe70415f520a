// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluates the filters of a scan on decoded columns. Belongs to one worker. */
public final class FilterEvaluator {
  private final List<ScanFilter> filters;
  private final FlatVector[][] constants;
  private final ScanFilter.@Nullable RowPredicate[] predicates;
  private int[] scratch = new int[Vector.CAPACITY];

  /**
   * Of each filter that holds for an entry of a dictionary or not: the first such filter on the
   * same column, which stands for all of them; -1 for other filters.
   */
  private final int[] leaders;

  /** Of each leader what it knows of the dictionary it saw last. */
  private final @Nullable Entries[] entries;

  /** For each entry of a dictionary 1 when the filters of one column hold for it. */
  private static final class Entries {
    private @Nullable FlatVector dictionary;
    private int size;
    private byte[] matches = {};
    private int[] selection = {};
  }

  /** An evaluator of filters that must all hold. */
  public FilterEvaluator(List<ScanFilter> filters) {
    this.filters = filters;
    constants = new FlatVector[filters.size()][];
    leaders = new int[filters.size()];
    entries = new Entries[filters.size()];
    predicates = new ScanFilter.RowPredicate[filters.size()];
    for (int i = 0; i < filters.size(); i++) {
      ScanFilter filter = filters.get(i);
      constants[i] = constants(filter);
      leaders[i] = leader(i);
      if (filter instanceof ScanFilter.Predicate predicate) {
        predicates[i] = predicate.factory().newPredicate();
      }
    }
  }

  private int leader(int number) {
    int column = entryColumn(filters.get(number));
    for (int i = 0; i < number && column >= 0; i++) {
      if (entryColumn(filters.get(i)) == column) {
        return i;
      }
    }
    return column < 0 ? -1 : number;
  }

  /** The column of a filter that looks at each of its values alone; -1 for others. */
  private static int entryColumn(ScanFilter filter) {
    return switch (filter) {
      case ScanFilter.Compare f -> f.column();
      case ScanFilter.In f -> f.column();
      case ScanFilter.IsNull f -> f.column();
      case ScanFilter.IsNotNull f -> f.column();
      case ScanFilter.Or f -> -1;
      case ScanFilter.Predicate f -> -1;
      case ScanFilter.Runtime f -> -1;
    };
  }

  /**
   * Whether all filters on a column look at each value alone, so that the entries of a dictionary
   * serve better than the values of its rows.
   */
  public static boolean takesEntries(List<ScanFilter> filters, int column) {
    boolean any = false;
    for (ScanFilter filter : filters) {
      List<Integer> used = new ArrayList<>();
      columnsOf(filter, used);
      if (used.contains(column)) {
        if (entryColumn(filter) < 0) {
          return false;
        }
        any = true;
      }
    }
    return any;
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
    int kept = -1;
    for (int i = 0; i < filters.size() && kept != 0; i++) {
      int leader = leaders[i];
      if (leader >= 0 && columns[entryColumn(filters.get(i))] instanceof DictionaryVector encoded) {
        if (leader == i) {
          byte[] matches = matches(i, encoded);
          kept =
              kept < 0
                  ? selectMatching(matches, encoded.codes(), count, selection)
                  : keepMatching(matches, encoded.codes(), selection, kept);
        }
        continue;
      }
      if (kept < 0) {
        fill(selection, count);
        kept = count;
      }
      kept = apply(i, filters.get(i), columns, count, selection, kept);
    }
    if (kept < 0) {
      fill(selection, count);
      return count;
    }
    return kept;
  }

  private static void fill(int[] selection, int count) {
    for (int i = 0; i < count; i++) {
      selection[i] = i;
    }
  }

  private static int selectMatching(byte[] matches, int[] codes, int count, int[] selection) {
    int out = 0;
    for (int i = 0; i < count; i++) {
      selection[out] = i;
      out += matches[codes[i]];
    }
    return out;
  }

  private static int keepMatching(byte[] matches, int[] codes, int[] selection, int kept) {
    int out = 0;
    for (int i = 0; i < kept; i++) {
      int row = selection[i];
      selection[out] = row;
      out += matches[codes[row]];
    }
    return out;
  }

  /** Which entries match a filter and those it leads; a dictionary is looked at once. */
  private byte[] matches(int leader, DictionaryVector encoded) {
    Entries known = entries[leader];
    if (known == null) {
      known = new Entries();
      entries[leader] = known;
    }
    FlatVector dictionary = encoded.dictionary();
    int size = encoded.dictionarySize();
    if (known.dictionary == dictionary && known.size >= size) {
      return known.matches;
    }
    // The arrays serve dictionary after dictionary: there is one to each row group.
    if (known.selection.length < size) {
      known.selection = new int[size];
      known.matches = new byte[size];
    }
    int[] selection = known.selection;
    fill(selection, size);
    int kept = size;
    for (int i = leader; i < leaders.length && kept > 0; i++) {
      if (leaders[i] == leader) {
        kept = applyToEntries(i, dictionary, selection, kept);
      }
    }
    byte[] matches = known.matches;
    Arrays.fill(matches, 0, size, (byte) 0);
    for (int i = 0; i < kept; i++) {
      matches[selection[i]] = 1;
    }
    known.dictionary = dictionary;
    known.size = size;
    return matches;
  }

  private int applyToEntries(int number, FlatVector column, int[] selection, int kept) {
    return switch (filters.get(number)) {
      case ScanFilter.Compare f ->
          compare(column, f.op(), constants[number][0], f.constant(), selection, kept);
      case ScanFilter.In f -> in(column, constants[number], selection, kept);
      case ScanFilter.IsNull f -> nulls(column, true, selection, kept);
      case ScanFilter.IsNotNull f -> nulls(column, false, selection, kept);
      case ScanFilter.Or f -> throw new IllegalStateException("not of entries: " + f);
      case ScanFilter.Predicate f -> throw new IllegalStateException("not of entries: " + f);
      case ScanFilter.Runtime f -> throw new IllegalStateException("not of entries: " + f);
    };
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
        return applyToEntries(number, flat(columns, f.column(), count), selection, kept);
      }
      case ScanFilter.In f -> {
        return applyToEntries(number, flat(columns, f.column(), count), selection, kept);
      }
      case ScanFilter.IsNull f -> {
        return applyToEntries(number, flat(columns, f.column(), count), selection, kept);
      }
      case ScanFilter.IsNotNull f -> {
        return applyToEntries(number, flat(columns, f.column(), count), selection, kept);
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

  private static int in(FlatVector column, FlatVector[] values, int[] selection, int kept) {
    int out = 0;
    for (int i = 0; i < kept; i++) {
      int row = selection[i];
      if (!column.isNull(row) && in(column, row, values)) {
        selection[out++] = row;
      }
    }
    return out;
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
    // Each operator as a closed range, or what lies outside of one for NE.
    long low = Long.MIN_VALUE;
    long high = Long.MAX_VALUE;
    switch (op) {
      case EQ -> {
        low = constant;
        high = constant;
      }
      case NE -> {
        return differLongs(values, constant, selection, kept);
      }
      case LT -> {
        if (constant == Long.MIN_VALUE) {
          return 0;
        }
        high = constant - 1;
      }
      case LE -> high = constant;
      case GT -> {
        if (constant == Long.MAX_VALUE) {
          return 0;
        }
        low = constant + 1;
      }
      case GE -> low = constant;
    }
    return withinLongs(values, low, high, selection, kept);
  }

  private static int withinLongs(long[] values, long low, long high, int[] selection, int kept) {
    int out = 0;
    for (int i = 0; i < kept; i++) {
      int row = selection[i];
      long v = values[row];
      selection[out] = row;
      out += v >= low & v <= high ? 1 : 0;
    }
    return out;
  }

  private static int differLongs(long[] values, long constant, int[] selection, int kept) {
    int out = 0;
    for (int i = 0; i < kept; i++) {
      int row = selection[i];
      selection[out] = row;
      out += values[row] != constant ? 1 : 0;
    }
    return out;
  }

  private static int compareInts(
      int[] values, CompareOp op, int constant, int[] selection, int kept) {
    if (op == CompareOp.NE) {
      int out = 0;
      for (int i = 0; i < kept; i++) {
        int row = selection[i];
        selection[out] = row;
        out += values[row] != constant ? 1 : 0;
      }
      return out;
    }
    // Wider than the values, so that there is always a next one.
    long low = op == CompareOp.LT || op == CompareOp.LE ? Long.MIN_VALUE : constant;
    long high = op == CompareOp.GT || op == CompareOp.GE ? Long.MAX_VALUE : constant;
    low += op == CompareOp.GT ? 1 : 0;
    high -= op == CompareOp.LT ? 1 : 0;
    return withinInts(values, low, high, selection, kept);
  }

  private static int withinInts(int[] values, long low, long high, int[] selection, int kept) {
    int out = 0;
    for (int i = 0; i < kept; i++) {
      int row = selection[i];
      int v = values[row];
      selection[out] = row;
      out += v >= low & v <= high ? 1 : 0;
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
