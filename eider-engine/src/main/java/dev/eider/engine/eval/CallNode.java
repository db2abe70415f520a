// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.SequenceVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.BoundScalar.Stability;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import org.jspecify.annotations.Nullable;

/**
 * A call of a function. All-constant arguments are computed once a chunk; one dictionary among
 * constants is computed on the dictionary's entries.
 */
final class CallNode extends EvalNode {
  private final ScalarKernel kernel;
  private final boolean propagate;
  private final boolean consistent;
  private final boolean perRow;
  private final EvalNode[] arguments;
  private final LambdaNode[] lambdas;
  private final EvalContext context;
  private final Operand[] operands;
  private final @Nullable FlatVector[] scratch;
  private final FlatVector result;
  private final ConstantVector constant;
  private @Nullable ConstantVector nullConstant;
  private @Nullable FlatVector dictionaryResult;
  private @Nullable FlatVector lastDictionary;
  private int lastDictionarySize;

  CallNode(
      BoundScalar function,
      ScalarKernel kernel,
      EvalNode[] arguments,
      LambdaNode[] lambdas,
      EvalContext context) {
    super(function.returnType());
    this.kernel = kernel;
    this.propagate = function.nulls() == NullHandling.PROPAGATE;
    this.consistent = function.stability() == Stability.CONSISTENT && lambdas.length == 0;
    this.perRow = function.stability() == Stability.VOLATILE || lambdas.length > 0;
    this.arguments = arguments;
    this.lambdas = lambdas;
    this.context = context;
    result = FlatVector.allocate(type(), Vector.CAPACITY);
    constant = new ConstantVector(FlatVector.allocate(type(), 1));
    operands = new Operand[arguments.length];
    for (int i = 0; i < operands.length; i++) {
      operands[i] = new Operand(result, 1);
    }
    scratch = new FlatVector[arguments.length];
  }

  @Override
  Vector evaluate(DataChunk input) {
    int count = input.size();
    if (count == 0) {
      result.reset();
      return result;
    }
    for (LambdaNode lambda : lambdas) {
      lambda.begin(input);
    }
    int constants = 0;
    int encoded = -1;
    for (int i = 0; i < arguments.length; i++) {
      Vector argument = arguments[i].evaluate(input);
      switch (argument) {
        case FlatVector flat -> operands[i].set(flat, 1);
        case ConstantVector one -> {
          if (propagate && one.isNullConstant()) {
            return nullResult();
          }
          operands[i].set(one.value(), 0);
          constants++;
        }
        case DictionaryVector dictionary -> {
          if (consistent && arguments.length == 1) {
            Vector mapped = mapDictionary(dictionary, count);
            if (mapped != null) {
              return mapped;
            }
          }
          encoded = i;
          operands[i].set(flatten(i, dictionary, count), 1);
        }
        case SequenceVector sequence -> operands[i].set(flatten(i, sequence, count), 1);
      }
    }
    assert encoded < arguments.length;
    if (constants == arguments.length && !perRow) {
      run(1, constant.value());
      return constant;
    }
    run(count, result);
    return result;
  }

  private Vector nullResult() {
    ConstantVector none = nullConstant;
    if (none == null) {
      none = ConstantVector.of(Value.nullOf(type()));
      nullConstant = none;
    }
    return none;
  }

  private FlatVector flatten(int slot, Vector vector, int count) {
    FlatVector target = scratch[slot];
    if (target == null) {
      target = FlatVector.allocate(vector.type(), Math.max(count, Vector.CAPACITY));
      scratch[slot] = target;
    }
    vector.flattenInto(target, count);
    return target;
  }

  /** The function over the dictionary's entries, or null when that does not pay or fails. */
  private @Nullable Vector mapDictionary(DictionaryVector dictionary, int count) {
    FlatVector entries = dictionary.dictionary();
    int size = dictionary.dictionarySize();
    FlatVector mapped = dictionaryResult;
    if (mapped == null || entries != lastDictionary || size != lastDictionarySize) {
      if (size > count) {
        return null;
      }
      // The former result may still be referred to by a vector handed out: make a new one.
      mapped = FlatVector.allocate(type(), Math.max(1, size));
      operands[0].set(entries, 1);
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
    target.reset();
    target.ensureCapacity(count);
    if (propagate) {
      for (Operand operand : operands) {
        Validity.and(target, operand, count);
      }
    }
    kernel.apply(operands, count, target, context);
  }
}
