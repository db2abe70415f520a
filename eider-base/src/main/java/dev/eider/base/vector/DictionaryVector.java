// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.vector;

import dev.eider.base.type.Value;

/**
 * Row {@code i} is row {@code codes[i]} of the dictionary. NULLs are rows of the dictionary that
 * are NULL. The dictionary may be shared by many chunks: its identity lets operators cache work per
 * dictionary entry.
 */
public final class DictionaryVector extends Vector {
  private final FlatVector dictionary;
  private final int dictionarySize;
  private final int[] codes;

  public DictionaryVector(FlatVector dictionary, int dictionarySize, int[] codes) {
    super(dictionary.type());
    this.dictionary = dictionary;
    this.dictionarySize = dictionarySize;
    this.codes = codes;
  }

  public FlatVector dictionary() {
    return dictionary;
  }

  /** Number of entries of the dictionary. */
  public int dictionarySize() {
    return dictionarySize;
  }

  public int[] codes() {
    return codes;
  }

  @Override
  public boolean isNull(int row) {
    return dictionary.isNull(codes[row]);
  }

  @Override
  public boolean mayHaveNulls() {
    return dictionary.mayHaveNulls();
  }

  @Override
  public Value getValue(int row) {
    return dictionary.getValue(codes[row]);
  }

  @Override
  public FlatVector flatten(int count) {
    FlatVector flat = FlatVector.allocate(type(), Math.max(count, 1));
    flat.gather(dictionary, codes, count);
    return flat;
  }
}
