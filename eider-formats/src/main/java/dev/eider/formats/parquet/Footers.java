// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.ScanContext;
import dev.eider.formats.parquet.Footer.Chunk;
import dev.eider.formats.parquet.Footer.RowGroup;
import dev.eider.io.sched.LocalObjects;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads footers, the only part of a file that is read outside of a scan: one read of its last
 * bytes, and a second one when the footer is longer. Keeps some footers, which are used again as
 * long as their files do not change. Any thread.
 */
final class Footers {
  /** What is read of the end of a file at first. */
  private static final int TAIL = 64 << 10;

  /** Length and magic at the end. */
  private static final int END = 8;

  /** The most bytes of footers that are kept. */
  private static final long KEPT_MAX = 8L << 20;

  private final Map<String, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long keptBytes;

  private record Kept(ObjectVersion object, Footer footer, int bytes) {}

  /**
   * Opens a file.
   *
   * @throws EiderException IO when it cannot be read, INVALID_INPUT when it is no file of this
   *     format or damaged
   */
  ParquetFile read(String path, boolean binaryAsText, ScanContext context) {
    try {
      Kept found = known(path);
      if (found == null) {
        found = load(path, context);
        keep(path, found);
      }
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
      Kept found = known(path);
      if (found == null) {
        found = load(path, context);
        keep(path, found);
      }
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
    return new EiderException(type, "Failed to read file \"" + path + "\": " + what, cause);
  }

  private static void refuseEncrypted(String path, Footer footer) {
    if (footer.encryption() != null) {
      throw EiderException.invalidInput(
          "Failed to read file \""
              + path
              + "\": Encrypted Parquet files are not supported (algorithm "
              + footer.encryption()
              + ")");
    }
  }

  private synchronized @Nullable Kept known(String path) {
    Kept found = kept.get(path);
    if (found == null) {
      return null;
    }
    if (found.object().equals(LocalObjects.version(path))) {
      return found;
    }
    kept.remove(path);
    keptBytes -= found.bytes();
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

  private static Kept load(String path, ScanContext context) {
    LocalObjects.Tail tail = LocalObjects.tail(path, TAIL);
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
    if (length <= bytes.length - END) {
      int from = bytes.length - END - length;
      return new Kept(object, FooterReader.read(bytes, from, from + length), length);
    }
    try (MemoryReservation memory = context.memory().reserve("PARQUET_READER")) {
      memory.grow(length);
      byte[] footer = LocalObjects.read(object, object.size() - END - length, length);
      context.addBytesRead(length);
      return new Kept(object, FooterReader.read(footer, 0, length), length);
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
