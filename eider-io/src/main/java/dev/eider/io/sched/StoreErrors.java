// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.io.store.StoreException;

/** What a user sees when a store did not answer. */
final class StoreErrors {
  private StoreErrors() {}

  /** The error of one read: address, range, reason and what to do. */
  static EiderException reading(String address, long offset, long length, StoreException cause) {
    if (cause.reason() == StoreException.Reason.INTERRUPTED) {
      return EiderException.interrupted();
    }
    String what =
        "Could not read bytes "
            + offset
            + " to "
            + (offset + length - 1)
            + " of \""
            + address
            + "\": "
            + cause.getMessage();
    return new EiderException(ErrorType.IO, what + mend(cause), cause);
  }

  /** The error of a request for an object as a whole. */
  static EiderException looking(String address, StoreException cause) {
    if (cause.reason() == StoreException.Reason.INTERRUPTED) {
      return EiderException.interrupted();
    }
    return new EiderException(
        ErrorType.IO,
        "Could not open \"" + address + "\": " + cause.getMessage() + mend(cause),
        cause);
  }

  /** The error of a write. */
  static EiderException writing(String address, StoreException cause) {
    if (cause.reason() == StoreException.Reason.INTERRUPTED) {
      return EiderException.interrupted();
    }
    String mend =
        switch (cause.reason()) {
          case READ_ONLY -> "\nOnly s3://, gs:// and r2:// can be written to";
          case UNCLEAR -> "\nIt may have been written: look at the object, or write it again";
          case DENIED -> "\nCheck the credentials and the permission to write this object";
          default -> mend(cause);
        };
    return new EiderException(
        ErrorType.IO, "Could not write \"" + address + "\": " + cause.getMessage() + mend, cause);
  }

  /** The error of a listing. */
  static EiderException listing(String prefix, StoreException cause) {
    if (cause.reason() == StoreException.Reason.INTERRUPTED) {
      return EiderException.interrupted();
    }
    return new EiderException(
        ErrorType.IO,
        "Could not list \"" + prefix + "*\": " + cause.getMessage() + mend(cause),
        cause);
  }

  private static String mend(StoreException cause) {
    return switch (cause.reason()) {
      case PRECONDITION_FAILED ->
          "\nThe object has changed since the query was planned; run the query again";
      case RANGE -> "\nThe object is shorter than it was when the query was planned";
      case DENIED -> "\nCheck the credentials and the permission to read this object";
      case EXPIRED_CREDENTIALS -> "\nThe credentials have expired; renew them";
      case THROTTLED, UNAVAILABLE, INCOMPLETE ->
          "\nThe store did not recover within the retries (SET http_retries, http_retry_wait_ms)";
      default -> "";
    };
  }
}
