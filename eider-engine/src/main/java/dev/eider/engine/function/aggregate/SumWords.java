// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** A sum outside of its state: how many values, and the exact sum or else the double. */
record SumWords(long count, @Nullable BigInteger exact, double approximate) {}
