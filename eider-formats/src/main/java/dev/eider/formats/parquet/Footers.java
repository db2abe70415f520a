// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ObjectAccess;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.ScanContext;
import dev.eider.formats.parquet.Footer.Chunk;
import dev.eider.formats.parquet.Footer.RowGroup;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads footers, the only part of a file that is read outside of a scan: one read of its last
 * bytes, and a second one when the footer is longer; those of several files at once. Keeps some
 * footers, which are used again as long as their files do not change. Any thread.
 */
final class Footers {
  /** What is read of the end of a file at first. */
  private static final int TAIL = 64 << 10;

  /**
   * The same for a few files in a store: the footer of a large file is longer than {@link #TAIL},
   * and another round trip costs more than some more bytes.
   */
  private static final int STORE_TAIL = 512 << 10;

  /** So many are a few. */
  private static final int FEW = 8;

  /** Ends of files that are in memory at once. */
  private static final int BATCH = 256;

  /** Length and magic at the end. */
  private static final int END = 8;

  /** The most bytes of footers that are kept. */
  private static final long KEPT_MAX = 8L << 20;

  private final Map<String, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long keptBytes;

  private record Kept(ObjectVersion object, Footer footer, int bytes) {}

  /**
   * Opens files.
   *
   * @throws EiderException IO when it cannot be read, INVALID_INPUT when it is no file of this
   *     format or damaged
   */
  List<ParquetFile> readAll(List<String> paths, boolean binaryAsText, ScanContext context) {
    List<ParquetFile> files = new ArrayList<>(paths.size());
    for (int from = 0; from < paths.size(); from += BATCH) {
      context.checkInterrupted();
      List<String> batch = paths.subList(from, Math.min(paths.size(), from + BATCH));
      List<Kept> kept = find(batch, context);
      for (int i = 0; i < batch.size(); i++) {
        files.add(open(batch.get(i), kept.get(i), binaryAsText));
      }
    }
    return files;
  }

  /** The footers of files, those that are not kept read at once. */
  private List<Kept> find(List<String> paths, ScanContext context) {
    ObjectAccess objects = context.objects();
    Kept[] found = new Kept[paths.size()];
    List<String> unknown = new ArrayList<>();
    for (int i = 0; i < found.length; i++) {
      found[i] = known(paths.get(i), objects);
      if (found[i] == null) {
        unknown.add(paths.get(i));
      }
    }
    if (!unknown.isEmpty()) {
      boolean few = unknown.size() <= FEW && objects.isRemote(unknown.getFirst());
      int bytes = few ? STORE_TAIL : TAIL;
      try (MemoryReservation memory = context.memory().reserve("PARQUET_READER")) {
        memory.grow((long) bytes * unknown.size());
        List<ObjectAccess.Tail> tails = objects.tails(unknown, bytes);
        for (int i = 0, t = 0; i < found.length; i++) {
          if (found[i] == null) {
            found[i] = load(paths.get(i), tails.get(t++), context);
            keep(paths.get(i), found[i]);
          }
        }
      }
    }
    return List.of(found);
  }

  private static ParquetFile open(String path, Kept found, boolean binaryAsText) {
    try {
      refuseEncrypted(path, found.footer());
      ParquetFile file =
          new ParquetFile(
              path,
              found.object(),
              found.footer(),
              SchemaNode.columns(found.footer().schema(), binaryAsText),
              found.bytes());
      check(file);
      return file;
    } catch (DamagedException e) {
      throw damaged(path, e);
    }
  }

  /** Opens a file to show its metadata; that it could not be read does not matter then. */
  ParquetFile show(String path, ScanContext context) {
    try {
      Kept found = find(List.of(path), context).getFirst();
      return new ParquetFile(
          path,
          found.object(),
          found.footer(),
          SchemaNode.shown(found.footer().schema()),
          found.bytes());
    } catch (DamagedException e) {
      throw damaged(path, e);
    }
  }

  /** The error for a damaged file. */
  static EiderException damaged(String path, DamagedException cause) {
    String what = String.valueOf(cause.getMessage());
    // Errors of the type's annotation are known under this kind.
    ErrorType type =
        what.contains("converted type") || what.contains("exceeds the maximum width")
            ? ErrorType.IO
            : ErrorType.INVALID_INPUT;
    return new EiderException(
        type,
        type == ErrorType.IO
            ? what + "\nFailed to read file \"" + path + "\""
            : "Failed to read file \"" + path + "\": " + what,
        cause);
  }

  private static void refuseEncrypted(String path, Footer footer) {
    if (footer.encryption() != null) {
      throw EiderException.invalidInput(
          "File is encrypted but no file crypto metadata is set: \""
              + path
              + "\". Encrypted Parquet files are not supported (algorithm "
              + footer.encryption()
              + ")");
    }
  }

  private @Nullable Kept known(String path, ObjectAccess objects) {
    Kept found;
    synchronized (this) {
      found = kept.get(path);
    }
    // Not under the lock: a store may be asked.
    if (found == null || found.object().equals(objects.version(path))) {
      return found;
    }
    synchronized (this) {
      if (kept.remove(path, found)) {
        keptBytes -= found.bytes();
      }
    }
    return null;
  }

  private synchronized void keep(String path, Kept footer) {
    if (footer.object().etag().isEmpty() || footer.bytes() > KEPT_MAX / 4) {
      return;
    }
    Kept before = kept.put(path, footer);
    keptBytes += footer.bytes() - (before == null ? 0 : before.bytes());
    var oldest = kept.values().iterator();
    while (keptBytes > KEPT_MAX && oldest.hasNext()) {
      keptBytes -= oldest.next().bytes();
      oldest.remove();
    }
  }

  private static Kept load(String path, ObjectAccess.Tail tail, ScanContext context) {
    ObjectVersion object = tail.object();
    byte[] bytes = tail.bytes();
    context.addBytesRead(bytes.length);
    if (object.size() < 4 + END) {
      throw EiderException.invalidInput(
          "File '" + path + "' too small to be a Parquet file: it has " + object.size() + " bytes");
    }
    String magic = new String(bytes, bytes.length - 4, 4, StandardCharsets.ISO_8859_1);
    if (magic.equals("PARE")) {
      throw EiderException.invalidInput(
          "Encrypted Parquet files are not supported for file '" + path + "'");
    }
    if (!magic.equals("PAR1")) {
      throw EiderException.invalidInput("No magic bytes found at end of file '" + path + "'");
    }
    int length =
        bytes[bytes.length - 8] & 0xFF
            | (bytes[bytes.length - 7] & 0xFF) << 8
            | (bytes[bytes.length - 6] & 0xFF) << 16
            | bytes[bytes.length - 5] << 24;
    if (length <= 0 || length > object.size() - END - 4) {
      throw EiderException.invalidInput(
          "Footer length error in file '"
              + path
              + "': it claims "
              + Integer.toUnsignedString(length)
              + " bytes of "
              + object.size());
    }
    try {
      if (length <= bytes.length - END) {
        int from = bytes.length - END - length;
        return new Kept(object, FooterReader.read(bytes, from, from + length), length);
      }
      try (MemoryReservation memory = context.memory().reserve("PARQUET_READER")) {
        memory.grow(length);
        byte[] footer = context.objects().read(object, object.size() - END - length, length);
        context.addBytesRead(length);
        return new Kept(object, FooterReader.read(footer, 0, length), length);
      }
    } catch (DamagedException e) {
      throw damaged(path, e);
    }
  }

  /** What has to hold before a scan may rely on the offsets in the footer. */
  private static void check(ParquetFile file) {
    Footer footer = file.footer();
    if (footer.rows() < 0) {
      throw new DamagedException("has negative number of rows");
    }
    List<SchemaNode> leaves = new ArrayList<>();
    for (SchemaNode column : file.columns()) {
      column.leaves(leaves);
    }
    if (leaves.isEmpty()) {
      throw new DamagedException("Need at least one non-root column in the file");
    }
    for (RowGroup group : footer.rowGroups()) {
      if (group.chunks().size() != leaves.size()) {
        throw new DamagedException(
            "row group does not have enough columns: "
                + group.chunks().size()
                + " of "
                + leaves.size());
      }
      for (int i = 0; i < leaves.size(); i++) {
        checkChunk(file, group, group.chunks().get(i), leaves.get(i));
      }
    }
  }

  private static void checkChunk(ParquetFile file, RowGroup group, Chunk chunk, SchemaNode leaf) {
    String where = "column " + leaf.leaf() + " of row group " + group.number();
    if (chunk.encrypted()) {
      throw new DamagedException("Encrypted Parquet files are not supported");
    }
    if (chunk.filePath() != null) {
      throw new DamagedException(where + " is in another file: " + chunk.filePath());
    }
    if (chunk.values() < 0 || leaf.maxRepetition() == 0 && chunk.values() != group.rows()) {
      throw new DamagedException(
          "metadata is corrupt. Column has "
              + chunk.values()
              + " values but row group has "
              + group.rows()
              + " rows");
    }
    long size = file.object().size();
    if (chunk.compressedSize() < 0
        || chunk.start() < 0
        || chunk.compressedSize() > size
        || chunk.start() > size - chunk.compressedSize()) {
      throw new DamagedException(
          "metadata is corrupt. "
              + where
              + " lies at "
              + chunk.start()
              + " with "
              + chunk.compressedSize()
              + " bytes, the file has "
              + size);
    }
  }
}
