// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Objects outside of the tasks of a scan: which there are, which version each has, their ends; and
 * writes them. For one query, whose cancel ends the calls; what was learnt of a version (by a
 * listing, say) is not asked for again. Calls block; any thread. Local paths are read directly, on
 * the thread that asks.
 *
 * <p>All calls throw IO or HTTP with the address, what was tried and the mend, or INTERRUPT.
 */
public interface ObjectAccess {
  /** Whether an address lies in a store; else it is a path of the local file system. */
  boolean isRemote(String address);

  /** The present version of an object. */
  ObjectVersion version(String address);

  /** The present version of an object, or null where there is none; directories are none. */
  @Nullable ObjectVersion find(String address);

  /** The last bytes of objects, {@code min(size, bytes)} of each; several are asked for at once. */
  List<Tail> tails(List<String> addresses, int bytes);

  /** The last bytes of an object: one request, without knowing its size. */
  default Tail tail(String address, int bytes) {
    return tails(List.of(address), bytes).getFirst();
  }

  /**
   * The first bytes of objects, {@code min(size, bytes)} of each; several are asked for at once.
   */
  List<Head> heads(List<String> addresses, int bytes);

  /** A piece of the version of an object that was seen before; it fails when that has changed. */
  byte[] read(ObjectVersion object, long offset, int length);

  /**
   * The objects of a store whose addresses start with {@code prefix}, in the order of their names.
   *
   * @param deep whether also those with a slash behind the prefix
   */
  List<ObjectVersion> list(String prefix, boolean deep);

  /** The first page of that listing: one request. */
  Listing firstPage(String prefix, boolean deep);

  /**
   * What follows a page that was not the last one.
   *
   * @param after {@link Listing#next}
   */
  Listing rest(String prefix, boolean deep, String after);

  /** Whole listings of several prefixes, made at once; answers in the order of the prefixes. */
  List<Listing> listEach(List<String> prefixes, boolean deep);

  /** Begins to write an object of a store. */
  ObjectSink create(String address);

  /** Deletes objects of a store; those that are not there are none to delete. */
  void delete(List<String> addresses);

  /**
   * What lies below an address.
   *
   * @param directories when it is not deep: what has a slash behind the prefix, up to and with it
   * @param next where the listing goes on, or null when this is all
   */
  record Listing(List<ObjectVersion> objects, List<String> directories, @Nullable String next) {}

  /** The first bytes of an object and which version of it they are of. */
  record Head(ObjectVersion object, byte[] bytes) {}

  /** The last bytes of an object and which version of it they are of. */
  record Tail(ObjectVersion object, byte[] bytes) {}
}
