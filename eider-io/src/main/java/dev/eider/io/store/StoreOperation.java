// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

/** What a store is asked to do; each is one request to a bucket. */
public enum StoreOperation {
  GET(true),
  GET_SUFFIX(true),
  HEAD(true),
  LIST(true),
  PUT(false),
  START_MULTIPART(false),
  PART(false),
  COMPLETE(false),
  ABORT(false),
  DELETE(false),
  DELETE_ALL(false);

  private final boolean read;

  StoreOperation(boolean read) {
    this.read = read;
  }

  /** Whether it changes nothing. */
  public boolean isRead() {
    return read;
  }
}
