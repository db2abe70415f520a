// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.error.EiderException;

/** What errors of records say: the file, the record's number, and what may mend it. */
final class JsonErrors {
  private JsonErrors() {}

  /** A record that is not JSON. */
  static EiderException malformed(
      String path, RecordCursor cursor, long number, JsonOptions options) {
    String text = cursor.problem().replace("{line}", Long.toString(number));
    boolean notIgnored = options.ignoreErrors && !text.contains(" in line ");
    return EiderException.invalidInput(
        "Malformed JSON in file \""
            + path
            + "\", "
            + text
            + (notIgnored
                ? "Parse errors cannot be ignored for JSON formats other than 'newline_delimited'"
                : ""));
  }

  /** A record whose values do not fit the columns. */
  static EiderException unfit(
      String path, JsonLayout layout, long number, String message, JsonOptions options) {
    String hint =
        options.autoDetect
            ? "\nTry increasing 'sample_size', reducing 'maximum_depth', specifying 'columns',"
                + " 'format' or 'records' manually, setting 'ignore_errors' to true, or setting"
                + " 'union_by_name' to true when reading multiple files with a different structure."
            : "\nTry setting 'auto_detect' to true, specifying 'format' or 'records' manually, or"
                + " setting 'ignore_errors' to true.";
    return EiderException.invalidInput(
        "JSON transform error in file \""
            + path
            + "\", in "
            + layout.unit()
            + " "
            + number
            + ": "
            + message
            + hint);
  }
}
