// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The texts of errors of the sniffer: what was tried and which options would help. */
final class SniffErrors {
  private SniffErrors() {}

  static String sniffing(
      CsvOptions options, String path, String searchSpace, int columnsFound, boolean types) {
    StringBuilder text = new StringBuilder();
    text.append("Error when sniffing file \"").append(path).append("\".\n");
    text.append("It was not possible to automatically detect the CSV parsing ");
    text.append(types ? "types" : "dialect").append('\n');
    text.append("The search space used was:\n").append(searchSpace);
    text.append("Encoding: ").append(options.encoding).append('\n');
    text.append("Possible fixes:\n");
    strict(text, options);
    if (options.columnsSet) {
      text.append("* Columns are set as: \"columns = { ");
      for (int i = 0; i < options.names.size(); i++) {
        text.append(i == 0 ? "" : ", ")
            .append('\'')
            .append(options.names.get(i))
            .append("' : '")
            .append(options.types.get(i))
            .append('\'');
      }
      text.append("}\", and they contain: ")
          .append(options.names.size())
          .append(" columns. It does not match the number of columns found by the sniffer: ")
          .append(columnsFound)
          .append(". Verify the columns parameter is correctly set.\n");
    }
    text.append(
        "* Make sure you are using the correct file encoding. If not, set it (e.g., encoding ="
            + " 'utf-16').\n");
    option(text, options.delimiter, "Delimiter", "* Set delimiter (e.g., delim=',')");
    option(text, character(options.quote), "Quote", "* Set quote (e.g., quote='\"')");
    option(text, character(options.escape), "Escape", "* Set escape (e.g., escape='\"')");
    option(text, character(options.comment), "Comment", "* Set comment (e.g., comment='#')");
    if (options.skip == null) {
      text.append("* Set skip (skip=${n}) to skip ${n} lines at the top of the file\n");
    }
    tail(text, options);
    text.append(
        "* Check you are using the correct file compression, otherwise set it (e.g., compression ="
            + " 'zstd')\n");
    return text.append(
            "* Be sure that the maximum line size is set to an appropriate value, otherwise set it"
                + " (e.g., max_line_size=10000000)\n")
        .toString();
  }

  /** Nothing but a quote that is not closed keeps the text from being read. */
  static String brokenQuote(CsvOptions options, String path, Window window, int row) {
    return "CSV Error on Line: "
        + (LineEnds.count(window.text, 0, row, false) + 1)
        + "\nOriginal Line: "
        + CsvErrors.firstLine(window.text, row, window.length)
        + "\n"
        + CsvErrors.unterminated(options)
        + "* Close the quote in this line of the file\n  file = "
        + path
        + "\n";
  }

  static String header(
      CsvOptions options, String path, List<@Nullable String> row, int expected, String delimiter) {
    StringBuilder text = new StringBuilder();
    text.append("Error when sniffing file \"").append(path).append("\".\n");
    text.append(
        "It was not possible to detect the CSV Header, due to the header having less columns than"
            + " expected\n");
    text.append("Number of expected columns: ")
        .append(expected)
        .append(". Actual number of columns ")
        .append(row.size())
        .append("\nDetected row as Header:\n");
    for (int i = 0; i < row.size(); i++) {
      String value = row.get(i);
      text.append(value == null ? "NULL" : value);
      if (i < row.size() - 1) {
        text.append(delimiter).append(' ');
      }
    }
    text.append("\nPossible fixes:\n");
    strict(text, options);
    if (options.header == null) {
      text.append(
          "* Set header (header = true) if your CSV has a header, or (header = false) if it"
              + " doesn't\n");
    } else {
      text.append("* Header is set to '")
          .append(options.header ? 1 : 0)
          .append("'. Consider unsetting it.\n");
    }
    if (options.skip == null) {
      text.append("* Set skip (skip=${n}) to skip ${n} lines at the top of the file\n");
    } else {
      text.append("* Skip is set to '").append(options.skip).append("'. Consider unsetting it.\n");
    }
    tail(text, options);
    return text.toString();
  }

  private static void strict(StringBuilder text, CsvOptions options) {
    if (options.strict) {
      text.append(
          "* Disable the parser's strict mode (strict_mode=false) to allow reading rows that do not"
              + " comply with the CSV standard.\n");
    }
  }

  private static void tail(StringBuilder text, CsvOptions options) {
    if (!options.ignoreErrors) {
      text.append("* Enable ignore errors (ignore_errors=true) to ignore potential errors\n");
    }
    if (!options.nullPadding) {
      text.append(
          "* Enable null padding (null_padding=true) to pad missing columns with NULL values\n");
    }
  }

  private static @Nullable String character(@Nullable Byte b) {
    return b == null ? null : b == 0 ? "" : String.valueOf((char) (b & 0xFF));
  }

  private static void option(
      StringBuilder text, @Nullable String value, String name, String advice) {
    if (value == null) {
      text.append(advice).append('\n');
    } else {
      text.append("* ")
          .append(name)
          .append(" is set to '")
          .append(value)
          .append("'. Consider unsetting it.\n");
    }
  }
}
