// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.error;

/**
 * The families of errors by the name they print under; the names are part of the dialect (its test
 * suite compares error texts).
 */
public enum ErrorType {
  PARSER("Parser Error", "42601", ErrorKind.FIX_STATEMENT),
  SYNTAX("Syntax Error", "42601", ErrorKind.FIX_STATEMENT),
  BINDER("Binder Error", "42000", ErrorKind.FIX_STATEMENT),
  CATALOG("Catalog Error", "42704", ErrorKind.FIX_STATEMENT),
  MISMATCH_TYPE("Mismatch Type Error", "42804", ErrorKind.FIX_STATEMENT),
  PARAMETER_NOT_RESOLVED("Parameter Not Resolved Error", "42P18", ErrorKind.FIX_STATEMENT),
  PARAMETER_NOT_ALLOWED("Parameter Not Allowed Error", "42P18", ErrorKind.FIX_STATEMENT),
  NOT_IMPLEMENTED("Not implemented Error", "0A000", ErrorKind.FIX_STATEMENT),
  SETTINGS("Settings Error", "42000", ErrorKind.FIX_STATEMENT),
  DEPENDENCY("Dependency Error", "2BP01", ErrorKind.FIX_STATEMENT),
  PERMISSION("Permission Error", "42501", ErrorKind.FIX_ENVIRONMENT),
  CONVERSION("Conversion Error", "22018", ErrorKind.FIX_DATA),
  OUT_OF_RANGE("Out of Range Error", "22003", ErrorKind.FIX_DATA),
  INVALID_INPUT("Invalid Input Error", "22000", ErrorKind.FIX_DATA),
  INVALID_TYPE("Invalid type Error", "22000", ErrorKind.FIX_STATEMENT),
  DIVIDE_BY_ZERO("Divide by Zero Error", "22012", ErrorKind.FIX_DATA),
  CONSTRAINT("Constraint Error", "23000", ErrorKind.FIX_DATA),
  SEQUENCE("Sequence Error", "2200H", ErrorKind.FIX_STATEMENT),
  TRANSACTION("TransactionContext Error", "25000", ErrorKind.ABORT_TRANSACTION),
  IO("IO Error", "58030", ErrorKind.FIX_ENVIRONMENT),
  HTTP("HTTP Error", "58030", ErrorKind.FIX_ENVIRONMENT),
  OUT_OF_MEMORY("Out of Memory Error", "53200", ErrorKind.FREE_RESOURCES),
  INTERRUPT("INTERRUPT Error", "57014", ErrorKind.INTERRUPTED),
  SERIALIZATION("Serialization Error", "XX001", ErrorKind.DATA_DAMAGED),
  INTERNAL("INTERNAL Error", "XX000", ErrorKind.INTERNAL);

  private final String label;
  private final String sqlState;
  private final ErrorKind kind;

  ErrorType(String label, String sqlState, ErrorKind kind) {
    this.label = label;
    this.sqlState = sqlState;
    this.kind = kind;
  }

  /** The prefix as printed, for instance {@code Binder Error}. */
  public String label() {
    return label;
  }

  /** The five characters of the SQLState that JDBC reports. */
  public String sqlState() {
    return sqlState;
  }

  /** What the caller does about an error of this type. */
  public ErrorKind kind() {
    return kind;
  }
}
