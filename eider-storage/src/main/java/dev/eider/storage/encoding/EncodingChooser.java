// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.WideVector;
import dev.eider.storage.format.v1.PackOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the encoding of a chunk: whatever can encode it is tried on some vectors of it, and the
 * smallest wins. Which mode each vector's integers get is settled when they are written.
 */
final class EncodingChooser {
  private static final int SAMPLED_VECTORS = 4;

  /** Text of less is not worth a table of symbols. */
  private static final int FSST_MIN = 1 << 10;

  /** Shorter strings are never packed with zstd, whose decoder is ten times slower than FSST's. */
  private static final int ZSTD_LENGTH_MIN = 100;

  /** What zstd has to save of FSST's bytes. */
  private static final double ZSTD_SAVES = 0.75;

  /** Where more than this share of sampled strings differ there is no use for a dictionary. */
  private static final double DISTINCT_MAX = 0.6;

  private EncodingChooser() {}

  /** The writer that is probably the smallest. */
  static NodeWriter choose(ColumnData data, EncodeContext context) {
    NodeWriter constant = constant(data, context);
    if (constant != null) {
      return constant;
    }
    return switch (data.type().physical()) {
      case BOOL -> new IntegerEncoding.Writer(data, context);
      case INT32, INT64 -> integers(data, context);
      case INT128, INTERVAL -> new WideEncoding.Writer(data, context);
      case FLOAT, DOUBLE -> floats(data, context);
      case STRING -> strings(data, context);
      case LIST, ARRAY, STRUCT -> {
        List<NodeWriter> children = new ArrayList<>();
        for (int i = 0; i < ColumnData.childTypes(data.type()).size(); i++) {
          children.add(choose(data.child(i), context));
        }
        yield new NestedEncoding.Writer(data, children, context);
      }
    };
  }

  /** A writer for a chunk in which all rows are NULL or all have one value, else null. */
  private static @Nullable NodeWriter constant(ColumnData data, EncodeContext context) {
    FlatVector first = null;
    int firstRow = 0;
    boolean anyNull = false;
    boolean nested = data.type().isNested() || !ColumnData.childTypes(data.type()).isEmpty();
    for (int vector = 0; vector < data.vectors(); vector++) {
      FlatVector values = data.vector(vector);
      for (int i = 0; i < data.count(vector); i++) {
        if (values.isNull(i)) {
          anyNull = true;
        } else if (first == null) {
          if (nested) {
            return null;
          }
          first = values;
          firstRow = i;
        } else if (!same(first, firstRow, values, i)) {
          return null;
        }
        if (anyNull && first != null) {
          return null;
        }
      }
    }
    if (first == null) {
      return new ConstantEncoding.Writer(data, null);
    }
    FlatVector value = FlatVector.allocate(data.type(), 1);
    value.copyRow(first, firstRow, 0);
    ColumnData one = new ColumnData(data.type(), new FlatVector[] {value}, new int[] {1});
    NodeWriter writer =
        switch (data.type().physical()) {
          case BOOL, INT32, INT64 -> new IntegerEncoding.Writer(one, context);
          case INT128, INTERVAL -> new WideEncoding.Writer(one, context);
          case FLOAT, DOUBLE -> new PlainFloats.Writer(one, context);
          case STRING -> new PlainStrings.Writer(one, context);
          case LIST, ARRAY, STRUCT -> throw new IllegalStateException("nested: " + data.type());
        };
    return new ConstantEncoding.Writer(data, writer);
  }

  /** Whether two valid values are the same to the bit. */
  private static boolean same(FlatVector a, int i, FlatVector b, int j) {
    return switch (a) {
      case BoolVector v -> v.get(i) == ((BoolVector) b).get(j);
      case IntVector v -> v.get(i) == ((IntVector) b).get(j);
      case LongVector v -> v.get(i) == ((LongVector) b).get(j);
      case DoubleVector v ->
          Double.doubleToRawLongBits(v.get(i))
              == Double.doubleToRawLongBits(((DoubleVector) b).get(j));
      case FloatVector v ->
          Float.floatToRawIntBits(v.get(i)) == Float.floatToRawIntBits(((FloatVector) b).get(j));
      case WideVector v ->
          v.low(i) == ((WideVector) b).low(j) && v.high(i) == ((WideVector) b).high(j);
      case StringVector v ->
          v.length(i) == ((StringVector) b).length(j)
              && Arrays.equals(v.getBytes(i), ((StringVector) b).getBytes(j));
      default -> false;
    };
  }

  private static NodeWriter integers(ColumnData data, EncodeContext context) {
    NodeWriter plain = new IntegerEncoding.Writer(data, context);
    double size = estimate(plain);
    ColumnData sample = data.sample(SAMPLED_VECTORS);
    long rows = Math.max(1, sample.rows());
    int distinct = NumberDictionary.distinct(sample);
    double bits = size * 8 / Math.max(1, data.rows());
    if (distinct * (long) NumberDictionary.SHARE > rows
        || bits < BitPacking.width(distinct) * 1.1) {
      return plain;
    }
    NodeWriter dictionary = NumberDictionary.writer(data, context);
    return dictionary != null && estimate(dictionary) < size * 0.95 ? dictionary : plain;
  }

  private static NodeWriter floats(ColumnData data, EncodeContext context) {
    NodeWriter best = new PlainFloats.Writer(data, context);
    double size = estimate(best);
    NodeWriter alp = new AlpEncoding.Writer(data, context);
    double alpSize = estimate(alp);
    if (alpSize < size) {
      best = alp;
      size = alpSize;
    }
    ColumnData sample = data.sample(SAMPLED_VECTORS);
    if (NumberDictionary.distinct(sample) * (long) NumberDictionary.SHARE <= sample.rows()) {
      NodeWriter dictionary = NumberDictionary.writer(data, context);
      double dictionarySize = dictionary == null ? Double.MAX_VALUE : estimate(dictionary);
      if (dictionary != null && dictionarySize < size) {
        best = dictionary;
        size = dictionarySize;
      }
    }
    if (size > data.rows() * (PlainFloats.isDouble(data.type()) ? 4.0 : 2.0)) {
      NodeWriter high = new AlpRdEncoding.Writer(data, context);
      return estimate(high) < size ? high : best;
    }
    return best;
  }

  private static NodeWriter strings(ColumnData data, EncodeContext context) {
    NodeWriter best = text(data, context);
    if (StringDictionary.distinctShare(data.sample(SAMPLED_VECTORS)) > DISTINCT_MAX) {
      return best;
    }
    double size = estimate(best);
    NodeWriter dictionary = StringDictionary.writer(data, data.rows() * 3 / 4, context);
    return dictionary != null && estimate(dictionary) < size ? dictionary : best;
  }

  /** The best of the encodings that write each string. */
  static NodeWriter text(ColumnData data, EncodeContext context) {
    NodeWriter best = new PlainStrings.Writer(data, context);
    long length = 0;
    ColumnData sample = data.sample(SAMPLED_VECTORS);
    for (int i = 0; i < sample.vectors(); i++) {
      length += StringText.length((StringVector) sample.vector(i), sample.count(i));
    }
    if (length < FSST_MIN) {
      return best;
    }
    double size = estimate(best);
    NodeWriter fsst = new FsstEncoding.Writer(data, context);
    double fsstSize = estimate(fsst);
    if (fsstSize < size) {
      best = fsst;
      size = fsstSize;
    }
    if (length / Math.max(1, sample.rows()) >= ZSTD_LENGTH_MIN) {
      NodeWriter zstd = new ZstdEncoding.Writer(data, context);
      return estimate(zstd) < size * ZSTD_SAVES ? zstd : best;
    }
    return best;
  }

  /** About how many bytes: what is shared, and the vectors judged by some of them. */
  private static double estimate(NodeWriter writer) {
    PackOutput out = new PackOutput(1 << 16);
    writer.writeNode(out);
    int shared = out.size();
    int vectors = writer.data.vectors();
    int tried = Math.min(vectors, SAMPLED_VECTORS);
    for (int i = 0; i < tried; i++) {
      writer.write((int) ((2L * i + 1) * vectors / (2L * tried)), out);
    }
    return shared + (tried == 0 ? 0 : (double) (out.size() - shared) * vectors / tried);
  }
}
