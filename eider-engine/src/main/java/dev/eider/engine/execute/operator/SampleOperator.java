// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.env.SeededRandom;
import dev.eider.base.kernel.HashKernels;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.Operator;
import dev.eider.engine.execute.pipeline.WorkerContext;

/**
 * Keeps a share of the rows, each row by its own chance or whole chunks at once. The choice is a
 * function of the seed, the batch and the row's number in it, so that a seed gives the same sample
 * however many workers there are.
 */
public final class SampleOperator implements Operator {
  private final double share;
  private final boolean wholeChunks;
  private final boolean seeded;
  private long seed;
  private boolean drawn;

  /** A sample of {@code percent} of the rows; seed -1: a new one for each query. */
  public SampleOperator(double percent, boolean wholeChunks, long seed) {
    this.share = percent / 100;
    this.wholeChunks = wholeChunks;
    this.seed = seed;
    this.seeded = seed >= 0;
  }

  private synchronized long seed(WorkerContext context) {
    if (!seeded && !drawn) {
      seed = context.eval().random().nextLong();
      drawn = true;
    }
    return seed;
  }

  @Override
  public Operator.Worker newWorker(WorkerContext context) {
    return new SampleWorker(seed(context));
  }

  private final class SampleWorker implements Operator.Worker {
    private final long start;
    private final Gatherer gatherer = new Gatherer();
    private final int[] selection = new int[Vector.CAPACITY];
    private long batch = -1;
    private SeededRandom random = new SeededRandom(0);
    private DataChunk output = Gatherer.NOTHING;

    SampleWorker(long start) {
      this.start = start;
    }

    private boolean chance() {
      return random.nextDouble() <= share;
    }

    @Override
    public Status process(DataChunk input, long batchIndex) {
      if (batchIndex != batch) {
        batch = batchIndex;
        // Each batch has a sequence of its own, whichever worker reads it; the first the seed's.
        random = new SeededRandom(batch == 0 ? start : start ^ HashKernels.mix(batch));
      }
      int count = 0;
      if (wholeChunks) {
        output = share > 0 && chance() ? input : Gatherer.NOTHING;
        return Status.NEXT;
      }
      for (int i = 0; i < input.size(); i++) {
        if (share > 0 && chance()) {
          selection[count++] = i;
        }
      }
      output = count == 0 ? Gatherer.NOTHING : gatherer.gather(input, selection, count);
      return Status.NEXT;
    }

    @Override
    public DataChunk output() {
      return output;
    }
  }
}
