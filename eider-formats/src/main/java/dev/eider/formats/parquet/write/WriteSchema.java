// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.formats.parquet.Footer.Annotation;
import dev.eider.formats.parquet.Footer.AnnotationKind;
import dev.eider.formats.parquet.Footer.SchemaElement;
import dev.eider.formats.parquet.PhysicalKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The schema of a file that is written: the elements of its footer, the tree of its columns, and
 * its leaves in the order of their column chunks.
 */
record WriteSchema(List<SchemaElement> elements, List<WriteNode> columns, List<WriteLeaf> leaves) {
  private static final int UTF8 = 0;
  private static final int MAP = 1;
  private static final int LIST = 3;
  private static final int DECIMAL = 5;
  private static final int DATE = 6;
  private static final int TIME_MICROS = 8;
  private static final int TIMESTAMP_MILLIS = 9;
  private static final int TIMESTAMP_MICROS = 10;
  private static final int UINT_8 = 11;
  private static final int INT_8 = 15;
  private static final int JSON = 19;
  private static final int INTERVAL = 21;
  private static final int NONE = -1;

  /** Units of times in annotations. */
  private static final int MILLIS = 1;

  private static final int MICROS = 2;
  private static final int NANOS = 3;

  static WriteSchema of(List<String> names, List<LogicalType> types, WriteOptions options) {
    Builder builder = new Builder(options);
    builder.elements.add(
        new SchemaElement(
            null,
            -1,
            SchemaElement.REQUIRED,
            "duckdb_schema",
            names.size(),
            NONE,
            -1,
            -1,
            -1,
            null));
    List<WriteNode> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      columns.add(
          builder.node(names.get(i), types.get(i), true, 0, 0, options.fieldIds(), List.of()));
    }
    return new WriteSchema(
        List.copyOf(builder.elements), List.copyOf(columns), List.copyOf(builder.leaves));
  }

  private static final class Builder {
    private final WriteOptions options;
    private final List<SchemaElement> elements = new ArrayList<>();
    private final List<WriteLeaf> leaves = new ArrayList<>();

    Builder(WriteOptions options) {
      this.options = options;
    }

    WriteNode node(
        String name,
        LogicalType type,
        boolean optional,
        int definition,
        int repetition,
        FieldIds ids,
        List<String> parents) {
      FieldIds own = ids.of(name);
      List<String> path = new ArrayList<>(parents);
      path.add(name);
      int present = definition + (optional ? 1 : 0);
      return switch (type) {
        case LogicalType.ListOf list ->
            list(name, type, list.child(), optional, definition, repetition, own, path);
        case LogicalType.ArrayOf array ->
            list(name, type, array.child(), optional, definition, repetition, own, path);
        case LogicalType.MapOf map -> {
          group(name, optional, 1, MAP, own);
          path.add("key_value");
          elements.add(
              new SchemaElement(
                  null, -1, SchemaElement.REPEATED, "key_value", 2, NONE, -1, -1, -1, null));
          WriteNode key = node("key", map.key(), false, present + 1, repetition + 1, own, path);
          WriteNode value =
              node("value", map.value(), true, present + 1, repetition + 1, own, path);
          yield new WriteNode(
              name,
              WriteNode.Kind.MAP,
              type,
              optional,
              definition,
              repetition,
              List.of(key, value),
              -1);
        }
        case LogicalType.Struct struct ->
            struct(name, type, struct.fields(), optional, definition, repetition, own, path);
        case LogicalType.Union union -> {
          List<LogicalType.Field> fields = new ArrayList<>();
          fields.add(new LogicalType.Field("", LogicalType.UTINYINT));
          fields.addAll(union.members());
          yield struct(name, type, fields, optional, definition, repetition, own, path);
        }
        default -> {
          StoredForm form = form(type);
          elements.add(leafElement(name, type, form, optional, own));
          leaves.add(new WriteLeaf(List.copyOf(path), type, form, present, repetition));
          yield new WriteNode(
              name,
              WriteNode.Kind.LEAF,
              type,
              optional,
              definition,
              repetition,
              List.of(),
              leaves.size() - 1);
        }
      };
    }

    private void group(String name, boolean optional, int children, int converted, FieldIds own) {
      elements.add(
          new SchemaElement(
              null,
              -1,
              optional ? SchemaElement.OPTIONAL : SchemaElement.REQUIRED,
              name,
              children,
              converted,
              -1,
              -1,
              own.id(),
              null));
    }

    private WriteNode list(
        String name,
        LogicalType type,
        LogicalType child,
        boolean optional,
        int definition,
        int repetition,
        FieldIds own,
        List<String> path) {
      group(name, optional, 1, LIST, own);
      path.add("list");
      elements.add(
          new SchemaElement(null, -1, SchemaElement.REPEATED, "list", 1, NONE, -1, -1, -1, null));
      int present = definition + (optional ? 1 : 0);
      WriteNode element = node("element", child, true, present + 1, repetition + 1, own, path);
      return new WriteNode(
          name,
          type.id() == TypeId.LIST ? WriteNode.Kind.LIST : WriteNode.Kind.ARRAY,
          type,
          optional,
          definition,
          repetition,
          List.of(element),
          -1);
    }

    private WriteNode struct(
        String name,
        LogicalType type,
        List<LogicalType.Field> fields,
        boolean optional,
        int definition,
        int repetition,
        FieldIds own,
        List<String> path) {
      if (fields.isEmpty()) {
        throw EiderException.invalidInput(
            "Empty STRUCT columns are not supported in the Parquet format");
      }
      group(name, optional, fields.size(), NONE, own);
      int present = definition + (optional ? 1 : 0);
      List<WriteNode> children = new ArrayList<>();
      for (int i = 0; i < fields.size(); i++) {
        String field = fields.get(i).name();
        children.add(
            node(
                field.isEmpty() ? "element" + (i + 1) : field,
                fields.get(i).type(),
                true,
                present,
                repetition,
                own,
                path));
      }
      return new WriteNode(
          name,
          WriteNode.Kind.STRUCT,
          type,
          optional,
          definition,
          repetition,
          List.copyOf(children),
          -1);
    }

    private StoredForm form(LogicalType type) {
      boolean int96 = options.timestampsAsInt96();
      return switch (type.id()) {
        case SQLNULL -> StoredForm.NONE;
        case BOOLEAN -> StoredForm.BOOLEAN;
        case TINYINT, SMALLINT, INTEGER, UTINYINT, USMALLINT, DATE -> StoredForm.INT;
        case UINTEGER -> StoredForm.LONG_AS_INT;
        case BIGINT, UBIGINT, TIME, TIME_NS -> StoredForm.LONG;
        case TIME_TZ -> StoredForm.TIME_TZ;
        case TIMESTAMP_S -> int96 ? StoredForm.INT96_SECONDS : StoredForm.SECONDS;
        case TIMESTAMP_MS -> int96 ? StoredForm.INT96_MILLIS : StoredForm.LONG;
        case TIMESTAMP, TIMESTAMP_TZ -> int96 ? StoredForm.INT96_MICROS : StoredForm.LONG;
        case TIMESTAMP_NS -> int96 ? StoredForm.INT96_NANOS : StoredForm.LONG;
        case FLOAT -> StoredForm.FLOAT;
        case DOUBLE -> StoredForm.DOUBLE;
        case HUGEINT, UHUGEINT -> StoredForm.HUGEINT_AS_DOUBLE;
        case DECIMAL -> {
          int width = ((LogicalType.Decimal) type).width();
          yield width <= 9
              ? StoredForm.LONG_AS_INT
              : width <= 18 ? StoredForm.LONG : StoredForm.WIDE;
        }
        case VARCHAR, JSON, BIT, BIGNUM -> StoredForm.TEXT;
        case BLOB -> StoredForm.BYTES;
        case ENUM -> StoredForm.ENUM;
        case UUID -> StoredForm.UUID;
        case INTERVAL -> StoredForm.INTERVAL;
        default ->
            throw EiderException.notImplemented(
                "a column of type " + type + " in a Parquet file; cast it to VARCHAR or BLOB");
      };
    }

    private SchemaElement leafElement(
        String name, LogicalType type, StoredForm form, boolean optional, FieldIds own) {
      LogicalType.@Nullable Decimal decimal =
          type instanceof LogicalType.Decimal found ? found : null;
      boolean fixed = form.physical() == PhysicalKind.FIXED_LEN_BYTE_ARRAY;
      return new SchemaElement(
          form.physical(),
          fixed ? form.fixedWidth() : -1,
          optional ? SchemaElement.OPTIONAL : SchemaElement.REQUIRED,
          name,
          -1,
          form.physical() == PhysicalKind.INT96 ? NONE : converted(type),
          decimal == null ? -1 : decimal.scale(),
          decimal == null ? -1 : decimal.width(),
          own.id(),
          form.physical() == PhysicalKind.INT96 ? null : annotation(type, decimal));
    }

    private static int converted(LogicalType type) {
      return switch (type.id()) {
        case TINYINT -> INT_8;
        case SMALLINT -> INT_8 + 1;
        case INTEGER -> INT_8 + 2;
        case BIGINT -> INT_8 + 3;
        case UTINYINT -> UINT_8;
        case USMALLINT -> UINT_8 + 1;
        case UINTEGER -> UINT_8 + 2;
        case UBIGINT -> UINT_8 + 3;
        case DATE -> DATE;
        case TIME, TIME_TZ -> TIME_MICROS;
        case TIMESTAMP, TIMESTAMP_TZ, TIMESTAMP_S -> TIMESTAMP_MICROS;
        case TIMESTAMP_MS -> TIMESTAMP_MILLIS;
        case VARCHAR, BIT, BIGNUM, ENUM -> UTF8;
        case JSON -> JSON;
        case INTERVAL -> INTERVAL;
        case DECIMAL -> DECIMAL;
        default -> NONE;
      };
    }

    private @Nullable Annotation annotation(
        LogicalType type, LogicalType.@Nullable Decimal decimal) {
      if (decimal != null) {
        return new Annotation(
            AnnotationKind.DECIMAL, decimal.scale(), decimal.width(), false, 0, 0);
      }
      return switch (type.id()) {
        case SQLNULL -> new Annotation(AnnotationKind.UNKNOWN, 0, 0, false, 0, 0);
        case JSON -> new Annotation(AnnotationKind.JSON, 0, 0, false, 0, 0);
        case UUID -> new Annotation(AnnotationKind.UUID, 0, 0, false, 0, 0);
        case TIME -> new Annotation(AnnotationKind.TIME, 0, 0, false, MICROS, 0);
        case TIME_TZ -> new Annotation(AnnotationKind.TIME, 0, 0, true, MICROS, 0);
        case TIME_NS -> new Annotation(AnnotationKind.TIME, 0, 0, false, NANOS, 0);
        case TIMESTAMP, TIMESTAMP_S -> timestamp(false, MICROS);
        case TIMESTAMP_TZ -> timestamp(true, MICROS);
        case TIMESTAMP_MS -> timestamp(false, MILLIS);
        case TIMESTAMP_NS -> timestamp(false, NANOS);
        default -> null;
      };
    }

    private Annotation timestamp(boolean zoned, int unit) {
      boolean adjusted =
          switch (options.adjustedToUtc()) {
            case AUTO -> zoned;
            case ALWAYS_TRUE -> true;
            case ALWAYS_FALSE -> false;
          };
      return new Annotation(AnnotationKind.TIMESTAMP, 0, 0, adjusted, unit, 0);
    }
  }
}
