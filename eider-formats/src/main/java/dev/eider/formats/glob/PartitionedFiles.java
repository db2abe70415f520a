// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.glob;

import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction.BindContext;
import dev.eider.base.table.TableScan;
import dev.eider.base.table.TableStats;
import dev.eider.base.type.LogicalType;
import java.util.List;
import java.util.Map;

/**
 * Files with hive partitions of which only the first one was opened, which tells the columns. Which
 * others there are is found out when the filters of a query are known, and only those that may pass
 * are listed and opened. Immutable.
 */
public final class PartitionedFiles implements Table {
  /** Makes the table of some of the files, with the columns of the first one of all. */
  public interface Opener {
    Table open(List<String> paths);
  }

  private final Table first;
  private final FileList files;
  private final Map<String, LogicalType> partitions;
  private final BindContext context;
  private final Opener opener;

  /**
   * Files that are yet to be opened.
   *
   * @param first the table of the first file alone
   * @param partitions names and types of the partitions
   */
  public PartitionedFiles(
      Table first,
      FileList files,
      Map<String, LogicalType> partitions,
      BindContext context,
      Opener opener) {
    this.first = first;
    this.files = files;
    this.partitions = partitions;
    this.context = context;
    this.opener = opener;
  }

  @Override
  public List<TableColumn> columns() {
    return first.columns();
  }

  @Override
  public TableStats stats() {
    return TableStats.UNKNOWN;
  }

  @Override
  public FilterSupport supports(ScanFilter filter) {
    return first.supports(filter);
  }

  @Override
  public Table narrowed(List<ScanFilter> filters) {
    List<String> paths =
        files.matching(new PartitionFilter(filters, columns(), partitions, context));
    if (!files.isWhole()) {
      HivePartitions.check(files.known().getFirst(), paths);
    }
    return paths.isEmpty() ? new RowsTable(describe(), columns(), List::of) : opener.open(paths);
  }

  @Override
  public String describe() {
    return first.describe();
  }

  @Override
  public TableScan scan(ScanRequest request, ScanContext scan) {
    return narrowed(request.filters()).scan(request, scan);
  }
}
