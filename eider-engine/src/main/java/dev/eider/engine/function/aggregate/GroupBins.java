// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Histograms whose bins are an argument that changes: a group takes those of its first row. There
 * is one {@link BinnedHistogram} for each list of bins that occurs.
 */
final class GroupBins implements AggregateState {
  private final boolean exact;
  private final LogicalType type;
  private final List<List<Value>> bins = new ArrayList<>();
  private final List<BinnedHistogram> histograms = new ArrayList<>();
  private int groupCount;

  /** Which histogram a group has; -1 before its first row. */
  private int[] histogramOf = new int[0];

  GroupBins(boolean exact, LogicalType type) {
    this.exact = exact;
    this.type = type;
  }

  @Override
  public void ensureGroups(int groups) {
    if (groups > histogramOf.length) {
      int old = histogramOf.length;
      histogramOf = Arrays.copyOf(histogramOf, Math.max(groups, 2 * old));
      Arrays.fill(histogramOf, old, histogramOf.length, -1);
    }
    groupCount = Math.max(groupCount, groups);
    histograms.forEach(histogram -> histogram.ensureGroups(groupCount));
  }

  private int histogram(List<Value> wanted) {
    int known = bins.indexOf(wanted);
    if (known >= 0) {
      return known;
    }
    BinnedHistogram histogram = new BinnedHistogram(exact, type, wanted);
    histogram.ensureGroups(groupCount);
    bins.add(wanted);
    histograms.add(histogram);
    return bins.size() - 1;
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    Operand values = arguments[0];
    Operand lists = arguments[1];
    FlatVector one = FlatVector.allocate(type, 1);
    Operand[] argument = {new Operand(one, 1)};
    for (int i = 0; i < count; i++) {
      if (values.isNull(i)) {
        continue;
      }
      int group = groups[i];
      if (histogramOf[group] < 0) {
        Value list = lists.vector().getValue(lists.index(i));
        histogramOf[group] = histogram(BinnedHistogram.sorted(list, type));
      }
      one.reset();
      one.copyRow(values.vector(), values.index(i), 0);
      histograms.get(histogramOf[group]).update(argument, new int[] {group}, 1);
    }
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    GroupBins that = (GroupBins) other;
    for (int i = 0; i < count; i++) {
      int theirs = that.histogramOf[from[i]];
      if (theirs < 0) {
        continue;
      }
      if (histogramOf[to[i]] < 0) {
        histogramOf[to[i]] = histogram(that.bins.get(theirs));
      }
      histograms
          .get(histogramOf[to[i]])
          .combine(that.histograms.get(theirs), new int[] {from[i]}, new int[] {to[i]}, 1);
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    FlatVector one = FlatVector.allocate(result.type(), 1);
    for (int i = 0; i < count; i++) {
      int histogram = histogramOf[first + i];
      if (histogram < 0) {
        result.setNull(i);
      } else {
        one.reset();
        histograms.get(histogram).finish(first + i, 1, one);
        result.copyRow(one, 0, i);
      }
    }
  }

  @Override
  public long memoryBytes() {
    long bytes = 4L * histogramOf.length;
    for (BinnedHistogram histogram : histograms) {
      bytes += histogram.memoryBytes();
    }
    return bytes;
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    int histogram = histogramOf[group];
    out.putInt(histogram < 0 ? -1 : bins.get(histogram).size());
    if (histogram >= 0) {
      List<Value> own = bins.get(histogram);
      FlatVector values = FlatVector.allocate(type, Math.max(1, own.size()));
      for (int i = 0; i < own.size(); i++) {
        values.setValue(i, own.get(i));
        ValueBytes.write(values, i, out);
      }
      histograms.get(histogram).writeGroup(group, out);
    }
  }

  @Override
  public void readGroup(int group, StateReader in) {
    int size = in.getInt();
    if (size < 0) {
      return;
    }
    FlatVector values = FlatVector.allocate(type, Math.max(1, size));
    List<Value> own = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      ValueBytes.read(values, i, in);
      own.add(values.getValue(i));
    }
    histogramOf[group] = histogram(own);
    histograms.get(histogramOf[group]).readGroup(group, in);
  }
}
