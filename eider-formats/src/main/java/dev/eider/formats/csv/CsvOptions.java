// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.table.TableFunction.TextCast;
import dev.eider.base.type.LogicalType;
import dev.eider.formats.glob.FileOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a user asked of the reader. A null or empty field was not set. Filled by {@link
 * OptionsParser}, not changed after that.
 */
final class CsvOptions {
  static final long DEFAULT_SAMPLE = 20_480;

  @Nullable String delimiter;
  @Nullable Byte quote;
  @Nullable Byte escape;
  @Nullable Byte comment;
  CsvDialect.NewLine newLine = CsvDialect.NewLine.ANY;
  @Nullable Boolean header;
  @Nullable Long skip;
  boolean strict = true;
  boolean strictSet;
  boolean autoDetect = true;
  boolean autoDetectSet;
  long sampleSize = DEFAULT_SAMPLE;
  boolean allVarchar;
  List<String> nullStrings = List.of("");
  boolean quotedNulls = true;
  Set<String> forceNotNull = new LinkedHashSet<>();
  boolean forceNotNullAll;

  /** From {@code columns}: names and types of all columns. */
  boolean columnsSet;

  List<String> names = new ArrayList<>();

  /** Types by name, or in order when {@link #typesByName} is null. */
  List<LogicalType> types = new ArrayList<>();

  @Nullable Map<String, LogicalType> typesByName;
  List<LogicalType> candidates =
      List.of(
          LogicalType.VARCHAR,
          LogicalType.DOUBLE,
          LogicalType.BIGNUM,
          LogicalType.HUGEINT,
          LogicalType.BIGINT,
          LogicalType.TIMESTAMP_TZ,
          LogicalType.TIMESTAMP,
          LogicalType.DATE,
          LogicalType.TIME,
          LogicalType.BOOLEAN,
          LogicalType.SQLNULL);

  @Nullable TimeFormat dateFormat;
  @Nullable TimeFormat timestampFormat;
  byte decimalSeparator = '.';
  byte thousands;
  boolean ignoreErrors;
  boolean ignoreErrorsSet;
  boolean storeRejects;
  boolean storeRejectsSet;
  String rejectsTable = "reject_errors";
  boolean rejectsTableSet;
  String rejectsScan = "reject_scans";
  boolean rejectsScanSet;
  long rejectsLimit;
  long rejectsLineLimit = 10_000;
  boolean nullPadding;
  long maxLine = -1;
  long bufferSize = -1;
  boolean parallel = true;
  boolean normalizeNames;
  String encoding = "utf-8";
  String compression = "auto";
  int filesToSniff = 10;

  /** How the session casts texts to types that this package cannot read. */
  Casts casts = type -> null;

  /** See {@link #casts}. */
  interface Casts {
    @Nullable TextCast of(LogicalType type);
  }

  FileOptions files = new FileOptions();

  /** The text of the options the user gave, for {@code sniff_csv}. */
  Map<String, String> given = new LinkedHashMap<>();

  /** A text that differs whenever the options differ in what sniffing depends on. */
  String fingerprint() {
    TimeFormat date = dateFormat;
    TimeFormat timestamp = timestampFormat;
    return String.join(
        "\u0001",
        String.valueOf(delimiter),
        String.valueOf(quote),
        String.valueOf(escape),
        String.valueOf(comment),
        newLine.name(),
        String.valueOf(header),
        String.valueOf(skip),
        strict + "," + autoDetect + "," + sampleSize + "," + allVarchar + "," + quotedNulls,
        String.join("\u0002", nullStrings),
        columnsSet + String.join("\u0002", names),
        types.toString(),
        String.valueOf(typesByName),
        candidates.toString(),
        date == null ? "" : date.pattern(),
        timestamp == null ? "" : timestamp.pattern(),
        decimalSeparator + "," + thousands + "," + dropsRows() + "," + nullPadding + "," + maxLine,
        normalizeNames + "," + encoding + "," + compression + "," + files.unionByName(),
        String.valueOf(files.hivePartitioning()));
  }

  /** These options with the dialect fixed, for a quick look at another file of the same kind. */
  CsvOptions fixedTo(CsvDialect dialect) {
    CsvOptions copy = copy();
    copy.delimiter = dialect.delimiterText();
    copy.quote = dialect.quote();
    copy.escape = dialect.escape();
    copy.comment = dialect.comment();
    copy.sampleSize = Math.min(sampleSize < 0 ? 2048 : sampleSize, 2048);
    return copy;
  }

  /** These options where a fault is an error. */
  CsvOptions keepingRows() {
    CsvOptions copy = copy();
    copy.ignoreErrors = false;
    copy.storeRejects = false;
    return copy;
  }

  /** These options without names and types, so that those of the file are found. */
  CsvOptions withoutColumns() {
    CsvOptions copy = copy();
    copy.columnsSet = false;
    copy.names = List.of();
    copy.types = List.of();
    copy.typesByName = null;
    return copy;
  }

  private CsvOptions copy() {
    CsvOptions copy = new CsvOptions();
    copy.delimiter = delimiter;
    copy.quote = quote;
    copy.escape = escape;
    copy.comment = comment;
    copy.newLine = newLine;
    copy.header = header;
    copy.skip = skip;
    copy.strict = strict;
    copy.strictSet = strictSet;
    copy.autoDetect = autoDetect;
    copy.sampleSize = sampleSize;
    copy.allVarchar = allVarchar;
    copy.nullStrings = nullStrings;
    copy.quotedNulls = quotedNulls;
    copy.columnsSet = columnsSet;
    copy.names = names;
    copy.types = types;
    copy.typesByName = typesByName;
    copy.candidates = candidates;
    copy.dateFormat = dateFormat;
    copy.timestampFormat = timestampFormat;
    copy.decimalSeparator = decimalSeparator;
    copy.thousands = thousands;
    copy.ignoreErrors = ignoreErrors;
    copy.storeRejects = storeRejects;
    copy.nullPadding = nullPadding;
    copy.maxLine = maxLine;
    copy.bufferSize = bufferSize;
    copy.normalizeNames = normalizeNames;
    copy.encoding = encoding;
    copy.compression = compression;
    copy.files = files;
    copy.casts = casts;
    return copy;
  }

  /** Whether errors drop rows instead of ending the query. */
  boolean dropsRows() {
    return ignoreErrors || storeRejects;
  }
}
