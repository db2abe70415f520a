// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.glob;

import dev.eider.base.error.EiderException;
import dev.eider.io.codec.Codec;
import java.util.Locale;

/** Which codec a file is packed with. */
public final class Compression {
  private Compression() {}

  /** The codec that the option or, for {@code auto}, the file's name says. */
  public static Codec of(String option, String path) {
    return switch (option) {
      case "none", "uncompressed" -> Codec.NONE;
      case "gzip" -> Codec.GZIP;
      case "zstd" -> Codec.ZSTD;
      case "auto", "auto_detect", "infer", "" -> byName(path);
      default ->
          throw EiderException.binder(
              "Unrecognized file compression type \""
                  + option
                  + "\" (expected auto, none, gzip or zstd)");
    };
  }

  /** The codec that a file's name says. */
  public static Codec byName(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    return lower.endsWith(".gz") ? Codec.GZIP : lower.endsWith(".zst") ? Codec.ZSTD : Codec.NONE;
  }
}
