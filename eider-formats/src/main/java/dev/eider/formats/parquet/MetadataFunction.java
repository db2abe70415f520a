// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.FileGlob;
import dev.eider.formats.glob.RowsTable;
import dev.eider.formats.parquet.Footer.Chunk;
import dev.eider.formats.parquet.Footer.RowGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The table functions that show what files say of themselves. */
final class MetadataFunction implements TableFunction {
  private final String name;
  private final List<TableColumn> columns;
  private final List<List<LogicalType>> signatures;
  private final Footers footers;
  private final Rows rows;

  /** Makes the rows of one file. */
  private interface Rows {
    List<List<Value>> of(ParquetFile file, List<Value> arguments, BindContext context);
  }

  private MetadataFunction(
      String name,
      List<TableColumn> columns,
      List<List<LogicalType>> signatures,
      Footers footers,
      Rows rows) {
    this.name = name;
    this.columns = columns;
    this.signatures = signatures;
    this.footers = footers;
    this.rows = rows;
  }

  static List<TableFunction> all(Footers footers) {
    List<List<LogicalType>> probe = new ArrayList<>();
    for (List<LogicalType> path : ParquetFunctions.PATHS) {
      probe.add(List.of(path.get(0), LogicalType.VARCHAR, LogicalType.ANY));
    }
    return List.of(
        new MetadataFunction(
            "parquet_metadata",
            MetadataRows.CHUNK_COLUMNS,
            ParquetFunctions.PATHS,
            footers,
            (file, arguments, context) -> new MetadataRows(file, context).chunks()),
        new MetadataFunction(
            "parquet_schema",
            MetadataRows.SCHEMA_COLUMNS,
            ParquetFunctions.PATHS,
            footers,
            (file, arguments, context) -> new MetadataRows(file, context).schema()),
        new MetadataFunction(
            "parquet_file_metadata",
            MetadataRows.FILE_COLUMNS,
            ParquetFunctions.PATHS,
            footers,
            (file, arguments, context) -> new MetadataRows(file, context).file()),
        new MetadataFunction(
            "parquet_kv_metadata",
            MetadataRows.KEY_VALUE_COLUMNS,
            ParquetFunctions.PATHS,
            footers,
            (file, arguments, context) -> new MetadataRows(file, context).keyValues()),
        new MetadataFunction(
            "parquet_full_metadata",
            MetadataRows.FULL_COLUMNS,
            ParquetFunctions.PATHS,
            footers,
            (file, arguments, context) -> new MetadataRows(file, context).full()),
        new MetadataFunction(
            "parquet_bloom_probe",
            MetadataRows.PROBE_COLUMNS,
            probe,
            footers,
            (file, arguments, context) ->
                probe(file, arguments.get(1), arguments.get(2), context)));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<List<LogicalType>> signatures() {
    return signatures;
  }

  @Override
  public Map<String, LogicalType> namedParameters() {
    return Map.of();
  }

  @Override
  public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
    for (Value argument : arguments) {
      if (argument.isNull() && arguments.size() > 1) {
        throw EiderException.invalidInput("Can't have NULL parameters for " + name);
      }
    }
    List<String> paths = FileGlob.of(context).paths(name, arguments.get(0), "parquet", false);
    List<List<Value>> found = new ArrayList<>();
    for (String path : paths) {
      context.checkInterrupted();
      found.addAll(rows.of(footers.show(path, context), arguments, context));
    }
    return new RowsTable(name.toUpperCase(Locale.ROOT), columns, () -> found);
  }

  private static List<List<Value>> probe(
      ParquetFile file, Value column, Value wanted, BindContext context) {
    int number = file.indexOf(column.asString());
    if (number < 0 || file.columns().get(number).kind() != SchemaNode.Kind.LEAF) {
      throw EiderException.invalidInput(
          "Column " + column.asString() + " not found in " + file.path());
    }
    SchemaNode node = file.columns().get(number);
    Value value = cast(wanted, node.type(), context);
    List<List<Value>> found = new ArrayList<>();
    for (RowGroup group : file.footer().rowGroups()) {
      if (node.leaf() >= group.chunks().size()) {
        throw Footers.damaged(
            file.path(),
            new DamagedException(
                "row group " + group.number() + " has " + group.chunks().size() + " columns"));
      }
      Chunk chunk = group.chunks().get(node.leaf());
      boolean excludes = false;
      if (chunk.bloomOffset() > 0
          && chunk.bloomLength() > 0
          && chunk.bloomLength() <= file.object().size() - chunk.bloomOffset()
          && BloomFilter.supports(node.theLeafType())) {
        byte[] bytes =
            context.objects().read(file.object(), chunk.bloomOffset(), chunk.bloomLength());
        try {
          BloomFilter filter = BloomFilter.read(bytes, bytes.length);
          excludes = filter != null && !filter.mayContain(node.theLeafType(), value);
        } catch (DamagedException e) {
          throw Footers.damaged(file.path(), e);
        }
      }
      found.add(
          List.of(Value.of(file.path()), Value.of((long) group.number()), Value.of(excludes)));
    }
    return found;
  }

  /** A constant as a value of another type. */
  static Value cast(Value value, LogicalType type, BindContext context) {
    if (value.type().equals(type)) {
      return value;
    }
    ColumnCast cast = context.columnCast(value.type(), type);
    if (cast == null || value.type().id() == TypeId.SQLNULL) {
      throw EiderException.conversion(
          "there is no value of type " + type + " for one of type " + value.type());
    }
    return MetadataRows.cast(value, type, cast);
  }
}
