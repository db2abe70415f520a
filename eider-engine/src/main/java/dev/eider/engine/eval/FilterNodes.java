// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.kernel.SelectKernels;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;

/** The filter nodes that are not comparisons with constants. */
final class FilterNodes {
  private FilterNodes() {}

  /** Nothing qualifies. */
  static final class NoneFilter extends FilterNode {
    @Override
    int select(DataChunk input, int[] out) {
      return 0;
    }

    @Override
    int refine(DataChunk input, int[] rows, int count) {
      return 0;
    }
  }

  /** Each part works on what the parts before left. */
  static final class AndFilter extends FilterNode {
    private final FilterNode[] parts;

    AndFilter(FilterNode[] parts) {
      this.parts = parts;
    }

    @Override
    int select(DataChunk input, int[] out) {
      int left = parts[0].select(input, out);
      for (int p = 1; p < parts.length && left > 0; p++) {
        left =
            left == input.size() ? parts[p].select(input, out) : parts[p].refine(input, out, left);
      }
      return left;
    }

    @Override
    int refine(DataChunk input, int[] rows, int count) {
      int left = count;
      for (int p = 0; p < parts.length && left > 0; p++) {
        left = parts[p].refine(input, rows, left);
      }
      return left;
    }
  }

  /** Each part sees only the rows that no part before accepted. */
  static final class OrFilter extends FilterNode {
    private final FilterNode[] parts;
    private int[] open = new int[Vector.CAPACITY];
    private int[] accepted = new int[Vector.CAPACITY];
    private byte[] marks = new byte[Vector.CAPACITY];

    OrFilter(FilterNode[] parts) {
      this.parts = parts;
    }

    @Override
    int select(DataChunk input, int[] out) {
      return refine(input, out, SelectKernels.selectAll(input.size(), out));
    }

    @Override
    int refine(DataChunk input, int[] rows, int count) {
      if (marks.length < input.size()) {
        open = new int[input.size()];
        accepted = new int[input.size()];
        marks = new byte[input.size()];
      }
      for (int i = 0; i < count; i++) {
        marks[rows[i]] = 0;
        open[i] = rows[i];
      }
      int left = count;
      for (int p = 0; p < parts.length && left > 0; p++) {
        System.arraycopy(open, 0, accepted, 0, left);
        int found =
            left == input.size()
                ? parts[p].select(input, accepted)
                : parts[p].refine(input, accepted, left);
        for (int i = 0; i < found; i++) {
          marks[accepted[i]] = 1;
        }
        int still = 0;
        for (int i = 0; i < left; i++) {
          int row = open[i];
          open[still] = row;
          still += 1 - marks[row];
        }
        left = still;
      }
      int kept = 0;
      for (int i = 0; i < count; i++) {
        int row = rows[i];
        rows[kept] = row;
        kept += marks[row];
      }
      return kept;
    }
  }

  /** IS NULL (or IS NOT NULL) of a column. */
  static final class NullFilter extends FilterNode {
    private final int position;
    private final boolean negated;

    NullFilter(int position, boolean negated) {
      this.position = position;
      this.negated = negated;
    }

    @Override
    int select(DataChunk input, int[] out) {
      Vector column = input.column(position);
      if (!column.mayHaveNulls()) {
        return negated ? SelectKernels.selectAll(input.size(), out) : 0;
      }
      if (column instanceof FlatVector flat && flat.validity() != null) {
        return SelectKernels.selectValidity(
            flat.ensureValidity(), negated ? 1 : 0, input.size(), out);
      }
      return refine(input, out, SelectKernels.selectAll(input.size(), out));
    }

    @Override
    int refine(DataChunk input, int[] rows, int count) {
      Vector column = input.column(position);
      int kept = 0;
      for (int i = 0; i < count; i++) {
        int row = rows[i];
        rows[kept] = row;
        kept += column.isNull(row) != negated ? 1 : 0;
      }
      return kept;
    }
  }

  /** Any predicate, through a boolean vector. */
  static final class GeneralFilter extends FilterNode {
    private final EvalNode node;
    private final RowSubset subset;
    private final boolean lazy;
    private int[] hits = new int[Vector.CAPACITY];

    GeneralFilter(EvalNode node, RowSubset subset, boolean lazy) {
      this.node = node;
      this.subset = subset;
      this.lazy = lazy;
    }

    @Override
    int select(DataChunk input, int[] out) {
      int count = input.size();
      Vector vector = node.evaluate(input);
      if (vector instanceof ConstantVector one) {
        return one.isNullConstant() || ((BoolVector) one.value()).get(0) == 0
            ? 0
            : SelectKernels.selectAll(count, out);
      }
      BoolVector flat = (BoolVector) node.evaluateFlat(vector, count);
      int selected = SelectKernels.selectTrue(flat.values(), count, out);
      return SelectKernels.retainValid(out, selected, flat.validity());
    }

    @Override
    int refine(DataChunk input, int[] rows, int count) {
      if (!lazy && count * 2 > input.size()) {
        return refineByAll(input, rows, count);
      }
      if (hits.length < count) {
        hits = new int[count];
      }
      int selected = select(subset.gather(input, rows, count), hits);
      for (int i = 0; i < selected; i++) {
        rows[i] = rows[hits[i]];
      }
      return selected;
    }

    /** Evaluates the whole chunk, which is cheaper than gathering most of it. */
    private int refineByAll(DataChunk input, int[] rows, int count) {
      BoolVector flat = (BoolVector) node.evaluateFlat(input);
      byte[] values = flat.values();
      int kept = 0;
      for (int i = 0; i < count; i++) {
        int row = rows[i];
        rows[kept] = row;
        kept += values[row];
      }
      return SelectKernels.retainValid(rows, kept, flat.validity());
    }
  }
}
