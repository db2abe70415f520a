// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.TimeFormat;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How nodes become values. Made for one thread, because casts are kept in it. */
public final class DecodeOptions {
  /** Casts columns of text. */
  @FunctionalInterface
  public interface Cast {
    /**
     * Converts rows {@code [0, count)} of text; the NULLs of the source are NULL in the target
     * already.
     *
     * @throws EiderException when a value does not convert
     */
    void cast(FlatVector source, int count, FlatVector target);
  }

  /** Finds the cast from text to a type. */
  @FunctionalInterface
  public interface Casts {
    Cast find(LogicalType type);
  }

  private final Casts casts;
  private final boolean strictKeys;
  private final boolean missingKeys;
  private final boolean unknownKeys;
  private final boolean share;
  private final List<TimeFormat> dates;
  private final List<TimeFormat> timestamps;
  private final Map<LogicalType, Cast> found = new HashMap<>();
  private final StringVector one = new StringVector(LogicalType.VARCHAR, 1);

  private DecodeOptions(
      Casts casts,
      boolean strictKeys,
      boolean missingKeys,
      boolean unknownKeys,
      boolean share,
      List<TimeFormat> dates,
      List<TimeFormat> timestamps) {
    this.casts = casts;
    this.strictKeys = strictKeys;
    this.missingKeys = missingKeys;
    this.unknownKeys = unknownKeys;
    this.share = share;
    this.dates = List.copyOf(dates);
    this.timestamps = List.copyOf(timestamps);
  }

  /**
   * Of values in memory.
   *
   * @param duplicates whether a key that is there twice is a fault
   * @param missing whether a field without a key is a fault
   * @param unknown whether a key without a field is a fault
   */
  public static DecodeOptions of(
      Casts casts, boolean duplicates, boolean missing, boolean unknown) {
    return new DecodeOptions(casts, duplicates, missing, unknown, false, List.of(), List.of());
  }

  /**
   * Of values in files, whose text outlives the vectors.
   *
   * @param dates formats that dates are tried with, from the last on; none: as a cast
   * @param timestamps the same for timestamps
   */
  public static DecodeOptions ofFiles(
      Casts casts,
      boolean duplicates,
      boolean unknown,
      List<TimeFormat> dates,
      List<TimeFormat> timestamps) {
    return new DecodeOptions(casts, duplicates, false, unknown, true, dates, timestamps);
  }

  boolean duplicatesAreFaults() {
    return strictKeys;
  }

  boolean missingAreFaults() {
    return missingKeys;
  }

  boolean unknownAreFaults() {
    return unknownKeys;
  }

  boolean share() {
    return share;
  }

  /** The formats for a type, empty when a cast reads it. */
  List<TimeFormat> formats(LogicalType type) {
    return type.id() == TypeId.DATE
        ? dates
        : type.id() == TypeId.TIMESTAMP ? timestamps : List.of();
  }

  Cast cast(LogicalType type) {
    return found.computeIfAbsent(type, casts::find);
  }

  /** Sets a row to the text of a node, cast; false when it does not convert. */
  boolean castOne(JsonDocument document, int node, FlatVector target, int row) {
    one.reset();
    JsonDecoder.string(document, node, one, 0, false);
    return castOne(one, target, row);
  }

  boolean castOne(StringVector text, FlatVector target, int row) {
    FlatVector value = FlatVector.allocate(target.type(), 1);
    try {
      cast(target.type()).cast(text, 1, value);
    } catch (EiderException notOfThisType) {
      return false;
    }
    target.copyRow(value, 0, row);
    return !value.isNull(0);
  }
}
