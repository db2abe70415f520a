// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.RowsTable;
import dev.eider.io.cache.BlockCache;
import dev.eider.io.cache.DiskCache;
import dev.eider.io.store.StoreObserver.Attempt;
import dev.eider.io.store.StoreStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** Table functions that show what was asked of stores. */
final class IoFunctions {
  private IoFunctions() {}

  /** {@code eider_io_stats()} and its like. */
  static List<TableFunction> all(
      StoreStatistics statistics, BlockCache cache, Supplier<List<DiskCache.Counts>> disks) {
    return List.of(
        new Shown("eider_io_stats", STATS, () -> stats(statistics)),
        new Shown("eider_io_log", LOG, () -> log(statistics)),
        new Shown("eider_cache_stats", CACHE, () -> counts(cache.counts(), disks.get())),
        new Shown("duckdb_external_file_cache", KEPT, () -> kept(cache)));
  }

  private static final List<TableColumn> STATS =
      List.of(
          new TableColumn("store", LogicalType.VARCHAR),
          new TableColumn("operation", LogicalType.VARCHAR),
          new TableColumn("requests", LogicalType.BIGINT),
          new TableColumn("failures", LogicalType.BIGINT),
          new TableColumn("retries", LogicalType.BIGINT),
          new TableColumn("in_flight", LogicalType.BIGINT),
          new TableColumn("bytes", LogicalType.BIGINT),
          new TableColumn("mean_ms", LogicalType.DOUBLE),
          new TableColumn("p50_ms", LogicalType.DOUBLE),
          new TableColumn("p99_ms", LogicalType.DOUBLE));

  private static final List<TableColumn> LOG =
      List.of(
          new TableColumn("ended", LogicalType.TIMESTAMP_TZ),
          new TableColumn("store", LogicalType.VARCHAR),
          new TableColumn("operation", LogicalType.VARCHAR),
          new TableColumn("key", LogicalType.VARCHAR),
          new TableColumn("range_start", LogicalType.BIGINT),
          new TableColumn("bytes", LogicalType.BIGINT),
          new TableColumn("attempt", LogicalType.INTEGER),
          new TableColumn("status", LogicalType.INTEGER),
          new TableColumn("failure", LogicalType.VARCHAR),
          new TableColumn("ms", LogicalType.DOUBLE));

  private static final List<TableColumn> CACHE =
      List.of(
          new TableColumn("hits", LogicalType.BIGINT),
          new TableColumn("hit_bytes", LogicalType.BIGINT),
          new TableColumn("misses", LogicalType.BIGINT),
          new TableColumn("pieces", LogicalType.BIGINT),
          new TableColumn("memory_bytes", LogicalType.BIGINT),
          new TableColumn("disk_hits", LogicalType.BIGINT),
          new TableColumn("disk_hit_bytes", LogicalType.BIGINT),
          new TableColumn("disk_bytes", LogicalType.BIGINT),
          new TableColumn("disk_failures", LogicalType.BIGINT));

  private static final List<TableColumn> KEPT =
      List.of(
          new TableColumn("path", LogicalType.VARCHAR),
          new TableColumn("nr_bytes", LogicalType.BIGINT),
          new TableColumn("location", LogicalType.BIGINT),
          new TableColumn("loaded", LogicalType.BOOLEAN));

  private static List<List<Value>> counts(BlockCache.Counts counts, List<DiskCache.Counts> disks) {
    return List.of(
        List.of(
            Value.of(counts.hits()),
            Value.of(counts.hitBytes()),
            Value.of(counts.misses()),
            Value.of((long) counts.pieces()),
            Value.of(counts.bytes()),
            Value.of(disks.stream().mapToLong(DiskCache.Counts::hits).sum()),
            Value.of(disks.stream().mapToLong(DiskCache.Counts::hitBytes).sum()),
            Value.of(disks.stream().mapToLong(DiskCache.Counts::bytes).sum()),
            Value.of(disks.stream().mapToLong(DiskCache.Counts::failures).sum())));
  }

  private static List<List<Value>> kept(BlockCache cache) {
    List<List<Value>> rows = new ArrayList<>();
    for (BlockCache.Kept kept : cache.kept()) {
      rows.add(
          List.of(
              Value.of(shown(kept.object().address())),
              Value.of(kept.bytes()),
              Value.of(kept.offset()),
              Value.of(true)));
    }
    return rows;
  }

  /** An address without what follows its question mark, which may be a signature. */
  private static String shown(String address) {
    int query = address.startsWith("http") ? address.indexOf('?') : -1;
    return query < 0 ? address : address.substring(0, query);
  }

  private static List<List<Value>> stats(StoreStatistics statistics) {
    List<List<Value>> rows = new ArrayList<>();
    for (StoreStatistics.Row row : statistics.rows()) {
      rows.add(
          List.of(
              Value.of(row.store()),
              Value.of(row.operation().name().toLowerCase(Locale.ROOT)),
              Value.of(row.requests()),
              Value.of(row.failures()),
              Value.of(row.retries()),
              Value.of(row.inFlight()),
              Value.of(row.bytes()),
              Value.of(row.mean()),
              Value.of(row.p50()),
              Value.of(row.p99())));
    }
    return rows;
  }

  private static List<List<Value>> log(StoreStatistics statistics) {
    List<List<Value>> rows = new ArrayList<>();
    for (StoreStatistics.Entry entry : statistics.log()) {
      Attempt attempt = entry.attempt();
      int query = entry.store().startsWith("http") ? attempt.key().indexOf('?') : -1;
      rows.add(
          List.of(
              new Value(LogicalType.TIMESTAMP_TZ, entry.endMicros()),
              Value.of(entry.store()),
              Value.of(attempt.operation().name().toLowerCase(Locale.ROOT)),
              // What follows the question mark may be a signature.
              Value.of(query < 0 ? attempt.key() : attempt.key().substring(0, query)),
              Value.of(attempt.offset()),
              Value.of(attempt.bytes()),
              Value.of(attempt.number()),
              attempt.status() == 0
                  ? Value.nullOf(LogicalType.INTEGER)
                  : Value.of(attempt.status()),
              attempt.failure() == null
                  ? Value.nullOf(LogicalType.VARCHAR)
                  : Value.of(attempt.failure().name().toLowerCase(Locale.ROOT)),
              Value.of(attempt.nanos() / 1e6)));
    }
    return rows;
  }

  private record Shown(String name, List<TableColumn> columns, Supplier<List<List<Value>>> rows)
      implements TableFunction {
    @Override
    public List<List<LogicalType>> signatures() {
      return List.of(List.of());
    }

    @Override
    public Map<String, LogicalType> namedParameters() {
      return Map.of();
    }

    @Override
    public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
      return new RowsTable(name.toUpperCase(Locale.ROOT), columns, rows::get);
    }
  }
}
