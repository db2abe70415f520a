// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.type.LogicalType;
import dev.eider.formats.parquet.Footer.Annotation;
import dev.eider.formats.parquet.Footer.SchemaElement;
import org.jspecify.annotations.Nullable;

/**
 * How the values of a leaf become those of a SQL type.
 *
 * @param type the SQL type
 * @param form how stored values are converted
 * @param physical what is stored
 * @param fixedLength bytes of a FIXED_LEN_BYTE_ARRAY
 * @param factor what a stored 64-bit time is multiplied with, or when negative divided by
 * @param scale of a decimal that is read as DOUBLE
 */
record LeafType(
    LogicalType type, Form form, PhysicalKind physical, int fixedLength, int factor, int scale) {

  /** Ways of conversion. */
  enum Form {
    /** No values at all. */
    NONE,
    BOOLEAN,
    INT32,
    /** Stored in 32 bits, of which the low 8 or 16 count. */
    UINT8,
    UINT16,
    INT32_AS_LONG,
    UINT32_AS_LONG,
    INT64,
    /** DECIMAL of more digits than 64 bits need, stored in 32 or 64 bits. */
    INT_AS_WIDE,
    FLOAT,
    DOUBLE,
    INT96,
    TEXT,
    BYTES,
    FLOAT16,
    DECIMAL_AS_LONG,
    DECIMAL_AS_WIDE,
    DECIMAL_AS_DOUBLE,
    UUID,
    INTERVAL,
    /** UTC times of the day, in 32 or 64 bits. */
    TIME_TZ
  }

  /**
   * The type of a leaf.
   *
   * @param binaryAsText whether byte strings without annotation are taken for text
   */
  static LeafType of(SchemaElement e, boolean binaryAsText) {
    PhysicalKind kind = e.type();
    if (kind == null) {
      throw new DamagedException(
          "Node '"
              + e.name()
              + "' has neither num_children nor type set - this violates the Parquet"
              + " spec (corrupted file)");
    }
    if (kind == PhysicalKind.FIXED_LEN_BYTE_ARRAY && e.typeLength() < 0) {
      throw new DamagedException("FIXED_LEN_BYTE_ARRAY requires length to be set");
    }
    LeafType found = null;
    Annotation logical = e.logical();
    if (logical != null) {
      found = annotated(e, kind, logical);
    }
    if (found == null && e.converted() >= 0) {
      found = converted(e, kind);
    }
    return found != null ? found : plain(e, kind, binaryAsText);
  }

  private static LeafType of(LogicalType type, Form form, SchemaElement e, int factor) {
    PhysicalKind kind = e.type();
    if (kind == null) {
      throw new IllegalStateException("no leaf: " + e.name());
    }
    return new LeafType(type, form, kind, Math.max(0, e.typeLength()), factor, e.scale());
  }

  private static @Nullable LeafType annotated(SchemaElement e, PhysicalKind kind, Annotation a) {
    return switch (a.kind()) {
      case UNKNOWN -> of(LogicalType.SQLNULL, Form.NONE, e, 1);
      case UUID ->
          kind == PhysicalKind.FIXED_LEN_BYTE_ARRAY && e.typeLength() == 16
              ? of(LogicalType.UUID, Form.UUID, e, 1)
              : null;
      case FLOAT16 ->
          kind == PhysicalKind.FIXED_LEN_BYTE_ARRAY && e.typeLength() == 2
              ? of(LogicalType.FLOAT, Form.FLOAT16, e, 1)
              : null;
      case TIMESTAMP -> timestamp(e, kind, a);
      case TIME -> time(e, kind, a);
      case INTEGER -> e.converted() >= 0 ? null : integer(e, kind, a.bitWidth(), a.adjusted());
      case DECIMAL -> decimal(e, kind, a.precision(), a.scale());
      case DATE -> kind == PhysicalKind.INT32 ? of(LogicalType.DATE, Form.INT32, e, 1) : null;
      case STRING, ENUM -> isBinary(kind) ? of(LogicalType.VARCHAR, Form.TEXT, e, 1) : null;
      case JSON -> isBinary(kind) ? of(LogicalType.JSON, Form.TEXT, e, 1) : null;
      case BSON, GEOMETRY, GEOGRAPHY ->
          isBinary(kind) ? of(LogicalType.BLOB, Form.BYTES, e, 1) : null;
      case MAP, LIST, VARIANT, OTHER -> null;
    };
  }

  private static boolean isBinary(PhysicalKind kind) {
    return kind == PhysicalKind.BYTE_ARRAY || kind == PhysicalKind.FIXED_LEN_BYTE_ARRAY;
  }

  private static @Nullable LeafType timestamp(SchemaElement e, PhysicalKind kind, Annotation a) {
    if (kind != PhysicalKind.INT64) {
      return null;
    }
    if (a.unit() < 1 || a.unit() > 3) {
      throw new DamagedException("Unimplemented TIMESTAMP encoding - missing UNIT");
    }
    if (a.unit() == 3) {
      return a.adjusted()
          ? of(LogicalType.TIMESTAMP_TZ, Form.INT64, e, -1000)
          : of(LogicalType.TIMESTAMP_NS, Form.INT64, e, 1);
    }
    return of(
        a.adjusted() ? LogicalType.TIMESTAMP_TZ : LogicalType.TIMESTAMP,
        Form.INT64,
        e,
        a.unit() == 1 ? 1000 : 1);
  }

  private static @Nullable LeafType time(SchemaElement e, PhysicalKind kind, Annotation a) {
    if (a.unit() < 1 || a.unit() > 3) {
      throw new DamagedException("Unimplemented TIME encoding - missing UNIT");
    }
    if (kind != (a.unit() == 1 ? PhysicalKind.INT32 : PhysicalKind.INT64)) {
      return null;
    }
    int factor = a.unit() == 1 ? 1000 : a.unit() == 2 ? 1 : -1000;
    if (a.adjusted()) {
      return of(LogicalType.TIME_TZ, Form.TIME_TZ, e, factor);
    }
    if (a.unit() == 3) {
      return of(LogicalType.TIME_NS, Form.INT64, e, 1);
    }
    return of(LogicalType.TIME, a.unit() == 1 ? Form.INT32_AS_LONG : Form.INT64, e, factor);
  }

  private static LeafType integer(SchemaElement e, PhysicalKind kind, int bits, boolean signed) {
    PhysicalKind wanted = bits == 64 ? PhysicalKind.INT64 : PhysicalKind.INT32;
    if (kind != wanted) {
      throw new DamagedException(
          (signed ? "INT" : "UINT")
              + bits
              + " converted type can only be set for value of Type::"
              + wanted);
    }
    return switch (bits) {
      case 8 ->
          signed
              ? of(LogicalType.TINYINT, Form.INT32, e, 1)
              : of(LogicalType.UTINYINT, Form.UINT8, e, 1);
      case 16 ->
          signed
              ? of(LogicalType.SMALLINT, Form.INT32, e, 1)
              : of(LogicalType.USMALLINT, Form.UINT16, e, 1);
      case 32 ->
          signed
              ? of(LogicalType.INTEGER, Form.INT32, e, 1)
              : of(LogicalType.UINTEGER, Form.UINT32_AS_LONG, e, 1);
      case 64 -> of(signed ? LogicalType.BIGINT : LogicalType.UBIGINT, Form.INT64, e, 1);
      default -> throw new DamagedException("an integer of " + bits + " bits");
    };
  }

  private static LeafType decimal(SchemaElement e, PhysicalKind kind, int precision, int scale) {
    if (precision < 1 || scale < 0 || scale > precision) {
      throw new DamagedException("DECIMAL requires a length and scale specifier!");
    }
    boolean fits = precision <= LogicalType.Decimal.MAX_WIDTH;
    LogicalType type = fits ? LogicalType.decimal(precision, scale) : LogicalType.DOUBLE;
    boolean wide = precision > 18;
    Form form =
        switch (kind) {
          case INT32 -> wide ? Form.INT_AS_WIDE : Form.INT32_AS_LONG;
          case INT64 -> wide ? Form.INT_AS_WIDE : Form.INT64;
          case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
              !fits ? Form.DECIMAL_AS_DOUBLE : wide ? Form.DECIMAL_AS_WIDE : Form.DECIMAL_AS_LONG;
          default ->
              throw new DamagedException(
                  "DECIMAL converted type can only be set for value of"
                      + " Type::(FIXED_LEN_)BYTE_ARRAY/INT32/INT64");
        };
    if (!fits && form != Form.DECIMAL_AS_DOUBLE) {
      throw new DamagedException("a DECIMAL of " + precision + " digits is stored in " + kind);
    }
    return new LeafType(type, form, kind, Math.max(0, e.typeLength()), 1, scale);
  }

  private static void check(boolean fits, String what) {
    if (!fits) {
      throw new DamagedException(what);
    }
  }

  private static LeafType converted(SchemaElement e, PhysicalKind kind) {
    boolean int32 = kind == PhysicalKind.INT32;
    boolean int64 = kind == PhysicalKind.INT64;
    return switch (e.converted()) {
      case 0, 4 -> {
        check(
            isBinary(kind), "UTF8 converted type can only be set for Type::(FIXED_LEN_)BYTE_ARRAY");
        yield of(LogicalType.VARCHAR, Form.TEXT, e, 1);
      }
      case 5 -> {
        check(
            e.precision() >= 0 && e.scale() >= 0, "DECIMAL requires a length and scale specifier!");
        yield decimal(e, kind, e.precision(), e.scale());
      }
      case 6 -> {
        check(int32, "DATE converted type can only be set for value of Type::INT32");
        yield of(LogicalType.DATE, Form.INT32, e, 1);
      }
      case 7 -> {
        check(int32, "TIME_MILLIS converted type can only be set for value of Type::INT32");
        yield of(LogicalType.TIME, Form.INT32_AS_LONG, e, 1000);
      }
      case 8 -> {
        check(int64, "TIME_MICROS converted type can only be set for value of Type::INT64");
        yield of(LogicalType.TIME, Form.INT64, e, 1);
      }
      case 9, 10 -> {
        check(int64, "TIMESTAMP converted type can only be set for value of Type::INT64");
        yield of(LogicalType.TIMESTAMP, Form.INT64, e, e.converted() == 9 ? 1000 : 1);
      }
      case 11, 12, 13, 14 -> integer(e, kind, 8 << (e.converted() - 11), false);
      case 15, 16, 17, 18 -> integer(e, kind, 8 << (e.converted() - 15), true);
      case 19 -> {
        check(
            isBinary(kind), "JSON converted type can only be set for Type::(FIXED_LEN_)BYTE_ARRAY");
        yield of(LogicalType.JSON, Form.TEXT, e, 1);
      }
      case 20 -> {
        check(
            isBinary(kind), "BSON converted type can only be set for Type::(FIXED_LEN_)BYTE_ARRAY");
        yield of(LogicalType.BLOB, Form.BYTES, e, 1);
      }
      case 21 -> {
        check(
            kind == PhysicalKind.FIXED_LEN_BYTE_ARRAY && e.typeLength() == 12,
            "INTERVAL converted type can only be set for FIXED_LEN_BYTE_ARRAY of 12 bytes");
        yield of(LogicalType.INTERVAL, Form.INTERVAL, e, 1);
      }
      // A type for NULL that was never in the specification; such files are about.
      case 24 -> of(LogicalType.SQLNULL, Form.NONE, e, 1);
      default -> throw new DamagedException("Unsupported converted type (" + e.converted() + ")");
    };
  }

  private static LeafType plain(SchemaElement e, PhysicalKind kind, boolean binaryAsText) {
    return switch (kind) {
      case BOOLEAN -> of(LogicalType.BOOLEAN, Form.BOOLEAN, e, 1);
      case INT32 -> of(LogicalType.INTEGER, Form.INT32, e, 1);
      case INT64 -> of(LogicalType.BIGINT, Form.INT64, e, 1);
      case INT96 -> of(LogicalType.TIMESTAMP, Form.INT96, e, 1);
      case FLOAT -> of(LogicalType.FLOAT, Form.FLOAT, e, 1);
      case DOUBLE -> of(LogicalType.DOUBLE, Form.DOUBLE, e, 1);
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
          binaryAsText
              ? of(LogicalType.VARCHAR, Form.TEXT, e, 1)
              : of(LogicalType.BLOB, Form.BYTES, e, 1);
    };
  }
}
