// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.bind.BoundStatement;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.session.QueryResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a statement. Rows are pulled, either chunk by chunk ({@link #nextChunk()}) or row
 * by row ({@link #next()} and the getters): do not mix the two. A query runs while it is pulled, so
 * a result must be closed, also after an error. Belongs to its connection's thread; {@link
 * #cancel()} and {@link #progress()} may come from any. Columns count from 0.
 */
public final class Result implements AutoCloseable {
  private final Connection connection;
  private final @Nullable QueryResult result;
  private @Nullable DataChunk chunk;
  private int row = -1;
  private long rowsPulled;

  Result(Connection connection, @Nullable QueryResult result) {
    this.connection = connection;
    this.result = result;
  }

  static Result nothing(Connection connection) {
    return new Result(connection, null);
  }

  /** Names of the columns, not always distinct. */
  public List<String> columnNames() {
    return result == null ? List.of() : result.names();
  }

  /** Types of the columns. */
  public List<LogicalType> columnTypes() {
    return result == null ? List.of() : result.types();
  }

  /** Whether the statement answers rows. One that changes rows answers only their number. */
  public boolean hasRows() {
    return result != null && result.kind() == BoundStatement.Kind.ROWS;
  }

  /** Whether the statement is of a kind that changes rows and was run to its end. */
  public boolean changesData() {
    return result != null && result.changedRows() >= 0;
  }

  /** Rows that were changed; 0 for a statement that changes none. */
  public long changes() {
    return result == null ? 0 : Math.max(0, result.changedRows());
  }

  /** Rows that were handed out so far. Any thread, roughly. */
  public long rowsPulled() {
    return rowsPulled;
  }

  /**
   * The next chunk of at least one row, or null after the last. It is the caller's to keep.
   *
   * @throws EiderException the query's error; the result is over then
   */
  public @Nullable DataChunk nextChunk() {
    DataChunk next = result == null ? null : result.next();
    if (next != null) {
      rowsPulled += next.size();
    }
    return next;
  }

  /** Moves to the next row; false after the last. */
  public boolean next() {
    DataChunk current = chunk;
    if (current != null && row + 1 < current.size()) {
      row++;
      return true;
    }
    chunk = nextChunk();
    row = 0;
    return chunk != null;
  }

  private Vector column(int column) {
    DataChunk current = chunk;
    if (current == null) {
      throw EiderException.invalidInput("there is no row: call next() first, while it says true");
    }
    return current.column(column);
  }

  /** Whether a value of the current row is NULL. */
  public boolean isNull(int column) {
    return column(column).isNull(row);
  }

  /** A value of the current row. */
  public Value getValue(int column) {
    return column(column).getValue(row);
  }

  /** A value of the current row as {@link JavaValues} says, null for NULL. */
  public @Nullable Object getObject(int column) {
    return JavaValues.toJava(getValue(column));
  }

  /**
   * A numeric value as a long, 0 for NULL; fractions are cut off.
   *
   * @throws EiderException OUT_OF_RANGE when it does not fit, CONVERSION for a value of another
   *     type
   */
  public long getLong(int column) {
    if (isNull(column)) {
      return 0;
    }
    Object object = getObject(column);
    return switch (object) {
      case Byte n -> n;
      case Short n -> n;
      case Integer n -> n;
      case Long n -> n;
      case Boolean flag -> flag ? 1 : 0;
      case Number number -> {
        try {
          yield new java.math.BigDecimal(number.toString()).toBigInteger().longValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
          throw EiderException.outOfRange(number + " is out of the range of a Java long");
        }
      }
      case null, default -> throw notA(column, "number");
    };
  }

  /** A numeric value as a double, 0 for NULL. */
  public double getDouble(int column) {
    if (isNull(column)) {
      return 0;
    }
    if (getObject(column) instanceof Number number) {
      return number.doubleValue();
    }
    throw notA(column, "number");
  }

  /** A BOOLEAN, false for NULL. */
  public boolean getBoolean(int column) {
    if (isNull(column)) {
      return false;
    }
    if (getObject(column) instanceof Boolean flag) {
      return flag;
    }
    throw notA(column, "BOOLEAN");
  }

  private EiderException notA(int column, String wanted) {
    return EiderException.conversion(
        "column "
            + column
            + " (\""
            + columnNames().get(column)
            + "\") is of type "
            + columnTypes().get(column)
            + ", not a "
            + wanted);
  }

  /** The text of a value as a cast to VARCHAR gives it, null for NULL. */
  public @Nullable String getString(int column) {
    Vector vector = column(column);
    if (vector.isNull(row)) {
      return null;
    }
    FlatVector one = FlatVector.allocate(vector.type(), 1);
    one.setValue(0, vector.getValue(row));
    return textCast(vector.type()).cast(one, 1).getString(0);
  }

  /** A cast of vectors of that type to their text, in the session's time zone. */
  public TextCast textCast(LogicalType type) {
    return new TextCast(connection, type);
  }

  /** Runs the query to its end, drops the rows left, and closes. */
  void drainAndClose() {
    try {
      while (nextChunk() != null) {
        // Only running it matters.
      }
    } finally {
      close();
    }
  }

  /** How much of the query is done, 0 to 1, or -1 when unknown. Any thread. */
  public double progress() {
    return result == null ? -1 : result.progress();
  }

  /** Bytes read from files so far. Any thread. */
  public long bytesRead() {
    return result == null ? 0 : result.bytesRead();
  }

  /** Stops the query: whoever pulls gets an INTERRUPT error. Any thread. */
  public void cancel() {
    connection.interrupt();
  }

  /** Ends the query, if need be before its end. A second call does nothing. */
  @Override
  public void close() {
    chunk = null;
    if (result != null) {
      result.close();
    }
  }

  /** Casts vectors of one type to VARCHAR. Keeps its result from call to call; one thread. */
  public static final class TextCast {
    private final @Nullable Evaluator evaluator;
    private final DataChunk input = new DataChunk(new Vector[1], 0);

    TextCast(Connection connection, LogicalType type) {
      evaluator =
          type.id() == TypeId.VARCHAR
              ? null
              : Evaluator.of(
                  new BoundExpr.Cast(new BoundExpr.InputRef(0, type), LogicalType.VARCHAR, false),
                  connection.session().evalContext());
    }

    /** The texts of rows {@code [0, count)}, NULL where the value is; valid until the next call. */
    public StringVector cast(Vector vector, int count) {
      if (evaluator == null) {
        return (StringVector) vector.flatten(count);
      }
      input.setColumn(0, vector);
      input.setSize(count);
      return (StringVector) evaluator.evaluate(input).flatten(count);
    }
  }
}
