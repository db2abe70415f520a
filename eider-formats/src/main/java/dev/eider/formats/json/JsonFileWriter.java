// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.env.SessionZone;
import dev.eider.base.json.JsonEncoder;
import dev.eider.base.json.JsonWriter;
import dev.eider.base.kernel.TimeFormat;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.formats.write.Bytes;
import dev.eider.formats.write.TextFileWriter;
import dev.eider.formats.write.ValueText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/**
 * Writes rows as objects, one a line or as the elements of an array; order as {@link
 * TextFileWriter}.
 */
final class JsonFileWriter {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final byte[] NONE = {};
  private static final byte[] NEW_LINE = {'\n'};
  private static final byte[] BETWEEN = ascii(",\n\t");
  private static final TextFileWriter.Frame ARRAY =
      new TextFileWriter.Frame(ascii("[\n\t"), BETWEEN, ascii("\n]\n"));
  private static final TextFileWriter.Frame LINES = new TextFileWriter.Frame(NONE, NONE, NONE);

  private final List<String> names;
  private final JsonWriteOptions options;
  private final SessionZone zone;

  private JsonFileWriter(List<String> names, JsonWriteOptions options, ScanContext context) {
    this.names = names;
    this.options = options;
    zone = new SessionZone(context.timeZone());
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Begins a file. */
  static TableWriter open(
      String path, List<String> names, JsonWriteOptions options, ScanContext context) {
    JsonFileWriter writer = new JsonFileWriter(names, options, context);
    return new TextFileWriter(
        path,
        options.compression,
        options.temporaryFile,
        options.array ? ARRAY : LINES,
        () -> writer.new Rows(),
        context);
  }

  /** Makes text of rows; one worker's. */
  private final class Rows implements TextFileWriter.RowText {
    private final ValueText values = new ValueText(zone);
    private final Bytes scratch = new Bytes();
    private final JsonEncoder encoder = new JsonEncoder(this::text);
    private final JsonWriter out = new JsonWriter();

    @Override
    public void append(Bytes text, DataChunk chunk) {
      for (int row = 0; row < chunk.size(); row++) {
        if (options.array && row > 0) {
          text.put(BETWEEN);
        }
        out.clear();
        out.raw('{');
        for (int column = 0; column < names.size(); column++) {
          if (column > 0) {
            out.raw(',');
          }
          encoder.key(names.get(column), out);
          encoder.write((FlatVector) chunk.column(column), row, out);
        }
        out.raw('}');
        text.put(out.bytes(), 0, out.length());
        if (!options.array) {
          text.put(NEW_LINE);
        }
      }
    }

    private String text(FlatVector vector, int row) {
      TimeFormat format =
          switch (vector.type().id()) {
            case DATE -> options.date;
            case TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS, TIMESTAMP_TZ ->
                options.timestamp;
            default -> null;
          };
      if (format != null && isFinite(vector, row)) {
        return formatted(format, vector, row);
      }
      scratch.length = 0;
      values.append(scratch, vector, row);
      return new String(scratch.data, 0, scratch.length, StandardCharsets.UTF_8);
    }

    private static boolean isFinite(FlatVector vector, int row) {
      return switch (vector) {
        case IntVector days -> Math.abs(days.get(row)) != Integer.MAX_VALUE;
        case LongVector times -> Math.abs(times.get(row)) != Long.MAX_VALUE;
        default -> true;
      };
    }

    private String formatted(TimeFormat format, FlatVector vector, int row) {
      StringBuilder text = new StringBuilder();
      if (vector instanceof IntVector days) {
        format.write(text, days.get(row), 0, 0, "");
        return text.toString();
      }
      long value = ((LongVector) vector).get(row);
      long nanos = 0;
      switch (vector.type().id()) {
        case TIMESTAMP_S -> value = Math.multiplyExact(value, 1_000_000L);
        case TIMESTAMP_MS -> value = Math.multiplyExact(value, 1_000L);
        case TIMESTAMP_NS -> {
          nanos = Math.floorMod(value, 1_000L);
          value = Math.floorDiv(value, 1_000L);
        }
        default -> {}
      }
      int offset = 0;
      String name = "";
      if (vector.type().id() == TypeId.TIMESTAMP_TZ) {
        ZoneId session = zone.get();
        Instant moment = Instant.ofEpochSecond(Math.floorDiv(value, 1_000_000L));
        offset = session.getRules().getOffset(moment).getTotalSeconds();
        value += offset * 1_000_000L;
        name = session.getId();
      }
      format.write(
          text,
          (int) Math.floorDiv(value, MICROS_PER_DAY),
          Math.floorMod(value, MICROS_PER_DAY) * 1_000L + nanos,
          offset,
          name);
      return text.toString();
    }
  }
}
