// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.codec;

import dev.eider.base.error.EiderException;
import io.airlift.compress.v3.Compressor;
import io.airlift.compress.v3.lz4.Lz4JavaCompressor;
import io.airlift.compress.v3.lz4.Lz4NativeCompressor;
import io.airlift.compress.v3.snappy.SnappyJavaCompressor;
import io.airlift.compress.v3.snappy.SnappyNativeCompressor;
import io.airlift.compress.v3.zstd.ZstdJavaCompressor;
import io.airlift.compress.v3.zstd.ZstdNativeCompressor;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * Packs blocks (pages of a Parquet file), the counterpart of {@link BlockUnpacker}. Keeps the state
 * of its codecs and its output between blocks; belongs to one thread, closed by its owner.
 */
public final class BlockPacker implements AutoCloseable {
  /** The level of zstd where none is asked for; the only one of its Java code. */
  public static final int ZSTD_LEVEL = 3;

  private static final byte[] GZIP_HEAD = {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, (byte) 255};

  private static final boolean NATIVE_ALLOWED =
      SnappyNativeCompressor.class.getModule().isNativeAccessEnabled();

  private final boolean useNative;
  private final int zstdLevel;
  private @Nullable Compressor snappy;
  private @Nullable Compressor zstd;
  private @Nullable Compressor lz4;
  private @Nullable Deflater deflater;
  private byte[] packed = new byte[0];

  /**
   * A packer that uses the codecs' native libraries where the JVM was told to allow that.
   *
   * @throws EiderException (not implemented) for a level of zstd that needs its native library
   *     where that cannot be used
   */
  public BlockPacker(int zstdLevel) {
    this(zstdLevel, NATIVE_ALLOWED);
  }

  BlockPacker(int zstdLevel, boolean useNative) {
    this.zstdLevel = zstdLevel;
    this.useNative = useNative;
    if (zstdLevel != ZSTD_LEVEL && !(useNative && ZstdNativeCompressor.isEnabled())) {
      throw EiderException.notImplemented(
          "level "
              + zstdLevel
              + " of zstd without its native library, whose Java twin knows level "
              + ZSTD_LEVEL
              + " only; start the JVM with --enable-native-access=ALL-UNNAMED, or leave the level"
              + " out");
    }
  }

  /** The bytes that the last call made, from index 0; valid until the next call. */
  public byte[] packed() {
    return packed;
  }

  /** Packs one block of Snappy's raw format; answers its length. */
  public int snappy(byte[] source, int length) {
    Compressor codec = snappy;
    if (codec == null) {
      codec =
          useNative && SnappyNativeCompressor.isEnabled()
              ? new SnappyNativeCompressor()
              : new SnappyJavaCompressor();
      snappy = codec;
    }
    return pack(codec, source, length);
  }

  /** Packs one Zstandard frame; answers its length. */
  public int zstd(byte[] source, int length) {
    Compressor codec = zstd;
    if (codec == null) {
      codec =
          useNative && ZstdNativeCompressor.isEnabled()
              ? new ZstdNativeCompressor(zstdLevel)
              : new ZstdJavaCompressor();
      zstd = codec;
    }
    return pack(codec, source, length);
  }

  /** Packs one block of LZ4's block format; answers its length. */
  public int lz4(byte[] source, int length) {
    Compressor codec = lz4;
    if (codec == null) {
      codec =
          useNative && Lz4NativeCompressor.isEnabled()
              ? new Lz4NativeCompressor()
              : new Lz4JavaCompressor();
      lz4 = codec;
    }
    return pack(codec, source, length);
  }

  private int pack(Compressor codec, byte[] source, int length) {
    room(codec.maxCompressedLength(length));
    return codec.compress(source, 0, length, packed, 0, packed.length);
  }

  private void room(int size) {
    if (packed.length < size) {
      packed = new byte[Math.max(size, 2 * packed.length)];
    }
  }

  /** Packs one gzip member; answers its length. */
  public int gzip(byte[] source, int length) {
    Deflater codec = deflater;
    if (codec == null) {
      codec = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
      deflater = codec;
    }
    codec.reset();
    codec.setInput(source, 0, length);
    codec.finish();
    room(length / 4 + 64);
    System.arraycopy(GZIP_HEAD, 0, packed, 0, GZIP_HEAD.length);
    int at = GZIP_HEAD.length;
    while (!codec.finished()) {
      if (packed.length - at < 64) {
        packed = Arrays.copyOf(packed, 2 * packed.length);
      }
      at += codec.deflate(packed, at, packed.length - at - 8);
    }
    CRC32 crc = new CRC32();
    crc.update(source, 0, length);
    at = littleEndian((int) crc.getValue(), at);
    return littleEndian(length, at);
  }

  private int littleEndian(int value, int at) {
    for (int i = 0; i < 4; i++) {
      packed[at + i] = (byte) (value >>> 8 * i);
    }
    return at + 4;
  }

  @Override
  public void close() {
    Deflater codec = deflater;
    if (codec != null) {
      codec.end();
      deflater = null;
    }
  }
}
