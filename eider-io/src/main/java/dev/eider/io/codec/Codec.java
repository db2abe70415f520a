// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.codec;

import io.airlift.compress.v3.zstd.ZstdJavaInputStream;
import io.airlift.compress.v3.zstd.ZstdJavaOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** A way to pack bytes. */
public enum Codec {
  NONE {
    @Override
    public InputStream unpack(InputStream packed) {
      return packed;
    }

    @Override
    public OutputStream pack(OutputStream target) {
      return target;
    }
  },
  /** Gzip, of any number of members one after the other. */
  GZIP {
    @Override
    public InputStream unpack(InputStream packed) throws IOException {
      return new GZIPInputStream(packed, 64 << 10);
    }

    @Override
    public OutputStream pack(OutputStream target) throws IOException {
      return new GZIPOutputStream(target, 64 << 10);
    }
  },
  /** Zstandard, of any number of frames. */
  ZSTD {
    @Override
    public InputStream unpack(InputStream packed) {
      return new ZstdJavaInputStream(packed);
    }

    @Override
    public OutputStream pack(OutputStream target) throws IOException {
      return new ZstdJavaOutputStream(target);
    }
  };

  /**
   * A stream of the bytes that were packed. Closing it closes {@code packed}.
   *
   * @throws IOException when the stream does not begin as this codec's do
   */
  public abstract InputStream unpack(InputStream packed) throws IOException;

  /** A stream that packs what is written to it. Closing it closes {@code target}. */
  public abstract OutputStream pack(OutputStream target) throws IOException;
}
