// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.temporal;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.TimeFormat;
import dev.eider.base.kernel.TimeReading;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.cast.TemporalText;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code strftime}, {@code strptime} and {@code try_strptime}. */
final class TextTimeFunctions {
  private static final LogicalType TEXT = LogicalType.VARCHAR;
  private static final List<LogicalType> INSTANTS =
      List.of(
          LogicalType.DATE,
          LogicalType.TIMESTAMP,
          LogicalType.TIMESTAMP_NS,
          LogicalType.TIMESTAMP_TZ);

  private TextTimeFunctions() {}

  static void register(FunctionRegistry registry) {
    for (LogicalType type : INSTANTS) {
      write(registry, List.of(type, TEXT), 0);
      write(registry, List.of(TEXT, type), 1);
    }
    for (String name : List.of("strptime", "try_strptime")) {
      read(registry, name, List.of(TEXT, TEXT));
      read(registry, name, List.of(TEXT, LogicalType.list(TEXT)));
    }
  }

  private static Value constant(String name, Argument format) {
    Value constant = format.constant();
    if (constant == null) {
      throw EiderException.binder(
          "The \"format\" argument in function \"" + name + "\" must be a constant expression");
    }
    return constant;
  }

  private static void write(FunctionRegistry registry, List<LogicalType> types, int position) {
    registry.add(
        new ScalarFunction(
            "strftime",
            types,
            null,
            TEXT,
            (arguments, scope) -> {
              Value constant = constant("strftime", arguments.get(1 - position));
              TimeFormat format = constant.isNull() ? null : TimeFormat.of(constant.asString());
              return new BoundScalar(
                  "strftime",
                  types,
                  TEXT,
                  ScalarKernel.NullHandling.PROPAGATE,
                  BoundScalar.Stability.CONSISTENT,
                  false,
                  () -> new WriteKernel(format, position),
                  constant.isNull() ? "" : constant.asString());
            }));
  }

  private static final class WriteKernel implements ScalarKernel {
    private final @Nullable TimeFormat format;
    private final int position;
    private final StringBuilder out = new StringBuilder();

    WriteKernel(@Nullable TimeFormat format, int position) {
      this.format = format;
      this.position = position;
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      Operand argument = arguments[position];
      ZoneId zone = context.timeZone();
      boolean zoned = argument.vector().type().id() == TypeId.TIMESTAMP_TZ;
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        if (format == null) {
          result.setNull(i);
          continue;
        }
        long micros = TemporalReader.micros(argument, i, zone);
        if (TemporalReader.isInfinite(micros)) {
          ((StringVector) result).set(i, micros > 0 ? "infinity" : "-infinity");
          continue;
        }
        int offset =
            zoned
                ? TemporalText.offsetSeconds(
                    ((LongVector) argument.vector()).get(argument.index(i)), zone)
                : 0;
        long nanos = TemporalReader.ofDay(micros) * 1_000L + TemporalReader.nanos(argument, i);
        out.setLength(0);
        format.write(out, TemporalReader.days(micros), nanos, offset, zoned ? name(zone) : "");
        ((StringVector) result).set(i, out.toString());
      }
    }
  }

  private static String name(ZoneId zone) {
    return zone.getId().equals("Z") ? "UTC" : zone.getId();
  }

  private static void read(FunctionRegistry registry, String name, List<LogicalType> types) {
    registry.add(
        new ScalarFunction(
            name,
            types,
            null,
            LogicalType.TIMESTAMP,
            (arguments, scope) -> {
              Value constant = constant(name, arguments.get(1));
              List<TimeFormat> formats = new ArrayList<>();
              List<String> patterns = new ArrayList<>();
              if (!constant.isNull()) {
                boolean isList = types.get(1).id() == TypeId.LIST;
                List<Value> values = isList ? constant.asList() : List.of(constant);
                if (values.isEmpty()) {
                  throw EiderException.invalidInput("strptime format list must not be empty");
                }
                for (Value value : values) {
                  patterns.add(value.isNull() ? "NULL" : value.asString());
                  formats.add(TimeFormat.of(patterns.getLast()));
                }
              }
              LogicalType type = type(formats);
              boolean fails = name.equals("strptime");
              return new BoundScalar(
                  name,
                  types,
                  type,
                  ScalarKernel.NullHandling.PROPAGATE,
                  BoundScalar.Stability.CONSISTENT,
                  fails,
                  () -> new ReadKernel(formats, type, fails),
                  patterns);
            }));
  }

  /** A zone or an offset in a format gives an instant, nanoseconds their type. */
  private static LogicalType type(List<TimeFormat> formats) {
    boolean nanos = false;
    for (TimeFormat format : formats) {
      if (format.has('z') || format.has('Z')) {
        return LogicalType.TIMESTAMP_TZ;
      }
      nanos |= format.has('n');
    }
    return nanos ? LogicalType.TIMESTAMP_NS : LogicalType.TIMESTAMP;
  }

  private static final class ReadKernel implements ScalarKernel {
    private final List<TimeFormat> formats;
    private final LogicalType type;
    private final boolean fails;
    private final TimeReading reading = new TimeReading();

    ReadKernel(List<TimeFormat> formats, LogicalType type, boolean fails) {
      this.formats = formats;
      this.type = type;
      this.fails = fails;
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      StringVector texts = (StringVector) arguments[0].vector();
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        if (formats.isEmpty()) {
          result.setNull(i);
          continue;
        }
        byte[] text = texts.getBytes(arguments[0].index(i));
        read(text, (LongVector) result, i, context.timeZone());
      }
    }

    private void read(byte[] text, LongVector result, int row, ZoneId zone) {
      for (TimeFormat format : formats) {
        if (reading.read(format, text, 0, text.length)) {
          long value = value(format, zone);
          if (value != TimeReading.NONE) {
            result.set(row, value);
            return;
          }
          if (fails) {
            throw EiderException.conversion("Date out of range: " + reading.dateText());
          }
        }
      }
      if (!fails) {
        result.setNull(row);
        return;
      }
      TimeFormat first = formats.getFirst();
      boolean read = reading.read(first, text, 0, text.length);
      assert !read;
      String shown = new String(text, java.nio.charset.StandardCharsets.UTF_8);
      throw EiderException.invalidInput(
          "Could not parse string \""
              + shown
              + "\" according to format specifier \""
              + first.pattern()
              + "\"\n"
              + reading.explain(shown));
    }

    private long value(TimeFormat format, ZoneId zone) {
      switch (reading.special()) {
        case INFINITY -> {
          return TemporalText.TIMESTAMP_INFINITY;
        }
        case NEGATIVE_INFINITY -> {
          return -TemporalText.TIMESTAMP_INFINITY;
        }
        case NONE, EPOCH -> {}
      }
      if (type.id() == TypeId.TIMESTAMP_NS) {
        return reading.epochNanos();
      }
      long micros = reading.micros();
      if (type.id() != TypeId.TIMESTAMP_TZ || micros == TimeReading.NONE || format.has('z')) {
        return micros;
      }
      String name = reading.zone();
      if (name == null) {
        return ZoneFunctions.toInstant(micros, zone);
      }
      ZoneId named = fails ? ZoneFunctions.zoneOf(name) : zoneOrNull(name);
      return named == null ? TimeReading.NONE : ZoneFunctions.toInstant(micros, named);
    }

    private static @Nullable ZoneId zoneOrNull(String name) {
      try {
        return ZoneFunctions.zoneOf(name);
      } catch (EiderException unknown) {
        return null;
      }
    }
  }
}
