// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ObjectAccess;
import dev.eider.base.table.ScanContext;
import dev.eider.formats.glob.Compression;
import dev.eider.formats.scan.ObjectStream;
import dev.eider.io.codec.Codec;
import dev.eider.io.store.local.FileMappings;
import dev.eider.io.store.local.LocalFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  /** What is read of the beginning of a file in a store: of one, at least, and of all together. */
  private static final int HEAD = 256 << 10;

  private static final int HEAD_MIN = 16 << 10;
  private static final int HEADS = 16 << 20;

  /** The largest block of a file in a store: long enough to pay for a request. */
  private static final int STORE_BLOCK = 4 << 20;

  /** By address: the version that is read, and its first bytes. Guarded by this. */
  private final Map<String, ObjectAccess.Head> heads = new HashMap<>();

  Sources(CsvOptions options, FileMappings mappings) {
    this.options = options;
    this.mappings = mappings;
  }

  /**
   * Reads the beginnings of files in a store, many at once: they will be sniffed, and the small
   * ones are read with that.
   */
  void prefetch(List<String> paths, ScanContext context) {
    if (paths.isEmpty() || !isRemote(paths.getFirst(), context)) {
      return;
    }
    int bytes = Math.clamp(HEADS / paths.size(), HEAD_MIN, HEAD);
    List<String> first = paths.subList(0, Math.min(paths.size(), HEADS / bytes));
    List<ObjectAccess.Head> read = context.objects().heads(first, bytes);
    synchronized (this) {
      for (ObjectAccess.Head head : read) {
        heads.put(head.object().address(), head);
      }
    }
  }

  private ObjectAccess.Head head(String path, ScanContext context) {
    synchronized (this) {
      ObjectAccess.Head known = heads.get(path);
      if (known != null) {
        return known;
      }
    }
    ObjectAccess.Head head = context.objects().heads(List.of(path), HEAD).getFirst();
    synchronized (this) {
      // Its version is kept: what is scanned is what was looked at.
      ObjectAccess.Head kept = new ObjectAccess.Head(head.object(), new byte[0]);
      heads.putIfAbsent(path, kept);
    }
    return head;
  }

  static boolean isRemote(String path, ScanContext context) {
    return context.objects().isRemote(path);
  }

  /** The size of a file in bytes, or -1 when that cannot be told. */
  long size(String path, ScanContext context) {
    if (isRemote(path, context)) {
      synchronized (this) {
        ObjectAccess.Head known = heads.get(path);
        if (known != null) {
          return known.object().size();
        }
      }
      return context.objects().version(path).size();
    }
    try {
      return isPipe(path) ? -1 : Files.size(Path.of(path));
    } catch (IOException e) {
      return -1;
    }
  }

  int blockSize(int rowBytes) {
    if (options.bufferSize > 0) {
      return (int) Math.max(1, Math.min(options.bufferSize, 64L << 20));
    }
    long wanted = rowBytes == 0 ? MAX_BLOCK : (long) rowBytes * BLOCK_ROWS;
    return (int) Math.max(Math.min(MIN_BLOCK, MAX_BLOCK), Math.min(MAX_BLOCK, wanted));
  }

  /** Opens a file for sniffing. */
  TextSource sniff(String path, ScanContext context) {
    return isRemote(path, context)
        ? openObject(path, 0, context, Math.min(blockSize(0), HEAD / 2))
        : sniffLocal(path, context);
  }

  private synchronized TextSource sniffLocal(String path, ScanContext context) {
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
  TextSource scan(String path, int rowBytes, ScanContext context) {
    return isRemote(path, context)
        ? openObject(path, rowBytes, context, 0)
        : scanLocal(path, rowBytes, context);
  }

  private TextSource openObject(String path, int rowBytes, ScanContext context, int sniffed) {
    ObjectAccess.Head head = head(path, context);
    Codec codec = Compression.of(options.compression, path);
    if (codec != Codec.NONE || !Encodings.isUtf8(options.encoding)) {
      return unpacked(path, new ObjectStream(head, context), codec, rowBytes, context);
    }
    int block =
        sniffed > 0
            ? sniffed
            : options.bufferSize > 0
                ? blockSize(rowBytes)
                : (int)
                    Math.clamp(
                        head.object().size() / (4L * context.threads()), MAX_BLOCK, STORE_BLOCK);
    return new ObjectSource(head, context.objects(), block);
  }

  private synchronized TextSource scanLocal(String path, int rowBytes, ScanContext context) {
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
    // Opening checks that the file is there and readable, with the right error if not.
    InputStream raw = path.equals("/dev/stdin") ? System.in : LocalFile.stream(Path.of(path));
    Codec used =
        codec == Codec.NONE && isPipe(path) && !options.compression.equals("auto")
            ? Compression.of(options.compression, path)
            : codec;
    return unpacked(path, raw, used, rowBytes, context);
  }

  private TextSource unpacked(
      String path, InputStream raw, Codec codec, int rowBytes, ScanContext context) {
    Charset charset =
        Encodings.isUtf8(options.encoding) ? null : Encodings.charset(options.encoding);
    try {
      InputStream text = codec.unpack(raw);
      if (charset != null) {
        text = new CharsetStream(text, charset, options.encoding);
      }
      MemoryReservation memory = context.memory().reserve("CSV_READER");
      return new StreamSource(path, text, blockSize(rowBytes), memory);
    } catch (IOException e) {
      throw EiderException.io(
          "Could not read \"" + path + "\" as " + codec + ": " + e.getMessage(), e);
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
