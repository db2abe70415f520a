// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.error;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses of the web whose query may be a signature: whoever has it may read the file. No message
 * shows one.
 */
public final class SignedAddresses {
  /** A query that is not hidden yet. */
  private static final Pattern QUERY =
      Pattern.compile(
          "(https?://[^\\s\"'?]*\\?)(?!\\.\\.\\.|\\*)([^\\s\"']+)", Pattern.CASE_INSENSITIVE);

  private SignedAddresses() {}

  private static boolean mayHold(String text) {
    return text.indexOf('?') >= 0 && text.indexOf("://") >= 0;
  }

  /** The text with each query replaced by dots. */
  public static String cut(String text) {
    return mayHold(text) ? QUERY.matcher(text).replaceAll("$1...") : text;
  }

  /** The text with each query replaced by as many asterisks: what else it holds stays in place. */
  public static String masked(String text) {
    return mayHold(text)
        ? QUERY
            .matcher(text)
            .replaceAll(found ->
                Matcher.quoteReplacement(found.group(1) + "*".repeat(found.group(2).length())))
        : text;
  }
}
