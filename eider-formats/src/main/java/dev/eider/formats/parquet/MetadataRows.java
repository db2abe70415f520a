// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction.BindContext;
import dev.eider.base.table.TableFunction.ColumnCast;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.LogicalType.Field;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.formats.parquet.Footer.Annotation;
import dev.eider.formats.parquet.Footer.Chunk;
import dev.eider.formats.parquet.Footer.EncodingCount;
import dev.eider.formats.parquet.Footer.KeyValue;
import dev.eider.formats.parquet.Footer.RowGroup;
import dev.eider.formats.parquet.Footer.SchemaElement;
import dev.eider.formats.parquet.Footer.Statistics;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one file says of itself, as rows. */
final class MetadataRows {
  private static final LogicalType BIGINT = LogicalType.BIGINT;
  private static final LogicalType VARCHAR = LogicalType.VARCHAR;
  private static final LogicalType BOX =
      LogicalType.struct(
          List.of(
              new Field("xmin", LogicalType.DOUBLE),
              new Field("xmax", LogicalType.DOUBLE),
              new Field("ymin", LogicalType.DOUBLE),
              new Field("ymax", LogicalType.DOUBLE),
              new Field("zmin", LogicalType.DOUBLE),
              new Field("zmax", LogicalType.DOUBLE),
              new Field("mmin", LogicalType.DOUBLE),
              new Field("mmax", LogicalType.DOUBLE)));
  private static final LogicalType ENCODING_COUNT =
      LogicalType.struct(
          List.of(
              new Field("page_type", VARCHAR),
              new Field("encoding", VARCHAR),
              new Field("count", LogicalType.INTEGER)));
  private static final LogicalType ENCODING_COUNTS = LogicalType.list(ENCODING_COUNT);
  private static final LogicalType TEXTS = LogicalType.list(VARCHAR);
  private static final LogicalType KEY_VALUES = LogicalType.map(LogicalType.BLOB, LogicalType.BLOB);

  static final List<TableColumn> CHUNK_COLUMNS =
      List.of(
          new TableColumn("file_name", VARCHAR),
          new TableColumn("row_group_id", BIGINT),
          new TableColumn("row_group_num_rows", BIGINT),
          new TableColumn("row_group_num_columns", BIGINT),
          new TableColumn("row_group_bytes", BIGINT),
          new TableColumn("column_id", BIGINT),
          new TableColumn("file_offset", BIGINT),
          new TableColumn("num_values", BIGINT),
          new TableColumn("path_in_schema", VARCHAR),
          new TableColumn("type", VARCHAR),
          new TableColumn("stats_min", VARCHAR),
          new TableColumn("stats_max", VARCHAR),
          new TableColumn("stats_null_count", BIGINT),
          new TableColumn("stats_distinct_count", BIGINT),
          new TableColumn("stats_min_value", VARCHAR),
          new TableColumn("stats_max_value", VARCHAR),
          new TableColumn("compression", VARCHAR),
          new TableColumn("encodings", VARCHAR),
          new TableColumn("index_page_offset", BIGINT),
          new TableColumn("dictionary_page_offset", BIGINT),
          new TableColumn("data_page_offset", BIGINT),
          new TableColumn("total_compressed_size", BIGINT),
          new TableColumn("total_uncompressed_size", BIGINT),
          new TableColumn("key_value_metadata", KEY_VALUES),
          new TableColumn("bloom_filter_offset", BIGINT),
          new TableColumn("bloom_filter_length", BIGINT),
          new TableColumn("min_is_exact", LogicalType.BOOLEAN),
          new TableColumn("max_is_exact", LogicalType.BOOLEAN),
          new TableColumn("row_group_compressed_bytes", BIGINT),
          new TableColumn("geo_bbox", BOX),
          new TableColumn("geo_types", TEXTS),
          new TableColumn("encoding_stats", ENCODING_COUNTS),
          new TableColumn("stats_nan_count", BIGINT));

  static final List<TableColumn> SCHEMA_COLUMNS =
      List.of(
          new TableColumn("file_name", VARCHAR),
          new TableColumn("name", VARCHAR),
          new TableColumn("type", VARCHAR),
          new TableColumn("type_length", VARCHAR),
          new TableColumn("repetition_type", VARCHAR),
          new TableColumn("num_children", BIGINT),
          new TableColumn("converted_type", VARCHAR),
          new TableColumn("scale", BIGINT),
          new TableColumn("precision", BIGINT),
          new TableColumn("field_id", BIGINT),
          new TableColumn("logical_type", VARCHAR),
          new TableColumn("duckdb_type", VARCHAR),
          new TableColumn("column_id", BIGINT));

  static final List<TableColumn> FILE_COLUMNS =
      List.of(
          new TableColumn("file_name", VARCHAR),
          new TableColumn("created_by", VARCHAR),
          new TableColumn("num_rows", BIGINT),
          new TableColumn("num_row_groups", BIGINT),
          new TableColumn("format_version", BIGINT),
          new TableColumn("encryption_algorithm", VARCHAR),
          new TableColumn("footer_signing_key_metadata", VARCHAR),
          new TableColumn("file_size_bytes", LogicalType.UBIGINT),
          new TableColumn("footer_size", LogicalType.UBIGINT),
          new TableColumn("column_orders", TEXTS));

  static final List<TableColumn> KEY_VALUE_COLUMNS =
      List.of(
          new TableColumn("file_name", VARCHAR),
          new TableColumn("key", LogicalType.BLOB),
          new TableColumn("value", LogicalType.BLOB));

  /** One row for each file: all that the others show of it, each as a list of structs. */
  static final List<TableColumn> FULL_COLUMNS =
      List.of(
          new TableColumn("parquet_file_metadata", structs(FILE_COLUMNS)),
          new TableColumn("parquet_metadata", structs(CHUNK_COLUMNS)),
          new TableColumn("parquet_schema", structs(SCHEMA_COLUMNS)),
          new TableColumn("parquet_kv_metadata", structs(KEY_VALUE_COLUMNS)));

  private static LogicalType structs(List<TableColumn> columns) {
    List<Field> fields = new ArrayList<>();
    for (TableColumn column : columns) {
      fields.add(new Field(column.name(), column.type()));
    }
    return LogicalType.list(LogicalType.struct(fields));
  }

  private static Value structs(List<TableColumn> columns, List<List<Value>> rows) {
    LogicalType type = structs(columns);
    List<Value> items = new ArrayList<>();
    for (List<Value> row : rows) {
      items.add(new Value(((LogicalType.ListOf) type).child(), row));
    }
    return new Value(type, items);
  }

  /** The row of {@link #FULL_COLUMNS}. */
  List<List<Value>> full() {
    return List.of(
        List.of(
            structs(FILE_COLUMNS, file()),
            structs(CHUNK_COLUMNS, chunks()),
            structs(SCHEMA_COLUMNS, schema()),
            structs(KEY_VALUE_COLUMNS, keyValues())));
  }

  static final List<TableColumn> PROBE_COLUMNS =
      List.of(
          new TableColumn("file_name", VARCHAR),
          new TableColumn("row_group_id", BIGINT),
          new TableColumn("bloom_filter_excludes", LogicalType.BOOLEAN));

  private final ParquetFile file;
  private final BindContext context;

  MetadataRows(ParquetFile file, BindContext context) {
    this.file = file;
    this.context = context;
  }

  private static Value number(long value, boolean isSet) {
    return isSet ? Value.of(value) : Value.nullOf(BIGINT);
  }

  private static Value number(long value) {
    return number(value, value >= 0);
  }

  private static Value text(@Nullable String text) {
    return text == null ? Value.nullOf(VARCHAR) : Value.of(text);
  }

  private static Value flag(@Nullable Boolean flag) {
    return flag == null ? Value.nullOf(LogicalType.BOOLEAN) : Value.of(flag);
  }

  List<List<Value>> chunks() {
    List<SchemaNode> leaves = new ArrayList<>();
    for (SchemaNode column : file.columns()) {
      column.leaves(leaves);
    }
    List<List<Value>> rows = new ArrayList<>();
    for (RowGroup group : file.footer().rowGroups()) {
      for (int i = 0; i < group.chunks().size(); i++) {
        LeafType leaf = i < leaves.size() ? leaves.get(i).leafType() : null;
        rows.add(chunk(group, group.chunks().get(i), i, leaf));
      }
    }
    return rows;
  }

  private List<Value> chunk(RowGroup group, Chunk chunk, int number, @Nullable LeafType leaf) {
    Statistics stats = chunk.statistics();
    List<Value> row = new ArrayList<>();
    row.add(Value.of(file.path()));
    row.add(Value.of((long) group.number()));
    row.add(Value.of(group.rows()));
    row.add(Value.of((long) group.chunks().size()));
    row.add(Value.of(group.totalBytes()));
    row.add(Value.of((long) number));
    row.add(number(chunk.fileOffset(), group.hasFileOffset()));
    row.add(Value.of(chunk.values()));
    row.add(Value.of(String.join(", ", chunk.path())));
    row.add(Value.of(chunk.type().name()));
    row.add(bound(leaf, stats == null ? null : stats.min()));
    row.add(bound(leaf, stats == null ? null : stats.max()));
    row.add(number(stats == null ? -1 : stats.nullCount()));
    row.add(number(stats == null ? -1 : stats.distinctCount()));
    row.add(bound(leaf, stats == null ? null : stats.minValue()));
    row.add(bound(leaf, stats == null ? null : stats.maxValue()));
    row.add(Value.of(Encodings.codec(chunk.codec())));
    List<String> encodings = new ArrayList<>();
    for (int encoding : chunk.encodings()) {
      encodings.add(Encodings.encoding(encoding));
    }
    row.add(Value.of(String.join(", ", encodings)));
    row.add(number(chunk.indexPageOffset()));
    row.add(number(chunk.dictionaryOffset()));
    row.add(Value.of(chunk.dataOffset()));
    row.add(Value.of(chunk.compressedSize()));
    row.add(Value.of(chunk.uncompressedSize()));
    row.add(keyValues(chunk.keyValues()));
    row.add(number(chunk.bloomOffset()));
    row.add(number(chunk.bloomLength()));
    row.add(flag(stats == null ? null : stats.minExact()));
    row.add(flag(stats == null ? null : stats.maxExact()));
    row.add(number(group.compressedBytes()));
    row.add(Value.nullOf(BOX));
    row.add(Value.nullOf(TEXTS));
    row.add(counts(chunk.encodingCounts()));
    row.add(number(stats == null ? -1 : stats.nanCount()));
    return row;
  }

  private Value bound(@Nullable LeafType leaf, byte @Nullable [] bytes) {
    if (leaf == null || bytes == null) {
      return Value.nullOf(VARCHAR);
    }
    Value value = StatsReader.shown(leaf, bytes);
    if (value == null) {
      return Value.nullOf(VARCHAR);
    }
    ColumnCast cast = context.columnCast(value.type(), VARCHAR);
    return cast == null || value.type().equals(VARCHAR) ? value : cast(value, VARCHAR, cast);
  }

  static Value cast(Value value, LogicalType type, ColumnCast cast) {
    FlatVector target = FlatVector.allocate(type, 1);
    cast.cast(ConstantVector.of(value).value(), 1, target);
    return target.getValue(0);
  }

  private static Value blob(byte @Nullable [] bytes) {
    return new Value(LogicalType.BLOB, bytes);
  }

  private static Value keyValues(List<KeyValue> pairs) {
    List<Value> entries = new ArrayList<>();
    LogicalType entry = ((LogicalType.MapOf) KEY_VALUES).entry();
    for (KeyValue pair : pairs) {
      entries.add(new Value(entry, List.of(blob(pair.key()), blob(pair.value()))));
    }
    return new Value(KEY_VALUES, entries);
  }

  private static Value counts(@Nullable List<EncodingCount> counts) {
    if (counts == null) {
      return Value.nullOf(ENCODING_COUNTS);
    }
    List<Value> items = new ArrayList<>();
    for (EncodingCount count : counts) {
      items.add(
          new Value(
              ENCODING_COUNT,
              List.of(
                  Value.of(Encodings.page(count.pageType())),
                  Value.of(Encodings.encoding(count.encoding())),
                  Value.of(count.count()))));
    }
    return new Value(ENCODING_COUNTS, items);
  }

  List<List<Value>> schema() {
    List<SchemaElement> schema = file.footer().schema();
    List<@Nullable LogicalType> types = SchemaNode.elementTypes(schema);
    List<List<Value>> rows = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      SchemaElement e = schema.get(i);
      LogicalType type = types.get(i);
      PhysicalKind kind = e.type();
      List<Value> row = new ArrayList<>();
      row.add(Value.of(file.path()));
      row.add(Value.of(e.name()));
      row.add(text(kind == null ? null : kind.name()));
      row.add(text(e.typeLength() < 0 ? null : Integer.toString(e.typeLength())));
      row.add(
          text(
              switch (e.repetition()) {
                case SchemaElement.REQUIRED -> "REQUIRED";
                case SchemaElement.OPTIONAL -> "OPTIONAL";
                case SchemaElement.REPEATED -> "REPEATED";
                default -> null;
              }));
      row.add(number(e.children()));
      row.add(text(e.converted() < 0 ? null : Encodings.converted(e.converted())));
      row.add(number(e.scale()));
      row.add(number(e.precision()));
      row.add(number(e.fieldId(), e.fieldId() != Integer.MIN_VALUE));
      row.add(text(annotation(e.logical())));
      row.add(text(type == null ? null : type.toString()));
      row.add(Value.of((long) i));
      rows.add(row);
    }
    return rows;
  }

  private static @Nullable String annotation(@Nullable Annotation a) {
    if (a == null) {
      return null;
    }
    String parameters =
        switch (a.kind()) {
          case DECIMAL -> "scale=" + a.scale() + ", precision=" + a.precision();
          case INTEGER -> "bitWidth=" + a.bitWidth() + ", isSigned=" + (a.adjusted() ? 1 : 0);
          case TIME, TIMESTAMP ->
              "isAdjustedToUTC="
                  + (a.adjusted() ? 1 : 0)
                  + ", unit=TimeUnit(MILLIS="
                  + (a.unit() == 1 ? "MilliSeconds()" : "<null>")
                  + ", MICROS="
                  + (a.unit() == 2 ? "MicroSeconds()" : "<null>")
                  + ", NANOS="
                  + (a.unit() == 3 ? "NanoSeconds()" : "<null>")
                  + ")";
          default -> "";
        };
    return a.kind().text() + "(" + parameters + ")";
  }

  List<List<Value>> file() {
    Footer footer = file.footer();
    List<Value> row = new ArrayList<>();
    row.add(Value.of(file.path()));
    row.add(text(footer.createdBy()));
    row.add(Value.of(footer.rows()));
    row.add(Value.of((long) footer.rowGroups().size()));
    row.add(Value.of((long) footer.version()));
    row.add(text(footer.encryption()));
    byte[] key = footer.signingKeyMetadata();
    row.add(text(key == null ? null : new String(key, java.nio.charset.StandardCharsets.UTF_8)));
    row.add(new Value(LogicalType.UBIGINT, file.object().size()));
    row.add(new Value(LogicalType.UBIGINT, (long) file.footerBytes()));
    List<Value> orders = new ArrayList<>();
    for (int order : footer.columnOrders()) {
      orders.add(
          Value.of(
              "ColumnOrder(TYPE_ORDER=" + (order == 1 ? "TypeDefinedOrder()" : "<null>") + ")"));
    }
    row.add(orders.isEmpty() ? Value.nullOf(TEXTS) : new Value(TEXTS, orders));
    return List.of(row);
  }

  List<List<Value>> keyValues() {
    List<List<Value>> rows = new ArrayList<>();
    for (KeyValue pair : file.footer().keyValues()) {
      rows.add(List.of(Value.of(file.path()), blob(pair.key()), blob(pair.value())));
    }
    return rows;
  }
}
