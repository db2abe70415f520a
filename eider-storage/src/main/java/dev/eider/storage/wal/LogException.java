// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.wal;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import org.jspecify.annotations.Nullable;

/** Why the log or the head did not do what it was asked. Checked; each reason asks for its own. */
public final class LogException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  public LogException(Reason reason, String message) {
    this(reason, message, null);
  }

  public LogException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** What the caller can make of it. */
  public Reason reason() {
    return reason;
  }

  /** The error that a user sees. */
  public EiderException toEider() {
    String message = String.valueOf(getMessage());
    return switch (reason) {
      case FENCED, OUTCOME_UNKNOWN, READ_ONLY, CLOSED, SNAPSHOT_TOO_OLD ->
          new EiderException(ErrorType.TRANSACTION, message, this);
      case OWNED, NO_DATABASE, HEAD_LOST, STORE -> new EiderException(ErrorType.IO, message, this);
      case TOO_LARGE, REFUSED -> new EiderException(ErrorType.INVALID_INPUT, message, this);
      case DAMAGED, BROKEN_LOG -> new EiderException(ErrorType.SERIALIZATION, message, this);
      case INTERRUPTED -> new EiderException(ErrorType.INTERRUPT, message, this);
    };
  }

  /** Kinds of failure. */
  public enum Reason {
    /** Another process has become the writer: open the database again. */
    FENCED,
    /** Another process has the database open for writing. */
    OWNED,
    /** Whether the commit took place is not known yet. */
    OUTCOME_UNKNOWN,
    /** Nothing was written: an earlier commit's outcome must be known first. */
    READ_ONLY,
    /** The writer was closed. */
    CLOSED,
    /** The version's objects may be gone: begin again with a newer one. */
    SNAPSHOT_TOO_OLD,
    /** There is no database at the address. */
    NO_DATABASE,
    /** The head object is lost: recovery is needed. */
    HEAD_LOST,
    /** The store could not be reached or refused. */
    STORE,
    /** More than fits into a slot. */
    TOO_LARGE,
    /** What was asked for cannot be. */
    REFUSED,
    /** Bytes of an object are not those that were written, or none that this program can read. */
    DAMAGED,
    /** The slots do not follow one another. */
    BROKEN_LOG,
    /** The thread was interrupted. */
    INTERRUPTED
  }
}
