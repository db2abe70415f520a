// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.SequenceVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.Vector;
import dev.eider.base.vector.WideVector;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes the key columns of a row to bytes whose unsigned order is the order of SQL, NULL last.
 * Keys of one encoder are prefix-free. Used by one thread at a time; its buffer is reused, so that
 * no row allocates.
 *
 * <p>Each column begins with {@link #VALUE} or {@link #NULL}; nothing follows NULL. A value is
 *
 * <ul>
 *   <li>a signed number, date, time, timestamp, DECIMAL or the position of an ENUM: its bytes, the
 *       highest first, with the sign inverted; an unsigned one and UUID: its bytes;
 *   <li>FLOAT, DOUBLE: the bits of the number, all inverted if it is negative, else the sign; NaN
 *       is greatest, -0 is 0;
 *   <li>VARCHAR, BLOB, JSON, BIT: the bytes, a 1 before each that is 0 or 1, and a 0 at the end;
 *   <li>BIGNUM: sign, number of bytes, bytes; all inverted if it is negative;
 *   <li>INTERVAL: its days (30 to a month) and the microseconds of the last one.
 * </ul>
 */
public final class KeyEncoder {
  /** Begins a column that is not NULL. */
  static final byte VALUE = 1;

  /** Stands for a column that is NULL. */
  static final byte NULL = 2;

  private static final byte END = 0;
  private static final byte ESCAPE = 1;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** The flag of a column and the longest value of fixed length. */
  private static final int LONGEST_FIXED = 1 + 2 * Long.BYTES;

  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGHS = 0x8080_8080_8080_8080L;

  /** How a value is written. */
  private enum Form {
    BOOL,
    INT8,
    UINT8,
    INT16,
    UINT16,
    INT32,
    UINT32,
    INT64,
    UINT64,
    INT128,
    UINT128,
    FLOAT,
    DOUBLE,
    BYTES,
    BIGNUM,
    INTERVAL
  }

  private final List<LogicalType> types;
  private final Form[] forms;
  private byte[] buffer = new byte[64];
  private int length;
  private boolean hasNull;

  /**
   * An encoder of keys of these columns, at least one.
   *
   * @throws EiderException INVALID_TYPE if a column has a type that no index can have
   */
  public KeyEncoder(List<LogicalType> types) {
    if (types.isEmpty()) {
      throw new IllegalArgumentException("A key has at least one column");
    }
    this.types = List.copyOf(types);
    forms = new Form[types.size()];
    for (int i = 0; i < forms.length; i++) {
      forms[i] = form(types.get(i), i);
    }
  }

  private static Form form(LogicalType type, int column) {
    return switch (type.id()) {
      case BOOLEAN -> Form.BOOL;
      case TINYINT -> Form.INT8;
      case UTINYINT -> Form.UINT8;
      case SMALLINT -> Form.INT16;
      case USMALLINT -> Form.UINT16;
      case INTEGER, DATE, ENUM -> Form.INT32;
      case UINTEGER -> Form.UINT32;
      case BIGINT,
          TIME,
          TIME_NS,
          TIME_TZ,
          TIMESTAMP_S,
          TIMESTAMP_MS,
          TIMESTAMP,
          TIMESTAMP_NS,
          TIMESTAMP_TZ ->
          Form.INT64;
      case UBIGINT -> Form.UINT64;
      case HUGEINT -> Form.INT128;
      case UHUGEINT, UUID -> Form.UINT128;
      case DECIMAL ->
          switch (type.physical()) {
            case INT64 -> Form.INT64;
            case INT128 -> Form.INT128;
            default -> throw unindexable(type, column);
          };
      case FLOAT -> Form.FLOAT;
      case DOUBLE -> Form.DOUBLE;
      case VARCHAR, JSON, BLOB, BIT -> Form.BYTES;
      case BIGNUM -> Form.BIGNUM;
      case INTERVAL -> Form.INTERVAL;
      case SQLNULL,
          LIST,
          ARRAY,
          STRUCT,
          MAP,
          UNION,
          AGGREGATE_STATE,
          ANY,
          INTEGER_LITERAL,
          STRING_LITERAL,
          LAMBDA ->
          throw unindexable(type, column);
    };
  }

  private static EiderException unindexable(LogicalType type, int column) {
    return new EiderException(
        ErrorType.INVALID_TYPE,
        "Invalid Type ["
            + type
            + "]: Invalid type for index key. Column "
            + (column + 1)
            + " of the key must be a number, text, bytes, a date, time or interval, a UUID, BOOLEAN"
            + " or an ENUM; leave it out of the index or index an expression over it");
  }

  /** The types of the columns. */
  public List<LogicalType> types() {
    return types;
  }

  /**
   * Encodes a row to {@link #buffer()}.
   *
   * @param columns the key columns, of the types of this encoder: flat, constant, dictionary or
   *     sequence vectors
   * @return the length of the key
   */
  public int encode(Vector[] columns, int row) {
    assert columns.length == forms.length : "a vector for each column";
    length = 0;
    hasNull = false;
    for (int i = 0; i < forms.length; i++) {
      append(i, columns[i], row);
    }
    return length;
  }

  /** The bytes of the last key from index 0; owned by this encoder, valid until the next. */
  public byte[] buffer() {
    return buffer;
  }

  /** The length of the last key. */
  public int length() {
    return length;
  }

  /** Whether a column of the last key is NULL: a unique index ignores such rows. */
  public boolean hasNull() {
    return hasNull;
  }

  /** The last key, copied. */
  public byte[] copy() {
    return Arrays.copyOf(buffer, length);
  }

  /**
   * Where the rows begin whose leading columns are at least (or, exclusive, greater than) these
   * values, in the order of SQL with NULL last.
   *
   * @param values of the first columns, of their types or NULL; none for all rows
   */
  public byte[] lowerBound(List<Value> values, boolean inclusive) {
    byte[] bound = leading(values);
    return inclusive ? bound : behind(bound);
  }

  /**
   * Where the rows end, exclusive, whose leading columns are at most (or, exclusive, less than)
   * these values.
   *
   * @param values of the first columns, of their types or NULL; at least one if inclusive
   */
  public byte[] upperBound(List<Value> values, boolean inclusive) {
    byte[] bound = leading(values);
    return inclusive ? behind(bound) : bound;
  }

  /**
   * Where the rows end, exclusive, whose first columns are these values and whose next column is
   * not NULL: the end of a range of that column without an upper value.
   *
   * @param values of fewer than all columns; may be none
   */
  public byte[] endOfValues(List<Value> values) {
    if (values.size() >= forms.length) {
      throw new IllegalArgumentException(
          values.size() + " values leave no further column of " + forms.length);
    }
    byte[] bound = leading(values);
    byte[] end = Arrays.copyOf(bound, bound.length + 1);
    end[bound.length] = NULL;
    return end;
  }

  private byte[] leading(List<Value> values) {
    if (values.size() > forms.length) {
      throw new IllegalArgumentException(
          values.size() + " values for a key of " + forms.length + " columns");
    }
    length = 0;
    hasNull = false;
    for (int i = 0; i < values.size(); i++) {
      Value value = values.get(i);
      LogicalType type = types.get(i);
      if (!value.isNull() && !value.type().equals(type)) {
        throw new IllegalArgumentException(
            "Column " + (i + 1) + " of the key is " + type + ", the value is " + value.type());
      }
      append(i, ConstantVector.of(new Value(type, value.object())), 0);
    }
    return copy();
  }

  /** The smallest bytes greater than all that begin with {@code bytes}. */
  private static byte[] behind(byte[] bytes) {
    int last = bytes.length - 1;
    while (last >= 0 && bytes[last] == -1) {
      last--;
    }
    if (last < 0) {
      throw new IllegalArgumentException("A bound that leaves out its values needs a value");
    }
    byte[] behind = Arrays.copyOf(bytes, last + 1);
    behind[last]++;
    return behind;
  }

  private void append(int column, Vector vector, int row) {
    ensure(LONGEST_FIXED);
    FlatVector flat;
    int at;
    switch (vector) {
      case FlatVector values -> {
        flat = values;
        at = row;
      }
      case ConstantVector constant -> {
        flat = constant.value();
        at = 0;
      }
      case DictionaryVector codes -> {
        flat = codes.dictionary();
        at = codes.codes()[row];
      }
      case SequenceVector sequence -> {
        buffer[length++] = VALUE;
        appendInteger(forms[column], sequence.start() + row * sequence.step());
        return;
      }
    }
    if (flat.isNull(at)) {
      buffer[length++] = NULL;
      hasNull = true;
      return;
    }
    buffer[length++] = VALUE;
    Form form = forms[column];
    switch (form) {
      case BOOL -> buffer[length++] = ((BoolVector) flat).get(at);
      case FLOAT -> appendFloat(((FloatVector) flat).get(at));
      case DOUBLE -> appendDouble(((DoubleVector) flat).get(at));
      case BYTES -> appendBytes((StringVector) flat, at);
      case BIGNUM -> appendBignum(new BigInteger(((StringVector) flat).getString(at)));
      case INT128, UINT128 -> {
        WideVector wide = (WideVector) flat;
        appendLong(form == Form.INT128 ? wide.high(at) ^ Long.MIN_VALUE : wide.high(at));
        appendLong(wide.low(at));
      }
      case INTERVAL -> {
        WideVector wide = (WideVector) flat;
        appendInterval(wide.low(at), wide.high(at));
      }
      default ->
          appendInteger(
              form, flat instanceof IntVector ints ? ints.get(at) : ((LongVector) flat).get(at));
    }
  }

  private void appendInteger(Form form, long value) {
    switch (form) {
      case INT8 -> buffer[length++] = (byte) (value ^ 0x80);
      case UINT8 -> buffer[length++] = (byte) value;
      case INT16 -> {
        SHORT.set(buffer, length, (short) (value ^ 0x8000));
        length += Short.BYTES;
      }
      case UINT16 -> {
        SHORT.set(buffer, length, (short) value);
        length += Short.BYTES;
      }
      case INT32 -> {
        INT.set(buffer, length, (int) value ^ Integer.MIN_VALUE);
        length += Integer.BYTES;
      }
      case UINT32 -> {
        INT.set(buffer, length, (int) value);
        length += Integer.BYTES;
      }
      case INT64 -> appendLong(value ^ Long.MIN_VALUE);
      case UINT64 -> appendLong(value);
      default -> throw new IllegalStateException(form + " is no integer of up to 64 bits");
    }
  }

  private void appendLong(long value) {
    LONG.set(buffer, length, value);
    length += Long.BYTES;
  }

  private void appendFloat(float value) {
    // Adding 0 makes -0 to 0; floatToIntBits makes all NaN the same, a positive one.
    int bits = Float.floatToIntBits(value + 0.0f);
    INT.set(buffer, length, bits ^ (bits >> 31 | Integer.MIN_VALUE));
    length += Integer.BYTES;
  }

  private void appendDouble(double value) {
    long bits = Double.doubleToLongBits(value + 0.0);
    appendLong(bits ^ (bits >> 63 | Long.MIN_VALUE));
  }

  private void appendInterval(long micros, long monthsAndDays) {
    long days =
        (monthsAndDays >> 32) * 30 + (int) monthsAndDays + Math.floorDiv(micros, MICROS_PER_DAY);
    appendLong(days ^ Long.MIN_VALUE);
    appendLong(Math.floorMod(micros, MICROS_PER_DAY));
  }

  private void appendBytes(StringVector strings, int row) {
    int size = strings.length(row);
    ensure(Math.max(size, StringVector.INLINE) + 1L);
    strings.copyBytes(row, buffer, length);
    int escapes = countEscapes(length, length + size);
    if (escapes > 0) {
      ensure((long) size + escapes + 1);
      int from = length + size - 1;
      for (int to = from + escapes; to > from; from--) {
        byte value = buffer[from];
        buffer[to--] = value;
        if (value == 0 || value == 1) {
          buffer[to--] = ESCAPE;
        }
      }
    }
    length += size + escapes;
    buffer[length++] = END;
  }

  /** Number of bytes of {@code buffer[from, to)} that are 0 or 1. */
  private int countEscapes(int from, int to) {
    int count = 0;
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      long word = (long) LONG.get(buffer, at);
      // Without the lowest bit of each byte, 0 and 1 are zero: see whether there is one.
      long rest = word & ~ONES;
      if ((rest - ONES & ~rest & HIGHS) != 0) {
        for (int i = at; i < at + Long.BYTES; i++) {
          count += (buffer[i] & 0xFE) == 0 ? 1 : 0;
        }
      }
    }
    for (; at < to; at++) {
      count += (buffer[at] & 0xFE) == 0 ? 1 : 0;
    }
    return count;
  }

  private void appendBignum(BigInteger value) {
    byte[] magnitude = value.abs().toByteArray();
    ensure(1L + Integer.BYTES + magnitude.length);
    int invert = value.signum() < 0 ? -1 : 0;
    buffer[length++] = (byte) (invert < 0 ? 0 : 1);
    INT.set(buffer, length, magnitude.length ^ invert);
    length += Integer.BYTES;
    for (byte part : magnitude) {
      buffer[length++] = (byte) (part ^ invert);
    }
  }

  private void ensure(long more) {
    long needed = length + more;
    if (needed <= buffer.length) {
      return;
    }
    if (needed > Integer.MAX_VALUE - 8) {
      throw new EiderException(
          ErrorType.OUT_OF_RANGE,
          "The key of an index entry would have "
              + needed
              + " bytes; at most "
              + (Integer.MAX_VALUE - 8)
              + " are possible. Index a shorter part of the text");
    }
    buffer = Tree.ensure(buffer, (int) needed);
  }
}
