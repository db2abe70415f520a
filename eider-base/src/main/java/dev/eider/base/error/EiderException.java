// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.error;

import org.jspecify.annotations.Nullable;

/**
 * The one exception of the project. {@link #getMessage()} starts with the type's label. A position
 * (character offset in the SQL text) may be attached by whoever knows it; {@code sql.SourceText}
 * turns it into the caret lines once, at the session's door. No message shows the query of an
 * address, which may be a signature.
 */
public final class EiderException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorType type;
  private final String detail;
  private final int position;

  public EiderException(ErrorType type, String detail) {
    this(type, detail, -1, null);
  }

  public EiderException(ErrorType type, String detail, @Nullable Throwable cause) {
    this(type, detail, -1, cause);
  }

  public EiderException(ErrorType type, String detail, int position, @Nullable Throwable cause) {
    super(type.label() + ": " + SignedAddresses.cut(detail), cause);
    this.type = type;
    this.detail = SignedAddresses.cut(detail);
    this.position = position;
  }

  /** The family of this error. */
  public ErrorType type() {
    return type;
  }

  /** The message without the type's label. */
  public String detail() {
    return detail;
  }

  /** Character offset in the statement's text that this error points at, or -1. */
  public int position() {
    return position;
  }

  /** The same error with a position, unless it has one already. */
  public EiderException at(int newPosition) {
    return position >= 0 || newPosition < 0
        ? this
        : new EiderException(type, detail, newPosition, this);
  }

  public static EiderException parser(String detail, int position) {
    return new EiderException(ErrorType.PARSER, detail, position, null);
  }

  public static EiderException binder(String detail) {
    return new EiderException(ErrorType.BINDER, detail);
  }

  public static EiderException binder(String detail, int position) {
    return new EiderException(ErrorType.BINDER, detail, position, null);
  }

  public static EiderException catalog(String detail) {
    return new EiderException(ErrorType.CATALOG, detail);
  }

  public static EiderException conversion(String detail) {
    return new EiderException(ErrorType.CONVERSION, detail);
  }

  public static EiderException outOfRange(String detail) {
    return new EiderException(ErrorType.OUT_OF_RANGE, detail);
  }

  public static EiderException invalidInput(String detail) {
    return new EiderException(ErrorType.INVALID_INPUT, detail);
  }

  public static EiderException notImplemented(String detail) {
    return new EiderException(ErrorType.NOT_IMPLEMENTED, detail);
  }

  public static EiderException io(String detail, @Nullable Throwable cause) {
    return new EiderException(ErrorType.IO, detail, cause);
  }

  public static EiderException interrupted() {
    return new EiderException(ErrorType.INTERRUPT, "Interrupted!");
  }

  public static EiderException internal(String detail) {
    return new EiderException(ErrorType.INTERNAL, detail);
  }
}
