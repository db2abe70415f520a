// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * One request to a store, repetitions too, as a flight recorder sees it: from its beginning to the
 * end of its reply. Off until a recording asks for {@value #NAME}. Holds nothing that is secret: of
 * an address of the web no query, which may be a signature.
 */
@Name(StoreRequestEvent.NAME)
@Label("Store request")
@Description("One attempt of one request to an object store or a web server")
@Category({"Eider", "Stores"})
@Enabled(false)
@StackTrace(false)
final class StoreRequestEvent extends Event {
  static final String NAME = "dev.eider.StoreRequest";

  @Label("Store")
  String store = "";

  @Label("Operation")
  String operation = "";

  @Label("Key")
  String key = "";

  @Label("Offset")
  long offset;

  /** Of the body that was moved; 0 after a failure. */
  @Label("Bytes")
  long bytes;

  /** 1 for the first attempt of a call. */
  @Label("Attempt")
  int attempt;

  /** Why it failed, or empty. */
  @Label("Failure")
  String failure = "";

  /** Of the reply, 0 when it is not known. */
  @Label("Status")
  int status;

  /** Ends and keeps the event, if somebody records it. */
  void keep(String ofStore, StoreObserver.Attempt of) {
    if (!shouldCommit()) {
      return;
    }
    int query = ofStore.startsWith("http") ? of.key().indexOf('?') : -1;
    store = ofStore;
    operation = of.operation().name();
    key = query < 0 ? of.key() : of.key().substring(0, query);
    offset = of.offset();
    bytes = of.bytes();
    attempt = of.number();
    failure = of.failure() == null ? "" : of.failure().name();
    status = of.status();
    commit();
  }
}
