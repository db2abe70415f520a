// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.json.DecodeFaults;
import dev.eider.base.json.DecodeOptions;
import dev.eider.base.json.JsonDecoder;
import dev.eider.base.json.JsonDocument;
import dev.eider.base.json.JsonMembers;
import dev.eider.base.json.JsonText;
import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.ScanTask;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.Vector;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads tasks for one worker: bytes into the window, records, values, chunks. */
final class JsonReader implements ChunkReader {
  private static final int EXTEND = 64 << 10;

  private final JsonScan scan;
  private final JsonTable table;
  private final boolean checking;
  private final JsonWindow window;
  private final DataChunk chunk;
  private final int[] outputs;

  /** Columns read from records, and by each: its decoder, its vector. */
  private final int[] wanted;

  private final JsonDecoder[] decoders;
  private final FlatVector[] vectors;
  private final DecodeFaults faults = new DecodeFaults();
  private final JsonMembers members;

  private @Nullable JsonTask task;
  private @Nullable RecordCursor cursor;
  private @Nullable JsonStream stream;

  /** More bytes of a block, under way. */
  private @Nullable FetchedBytes extension;

  private @Nullable ByteRange extensionRange;

  /** Where the window ends in the file. */
  private long windowEnd;

  private long bytesRead;

  /** Rows handed on of this task. */
  private long rowsGiven;

  /**
   * @param checking whether it only looks for faults of another worker's task
   */
  JsonReader(JsonScan scan, boolean checking) {
    this.scan = scan;
    this.checking = checking;
    table = scan.table();
    window = new JsonWindow(scan.memory());
    outputs = scan.request().columns();
    List<Integer> columns = new ArrayList<>();
    for (int output : outputs) {
      if (output < table.fileColumns() && !columns.contains(output)) {
        columns.add(output);
      }
    }
    wanted = new int[columns.size()];
    for (int i = 0; i < wanted.length; i++) {
      wanted[i] = columns.get(i);
    }
    DecodeOptions decoding = table.decodeOptions(wanted.length == table.fileColumns());
    decoders = new JsonDecoder[wanted.length];
    vectors = new FlatVector[wanted.length];
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < wanted.length; i++) {
      decoders[i] = table.decoder(wanted[i], decoding, faults);
      vectors[i] = FlatVector.allocate(table.columns().get(wanted[i]).type(), Vector.CAPACITY);
      keys.add(table.keys().get(wanted[i]));
    }
    members = new JsonMembers(keys, decoders, decoding, faults);
    chunk = new DataChunk(new Vector[outputs.length], 0);
  }

  @Override
  public void start(ScanTask next, FetchedBytes bytes) {
    JsonTask started = (JsonTask) next;
    task = started;
    window.clear();
    bytesRead = 0;
    rowsGiven = 0;
    RecordCursor records =
        new RecordCursor(
            started.file().path(), started.layout(), table.options().maxObjectSize, window);
    cursor = records;
    if (started.object() == null) {
      stream = new JsonStream(started.file().path(), table.options().compression, scan.context());
      stream.fill(window);
      records.startFile(Long.MAX_VALUE);
    } else {
      ByteRange range = started.fetchPlan().ranges().get(0);
      append(bytes.get(range));
      windowEnd = range.offset() + range.length();
      window.complete = windowEnd == range.object().size();
      if (started.offset() == 0) {
        records.startFile(started.length());
      } else {
        records.startBlock(started.length());
      }
    }
  }

  private void append(MemorySegment bytes) {
    int length = (int) bytes.byteSize();
    window.room(length);
    MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, 0, window.text, window.length, length);
    window.length += length;
    bytesRead += length;
  }

  @Override
  public Status next() {
    JsonTask started = task;
    RecordCursor records = cursor;
    if (started == null || records == null) {
      return Status.END;
    }
    scan.context().checkInterrupted();
    if (extension != null && !extended()) {
      return Status.BLOCKED;
    }
    for (FlatVector vector : vectors) {
      vector.reset();
    }
    for (JsonDecoder decoder : decoders) {
      decoder.begin();
    }
    faults.clear();
    long first = records.records;
    int rows = 0;
    long limit = scan.request().limit();
    int most = limit < 0 ? Vector.CAPACITY : (int) Math.min(Vector.CAPACITY, limit - rowsGiven);
    while (rows < most) {
      int status = records.next();
      if (status == RecordCursor.RECORD) {
        faults.at(rows);
        read(records, rows);
        if (faults.any() && !table.options().ignoreErrors) {
          throw first(started, unfit(started, first));
        }
        rows++;
      } else if (status == RecordCursor.BAD) {
        if (!table.options().ignoreErrors || started.layout() != JsonLayout.LINES) {
          throw first(started, malformed(started, records));
        }
        members.readNothing(records.document, vectors, rows);
        rows++;
      } else if (status == RecordCursor.MORE) {
        if (rows > 0) {
          break;
        }
        if (!more(started, records)) {
          return Status.BLOCKED;
        }
      } else {
        break;
      }
    }
    if (rows == 0) {
      finish(started);
      return Status.END;
    }
    yieldRows(started, rows, first);
    return Status.CHUNK;
  }

  private void read(RecordCursor records, int row) {
    JsonDocument document = records.document;
    if (wanted.length == 0) {
      return;
    }
    if (table.options().objects) {
      StringVector target = (StringVector) vectors[0];
      int length = records.recordEnd - records.recordStart;
      target.setView(row, target.addBuffer(window.text), records.recordStart, length);
    } else if (!table.records()) {
      decoders[0].read(document, 0, vectors[0], row);
    } else if (document.kind(0) == JsonDocument.OBJECT) {
      members.read(document, 0, vectors, row);
    } else {
      members.readNothing(document, vectors, row);
      if (document.kind(0) != JsonDocument.NULL) {
        faults.add(
            "Expected OBJECT, but got "
                + JsonText.typeName(document, 0)
                + ": "
                + JsonText.shown(document, 0));
      }
    }
  }

  private void yieldRows(JsonTask started, int rows, long first) {
    for (int i = 0; i < decoders.length; i++) {
      decoders[i].finish(vectors[i], rows);
    }
    if (faults.any() && !table.options().ignoreErrors) {
      throw first(started, unfit(started, first));
    }
    for (int i = 0; i < outputs.length; i++) {
      chunk.setColumn(i, column(started, outputs[i]));
    }
    chunk.setSize(rows);
    rowsGiven += rows;
  }

  private Vector column(JsonTask started, int number) {
    Value constant = started.file().constants()[number];
    if (constant != null) {
      return ConstantVector.of(constant);
    }
    for (int i = 0; i < wanted.length; i++) {
      if (wanted[i] == number) {
        return vectors[i];
      }
    }
    throw new IllegalStateException("column " + number + " was not read");
  }

  // ---- more bytes ------------------------------------------------------------------------------

  /** Makes the window longer, or complete; false while the bytes are under way. */
  private boolean more(JsonTask started, RecordCursor records) {
    int done = Math.min(records.at, window.length);
    JsonStream source = stream;
    if (source != null) {
      window.drop(done);
      records.dropped(done);
      source.fill(window);
      return true;
    }
    ObjectVersion object = started.object();
    if (object == null) {
      throw new IllegalStateException("a block of no file");
    }
    long length = Math.min(object.size() - windowEnd, Math.max(EXTEND, window.length - done));
    ByteRange range = new ByteRange(object, windowEnd, length);
    extensionRange = range;
    extension = scan.context().fetcher().fetch(new FetchPlan(List.of(range)));
    return extended();
  }

  private boolean extended() {
    FetchedBytes fetched = extension;
    ByteRange range = extensionRange;
    if (fetched == null || range == null || !fetched.ready().isDone()) {
      return false;
    }
    append(fetched.get(range));
    extension = null;
    fetched.close();
    windowEnd += range.length();
    window.complete = windowEnd == range.object().size();
    return true;
  }

  @Override
  public CompletableFuture<?> blockedOn() {
    FetchedBytes fetched = extension;
    return fetched == null ? CompletableFuture.completedFuture(null) : fetched.ready();
  }

  // ---- errors ----------------------------------------------------------------------------------

  private EiderException malformed(JsonTask started, RecordCursor records) {
    return JsonErrors.malformed(
        started.file().path(), records, recordsBefore(started) + records.records, table.options());
  }

  private EiderException unfit(JsonTask started, long first) {
    return JsonErrors.unfit(
        started.file().path(),
        started.layout(),
        recordsBefore(started) + first + faults.row() + 1,
        faults.message(),
        table.options());
  }

  /** Records of the blocks before a task's, counted when an error has to say where it is. */
  private long recordsBefore(JsonTask started) {
    if (started.offset() == 0) {
      return 0;
    }
    long lines = 0;
    boolean blank = true;
    long position = 0;
    JsonWindow piece = new JsonWindow(scan.memory());
    try (JsonStream text = new JsonStream(started.file().path(), "none", scan.context())) {
      // Up to where the first line of the block starts.
      while (position < started.offset() || !blank) {
        piece.clear();
        text.fill(piece);
        for (int i = 0; i < piece.length; i++, position++) {
          if (position >= started.offset() && blank) {
            return lines;
          }
          byte b = piece.text[i];
          if (b == '\n') {
            lines += blank ? 0 : 1;
            blank = true;
            if (position >= started.offset()) {
              return lines;
            }
          } else {
            blank &= b == ' ' || b >= 9 && b <= 13;
          }
        }
        if (piece.complete) {
          break;
        }
      }
    } finally {
      piece.free();
    }
    return lines;
  }

  /**
   * The error to raise for a fault of this task: of a fault in a task before it that is still being
   * read by another worker, if there is one. So a file has the same error at any number of threads.
   */
  private EiderException first(JsonTask started, EiderException found) {
    if (checking) {
      return found;
    }
    for (JsonTask earlier : scan.before(started)) {
      try (JsonReader reader = new JsonReader(scan, true);
          FetchedBytes bytes = scan.context().fetcher().fetch(earlier.fetchPlan())) {
        bytes.ready().join();
        reader.start(earlier, bytes);
        Status status = reader.next();
        while (status != Status.END) {
          if (status == Status.BLOCKED) {
            reader.blockedOn().join();
          }
          status = reader.next();
        }
      } catch (EiderException e) {
        // Anything else (memory, an interrupt) says nothing about the records.
        if (e.type() == ErrorType.CONVERSION || e.type() == ErrorType.INVALID_INPUT) {
          return scan.fault(earlier.index(), e);
        }
      }
    }
    return scan.fault(started.index(), found);
  }

  private void finish(JsonTask started) {
    JsonStream source = stream;
    if (source != null) {
      stream = null;
      bytesRead = source.length();
      source.close();
    }
    task = null;
    cursor = null;
    if (!checking) {
      scan.done(started, bytesRead);
    }
  }

  @Override
  public DataChunk chunk() {
    return chunk;
  }

  @Override
  public void close() {
    JsonTask started = task;
    if (started != null) {
      finish(started);
    }
    FetchedBytes fetched = extension;
    if (fetched != null) {
      extension = null;
      fetched.close();
    }
    window.free();
  }
}
