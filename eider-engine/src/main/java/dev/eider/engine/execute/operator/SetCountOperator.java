// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.Operator;
import dev.eider.engine.execute.pipeline.WorkerContext;

/**
 * The last step of EXCEPT and INTERSECT: takes distinct rows with the numbers of their occurrences
 * on the left and on the right (the last two columns), and yields each row as often as the
 * operation says.
 */
public final class SetCountOperator implements Operator {
  private final boolean intersect;
  private final boolean all;
  private final int columns;

  /** INTERSECT or else EXCEPT of rows of so many columns. */
  public SetCountOperator(boolean intersect, boolean all, int columns) {
    this.intersect = intersect;
    this.all = all;
    this.columns = columns;
  }

  @Override
  public Operator.Worker newWorker(WorkerContext context) {
    return new CountWorker();
  }

  private long copies(long left, long right) {
    if (intersect) {
      return all ? Math.min(left, right) : left > 0 && right > 0 ? 1 : 0;
    }
    return all ? Math.max(0, left - right) : left > 0 && right == 0 ? 1 : 0;
  }

  private final class CountWorker implements Operator.Worker {
    private final Gatherer gatherer = new Gatherer();
    private final int[] selection = new int[Vector.CAPACITY];
    private int row;
    private long done;
    private DataChunk output = Gatherer.NOTHING;

    @Override
    public Status process(DataChunk input, long batchIndex) {
      LongVector left = (LongVector) input.flat(columns);
      LongVector right = (LongVector) input.flat(columns + 1);
      int count = 0;
      while (row < input.size() && count < Vector.CAPACITY) {
        long copies = copies(left.get(row), right.get(row));
        while (done < copies && count < Vector.CAPACITY) {
          selection[count++] = row;
          done++;
        }
        if (done >= copies) {
          row++;
          done = 0;
        }
      }
      if (count == 0) {
        output = Gatherer.NOTHING;
      } else {
        Vector[] kept = new Vector[columns];
        System.arraycopy(input.columns(), 0, kept, 0, columns);
        output = gatherer.gather(new DataChunk(kept, input.size()), selection, count);
      }
      if (row < input.size()) {
        return Status.MORE;
      }
      row = 0;
      return Status.NEXT;
    }

    @Override
    public DataChunk output() {
      return output;
    }
  }
}
