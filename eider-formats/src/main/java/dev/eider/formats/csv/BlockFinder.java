// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.env.Env;
import java.util.concurrent.TimeUnit;

/**
 * Finds where a block's first row starts: first a guess from the text around, then the proof from
 * the block before. Whoever waits for a proof longer than a moment makes it himself, so that no
 * worker ever depends on another one's progress. Belongs to one worker.
 */
final class BlockFinder implements AutoCloseable {
  /** Whoever has more patience than that does not spin. */
  private static final long LONG_NANOS = 1_000_000;

  /** How often a start is looked for between two looks at the clock. */
  private static final int LOOKS = 32;

  /** Rows that must look right before a guess near quotes is believed. */
  private static final int ROWS_TO_BELIEVE = 3;

  private final CsvScan scan;
  private final CsvFile file;
  private final FieldScanner fields;
  private final RowScanner rows;
  private final Window spare;

  BlockFinder(CsvScan scan, CsvFile file) {
    this.scan = scan;
    this.file = file;
    fields = new FieldScanner(file.dialect());
    rows =
        new RowScanner(
            file.dialect(),
            file.fields(),
            new int[0],
            scan.table().options().nullPadding,
            scan.table().maxLine());
    spare = new Window(scan.memory());
  }

  /** Where the first row probably starts, or -1 when nothing speaks for any place. */
  int guess(OpenFile open, Window window) {
    int plain = afterLine(window, 0);
    if (plain < 0 || file.dialect().quote() == 0 || !open.quotedNewLines) {
      return plain;
    }
    if (believable(window, plain)) {
      return plain;
    }
    // Perhaps the block begins inside quotes: then its first quote closes them.
    byte quote = file.dialect().quote();
    byte[] text = window.text;
    for (int at = 0, tries = 0; at < window.length && tries < 4; at++) {
      if (text[at] == quote) {
        tries++;
        if (at + 1 < window.length && text[at + 1] == quote) {
          at++;
          continue;
        }
        int start = afterLine(window, at);
        if (start >= 0 && believable(window, start)) {
          return start;
        }
      }
    }
    return -1;
  }

  private static int afterLine(Window window, int from) {
    byte[] text = window.text;
    for (int at = from; at < window.length; at++) {
      if (text[at] == '\n') {
        return at + 1;
      }
      if (text[at] == '\r') {
        return at + 1 < window.length && text[at + 1] == '\n' ? at + 2 : at + 1;
      }
    }
    return -1;
  }

  private boolean believable(Window window, int start) {
    int at = start;
    for (int i = 0; i < ROWS_TO_BELIEVE && at < window.length; i++) {
      int status = fields.row(window.text, at, window.length, false);
      if (status == FieldScanner.NEED_MORE) {
        return i > 0;
      }
      if (status != FieldScanner.OK || fields.fields > 1 && fields.fields != file.fields()) {
        return false;
      }
      at = fields.next;
    }
    return true;
  }

  /** Where the first row of a block starts, for certain. */
  long prove(OpenFile open, long block) {
    RowStarts starts = open.starts;
    long start = starts.get(block);
    if (start >= 0) {
      return start;
    }
    start = await(starts, block, scan.context().env(), open.source.patienceNanos());
    if (start >= 0) {
      return start;
    }
    while ((start = starts.get(block)) < 0) {
      if (starts.isClosed()) {
        throw dev.eider.base.error.EiderException.interrupted();
      }
      scan.context().checkInterrupted();
      step(open, starts.lastKnown(block));
    }
    return start;
  }

  /** Waits for another worker to find it, but not for long: -1 when it has not. */
  private static long await(RowStarts starts, long block, Env env, long patience) {
    long until = env.nanoTime() + patience;
    do {
      for (int i = 0; i < LOOKS; i++) {
        long start = starts.get(block);
        if (start >= 0) {
          return start;
        }
        Thread.onSpinWait();
      }
      if (patience > LONG_NANOS) {
        env.delay(LONG_NANOS / 2, TimeUnit.NANOSECONDS).join();
      }
    } while (env.nanoTime() < until);
    return -1;
  }

  /** Makes the start in the block after {@code known} known, or finds that it is by now. */
  private void step(OpenFile open, long known) {
    try {
      if (open.source.load(known, spare)) {
        publishNext(open, known);
      }
    } catch (ReleasedException e) {
      // Its own worker was faster; blocks go when the starts behind them are known.
      assert open.starts.isClosed() || open.starts.get(known + 1) >= 0;
    }
  }

  private void publishNext(OpenFile open, long known) {
    long start = open.starts.get(known);
    if (start > spare.owned) {
      open.starts.publish(known + 1, start - spare.owned);
    } else {
      long end = rows.scan(open.source, spare, (int) start, Long.MAX_VALUE);
      open.starts.publish(known + 1, end - spare.owned);
    }
  }

  /** The scanner of the dialect, free for use between guesses. */
  FieldScanner fields() {
    return fields;
  }

  @Override
  public void close() {
    spare.free();
  }
}
