// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.error;

/** What the caller of a failed operation is to do. */
public enum ErrorKind {
  /** The statement is wrong: change the SQL. */
  FIX_STATEMENT(1),
  /** The data defeated the query: mend the data or read it with other options. */
  FIX_DATA(2),
  /** The environment refused: a missing file, a permission, a full disk, a failing network. */
  FIX_ENVIRONMENT(3),
  /** A bound was reached: raise a limit or free resources. */
  FREE_RESOURCES(3),
  /** The transaction is over; start again. */
  ABORT_TRANSACTION(1),
  /** The caller itself asked for the operation to stop. */
  INTERRUPTED(1),
  /** Stored bytes are not what was written. */
  DATA_DAMAGED(3),
  /** Our bug: report it. */
  INTERNAL(3);

  private final int exitCode;

  ErrorKind(int exitCode) {
    this.exitCode = exitCode;
  }

  /** The exit code of the command line program: 1 query wrong, 2 data, 3 environment. */
  public int exitCode() {
    return exitCode;
  }
}
