// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

/** An object below the database's prefix: its name there and its size in bytes. */
public record ObjectRef(String name, long size) {
  void write(PackOutput out) {
    out.text(name);
    out.varint(size);
  }

  static ObjectRef read(PackInput in) {
    String name = in.text();
    long size = in.varint();
    if (size < 0) {
      throw in.damaged("a size", size);
    }
    return new ObjectRef(name, size);
  }
}
