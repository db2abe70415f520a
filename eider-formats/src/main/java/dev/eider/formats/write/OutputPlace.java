// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanContext;

/** Where files of COPY TO go: the local file system, or a store. Any thread. */
interface OutputPlace {
  /** The place of a path or address. */
  static OutputPlace of(String path, ScanContext context) {
    return context.objects().isRemote(path) ? new StorePlace(context.objects()) : new LocalPlace();
  }

  /**
   * Begins a file.
   *
   * @param temporary whether it gets its name only when it is whole
   * @throws EiderException (IO) when it cannot be made
   */
  OutputFile begin(String path, boolean temporary);

  /** A name in a directory. */
  String resolve(String directory, String name);

  /** Makes a directory and those above it, where there is such a thing. */
  void makeDirectories(String directory);

  /**
   * Looks at a directory before files are put there.
   *
   * @param keep what is there stays
   * @param overwrite what is there is deleted
   * @throws EiderException (IO) when something is there and neither was said
   */
  void prepare(String directory, boolean keep, boolean overwrite);

  /** Deletes a file; nothing happens when it is not there. */
  void delete(String path);

  /** The error of a directory with something in it. */
  static EiderException notEmpty(String directory) {
    return EiderException.io(
        "Directory \"" + directory + "\" is not empty! Enable OVERWRITE option to overwrite files",
        null);
  }
}
