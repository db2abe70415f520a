// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ScanContext;
import dev.eider.formats.glob.Compression;
import dev.eider.io.codec.Codec;
import dev.eider.io.store.local.FileMappings;
import dev.eider.io.store.local.LocalFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Opens the text of files, whatever they are: plain, compressed, in another encoding, a pipe. */
final class Sources {
  /** Sizes of blocks: small enough for a core's cache, large enough to pay for the hand-out. */
  static final int MIN_BLOCK = 128 << 10;

  static final int MAX_BLOCK = Integer.getInteger("eider.csv_block", 512 << 10);

  /**
   * Rows a block of short rows should have at most, so that their offsets stay in the cache too.
   */
  private static final int BLOCK_ROWS = 8 << 10;

  private final CsvOptions options;

  /** Text of a pipe that was opened for sniffing and waits for its only scan. */
  private @Nullable TextSource pipe;

  private boolean pipeUsed;

  private final FileMappings mappings;

  Sources(CsvOptions options, FileMappings mappings) {
    this.options = options;
    this.mappings = mappings;
  }

  int blockSize(int rowBytes) {
    if (options.bufferSize > 0) {
      return (int) Math.max(1, Math.min(options.bufferSize, 64L << 20));
    }
    long wanted = rowBytes == 0 ? MAX_BLOCK : (long) rowBytes * BLOCK_ROWS;
    return (int) Math.max(Math.min(MIN_BLOCK, MAX_BLOCK), Math.min(MAX_BLOCK, wanted));
  }

  /** Opens a file for sniffing. */
  synchronized TextSource sniff(String path, ScanContext context) {
    if (isPipe(path)) {
      TextSource opened = pipe;
      if (opened == null) {
        opened = openStream(path, Codec.NONE, 0, context);
        pipe = opened;
      }
      return new Unclosed(opened);
    }
    return open(path, 0, context, null);
  }

  /** Closes a pipe that was sniffed and will not be scanned. */
  synchronized void abandon() {
    TextSource opened = pipe;
    pipe = null;
    if (opened != null) {
      opened.close();
    }
  }

  /** Opens a file for a scan. */
  synchronized TextSource scan(String path, int rowBytes, ScanContext context) {
    if (!isPipe(path)) {
      return open(path, rowBytes, context, mappings);
    }
    TextSource opened = pipe;
    pipe = null;
    if (pipeUsed) {
      throw EiderException.io(
          "\""
              + path
              + "\" is a pipe: it can be read only once. Copy it to a table first"
              + " (CREATE TABLE t AS FROM ...)",
          null);
    }
    pipeUsed = true;
    return opened != null ? opened : openStream(path, Codec.NONE, rowBytes, context);
  }

  private TextSource open(
      String path, int rowBytes, ScanContext context, @Nullable FileMappings kept) {
    Codec codec = Compression.of(options.compression, path);
    if (codec == Codec.NONE && Encodings.isUtf8(options.encoding)) {
      return new PlainSource(
          LocalFile.open(Path.of(path), context.env(), kept), blockSize(rowBytes));
    }
    if (codec == Codec.NONE) {
      Charset charset = Encodings.charset(options.encoding);
      if (TranscodedSource.supports(charset)) {
        return new TranscodedSource(
            LocalFile.open(Path.of(path)), charset, blockSize(rowBytes), options.encoding);
      }
    }
    return openStream(path, codec, rowBytes, context);
  }

  private TextSource openStream(String path, Codec codec, int rowBytes, ScanContext context) {
    Charset charset =
        Encodings.isUtf8(options.encoding) ? null : Encodings.charset(options.encoding);
    String compression = options.compression;
    Codec used =
        codec == Codec.NONE && isPipe(path) && !compression.equals("auto")
            ? Compression.of(compression, path)
            : codec;
    try {
      // Opening checks that the file is there and readable, with the right error if not.
      InputStream raw = path.equals("/dev/stdin") ? System.in : LocalFile.stream(Path.of(path));
      InputStream text = used.unpack(raw);
      if (charset != null) {
        text = new CharsetStream(text, charset, options.encoding);
      }
      MemoryReservation memory = context.memory().reserve("CSV_READER");
      return new StreamSource(path, text, blockSize(rowBytes), memory);
    } catch (IOException e) {
      throw EiderException.io(
          "Could not read \"" + path + "\" as " + used + ": " + e.getMessage(), e);
    }
  }

  static boolean isPipe(String path) {
    return path.equals("/dev/stdin") || LocalFile.isPipe(Path.of(path));
  }

  /** Lets a sniffer look at a pipe without closing it. */
  private record Unclosed(TextSource source) implements TextSource {
    @Override
    public long blocks() {
      return source.blocks();
    }

    @Override
    public boolean load(long block, Window window) {
      return source.load(block, window);
    }

    @Override
    public void extend(Window window) {
      source.extend(window);
    }

    @Override
    public long lineEndsBefore(long block) {
      return source.lineEndsBefore(block);
    }

    @Override
    public long offset(long block) {
      return source.offset(block);
    }

    @Override
    public long bytes(long block) {
      return source.bytes(block);
    }

    @Override
    public void close() {}
  }
}
