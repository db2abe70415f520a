// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.table.ColumnPart;
import dev.eider.base.table.FilterEvaluator;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableScan;
import dev.eider.base.table.TableStats;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One or more CSV files as a table. Immutable but for the rejects and the cache of what is known of
 * the files; safe for many scans at once (a pipe can be scanned once).
 */
public final class CsvTable implements Table {
  private final List<TableColumn> columns;
  private final List<ColumnDecoder.Spec> specs;
  private final boolean[] declared;
  private final boolean[] constant;

  /** By column the column it is read from: itself, or what it is a part of. */
  private final int[] sources;

  private final CsvFiles files;
  private final CsvOptions options;
  private final Sniffed sniffed;
  private final @Nullable RejectStore rejects;

  /** What the error texts tell of the first file's sniffing. */
  record Sniffed(
      CsvDialect dialect,
      String newLine,
      boolean header,
      long skipRows,
      @Nullable TimeFormat dateFormat,
      @Nullable TimeFormat timestampFormat) {}

  CsvTable(
      List<TableColumn> columns,
      List<ColumnDecoder.Spec> specs,
      boolean[] declared,
      boolean[] constant,
      CsvFiles files,
      CsvOptions options,
      Sniffed sniffed,
      @Nullable RejectStore rejects) {
    this(
        columns,
        specs,
        declared,
        constant,
        themselves(columns.size()),
        files,
        options,
        sniffed,
        rejects);
  }

  private static int[] themselves(int count) {
    int[] sources = new int[count];
    for (int i = 0; i < count; i++) {
      sources[i] = i;
    }
    return sources;
  }

  private CsvTable(
      List<TableColumn> columns,
      List<ColumnDecoder.Spec> specs,
      boolean[] declared,
      boolean[] constant,
      int[] sources,
      CsvFiles files,
      CsvOptions options,
      Sniffed sniffed,
      @Nullable RejectStore rejects) {
    this.sources = sources;
    this.columns = List.copyOf(columns);
    this.specs = List.copyOf(specs);
    this.declared = declared;
    this.constant = constant;
    this.files = files;
    this.options = options;
    this.sniffed = sniffed;
    this.rejects = rejects;
  }

  @Override
  public List<TableColumn> columns() {
    return columns;
  }

  @Override
  public TableStats stats() {
    long rows = files.estimatedRows();
    return rows < 0 ? TableStats.UNKNOWN : new TableStats(rows, false, List.of());
  }

  @Override
  public FilterSupport supports(ScanFilter filter) {
    if (filter instanceof ScanFilter.Runtime) {
      return FilterSupport.PRUNING;
    }
    return FilterEvaluator.supported(filter) ? FilterSupport.EXACT : FilterSupport.NONE;
  }

  @Override
  public @Nullable Table withPart(int column, ColumnPart part) {
    ColumnDecoder.Spec spec = specs.get(column);
    if (spec.type().id() != TypeId.TIMESTAMP
        || spec.part() != null
        || !spec.parser().plain()
        || constant[column]
        || options.dropsRows()) {
      return null;
    }
    // The same name: errors are those of the column itself.
    List<TableColumn> moreColumns = new ArrayList<>(columns);
    moreColumns.add(new TableColumn(columns.get(column).name(), LogicalType.BIGINT, true));
    List<ColumnDecoder.Spec> moreSpecs = new ArrayList<>(specs);
    moreSpecs.add(spec.withPart(part));
    int count = columns.size();
    boolean[] moreDeclared = Arrays.copyOf(declared, count + 1);
    moreDeclared[count] = declared[column];
    int[] moreSources = Arrays.copyOf(sources, count + 1);
    moreSources[count] = column;
    return new CsvTable(
        moreColumns,
        moreSpecs,
        moreDeclared,
        Arrays.copyOf(constant, count + 1),
        moreSources,
        files,
        options,
        sniffed,
        rejects);
  }

  @Override
  public String describe() {
    return "READ_CSV " + files.describe();
  }

  @Override
  public TableScan scan(ScanRequest request, ScanContext context) {
    return new CsvScan(this, request, context);
  }

  /** Opens a list for the rejects of one scan, or null when they are not kept. */
  @Nullable Rejects openRejects() {
    return rejects == null ? null : rejects.open(this, options.rejectsLimit);
  }

  /** The files, in order. */
  public List<String> paths() {
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < files.count(); i++) {
      paths.add(files.path(i));
    }
    return paths;
  }

  CsvOptions options() {
    return options;
  }

  boolean[] constantColumns() {
    return constant;
  }

  ColumnDecoder.Spec spec(int column) {
    return specs.get(column);
  }

  boolean declared(int column) {
    return declared[column];
  }

  FlatVector newVector(int column) {
    return FlatVector.allocate(columns.get(column).type(), Vector.CAPACITY);
  }

  int fileCount() {
    return files.count();
  }

  @Nullable CsvFile file(int number, ScanContext context) {
    CsvFile file = files.get(number, context);
    int known = file == null ? 0 : file.mapping().length;
    if (file == null || known == sources.length) {
      return file;
    }
    int[] mapping = Arrays.copyOf(file.mapping(), sources.length);
    @Nullable Value[] constants = Arrays.copyOf(file.constants(), sources.length);
    for (int i = known; i < sources.length; i++) {
      mapping[i] = mapping[sources[i]];
    }
    return new CsvFile(
        file.path(),
        file.dialect(),
        file.fields(),
        file.dataStart(),
        mapping,
        constants,
        file.rowBytes());
  }

  /** The column that a column is read from: itself, or what it is a part of. */
  int source(int column) {
    return sources[column];
  }

  TextSource open(CsvFile file, ScanContext context) {
    return files.open(file, context);
  }

  Value constantOf(CsvFile file, int column) {
    Value value = file.constants()[column];
    return value == null ? Value.nullOf(columns.get(column).type()) : value;
  }

  long totalBytes() {
    return files.totalBytes();
  }

  long estimatedBlocks(int number) {
    return files.estimatedBlocks(number);
  }

  long maxLine() {
    return options.maxLine < 0 ? Integer.MAX_VALUE : options.maxLine;
  }

  boolean dialectNeedsEnds(CsvFile file) {
    return file.dialect().delimiter().length != 1;
  }

  CsvDialect dialect() {
    return sniffed.dialect();
  }

  String newLineText() {
    return sniffed.newLine();
  }

  boolean hasHeader() {
    return sniffed.header();
  }

  long skipRows() {
    return sniffed.skipRows();
  }

  @Nullable TimeFormat dateFormat() {
    return sniffed.dateFormat();
  }

  @Nullable TimeFormat timestampFormat() {
    return sniffed.timestampFormat();
  }
}
