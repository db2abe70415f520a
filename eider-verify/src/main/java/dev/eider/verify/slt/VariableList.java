// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import dev.eider.verify.engine.SqlFailure;
import dev.eider.verify.engine.SqlResult;
import dev.eider.verify.engine.SqlSession;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Words of the form {@code <variable:name>} or {@code <variable:connection:name>}. */
final class VariableList {
  static final String PREFIX = "<variable:";

  private VariableList() {}

  /** The elements of the SQL variable, which must be a list. */
  static List<String> elements(String word, Sessions sessions) throws SqlFailure {
    List<String> values = new ArrayList<>();
    SqlResult result = ask(word, sessions, "SELECT unnest(getvariable('%s')::VARCHAR[])");
    for (List<@Nullable String> row : result.rows()) {
      values.add(String.valueOf(row.getFirst()));
    }
    return values;
  }

  /** The SQL variable as text. */
  static String text(String word, Sessions sessions) throws SqlFailure {
    SqlResult result = ask(word, sessions, "SELECT getvariable('%s')::VARCHAR");
    return String.valueOf(result.rows().getFirst().getFirst());
  }

  private static SqlResult ask(String word, Sessions sessions, String question) throws SqlFailure {
    if (!word.endsWith(">")) {
      throw new IllegalArgumentException("expected <variable:name>, got " + word);
    }
    String inner = word.substring(PREFIX.length(), word.length() - 1);
    int colon = inner.indexOf(':');
    SqlSession session = colon < 0 ? sessions.main() : sessions.named(inner.substring(0, colon));
    String name = inner.substring(colon + 1).replace("'", "''");
    return session.execute(question.replace("%s", name));
  }
}
