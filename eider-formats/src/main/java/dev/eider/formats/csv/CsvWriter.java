// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.env.SessionZone;
import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.io.codec.Codec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes a CSV file from many workers: each makes (and packs) text of its own chunks, pieces are
 * put into the file in the order of their batches. A packed file is a chain of gzip members or zstd
 * frames, one a piece. The file appears under its name when it is finished.
 *
 * <p>Invariant: a piece of batch b is written only when no open part has a current batch below b.
 */
final class CsvWriter implements TableWriter {
  /** How values are written. Filled by the format, not changed after. */
  static final class Style {
    byte[] delimiter = {','};
    byte quote = '"';
    byte escape = '"';
    boolean header = true;
    byte[] nullText = {};
    final boolean[] forceQuote;
    @Nullable TimeFormat date;
    @Nullable TimeFormat timestamp;
    String compression = "auto";
    byte[] newLine = {'\n'};
    byte[] prefix = {};
    byte[] suffix = {};

    /** Whether the file gets its name only when it is whole. */
    boolean temporaryFile = true;

    Style(int columns) {
      forceQuote = new boolean[columns];
    }
  }

  private static final int PIECE = 256 << 10;

  private final Style style;
  private final List<LogicalType> types;
  private final Codec codec;
  private final Path path;
  private final Path partial;
  private final boolean special;
  private final OutputStream out;
  private final MemoryReservation memory;
  private final SessionZone zone;
  private final boolean[] quoteNeeded = new boolean[256];

  /** Everything below is guarded by the monitor. */
  private final List<Part> open = new ArrayList<>();

  private final TreeMap<Long, List<byte[]>> waiting = new TreeMap<>();
  private long rows;
  private boolean finished;

  CsvWriter(
      String name,
      List<String> columns,
      List<LogicalType> types,
      Style style,
      ScanContext context) {
    this.style = style;
    this.types = List.copyOf(types);
    codec = Compression.of(style.compression, name);
    path = Path.of(name);
    special = name.startsWith("/dev/") || Files.exists(path) && !Files.isRegularFile(path);
    Path parent = path.toAbsolutePath().getParent();
    partial =
        special || parent == null || !style.temporaryFile
            ? path
            : parent.resolve("tmp_" + path.getFileName());
    zone = new SessionZone(context.timeZone());
    for (byte b : new byte[] {'\n', '\r', '#', style.delimiter[0]}) {
      quoteNeeded[b & 0xFF] = true;
    }
    if (style.quote != 0) {
      quoteNeeded[style.quote & 0xFF] = true;
    }
    if (Files.isDirectory(path)) {
      throw EiderException.io(
          "Cannot open file \"" + name + "\" for writing: it is a directory", null);
    }
    memory = context.memory().reserve("CSV_WRITER");
    try {
      out = name.equals("/dev/stdout") ? System.out : Files.newOutputStream(partial);
    } catch (IOException e) {
      memory.close();
      throw failed(e);
    }
    writeHead(columns);
  }

  private void writeHead(List<String> columns) {
    Bytes head = new Bytes();
    head.put(style.prefix);
    if (style.header) {
      for (int i = 0; i < columns.size(); i++) {
        if (i > 0) {
          head.put(style.delimiter);
        }
        int start = head.length;
        head.put(columns.get(i));
        quote(head, start, false);
      }
      head.put(style.newLine);
    }
    if (head.length > 0) {
      append(pack(head));
    }
  }

  private EiderException failed(IOException e) {
    return EiderException.io(
        "Cannot write file \""
            + path
            + "\": "
            + (e instanceof java.nio.file.NoSuchFileException
                ? "No such file or directory"
                : e instanceof java.nio.file.AccessDeniedException
                    ? "Permission denied"
                    : e.getMessage() == null ? e.toString() : e.getMessage()),
        e);
  }

  private byte[] pack(Bytes text) {
    if (codec == Codec.NONE) {
      return java.util.Arrays.copyOf(text.data, text.length);
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream(text.length / 3 + 64);
    try (OutputStream packer = codec.pack(packed)) {
      packer.write(text.data, 0, text.length);
    } catch (IOException e) {
      throw failed(e);
    }
    return packed.toByteArray();
  }

  private void append(byte[] piece) {
    try {
      out.write(piece);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public synchronized Local newLocal() {
    Part part = new Part();
    open.add(part);
    return part;
  }

  /** A part hands over a piece of a batch, and says which batch it is at now. */
  private synchronized void hand(Part part, long batch, byte @Nullable [] piece, long current) {
    if (piece != null) {
      memory.grow(piece.length);
      waiting.computeIfAbsent(batch, b -> new ArrayList<>()).add(piece);
    }
    part.current = current;
    flush();
  }

  private void flush() {
    long least = Long.MAX_VALUE;
    for (Part part : open) {
      least = Math.min(least, part.current);
    }
    while (!waiting.isEmpty()) {
      Map.Entry<Long, List<byte[]>> first = waiting.firstEntry();
      // The batch that is being made may be written too: nothing stands in front of it.
      if (first.getKey() > least) {
        return;
      }
      for (byte[] piece : first.getValue()) {
        append(piece);
        memory.shrink(piece.length);
      }
      waiting.remove(first.getKey());
    }
  }

  @Override
  public synchronized long finish() {
    flush();
    if (style.suffix.length > 0) {
      Bytes tail = new Bytes();
      tail.put(style.suffix);
      append(pack(tail));
    }
    try {
      if (out == System.out) {
        out.flush();
      } else {
        out.close();
        if (!special) {
          Files.move(partial, path, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      throw failed(e);
    }
    finished = true;
    memory.close();
    return rows;
  }

  @Override
  public synchronized void close() {
    if (finished) {
      return;
    }
    finished = true;
    memory.close();
    try {
      if (out != System.out) {
        out.close();
        if (!special) {
          Files.deleteIfExists(partial);
        }
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Puts quotes around the text from {@code start} on when it needs them. */
  private void quote(Bytes out, int start, boolean force) {
    boolean needed = force || isNullText(out, start);
    boolean escapes = false;
    for (int i = start; i < out.length; i++) {
      byte b = out.data[i];
      needed |= quoteNeeded[b & 0xFF];
      escapes |= b == style.quote || b == style.escape;
    }
    if (!needed || style.quote == 0) {
      return;
    }
    int length = out.length - start;
    if (!escapes || style.escape == 0) {
      out.room(2);
      System.arraycopy(out.data, start, out.data, start + 1, length);
      out.data[start] = style.quote;
      out.length++;
      out.put(style.quote);
      return;
    }
    byte[] text = java.util.Arrays.copyOfRange(out.data, start, out.length);
    out.length = start;
    out.put(style.quote);
    for (byte b : text) {
      if (b == style.quote || b == style.escape) {
        out.put(style.escape);
      }
      out.put(b);
    }
    out.put(style.quote);
  }

  private boolean isNullText(Bytes out, int start) {
    if (out.length - start != style.nullText.length) {
      return false;
    }
    for (int i = 0; i < style.nullText.length; i++) {
      if (out.data[start + i] != style.nullText[i]) {
        return false;
      }
    }
    return true;
  }

  /** One worker's part. {@code current} is guarded by the writer's monitor. */
  private final class Part implements Local {
    /** The batch this part is at; nothing later may be written yet. */
    long current = -1;

    private final Bytes text = new Bytes();
    private final ValueText values = new ValueText(zone);
    private long batch = -1;
    private long count;

    @Override
    public void write(DataChunk chunk, long batchIndex) {
      if (batchIndex != batch) {
        byte[] piece = text.length == 0 ? null : pack(text);
        text.length = 0;
        hand(this, batch, piece, batchIndex);
        batch = batchIndex;
      }
      for (int column = 0; column < types.size(); column++) {
        chunk.flat(column);
      }
      for (int row = 0; row < chunk.size(); row++) {
        writeRow(chunk, row);
      }
      count += chunk.size();
      if (text.length >= PIECE) {
        byte[] piece = pack(text);
        text.length = 0;
        hand(this, batch, piece, batch);
      }
    }

    private void writeRow(DataChunk chunk, int row) {
      for (int column = 0; column < types.size(); column++) {
        if (column > 0) {
          text.put(style.delimiter);
        }
        FlatVector vector = (FlatVector) chunk.column(column);
        if (vector.isNull(row)) {
          text.put(style.nullText);
          continue;
        }
        int start = text.length;
        value(vector, row);
        if (style.forceQuote[column] || mayNeedQuotes(vector.type().id())) {
          quote(text, start, style.forceQuote[column]);
        }
      }
      text.put(style.newLine);
    }

    private void value(FlatVector vector, int row) {
      TimeFormat date = style.date;
      TimeFormat timestamp = style.timestamp;
      if (date != null && vector.type().id() == TypeId.DATE) {
        text.put(date.formatDate(((IntVector) vector).get(row)));
      } else if (timestamp != null
          && (vector.type().id() == TypeId.TIMESTAMP
              || vector.type().id() == TypeId.TIMESTAMP_TZ)) {
        text.put(timestamp.formatTimestamp(((LongVector) vector).get(row)));
      } else {
        values.append(text, vector, row);
      }
    }

    /** Numbers hold nothing that needs quotes unless the delimiter is part of numbers. */
    private boolean mayNeedQuotes(TypeId id) {
      return switch (id) {
        case TINYINT, SMALLINT, INTEGER, BIGINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT ->
            style.nullText.length > 0 || style.delimiter[0] >= '-' && style.delimiter[0] <= '9';
        default -> true;
      };
    }

    @Override
    public void finish() {
      byte[] piece = text.length == 0 ? null : pack(text);
      text.length = 0;
      synchronized (CsvWriter.this) {
        hand(this, batch, piece, batch);
        open.remove(this);
        rows += count;
        flush();
      }
    }
  }
}
