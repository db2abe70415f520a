// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.codec;

import io.airlift.compress.v3.Decompressor;
import io.airlift.compress.v3.MalformedInputException;
import io.airlift.compress.v3.lz4.Lz4JavaDecompressor;
import io.airlift.compress.v3.lz4.Lz4NativeDecompressor;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import io.airlift.compress.v3.zstd.ZstdNativeDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.brotli.dec.BrotliInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks blocks whose unpacked size is known (pages of a Parquet file). Keeps the state of its
 * codecs between blocks; belongs to one thread, closed by its owner.
 */
public final class BlockUnpacker implements AutoCloseable {
  private static final ValueLayout.OfInt BIG_INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /**
   * Without {@code --enable-native-access} the JVM would print a warning that nobody can switch
   * off; then the codecs' Java code serves.
   */
  private static final boolean NATIVE_ALLOWED =
      ZstdNativeDecompressor.class.getModule().isNativeAccessEnabled();

  private final boolean useNative;
  private @Nullable SnappyUnpacker snappy;
  private @Nullable Decompressor zstd;
  private @Nullable Decompressor lz4;
  private @Nullable Inflater inflater;

  /** An unpacker that uses the codecs' native libraries where the JVM was told to allow that. */
  public BlockUnpacker() {
    this(NATIVE_ALLOWED);
  }

  BlockUnpacker(boolean useNative) {
    this.useNative = useNative;
  }

  /** Unpacks one block of Snappy's raw format. */
  public void snappy(MemorySegment packed, byte[] target, int offset, int length)
      throws IOException {
    SnappyUnpacker codec = snappy;
    if (codec == null) {
      codec = new SnappyUnpacker();
      snappy = codec;
    }
    codec.unpack(packed, target, offset, length);
  }

  /** Unpacks Zstandard frames. */
  public void zstd(MemorySegment packed, byte[] target, int offset, int length) throws IOException {
    Decompressor codec = zstd;
    if (codec == null) {
      codec =
          useNative && ZstdNativeDecompressor.isEnabled()
              ? new ZstdNativeDecompressor()
              : new ZstdJavaDecompressor();
      zstd = codec;
    }
    unpack(codec, packed, target, offset, length);
  }

  /** Unpacks one block of LZ4's block format. */
  public void lz4(MemorySegment packed, byte[] target, int offset, int length) throws IOException {
    unpack(lz4(), packed, target, offset, length);
  }

  private Decompressor lz4() {
    Decompressor codec = lz4;
    if (codec == null) {
      codec =
          useNative && Lz4NativeDecompressor.isEnabled()
              ? new Lz4NativeDecompressor()
              : new Lz4JavaDecompressor();
      lz4 = codec;
    }
    return codec;
  }

  /**
   * Unpacks LZ4 as Hadoop frames it (sizes of the unpacked and packed block before each), or as a
   * bare block when it is not framed so: both were written under one name.
   */
  public void lz4Hadoop(MemorySegment packed, byte[] target, int offset, int length)
      throws IOException {
    if (!isFramed(packed, length)) {
      lz4(packed, target, offset, length);
      return;
    }
    long at = 0;
    int done = 0;
    while (at < packed.byteSize()) {
      int unpackedSize = packed.get(BIG_INT, at);
      int packedSize = packed.get(BIG_INT, at + 4);
      unpack(lz4(), packed.asSlice(at + 8, packedSize), target, offset + done, unpackedSize);
      at += 8L + packedSize;
      done += unpackedSize;
    }
  }

  private static boolean isFramed(MemorySegment packed, int length) {
    long at = 0;
    long done = 0;
    while (at < packed.byteSize()) {
      if (packed.byteSize() - at < 8) {
        return false;
      }
      int unpackedSize = packed.get(BIG_INT, at);
      int packedSize = packed.get(BIG_INT, at + 4);
      if (unpackedSize < 0 || packedSize < 0 || packedSize > packed.byteSize() - at - 8) {
        return false;
      }
      at += 8L + packedSize;
      done += unpackedSize;
    }
    return done == length;
  }

  private static void unpack(
      Decompressor codec, MemorySegment packed, byte[] target, int offset, int length)
      throws IOException {
    int done;
    try {
      done = codec.decompress(packed, MemorySegment.ofArray(target).asSlice(offset, length));
    } catch (MalformedInputException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
    if (done != length) {
      throw sizes(length, done);
    }
  }

  static IOException sizes(int expected, long actual) {
    return new IOException(
        "uncompressed page size mismatch (expected " + expected + ", actual: " + actual + ")");
  }

  /** Unpacks gzip members. */
  public void gzip(MemorySegment packed, byte[] target, int offset, int length) throws IOException {
    Inflater codec = inflater;
    if (codec == null) {
      codec = new Inflater(true);
      inflater = codec;
    }
    long at = 0;
    int done = 0;
    while (at < packed.byteSize()) {
      at = gzipHeader(packed, at);
      codec.reset();
      codec.setInput(packed.asSlice(at).asByteBuffer());
      try {
        while (!codec.finished()) {
          int n = codec.inflate(target, offset + done, length - done);
          done += n;
          if (n == 0 && !codec.finished()) {
            if (codec.needsInput() || codec.needsDictionary()) {
              throw new IOException("the gzip stream ends too early");
            }
            throw sizes(length, length + 1L);
          }
        }
      } catch (DataFormatException e) {
        throw new IOException("the gzip stream is damaged: " + e.getMessage(), e);
      }
      // Behind it: checksum and size.
      at += codec.getBytesRead() + 8;
    }
    if (done != length) {
      throw sizes(length, done);
    }
  }

  /** Passes over the header of a member; answers where its data begins. */
  private static long gzipHeader(MemorySegment packed, long from) throws IOException {
    long end = packed.byteSize();
    if (end - from < 18
        || (packed.get(ValueLayout.JAVA_BYTE, from) & 0xFF) != 0x1F
        || (packed.get(ValueLayout.JAVA_BYTE, from + 1) & 0xFF) != 0x8B
        || packed.get(ValueLayout.JAVA_BYTE, from + 2) != 8) {
      throw new IOException("not a gzip stream");
    }
    int flags = packed.get(ValueLayout.JAVA_BYTE, from + 3);
    long at = from + 10;
    if ((flags & 4) != 0) {
      if (at + 2 > end) {
        throw new IOException("the gzip stream ends too early");
      }
      int low = packed.get(ValueLayout.JAVA_BYTE, at) & 0xFF;
      int high = packed.get(ValueLayout.JAVA_BYTE, at + 1) & 0xFF;
      at += 2 + (low | high << 8);
    }
    for (int flag = 8; flag <= 16; flag <<= 1) {
      if ((flags & flag) != 0) {
        while (at < end && packed.get(ValueLayout.JAVA_BYTE, at) != 0) {
          at++;
        }
        at++;
      }
    }
    if ((flags & 2) != 0) {
      at += 2;
    }
    if (at > end) {
      throw new IOException("the gzip stream ends too early");
    }
    return at;
  }

  /** Unpacks one Brotli stream. */
  public void brotli(MemorySegment packed, byte[] target, int offset, int length)
      throws IOException {
    byte[] bytes = packed.toArray(ValueLayout.JAVA_BYTE);
    try (BrotliInputStream stream = new BrotliInputStream(new ByteArrayInputStream(bytes))) {
      int done = stream.readNBytes(target, offset, length);
      if (done != length) {
        throw sizes(length, done);
      }
      if (stream.read() >= 0) {
        throw sizes(length, length + 1L);
      }
    }
  }

  @Override
  public void close() {
    Inflater codec = inflater;
    if (codec != null) {
      codec.end();
      inflater = null;
    }
  }
}
