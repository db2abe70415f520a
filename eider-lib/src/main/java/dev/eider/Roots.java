// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Whether files lie inside of the directory that {@code eider_root} names. */
public final class Roots {
  private Roots() {}

  /**
   * Checks a file that is there or is to be made. Links are followed.
   *
   * @throws EiderException PERMISSION when the file lies elsewhere, or that cannot be told
   */
  public static void check(String file, String root) {
    if (file.contains("://")) {
      // In a store, wherever that is.
      throw outside(file, root);
    }
    try {
      Path allowed = Path.of(root).toRealPath();
      Path existing = Path.of(file).toAbsolutePath();
      while (!Files.exists(existing) && existing.getParent() != null) {
        if ("..".equals(String.valueOf(existing.getFileName()))) {
          throw outside(file, root);
        }
        existing = existing.getParent();
      }
      if (existing.toRealPath().startsWith(allowed)) {
        return;
      }
    } catch (IOException | InvalidPathException e) {
      // Not told apart from a file outside: nothing is to be learnt of what lies there.
    }
    throw outside(file, root);
  }

  private static EiderException outside(String file, String root) {
    return new EiderException(
        ErrorType.PERMISSION,
        "the file \"" + file + "\" lies outside of the root directory \"" + root + "\"");
  }
}
