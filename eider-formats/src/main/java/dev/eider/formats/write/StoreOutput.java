// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

import dev.eider.base.table.ObjectSink;

/** A file that is written to a store. */
final class StoreOutput implements OutputFile {
  private final String address;
  private final ObjectSink sink;
  private long length;

  /** Written by the thread that writes, read by any. */
  private volatile boolean ended;

  StoreOutput(String address, ObjectSink sink) {
    this.address = address;
    this.sink = sink;
  }

  @Override
  public String path() {
    return address;
  }

  @Override
  public boolean isOpen() {
    return !ended;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void append(byte[] bytes, int offset, int count) {
    sink.append(bytes, offset, count);
    length += count;
  }

  @Override
  public void commit() {
    sink.commit();
    ended = true;
  }

  @Override
  public void discard() {
    ended = true;
    sink.discard();
  }
}
