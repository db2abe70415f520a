// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.pipeline;

import dev.eider.base.vector.DataChunk;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One worker's walk through a {@link Chain}: pulls chunks from the source and pushes them through
 * the operators with an explicit stack of those that have more output for their input. One thread
 * at a time.
 */
public final class ChunkStream implements AutoCloseable {
  private final WorkerContext context;
  private final Source.Worker source;
  private final int sourceNumber;
  private final Operator.Worker[] operators;
  private final int[] numbers;

  /** The input that operator {@code k} was given last, while it has more output for it. */
  private final DataChunk[] inputs;

  /** Operators with more output, upstream first. */
  private final int[] pending;

  private static final DataChunk NOTHING = new DataChunk(new dev.eider.base.vector.Vector[0], 0);

  private int pendingCount;
  private boolean ended;
  private boolean finished;
  private int flushLevel;
  private long batchIndex;
  private boolean begun;
  private DataChunk chunk = NOTHING;

  /** Opens the worker parts of the source and all operators. */
  public ChunkStream(Chain chain, WorkerContext context) {
    this.context = context;
    List<Chain.Step> steps = chain.steps();
    operators = new Operator.Worker[steps.size()];
    numbers = new int[steps.size()];
    inputs = new DataChunk[steps.size()];
    pending = new int[steps.size()];
    sourceNumber = chain.number();
    source = chain.source().newWorker(context);
    for (int i = 0; i < operators.length; i++) {
      operators[i] = steps.get(i).operator().newWorker(context);
      numbers[i] = steps.get(i).number();
    }
  }

  /**
   * The next chunk. It may be empty when a new batch began without rows so far, so that the caller
   * sees batches end.
   */
  public Source.Status next() {
    while (true) {
      int level;
      DataChunk input;
      boolean newBatch = false;
      if (pendingCount > 0) {
        level = pending[--pendingCount];
        input = inputs[level];
      } else if (!ended) {
        Source.Status status = pull();
        if (status == Source.Status.BLOCKED) {
          batchIndex = Math.max(batchIndex, source.batchIndex());
          return status;
        }
        if (status == Source.Status.END) {
          ended = true;
          continue;
        }
        input = source.chunk();
        newBatch = !begun || source.batchIndex() != batchIndex;
        begun = true;
        batchIndex = source.batchIndex();
        level = 0;
      } else if (flushLevel < operators.length) {
        if (flush(flushLevel) != Operator.Status.MORE) {
          flushLevel++;
          continue;
        }
        input = operators[flushLevel].output();
        level = flushLevel + 1;
      } else {
        return Source.Status.END;
      }
      if (input.size() > 0) {
        input = push(level, input);
      }
      if (input.size() > 0 || newBatch) {
        chunk = input;
        return Source.Status.CHUNK;
      }
    }
  }

  private DataChunk push(int from, DataChunk first) {
    DataChunk input = first;
    for (int level = from; level < operators.length; level++) {
      Operator.Worker operator = operators[level];
      Operator.Status status = process(operator, level, input);
      if (status == Operator.Status.MORE) {
        inputs[level] = input;
        pending[pendingCount++] = level;
      } else if (status == Operator.Status.FINISHED) {
        finished = true;
        ended = true;
        pendingCount = 0;
        flushLevel = Math.max(flushLevel, level + 1);
      }
      input = operator.output();
      if (input.size() == 0) {
        return NOTHING;
      }
    }
    return input;
  }

  private Source.Status pull() {
    OperatorProfile profile = context.profile();
    if (sourceNumber < 0) {
      return source.next();
    }
    long start = profile.timed() ? context.query().env().nanoTime() : 0;
    Source.Status status = source.next();
    if (profile.timed()) {
      profile.addNanos(sourceNumber, context.query().env().nanoTime() - start);
    }
    if (status == Source.Status.CHUNK) {
      profile.addRows(sourceNumber, source.chunk().size());
    }
    return status;
  }

  private Operator.Status process(Operator.Worker operator, int level, DataChunk input) {
    OperatorProfile profile = context.profile();
    int number = numbers[level];
    if (number < 0) {
      return operator.process(input, batchIndex);
    }
    long start = profile.timed() ? context.query().env().nanoTime() : 0;
    Operator.Status status = operator.process(input, batchIndex);
    if (profile.timed()) {
      profile.addNanos(number, context.query().env().nanoTime() - start);
    }
    profile.addRows(number, operator.output().size());
    return status;
  }

  private Operator.Status flush(int level) {
    Operator.Status status = operators[level].flush();
    if (status == Operator.Status.MORE && numbers[level] >= 0) {
      context.profile().addRows(numbers[level], operators[level].output().size());
    }
    return status;
  }

  /** The chunk of the last {@link #next}, valid until the next call. */
  public DataChunk chunk() {
    return chunk;
  }

  /** The batch index of that chunk. */
  public long batchIndex() {
    return batchIndex;
  }

  /** Whether an operator said that nobody needs more input. */
  public boolean isFinished() {
    return finished;
  }

  /** After BLOCKED: completes when {@link #next} may be called again. */
  public CompletableFuture<?> blockedOn() {
    return source.blockedOn();
  }

  @Override
  public void close() {
    RuntimeException first = null;
    for (int i = operators.length - 1; i >= 0; i--) {
      try {
        operators[i].close();
      } catch (RuntimeException e) {
        first = first == null ? e : first;
      }
    }
    source.close();
    if (first != null) {
      throw first;
    }
  }
}
