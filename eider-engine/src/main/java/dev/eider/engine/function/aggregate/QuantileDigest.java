// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.LogicalType.Field;
import dev.eider.base.type.Value;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A merging t-digest (Dunning and Ertl, "Computing extremely accurate quantiles using t-digests",
 * 2019): a sorted list of centroids, small at both ends. Exact while every value has a centroid of
 * its own. One thread.
 */
final class QuantileDigest {
  private static final double COMPRESSION = 200;
  private static final int BUFFER = 512;
  private static final LogicalType CENTROID =
      LogicalType.struct(
          List.of(new Field("mean", LogicalType.DOUBLE), new Field("weight", LogicalType.DOUBLE)));

  private double[] means = new double[8];
  private double[] weights = new double[8];

  /** Centroids in order; behind them come values not merged yet. */
  private int merged;

  private int size;
  private double total;
  private double least = Double.POSITIVE_INFINITY;
  private double greatest = Double.NEGATIVE_INFINITY;

  void add(double value) {
    add(value, 1);
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }

  private void add(double mean, double weight) {
    if (size == means.length) {
      if (size - merged >= BUFFER) {
        compress();
      } else {
        means = Arrays.copyOf(means, 2 * size);
        weights = Arrays.copyOf(weights, 2 * size);
      }
    }
    means[size] = mean;
    weights[size++] = weight;
    total += weight;
  }

  void addAll(QuantileDigest other) {
    for (int i = 0; i < other.size; i++) {
      add(other.means[i], other.weights[i]);
    }
    least = Math.min(least, other.least);
    greatest = Math.max(greatest, other.greatest);
  }

  private void sort() {
    if (merged == size) {
      return;
    }
    boolean single = true;
    for (int i = 0; i < size && single; i++) {
      single = weights[i] == 1;
    }
    if (single) {
      Arrays.sort(means, 0, size);
    } else {
      sortPairs();
    }
    merged = size;
  }

  private void sortPairs() {
    long[] order = new long[size];
    for (int i = 0; i < size; i++) {
      // Floats lose digits; the order within a centroid's width does not matter.
      int bits = Float.floatToIntBits((float) means[i]);
      order[i] = (long) (bits ^ ((bits >> 31) & Integer.MAX_VALUE)) << 32 | i;
    }
    Arrays.sort(order);
    double[] sortedMeans = new double[means.length];
    double[] sortedWeights = new double[means.length];
    for (int i = 0; i < size; i++) {
      sortedMeans[i] = means[(int) order[i]];
      sortedWeights[i] = weights[(int) order[i]];
    }
    means = sortedMeans;
    weights = sortedWeights;
    insertionPass();
  }

  /** Puts right what floats could not tell apart. */
  private void insertionPass() {
    for (int i = 1; i < size; i++) {
      double mean = means[i];
      double weight = weights[i];
      int at = i - 1;
      while (at >= 0 && means[at] > mean) {
        means[at + 1] = means[at];
        weights[at + 1] = weights[at];
        at--;
      }
      means[at + 1] = mean;
      weights[at + 1] = weight;
    }
  }

  private void compress() {
    sort();
    int out = 0;
    double before = 0;
    for (int i = 1; i < size; i++) {
      double joined = weights[out] + weights[i];
      double middle = (before + joined / 2) / total;
      double most = 4 * total * middle * (1 - middle) / COMPRESSION;
      if (joined <= most) {
        means[out] += (means[i] - means[out]) * weights[i] / joined;
        weights[out] = joined;
      } else {
        before += weights[out];
        out++;
        means[out] = means[i];
        weights[out] = weights[i];
      }
    }
    size = out + 1;
    merged = size;
    if (size > means.length / 2) {
      means = Arrays.copyOf(means, 2 * means.length);
      weights = Arrays.copyOf(weights, means.length);
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The value at a fraction of the weight, linear between the middles of the centroids. */
  double quantile(double fraction) {
    sort();
    if (size == 1) {
      return means[0];
    }
    double rank = fraction * total;
    double middle = weights[0] / 2;
    if (rank <= middle) {
      return weights[0] == 1 ? means[0] : least + (means[0] - least) * rank / middle;
    }
    for (int i = 1; i < size; i++) {
      double step = (weights[i - 1] + weights[i]) / 2;
      if (rank <= middle + step) {
        double share = (rank - middle) / step;
        return means[i - 1] + (means[i] - means[i - 1]) * share;
      }
      middle += step;
    }
    double last = weights[size - 1] / 2;
    return weights[size - 1] == 1
        ? means[size - 1]
        : means[size - 1] + (greatest - means[size - 1]) * (rank - middle) / last;
  }

  long memoryBytes() {
    return 64 + 16L * means.length;
  }

  /** How a digest leaves: the weight, the extremes and the centroids. */
  static LogicalType layout() {
    return LogicalType.struct(
        List.of(
            new Field("count", LogicalType.UBIGINT),
            new Field("min", LogicalType.DOUBLE),
            new Field("max", LogicalType.DOUBLE),
            new Field("centroids", LogicalType.list(CENTROID))));
  }

  Value export() {
    sort();
    List<Value> centroids = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      centroids.add(new Value(CENTROID, List.of(Value.of(means[i]), Value.of(weights[i]))));
    }
    return new Value(
        layout(),
        List.of(
            new Value(LogicalType.UBIGINT, (long) total),
            Value.of(least),
            Value.of(greatest),
            new Value(LogicalType.list(CENTROID), centroids)));
  }

  static QuantileDigest load(Value value) {
    List<Value> parts = value.asList();
    List<Value> centroids = parts.get(3).isNull() ? List.of() : parts.get(3).asList();
    if (parts.get(0).asLong() != 0 && centroids.isEmpty()) {
      throw EiderException.invalidInput(
          "Invalid approx_quantile state - non-zero count requires at least one centroid");
    }
    QuantileDigest digest = new QuantileDigest();
    for (Value centroid : centroids) {
      digest.add(centroid.asList().get(0).asDouble(), centroid.asList().get(1).asDouble());
    }
    digest.least = parts.get(1).asDouble();
    digest.greatest = parts.get(2).asDouble();
    return digest;
  }

  void write(StateWriter out) {
    out.putInt(size);
    out.putDouble(least);
    out.putDouble(greatest);
    for (int i = 0; i < size; i++) {
      out.putDouble(means[i]);
      out.putDouble(weights[i]);
    }
  }

  static QuantileDigest read(StateReader in) {
    QuantileDigest digest = new QuantileDigest();
    int count = in.getInt();
    digest.least = in.getDouble();
    digest.greatest = in.getDouble();
    digest.means = new double[Math.max(8, count)];
    digest.weights = new double[digest.means.length];
    for (int i = 0; i < count; i++) {
      double mean = in.getDouble();
      digest.add(mean, in.getDouble());
    }
    return digest;
  }
}
