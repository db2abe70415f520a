// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.cast.CastContext;
import dev.eider.engine.function.cast.CastKernel;
import org.jspecify.annotations.Nullable;

/** A cast. Constants and small dictionaries are cast entry by entry. */
final class CastNode extends EvalNode {
  private final EvalNode child;
  private final CastKernel kernel;
  private final CastContext context;

  /** Where the cast is written in the statement, or -1. */
  private final int position;

  private final FlatVector result;
  private final ConstantVector constant;
  private final Operand operand;
  private @Nullable FlatVector scratch;
  private @Nullable FlatVector dictionaryResult;
  private @Nullable FlatVector lastDictionary;
  private int lastDictionarySize;

  CastNode(EvalNode child, LogicalType type, CastKernel kernel, CastContext context, int position) {
    super(type);
    this.position = position;
    this.child = child;
    this.kernel = kernel;
    this.context = context;
    result = FlatVector.allocate(type, Vector.CAPACITY);
    constant = new ConstantVector(FlatVector.allocate(type, 1));
    operand = new Operand(result, 1);
  }

  @Override
  Vector evaluate(DataChunk input) {
    int count = input.size();
    if (count == 0) {
      result.reset();
      return result;
    }
    Vector vector = child.evaluate(input);
    if (vector instanceof ConstantVector one) {
      operand.set(one.value(), 0);
      run(1, constant.value());
      return constant;
    }
    if (vector instanceof DictionaryVector dictionary) {
      Vector mapped = mapDictionary(dictionary, count);
      if (mapped != null) {
        return mapped;
      }
    }
    operand.set(vector instanceof FlatVector flat ? flat : flatten(vector, count), 1);
    run(count, result);
    return result;
  }

  private FlatVector flatten(Vector vector, int count) {
    FlatVector target = scratch;
    if (target == null) {
      target = FlatVector.allocate(vector.type(), Math.max(count, Vector.CAPACITY));
      scratch = target;
    }
    vector.flattenInto(target, count);
    return target;
  }

  private @Nullable Vector mapDictionary(DictionaryVector dictionary, int count) {
    FlatVector entries = dictionary.dictionary();
    int size = dictionary.dictionarySize();
    FlatVector mapped = dictionaryResult;
    if (mapped == null || entries != lastDictionary || size != lastDictionarySize) {
      if (size > count) {
        return null;
      }
      mapped = FlatVector.allocate(type(), Math.max(1, size));
      operand.set(entries, 1);
      try {
        run(size, mapped);
      } catch (EiderException unusedEntryMayBeAtFault) {
        return null;
      }
      dictionaryResult = mapped;
      lastDictionary = entries;
      lastDictionarySize = size;
    }
    return new DictionaryVector(mapped, size, dictionary.codes());
  }

  private void run(int count, FlatVector target) {
    try {
      target.reset();
      target.ensureCapacity(count);
      Validity.and(target, operand, count);
      kernel.cast(operand.vector(), count, target, context);
    } catch (EiderException e) {
      throw e.at(position);
    }
  }
}
