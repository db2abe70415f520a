// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import org.jspecify.annotations.Nullable;

/**
 * Why a store did not do what it was asked. Checked: every caller decides what each reason means to
 * it; what reaches a user has become an {@link dev.eider.base.error.EiderException} on the way. The
 * message names the address, the range and the status, never a secret.
 */
public final class StoreException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final int status;
  private final long retryAfterMillis;
  private final long storeTime;

  public StoreException(Reason reason, String message) {
    this(reason, message, 0, 0, 0, null);
  }

  /**
   * An error with all that is known.
   *
   * @param status the HTTP status, or 0
   * @param retryAfterMillis how long the store asks to wait, or 0
   * @param storeTime the store's clock when it replied, milliseconds since 1970 UTC; 0 when unknown
   */
  public StoreException(
      Reason reason,
      String message,
      int status,
      long retryAfterMillis,
      long storeTime,
      @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.status = status;
    this.retryAfterMillis = retryAfterMillis;
    this.storeTime = storeTime;
  }

  /** What kind of failure this is. */
  public Reason reason() {
    return reason;
  }

  /** The HTTP status, or 0 where there was none. */
  public int status() {
    return status;
  }

  /** How long the store asks to wait before the next try, or 0. */
  public long retryAfterMillis() {
    return retryAfterMillis;
  }

  /** The store's clock when it replied, milliseconds since 1970 UTC; 0 when unknown. */
  public long storeTime() {
    return storeTime;
  }

  /** What the caller can make of a failure. */
  public enum Reason {
    /** There is no such object or bucket. */
    NOT_FOUND(false),
    /** The object exists, or has another tag: the condition did not hold. Nothing was changed. */
    PRECONDITION_FAILED(false),
    /** Another conditional write on the key is under way. Nothing was changed. */
    CONFLICT(true),
    /** The object ends before the range does. */
    RANGE(false),
    /** The credentials are missing, wrong, or may not do this. */
    DENIED(false),
    /** The credentials were right once; fresh ones may be. */
    EXPIRED_CREDENTIALS(false),
    /** The store asks to come slower (429, 503). Nothing was changed. */
    THROTTLED(true),
    /**
     * The store failed or could not be reached (408, 500, 502, 504, connection). Of a write only
     * when it certainly did not arrive.
     */
    UNAVAILABLE(true),
    /** The body ended early or had the wrong length. For reads. */
    INCOMPLETE(true),
    /** A write was sent and no reply came: it may have been applied, or may be later. */
    UNCLEAR(false),
    /** The object is larger than the store takes in one write. */
    TOO_LARGE(false),
    /** The store, or its credentials, only read. */
    READ_ONLY(false),
    /** The store has no such operation. */
    UNSUPPORTED(false),
    /** The request was refused for another reason (other 4xx, wrong region, clock skew, TLS). */
    REFUSED(false),
    /** The thread was interrupted or the store closed. A write may have been applied. */
    INTERRUPTED(false);

    private final boolean transientFailure;

    Reason(boolean transientFailure) {
      this.transientFailure = transientFailure;
    }

    /** Whether the same call may succeed when it is made again, without any risk. */
    public boolean isTransient() {
      return transientFailure;
    }
  }
}
