// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.TableWriter;

/** Begins the writing of files by COPY TO. */
@FunctionalInterface
public interface FileOpener {
  /** A writer of the file of that name. */
  TableWriter open(String path);

  /** A writer that fills files one after the other; a format that cannot do that refuses. */
  default TableWriter open(FileSeries files) {
    if (files.rotates()) {
      throw EiderException.notImplemented(
          "files of limited size in this format; leave out FILE_SIZE_BYTES and"
              + " ROW_GROUPS_PER_FILE");
    }
    return open(files.nextName());
  }
}
