// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.type;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A SQL type. Immutable and compared by value; equality is written out, since what records get by
 * themselves is linked when it is first used and would cost every start tens of milliseconds.
 * {@link #toString()} is the dialect's text for the type ({@code DECIMAL(18,3)}, {@code STRUCT(a
 * INTEGER, b VARCHAR)}, {@code INTEGER[]}).
 */
public sealed interface LogicalType {
  LogicalType SQLNULL = new Simple(TypeId.SQLNULL);
  LogicalType BOOLEAN = new Simple(TypeId.BOOLEAN);
  LogicalType TINYINT = new Simple(TypeId.TINYINT);
  LogicalType SMALLINT = new Simple(TypeId.SMALLINT);
  LogicalType INTEGER = new Simple(TypeId.INTEGER);
  LogicalType BIGINT = new Simple(TypeId.BIGINT);
  LogicalType HUGEINT = new Simple(TypeId.HUGEINT);
  LogicalType UTINYINT = new Simple(TypeId.UTINYINT);
  LogicalType USMALLINT = new Simple(TypeId.USMALLINT);
  LogicalType UINTEGER = new Simple(TypeId.UINTEGER);
  LogicalType UBIGINT = new Simple(TypeId.UBIGINT);
  LogicalType UHUGEINT = new Simple(TypeId.UHUGEINT);
  LogicalType BIGNUM = new Simple(TypeId.BIGNUM);
  LogicalType FLOAT = new Simple(TypeId.FLOAT);
  LogicalType DOUBLE = new Simple(TypeId.DOUBLE);
  LogicalType VARCHAR = new Simple(TypeId.VARCHAR);
  LogicalType JSON = new Simple(TypeId.JSON);
  LogicalType BLOB = new Simple(TypeId.BLOB);
  LogicalType BIT = new Simple(TypeId.BIT);
  LogicalType UUID = new Simple(TypeId.UUID);
  LogicalType DATE = new Simple(TypeId.DATE);
  LogicalType TIME = new Simple(TypeId.TIME);
  LogicalType TIME_NS = new Simple(TypeId.TIME_NS);
  LogicalType TIME_TZ = new Simple(TypeId.TIME_TZ);
  LogicalType TIMESTAMP_S = new Simple(TypeId.TIMESTAMP_S);
  LogicalType TIMESTAMP_MS = new Simple(TypeId.TIMESTAMP_MS);
  LogicalType TIMESTAMP = new Simple(TypeId.TIMESTAMP);
  LogicalType TIMESTAMP_NS = new Simple(TypeId.TIMESTAMP_NS);
  LogicalType TIMESTAMP_TZ = new Simple(TypeId.TIMESTAMP_TZ);
  LogicalType INTERVAL = new Simple(TypeId.INTERVAL);
  LogicalType ANY = new Simple(TypeId.ANY);
  LogicalType INTEGER_LITERAL = new Simple(TypeId.INTEGER_LITERAL);
  LogicalType STRING_LITERAL = new Simple(TypeId.STRING_LITERAL);
  LogicalType LAMBDA = new Simple(TypeId.LAMBDA);

  /** The kind of this type. */
  TypeId id();

  /** How vectors of this type are stored. */
  default PhysicalType physical() {
    return switch (id()) {
      case BOOLEAN -> PhysicalType.BOOL;
      case SQLNULL, TINYINT, SMALLINT, INTEGER, UTINYINT, USMALLINT, DATE, ENUM, INTEGER_LITERAL ->
          PhysicalType.INT32;
      case BIGINT,
          UINTEGER,
          UBIGINT,
          TIME,
          TIME_NS,
          TIME_TZ,
          TIMESTAMP_S,
          TIMESTAMP_MS,
          TIMESTAMP,
          TIMESTAMP_NS,
          TIMESTAMP_TZ ->
          PhysicalType.INT64;
      case HUGEINT, UHUGEINT, UUID -> PhysicalType.INT128;
      case DECIMAL -> ((Decimal) this).width() <= 18 ? PhysicalType.INT64 : PhysicalType.INT128;
      case FLOAT -> PhysicalType.FLOAT;
      case DOUBLE -> PhysicalType.DOUBLE;
      case INTERVAL -> PhysicalType.INTERVAL;
      case VARCHAR, JSON, BLOB, BIT, BIGNUM, STRING_LITERAL -> PhysicalType.STRING;
      case LIST, MAP -> PhysicalType.LIST;
      case ARRAY -> PhysicalType.ARRAY;
      case STRUCT, UNION, AGGREGATE_STATE -> PhysicalType.STRUCT;
      case ANY, LAMBDA -> throw new IllegalStateException("no storage for " + id());
    };
  }

  /** DECIMAL(width, scale). */
  static LogicalType decimal(int width, int scale) {
    return new Decimal(width, scale);
  }

  /** A list of {@code child}. */
  static LogicalType list(LogicalType child) {
    return new ListOf(child);
  }

  /** An array of exactly {@code size} values of {@code child}. */
  static LogicalType array(LogicalType child, int size) {
    return new ArrayOf(child, size);
  }

  /** A struct of the fields in order; unnamed fields (tuples) have empty names. */
  static LogicalType struct(List<Field> fields) {
    return new Struct(fields);
  }

  /** A map, stored as a list of (key, value) structs. */
  static LogicalType map(LogicalType key, LogicalType value) {
    return new MapOf(key, value);
  }

  /** An enumeration of distinct values, ordered as listed. */
  static LogicalType enumOf(List<String> values) {
    return new EnumOf(null, values);
  }

  default boolean isIntegral() {
    return switch (id()) {
      case TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          HUGEINT,
          UTINYINT,
          USMALLINT,
          UINTEGER,
          UBIGINT,
          UHUGEINT,
          INTEGER_LITERAL ->
          true;
      default -> false;
    };
  }

  default boolean isUnsigned() {
    return switch (id()) {
      case UTINYINT, USMALLINT, UINTEGER, UBIGINT, UHUGEINT -> true;
      default -> false;
    };
  }

  default boolean isNumeric() {
    return isIntegral()
        || switch (id()) {
          case DECIMAL, FLOAT, DOUBLE, BIGNUM -> true;
          default -> false;
        };
  }

  default boolean isTemporal() {
    return switch (id()) {
      case DATE,
          TIME,
          TIME_NS,
          TIME_TZ,
          TIMESTAMP_S,
          TIMESTAMP_MS,
          TIMESTAMP,
          TIMESTAMP_NS,
          TIMESTAMP_TZ ->
          true;
      default -> false;
    };
  }

  default boolean isNested() {
    return switch (id()) {
      case LIST, ARRAY, STRUCT, MAP, UNION -> true;
      default -> false;
    };
  }

  /** A type without parameters. Use the constants of {@link LogicalType}. */
  record Simple(TypeId id) implements LogicalType {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Simple that && id == that.id;
    }

    @Override
    public int hashCode() {
      return id.ordinal();
    }

    @Override
    public String toString() {
      return switch (id) {
        case SQLNULL -> "\"NULL\"";
        case TIME_TZ -> "TIME WITH TIME ZONE";
        case TIMESTAMP_TZ -> "TIMESTAMP WITH TIME ZONE";
        case INTEGER_LITERAL, STRING_LITERAL, ANY, LAMBDA -> id.name();
        default -> id.name();
      };
    }
  }

  /** DECIMAL with 1..38 digits of which 0..width stand after the point. */
  record Decimal(int width, int scale) implements LogicalType {
    /** The most digits a DECIMAL has. */
    public static final int MAX_WIDTH = 38;

    public Decimal {
      if (width < 1 || width > MAX_WIDTH || scale < 0 || scale > width) {
        throw new IllegalArgumentException("DECIMAL(" + width + "," + scale + ")");
      }
    }

    @Override
    public TypeId id() {
      return TypeId.DECIMAL;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Decimal that && width == that.width && scale == that.scale;
    }

    @Override
    public int hashCode() {
      return 100 * width + scale;
    }

    @Override
    public String toString() {
      return "DECIMAL(" + width + "," + scale + ")";
    }
  }

  /** ENUM; {@code name} is the catalog name if it has one and takes no part in equality. */
  record EnumOf(@Nullable String name, List<String> values) implements LogicalType {
    public EnumOf {
      values = List.copyOf(values);
    }

    @Override
    public TypeId id() {
      return TypeId.ENUM;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof EnumOf that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
      return values.hashCode();
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("ENUM(");
      for (int i = 0; i < values.size(); i++) {
        text.append(i == 0 ? "'" : ", '").append(values.get(i).replace("'", "''")).append('\'');
      }
      return text.append(')').toString();
    }
  }

  /** LIST. */
  record ListOf(LogicalType child) implements LogicalType {
    @Override
    public TypeId id() {
      return TypeId.LIST;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ListOf that && child.equals(that.child);
    }

    @Override
    public int hashCode() {
      return 31 * child.hashCode() + 1;
    }

    @Override
    public String toString() {
      return child + "[]";
    }
  }

  /** ARRAY of a fixed size of at least 1. */
  record ArrayOf(LogicalType child, int size) implements LogicalType {
    @Override
    public TypeId id() {
      return TypeId.ARRAY;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ArrayOf that && size == that.size && child.equals(that.child);
    }

    @Override
    public int hashCode() {
      return 31 * child.hashCode() + size + 1;
    }

    @Override
    public String toString() {
      return child + "[" + size + "]";
    }
  }

  /** One named field of a struct or one member of a union. */
  record Field(String name, LogicalType type) {
    public Field {
      Objects.requireNonNull(name);
      Objects.requireNonNull(type);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Field that && name.equals(that.name) && type.equals(that.type);
    }

    @Override
    public int hashCode() {
      return 31 * name.hashCode() + type.hashCode();
    }
  }

  /** STRUCT; a tuple has empty field names. */
  record Struct(List<Field> fields) implements LogicalType {
    public Struct {
      fields = List.copyOf(fields);
    }

    @Override
    public TypeId id() {
      return TypeId.STRUCT;
    }

    /** Index of the field of that name (case-insensitive), or -1. */
    public int indexOf(String name) {
      for (int i = 0; i < fields.size(); i++) {
        if (fields.get(i).name().equalsIgnoreCase(name)) {
          return i;
        }
      }
      return -1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Struct that && fields.equals(that.fields);
    }

    @Override
    public int hashCode() {
      return fields.hashCode();
    }

    @Override
    public String toString() {
      boolean tuple = !fields.isEmpty() && fields.getFirst().name().isEmpty();
      return (tuple ? "TUPLE(" : "STRUCT(") + TypeText.fields(fields) + ")";
    }
  }

  /** MAP. */
  record MapOf(LogicalType key, LogicalType value) implements LogicalType {
    @Override
    public TypeId id() {
      return TypeId.MAP;
    }

    /** The struct type of one entry, as stored: fields {@code key} and {@code value}. */
    public Struct entry() {
      return new Struct(List.of(new Field("key", key), new Field("value", value)));
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof MapOf that && key.equals(that.key) && value.equals(that.value);
    }

    @Override
    public int hashCode() {
      return 31 * key.hashCode() + value.hashCode();
    }

    @Override
    public String toString() {
      return "MAP(" + key + ", " + value + ")";
    }
  }

  /** UNION, stored as a struct: the tag (INT32) first, then the members. */
  record Union(List<Field> members) implements LogicalType {
    public Union {
      members = List.copyOf(members);
    }

    @Override
    public TypeId id() {
      return TypeId.UNION;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Union that && members.equals(that.members);
    }

    @Override
    public int hashCode() {
      return 31 * members.hashCode();
    }

    @Override
    public String toString() {
      return "UNION(" + TypeText.fields(members) + ")";
    }
  }

  /**
   * The state of an aggregate function as a value: what EXPORT_STATE gives and {@code finalize}
   * takes. Stored as a struct of one field, the state in its layout; shown and cast as that field.
   *
   * @param function the name of the function
   * @param parameters its arguments: a constant one is part of the type
   * @param order how the rows in the state are to be ordered, for an ordered aggregate
   * @param layout the type of the state's value
   */
  record AggregateState(
      String function, List<StateParameter> parameters, List<StateOrder> order, LogicalType layout)
      implements LogicalType {
    public AggregateState {
      parameters = List.copyOf(parameters);
      order = List.copyOf(order);
    }

    @Override
    public TypeId id() {
      return TypeId.AGGREGATE_STATE;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof AggregateState that
          && function.equals(that.function)
          && parameters.equals(that.parameters)
          && order.equals(that.order)
          && layout.equals(that.layout);
    }

    @Override
    public int hashCode() {
      return 31 * function.hashCode() + layout.hashCode();
    }

    @Override
    public String toString() {
      return "AGGREGATE_STATE";
    }
  }

  /** An argument of an aggregate function: its type, and its value when that is a constant. */
  record StateParameter(LogicalType type, @Nullable Value constant) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof StateParameter that
          && type.equals(that.type)
          && Objects.equals(constant, that.constant);
    }

    @Override
    public int hashCode() {
      return type.hashCode();
    }

    @Override
    public String toString() {
      return constant == null ? type.toString() : type + " = " + constant.object();
    }
  }

  /** A sort key of an ordered aggregate: the field of the buffered rows and its direction. */
  record StateOrder(int field, boolean descending, boolean nullsFirst) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof StateOrder that
          && field == that.field
          && descending == that.descending
          && nullsFirst == that.nullsFirst;
    }

    @Override
    public int hashCode() {
      return field;
    }
  }
}
