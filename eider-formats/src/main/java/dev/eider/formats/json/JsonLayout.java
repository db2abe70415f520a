// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

/** How records stand in a file. */
enum JsonLayout {
  /** To be found out. */
  AUTO,
  /** One record a line. */
  LINES,
  /** The elements of one array. */
  ARRAY,
  /** One after the other, with space between. */
  UNSTRUCTURED;

  /** What errors call a record. */
  String unit() {
    return this == LINES ? "line" : "record/value";
  }
}
