// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli;

import java.io.File;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether this run adds the Vector API module. Adding it costs about 40 ms, and its kernels
 * are slow until the JVM has compiled them, so it pays for sessions and for large files only.
 */
final class VectorPolicy {
  /**
   * Bytes from which on one query over a file gains more from vector kernels than their compilation
   * costs.
   */
  static final long PAYS_FROM_BYTES = 2_600_000_000L;

  private VectorPolicy() {}

  /**
   * Whether to add the module.
   *
   * @param wish the environment variable EIDER_VECTOR: 1 yes, 0 no, else this class decides
   * @param session whether more than the given texts will be run
   */
  static boolean wanted(@Nullable String wish, boolean session, List<String> sqlTexts) {
    if ("1".equals(wish) || "0".equals(wish)) {
      return "1".equals(wish);
    }
    if (session) {
      return true;
    }
    long bytes = 0;
    for (String sql : sqlTexts) {
      bytes += bytesOfFiles(sql);
      if (bytes >= PAYS_FROM_BYTES) {
        return true;
      }
    }
    return false;
  }

  /** Sizes of the files that string literals of the text name. */
  private static long bytesOfFiles(String sql) {
    long bytes = 0;
    int from = sql.indexOf('\'');
    while (from >= 0) {
      int to = sql.indexOf('\'', from + 1);
      if (to < 0) {
        break;
      }
      if (to - from > 4 && sql.indexOf('.', from) < to) {
        bytes += new File(sql.substring(from + 1, to)).length();
      }
      from = sql.indexOf('\'', to + 1);
    }
    return bytes;
  }
}
