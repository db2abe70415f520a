// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.table.ObjectVersion;
import java.util.List;

/**
 * A file as it was when its footer was read.
 *
 * @param path as the user or the glob wrote it
 * @param columns what its schema says
 * @param footerBytes length of the footer
 */
record ParquetFile(
    String path, ObjectVersion object, Footer footer, List<SchemaNode> columns, int footerBytes) {

  /** The number of a column of that name, in any case, or -1. */
  int indexOf(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }
}
