// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.terminal;

import dev.eider.base.secret.SecretText;
import java.time.Instant;
import org.jline.reader.impl.history.DefaultHistory;

/** What was typed, but for statements that may hold a secret: those are in no list and no file. */
final class StatementHistory extends DefaultHistory {
  @Override
  public void add(Instant time, String line) {
    if (!SecretText.mayHold(line)) {
      super.add(time, line);
    }
  }
}
