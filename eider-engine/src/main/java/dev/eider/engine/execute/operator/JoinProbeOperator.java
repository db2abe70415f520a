// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.pipeline.Operator;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.Columns;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The probe side of a {@link HashJoin}: looks up each left row, or keeps it when the join spills.
 */
final class JoinProbeOperator implements Operator {
  private final HashJoin join;

  JoinProbeOperator(HashJoin join) {
    this.join = join;
  }

  @Override
  public Operator.Worker newWorker(WorkerContext context) {
    return new ProbeWorker(context);
  }

  /** Types of a kept left row: its columns, then the keys. */
  static List<LogicalType> keptTypes(HashJoin join) {
    List<LogicalType> types = new ArrayList<>(join.leftTypes());
    types.addAll(Expressions.types(join.leftKeys()));
    return types;
  }

  private final class ProbeWorker implements Operator.Worker {
    private final Evaluator[] evaluators;
    private final FlatVector[] keys;
    private final @Nullable FlatVector[] scratch;
    private final JoinMatcher matcher;
    private @Nullable JoinPartitions kept;
    private boolean inside;
    private DataChunk output = Gatherer.NOTHING;

    ProbeWorker(WorkerContext context) {
      evaluators = Expressions.of(join.leftKeys(), context);
      keys = new FlatVector[evaluators.length];
      scratch = new @Nullable FlatVector[evaluators.length];
      matcher = new JoinMatcher(join, context);
      if (join.isSpilling()) {
        int[] keyColumns = new int[keys.length];
        for (int i = 0; i < keyColumns.length; i++) {
          keyColumns[i] = join.leftTypes().size() + i;
        }
        kept = new JoinPartitions(join, keptTypes(join), keyColumns, context.query());
      }
    }

    @Override
    public Status process(DataChunk input, long batchIndex) {
      if (!inside) {
        evaluateKeys(input);
        JoinPartitions partitions = kept;
        if (partitions != null) {
          partitions.add(withKeys(input));
          output = Gatherer.NOTHING;
          return Status.NEXT;
        }
        if (join.table().rows() == 0 && join.needsBuildRows()) {
          output = Gatherer.NOTHING;
          return Status.FINISHED;
        }
        matcher.begin(join.table(), join.found(), input, keys);
      }
      inside = matcher.next();
      output = matcher.output();
      return inside ? Status.MORE : Status.NEXT;
    }

    private void evaluateKeys(DataChunk input) {
      for (int i = 0; i < keys.length; i++) {
        Vector key = evaluators[i].evaluate(input);
        FlatVector target = scratch[i];
        if (!(key instanceof FlatVector) && target == null) {
          target = FlatVector.allocate(key.type(), Vector.CAPACITY);
          scratch[i] = target;
        }
        keys[i] =
            key instanceof FlatVector flat || target == null
                ? (FlatVector) key
                : Columns.flat(key, input.size(), target);
      }
    }

    private DataChunk withKeys(DataChunk input) {
      Vector[] columns = new Vector[join.leftTypes().size() + keys.length];
      System.arraycopy(input.columns(), 0, columns, 0, join.leftTypes().size());
      System.arraycopy(keys, 0, columns, join.leftTypes().size(), keys.length);
      return new DataChunk(columns, input.size());
    }

    @Override
    public DataChunk output() {
      return output;
    }

    @Override
    public Status flush() {
      if (kept != null) {
        kept.spill();
        join.addProbe(kept);
        kept = null;
      }
      return Status.NEXT;
    }

    @Override
    public void close() {
      if (kept != null) {
        kept.close();
      }
    }
  }
}
