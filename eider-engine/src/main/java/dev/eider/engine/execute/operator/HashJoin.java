// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.memory.TemporaryMemory;
import dev.eider.base.type.LogicalType;
import dev.eider.engine.execute.hash.JoinFilter;
import dev.eider.engine.execute.hash.JoinTable;
import dev.eider.engine.execute.pipeline.Operator;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.row.ChunkCollection;
import dev.eider.engine.execute.row.ColumnStore;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.plan.LogicalOperator.JoinType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One hash join: configuration, and the build side (always the right input) once it is complete.
 *
 * <p>While the build side fits its share of memory its rows go to one store and one {@link
 * JoinTable}. When it does not, both sides are cut into partitions by hash and spilled; the probe
 * yields nothing then, and {@link JoinRestSource} joins partition by partition.
 *
 * <p>The mutable fields are guarded by {@code this} while sinks and probes run; {@code table} and
 * {@code found} are set once before the probe starts. Elements of {@code found} are only ever set
 * to 1, by any worker.
 */
public final class HashJoin {
  static final int PARTITION_BITS = 5;
  static final int PARTITIONS = 1 << PARTITION_BITS;

  private final JoinType type;
  private final List<LogicalType> leftTypes;
  private final List<LogicalType> rightTypes;
  private final List<BoundExpr> leftKeys;
  private final List<BoundExpr> rightKeys;
  private final boolean[] nullSafe;
  private final @Nullable BoundExpr residual;
  private final List<LogicalType> storedTypes = new ArrayList<>();
  private final List<BoundExpr> storedKeys = new ArrayList<>();
  private final int[] keyColumns;
  private final JoinFilter @Nullable [] filters;
  private final boolean drainsProbe;

  private @Nullable MemoryReservation memory;
  private TemporaryMemory.@Nullable Claim claim;
  private volatile boolean spilling;
  private final List<ChunkCollection> parts = new ArrayList<>();
  private final List<JoinPartitions> buildParts = new ArrayList<>();
  private final List<JoinPartitions> probeParts = new ArrayList<>();
  private @Nullable JoinTable table;
  private byte[] found = new byte[0];
  private boolean anyBuildRow;
  private boolean anyNullKey;

  /**
   * A join.
   *
   * @param leftKeys over the left input's chunks, {@code rightKeys} over the right's, pair by pair
   *     of equal types
   * @param residual over left columns followed by right columns
   * @param filters one a key, told of the build side when it is complete
   * @param drainsProbe whether the left side is read to its end for its effects, even when no row
   *     can come out
   */
  public HashJoin(
      JoinType type,
      List<LogicalType> leftTypes,
      List<LogicalType> rightTypes,
      List<BoundExpr> leftKeys,
      List<BoundExpr> rightKeys,
      boolean[] nullSafe,
      @Nullable BoundExpr residual,
      JoinFilter @Nullable [] filters,
      boolean drainsProbe) {
    this.type = type;
    this.leftTypes = List.copyOf(leftTypes);
    this.rightTypes = List.copyOf(rightTypes);
    this.leftKeys = List.copyOf(leftKeys);
    this.rightKeys = List.copyOf(rightKeys);
    this.nullSafe = nullSafe;
    this.residual = residual;
    this.filters = filters;
    this.drainsProbe = drainsProbe;
    storedTypes.addAll(rightTypes);
    keyColumns = new int[rightKeys.size()];
    for (int i = 0; i < keyColumns.length; i++) {
      if (rightKeys.get(i) instanceof BoundExpr.InputRef input) {
        keyColumns[i] = input.position();
      } else {
        keyColumns[i] = storedTypes.size();
        storedTypes.add(rightKeys.get(i).type());
        storedKeys.add(rightKeys.get(i));
      }
    }
  }

  public Sink buildSink() {
    return new JoinBuildSink(this);
  }

  public Operator probe() {
    return new JoinProbeOperator(this);
  }

  /** What comes after the probe: spilled partitions, and unmatched build rows. */
  public Source rest() {
    return new JoinRestSource(this);
  }

  JoinType type() {
    return type;
  }

  List<LogicalType> leftTypes() {
    return leftTypes;
  }

  List<LogicalType> rightTypes() {
    return rightTypes;
  }

  List<BoundExpr> leftKeys() {
    return leftKeys;
  }

  boolean[] nullSafe() {
    return nullSafe;
  }

  @Nullable BoundExpr residual() {
    return residual;
  }

  List<LogicalType> storedTypes() {
    return storedTypes;
  }

  List<BoundExpr> storedKeys() {
    return storedKeys;
  }

  int[] keyColumns() {
    return keyColumns;
  }

  /** Whether build rows are put out at the end: those that {@link #found} does not have, or has. */
  boolean keepsBuildRows() {
    return type == JoinType.RIGHT || type == JoinType.FULL || onlyBuildRows();
  }

  /** Whether nothing but build rows is put out. */
  boolean onlyBuildRows() {
    return type == JoinType.RIGHT_SEMI || type == JoinType.RIGHT_ANTI;
  }

  /** The element of {@link #found} of the build rows that are put out at the end. */
  byte keptMark() {
    return (byte) (type == JoinType.RIGHT_SEMI ? 1 : 0);
  }

  /** Whether the probe may end when there is no build row: no row can come out. */
  boolean needsBuildRows() {
    return !drainsProbe
        && (type == JoinType.INNER
            || type == JoinType.SEMI
            || type == JoinType.RIGHT
            || onlyBuildRows());
  }

  synchronized MemoryReservation memory(QueryContext query) {
    MemoryReservation open = memory;
    if (open == null) {
      open = query.memory().reserve("HASH_JOIN");
      memory = open;
      claim = query.memory().temporary().register("HASH_JOIN", 0);
    }
    return open;
  }

  boolean isSpilling() {
    return spilling;
  }

  /** Switches to partitions when the build side holds more than its share. Any worker. */
  boolean checkMemory() {
    if (spilling) {
      return true;
    }
    MemoryReservation held = memory;
    TemporaryMemory.Claim asked = claim;
    if (held == null || asked == null || !canSpill()) {
      return false;
    }
    // The store that the rows are moved to needs as much again for a while.
    long wanted = 2 * held.bytes();
    asked.want(wanted);
    if (wanted > asked.granted()) {
      spilling = true;
    }
    return spilling;
  }

  /** A mark with several keys must see all rows with NULLs at once. */
  private boolean canSpill() {
    return type != JoinType.MARK || (nullSafe.length == 1 && residual == null);
  }

  /** Bytes one worker may hold before it writes its partitions out. */
  long workerShare(QueryContext query) {
    TemporaryMemory.Claim asked = claim;
    long granted = asked == null ? 0 : asked.granted();
    return Math.max(64 << 10, granted / (4L * query.threads()));
  }

  synchronized void addPart(ChunkCollection rows) {
    parts.add(rows);
    anyBuildRow |= rows.rows() > 0;
  }

  synchronized void addBuild(JoinPartitions rows) {
    buildParts.add(rows);
    anyBuildRow |= rows.rows() > 0;
    anyNullKey |= rows.sawNullKey();
  }

  synchronized void addProbe(JoinPartitions rows) {
    probeParts.add(rows);
  }

  boolean anyBuildRow() {
    return anyBuildRow;
  }

  boolean anyNullKey() {
    return anyNullKey;
  }

  /** Makes the table, or leaves everything in partitions. */
  void finishBuild(QueryContext query) {
    MemoryReservation reservation = memory(query);
    if (checkMemory()) {
      for (ChunkCollection part : parts) {
        JoinPartitions split = JoinPartitions.ofBuild(this, query);
        split.addAll(part);
        part.close();
        split.spill();
        addBuild(split);
      }
      parts.clear();
      return;
    }
    ColumnStore store = JoinBuildSink.store(parts, storedTypes, reservation, query);
    parts.clear();
    JoinTable built = new JoinTable(store, keyColumns, nullSafe, reservation, query);
    anyNullKey = built.hasNullKeys();
    table = built;
    if (keepsBuildRows()) {
      reservation.grow(store.rows());
      found = new byte[store.rows()];
    }
    JoinFilter @Nullable [] told = filters;
    if (told != null) {
      for (int i = 0; i < told.length; i++) {
        told[i].fill(built.keys()[i], built.rows());
      }
    }
  }

  JoinTable table() {
    return Objects.requireNonNull(table);
  }

  byte[] found() {
    return found;
  }

  List<JoinPartitions> buildPartitions() {
    return buildParts;
  }

  List<JoinPartitions> probePartitions() {
    return probeParts;
  }

  synchronized void close() {
    for (ChunkCollection part : parts) {
      part.close();
    }
    for (JoinPartitions part : buildParts) {
      part.close();
    }
    for (JoinPartitions part : probeParts) {
      part.close();
    }
    parts.clear();
    buildParts.clear();
    probeParts.clear();
    table = null;
    if (claim != null) {
      claim.close();
      claim = null;
    }
    if (memory != null) {
      memory.close();
      memory = null;
    }
  }
}
