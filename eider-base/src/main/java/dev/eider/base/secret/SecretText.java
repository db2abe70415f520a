// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.secret;

import java.util.regex.Pattern;

/**
 * Tells SQL text that may hold a secret: it is kept out of messages and of a shell's history. Looks
 * at text only, since what cannot be parsed holds its secrets all the same; it takes more for
 * secret than is.
 */
public final class SecretText {
  private static final String GAP = "(?:\\s|--[^\\n]*\\n|/\\*.*?\\*/)+";

  private static final Pattern HOLDS =
      Pattern.compile(
          "\\bcreate"
              + GAP
              + "(?:\\w+"
              + GAP
              + "){0,3}secret\\b"
              // Where the first word is misspelt:
              + "|\\bsecret\\b.*?\\(\\s*type\\b"
              + "|\\bsecret\\b.*\\bkey_id\\b|\\bkey_id\\b.*\\bsecret\\b"
              + "|secret_access_key|session_token|s3_access_key_id|bearer_token|http_proxy_password"
              + "|extra_http_headers",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private SecretText() {}

  /** Whether a text may hold a secret. */
  public static boolean mayHold(String sql) {
    return HOLDS.matcher(sql).find();
  }
}
