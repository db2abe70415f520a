// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorKind;
import dev.eider.base.error.ErrorType;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientException;

/**
 * Errors of the database as JDBC's exceptions, with SQLState and, as vendor code, the exit code.
 */
final class SqlErrors {
  /** What a call on something closed says. */
  private static final String CLOSED_STATE = "08003";

  private static final String WRONG_ARGUMENT = "22023";

  private SqlErrors() {}

  /** The exception for an error; the error is its cause. */
  static SQLException of(EiderException error) {
    ErrorType type = error.type();
    String message = error.getMessage();
    String state = type.sqlState();
    int code = type.kind().exitCode();
    if (type == ErrorType.NOT_IMPLEMENTED) {
      return new SQLFeatureNotSupportedException(message, state, code, error);
    }
    if (type == ErrorType.CONSTRAINT) {
      return new SQLIntegrityConstraintViolationException(message, state, code, error);
    }
    ErrorKind kind = type.kind();
    return switch (kind) {
      case FIX_STATEMENT -> new SQLSyntaxErrorException(message, state, code, error);
      case FIX_DATA -> new SQLDataException(message, state, code, error);
      case FREE_RESOURCES -> new SQLTransientException(message, state, code, error);
      case FIX_ENVIRONMENT, ABORT_TRANSACTION, INTERRUPTED, DATA_DAMAGED, INTERNAL ->
          new SQLException(message, state, code, error);
    };
  }

  /** The exception for a query that ran longer than {@code setQueryTimeout} allows. */
  static SQLException timeout(EiderException error, int seconds) {
    return new SQLTimeoutException(
        "the query ran longer than the timeout of " + seconds + " s", "57014", 1, error);
  }

  static SQLException closed(String what) {
    return new SQLException(what + " is closed", CLOSED_STATE);
  }

  static SQLException argument(String message) {
    return new SQLException(message, WRONG_ARGUMENT);
  }

  static SQLFeatureNotSupportedException unsupported(String what) {
    return new SQLFeatureNotSupportedException(what + " is not supported", "0A000");
  }
}
