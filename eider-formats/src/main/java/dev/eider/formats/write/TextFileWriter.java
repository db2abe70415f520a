// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.TableWriter;
import dev.eider.base.vector.DataChunk;
import dev.eider.formats.glob.Compression;
import dev.eider.io.codec.Codec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes a file of text from many workers: each makes (and packs) text of its own chunks, pieces
 * are put into the file in the order of their batches. A packed file is a chain of gzip members or
 * zstd frames, one a piece. The file appears under its name when it is finished.
 *
 * <p>Invariant: a piece of batch b is written only when no open part has a current batch below b.
 */
public final class TextFileWriter implements TableWriter {
  /** Makes the text of chunks; one worker's. */
  @FunctionalInterface
  public interface RowText {
    /** Appends the text of all rows of a chunk, whose columns are flat. */
    void append(Bytes out, DataChunk chunk);
  }

  /**
   * What stands around the rows. Parts may be empty.
   *
   * @param separator between two pieces; a {@link RowText} puts it between its rows itself
   */
  public record Frame(byte[] head, byte[] separator, byte[] tail) {}

  /** Makes the {@link RowText} of a worker. */
  @FunctionalInterface
  public interface RowTexts {
    RowText newText();
  }

  private static final int PIECE = 256 << 10;

  private final RowTexts texts;
  private final Frame frame;
  private final Codec codec;
  private final int pieceBytes;
  private final FileSeries files;
  private final MemoryReservation memory;

  /** Everything below is guarded by the monitor. */
  private final List<Part> open = new ArrayList<>();

  private final TreeMap<Long, List<byte[]>> waiting = new TreeMap<>();

  /** Pieces in the file that is being written, which is null between two. */
  private long pieces;

  private @Nullable OutputFile file;
  private long rows;
  private boolean finished;

  /**
   * Begins a file.
   *
   * @param compression auto, none, gzip or zstd
   * @param temporary whether the file gets its name only when it is whole
   */
  public TextFileWriter(
      String name,
      String compression,
      boolean temporary,
      Frame frame,
      RowTexts texts,
      ScanContext context) {
    this(
        FileSeries.single(name, temporary, context),
        Compression.of(compression, name),
        frame,
        texts,
        context);
  }

  /** Begins the first file of a series; each has the frame. */
  public TextFileWriter(
      FileSeries files, Codec codec, Frame frame, RowTexts texts, ScanContext context) {
    this.files = files;
    this.codec = codec;
    this.texts = texts;
    this.frame = frame;
    // Files of limited size end between two pieces.
    pieceBytes = (int) Math.min(PIECE, files.bytesMax());
    if (files.writesEmpty()) {
      try {
        begin();
      } catch (EiderException e) {
        files.discard();
        throw e;
      }
    }
    memory = context.memory().reserve("TEXT_WRITER");
  }

  private OutputFile begin() {
    OutputFile begun = files.next();
    file = begun;
    pieces = 0;
    append(begun, frame.head());
    return begun;
  }

  private void end(OutputFile whole) {
    append(whole, frame.tail());
    whole.commit();
    file = null;
  }

  private void append(OutputFile target, byte[] text) {
    if (text.length > 0) {
      target.append(pack(text, text.length));
    }
  }

  private void append(byte[] piece) {
    OutputFile target = file == null ? begin() : file;
    if (pieces++ > 0) {
      append(target, frame.separator());
    }
    target.append(piece);
    if (files.isFull(target, pieces)) {
      end(target);
    }
  }

  private byte[] pack(byte[] text, int length) {
    if (codec == Codec.NONE) {
      return Arrays.copyOf(text, length);
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream(length / 3 + 64);
    try (OutputStream packer = codec.pack(packed)) {
      packer.write(text, 0, length);
    } catch (IOException e) {
      throw EiderException.io("Cannot pack text: " + e.getMessage(), e);
    }
    return packed.toByteArray();
  }

  @Override
  public synchronized Local newLocal() {
    Part part = new Part(texts.newText());
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
    if (file != null) {
      end(file);
    }
    finished = true;
    memory.close();
    return rows;
  }

  @Override
  public synchronized List<String> files() {
    return files.paths();
  }

  @Override
  public synchronized void close() {
    if (!finished) {
      finished = true;
      memory.close();
      files.discard();
    }
  }

  /** One worker's part. {@code current} is guarded by the writer's monitor. */
  private final class Part implements Local {
    /** The batch this part is at; nothing later may be written yet. */
    long current = -1;

    private final RowText rowText;
    private final Bytes text = new Bytes();
    private long batch = -1;
    private long count;

    Part(RowText rowText) {
      this.rowText = rowText;
    }

    @Override
    public void write(DataChunk chunk, long batchIndex) {
      if (batchIndex != batch) {
        byte[] piece = take();
        hand(this, batch, piece, batchIndex);
        batch = batchIndex;
      }
      for (int column = 0; column < chunk.columnCount(); column++) {
        chunk.flat(column);
      }
      if (chunk.size() > 0) {
        if (text.length > 0) {
          text.put(frame.separator());
        }
        rowText.append(text, chunk);
      }
      count += chunk.size();
      if (text.length >= pieceBytes) {
        hand(this, batch, take(), batch);
      }
    }

    private byte @Nullable [] take() {
      byte[] piece = text.length == 0 ? null : pack(text.data, text.length);
      text.length = 0;
      return piece;
    }

    @Override
    public void nextBatch(long batchIndex) {
      if (batchIndex != batch && batchIndex != Long.MAX_VALUE) {
        hand(this, batch, take(), batchIndex);
        batch = batchIndex;
      }
    }

    @Override
    public void finish() {
      byte[] piece = take();
      synchronized (TextFileWriter.this) {
        hand(this, batch, piece, batch);
        open.remove(this);
        rows += count;
        flush();
      }
    }
  }
}
