// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.type.LogicalType;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The texts of the reader's errors, in the dialect's words. */
final class CsvErrors {
  /** Bytes of a line that an error shows at most. */
  private static final int LINE_SHOWN_BYTES = 1000;

  private CsvErrors() {}

  static EiderException rowTooLong(long bytes) {
    return new EiderException(
        ErrorType.OUT_OF_MEMORY,
        "a row of this CSV file is longer than "
            + MemoryManager.formatBytes(bytes)
            + ", more than one value can hold. Is a quote not closed? Set another quote (quote='')"
            + " or a limit (max_line_size)");
  }

  /** The line of text at an offset, cut where it gets too long to be shown. */
  static String firstLine(byte[] text, int start, int limit) {
    int end = start;
    int most = (int) Math.min(limit, (long) start + LINE_SHOWN_BYTES);
    while (end < most && text[end] != '\n' && text[end] != '\r') {
      end++;
    }
    return new String(text, start, end - start, StandardCharsets.UTF_8);
  }

  static EiderException typeNotSupported(LogicalType type) {
    return EiderException.notImplemented(
        "read_csv cannot read values of type "
            + type
            + " yet; read the column as VARCHAR and cast");
  }

  /** What is wrong with a value. */
  static String cast(String column, String value, LogicalType type, boolean declared) {
    String typeName = castTypeName(type);
    return "Error when converting column \""
        + column
        + "\". Could not convert string \""
        + value
        + "\" to '"
        + typeName
        + "'\n\nColumn "
        + column
        + " is being converted as type "
        + typeName
        + "\n"
        + castMend(column, declared);
  }

  /** A type as the messages of failed casts call it. */
  static String castTypeName(LogicalType type) {
    return type.id() == dev.eider.base.type.TypeId.DECIMAL ? "DECIMAL" : typeName(type);
  }

  static String typeName(LogicalType type) {
    return switch (type) {
      case LogicalType.EnumOf e -> "ENUM";
      case LogicalType.ListOf l -> "LIST";
      case LogicalType.Struct s -> "STRUCT";
      case LogicalType.MapOf m -> "MAP";
      default -> type.toString();
    };
  }

  private static String castMend(String column, boolean declared) {
    StringBuilder text = new StringBuilder();
    if (declared) {
      text.append(
          "This type was either manually set or derived from an existing table. Select a different"
              + " type to correctly parse this column.\n");
    } else {
      text.append("This type was auto-detected from the CSV file.\nPossible solutions:\n")
          .append("* Override the type for this column manually by setting the type explicitly,")
          .append(" e.g., types={'")
          .append(column)
          .append("': 'VARCHAR'}\n")
          .append("* Set the sample size to a larger value to enable the auto-detection to scan")
          .append(" more values, e.g., sample_size=-1\n")
          .append("* Use a COPY statement to automatically derive types from an existing table.\n");
    }
    return text.append(
            "* Check whether the null string value is set correctly (e.g., nullstr = 'N/A')\n")
        .toString();
  }

  static String invalidUtf8(String encoding) {
    return "Invalid unicode (byte sequence mismatch) detected. This file is not "
        + encoding
        + " encoded.\n\n"
        + "Possible Solution: Set the correct encoding, if available, to read this CSV File"
        + " (e.g., encoding='UTF-16')\n"
        + "Possible Solution: Enable ignore errors (ignore_errors=true) to skip this row\n";
  }

  static String columnCount(int expected, int found, CsvOptions options) {
    StringBuilder text = new StringBuilder();
    text.append("Expected Number of Columns: ").append(expected).append(" Found: ").append(found);
    text.append("\n").append(fixes(options));
    if (!options.nullPadding) {
      text.append(
          "* Enable null padding (null_padding=true) to replace missing values with NULL\n");
    }
    if (!options.ignoreErrors) {
      text.append("* Enable ignore errors (ignore_errors=true) to skip this row\n");
    }
    return text.toString();
  }

  static String unterminated(CsvOptions options) {
    return "Value with unterminated quote found.\n\n"
        + fixes(options)
        + "* Enable ignore errors (ignore_errors=true) to skip this row\n"
        + "* Set quote to empty or to a different value (e.g., quote='')\n";
  }

  static String invalidState(CsvOptions options) {
    return "The CSV Parser state machine reached an invalid state.\nThis can happen when is not"
        + " possible to parse your CSV File with the given options, or the CSV File is not RFC 4180"
        + " compliant \n"
        + (options.strict ? fixes(options) : "");
  }

  static String lineSize(long max, long actual) {
    return "Maximum line size of "
        + max
        + " bytes exceeded. Actual Size:"
        + actual
        + " bytes.\n\nPossible Solution: Change the maximum length size, e.g., max_line_size="
        + (actual + 2)
        + "\n";
  }

  private static String fixes(CsvOptions options) {
    return "Possible fixes:\n"
        + (options.strict
            ? "* Disable the parser's strict mode (strict_mode=false) to allow reading rows that do"
                + " not comply with the CSV standard.\n"
            : "");
  }

  /** The options in force, below every error about data. */
  static String optionLines(CsvOptions options, CsvDialect dialect, CsvTable table, String path) {
    StringBuilder text = new StringBuilder();
    text.append("  file = ").append(path).append("\n  ");
    line(text, "delimiter", dialect.delimiterText(), options.delimiter != null);
    line(text, "quote", character(dialect.quote(), "quote"), options.quote != null);
    line(text, "escape", character(dialect.escape(), "escape"), options.escape != null);
    line(
        text,
        "new_line",
        options.newLine != CsvDialect.NewLine.ANY ? options.newLine.text() : table.newLineText(),
        options.newLine != CsvDialect.NewLine.ANY);
    line(text, "header", Boolean.toString(table.hasHeader()), options.header != null);
    line(text, "skip_rows", Long.toString(table.skipRows()), options.skip != null);
    line(text, "comment", character(dialect.comment(), "comment"), options.comment != null);
    line(text, "strict_mode", Boolean.toString(options.strict), options.strictSet);
    line(text, "date_format", pattern(table.dateFormat()), options.dateFormat != null);
    line(
        text,
        "timestamp_format",
        pattern(table.timestampFormat()),
        options.timestampFormat != null);
    text.append("null_padding = ").append(options.nullPadding ? 1 : 0).append("\n  ");
    text.append("sample_size = ").append(options.sampleSize).append("\n  ");
    text.append("ignore_errors = ").append(options.ignoreErrors).append("\n  ");
    return text.append("all_varchar = ").append(options.allVarchar ? 1 : 0).append("\n").toString();
  }

  private static void line(StringBuilder text, String name, String value, boolean set) {
    text.append(name)
        .append(" = ")
        .append(value)
        .append(set ? " (Set By User)" : " (Auto-Detected)")
        .append("\n  ");
  }

  private static String pattern(@Nullable TimeFormat format) {
    return format == null ? "" : format.pattern();
  }

  static String character(byte b, String what) {
    return b == 0 ? "(empty)" : String.valueOf((char) (b & 0xFF));
  }
}
