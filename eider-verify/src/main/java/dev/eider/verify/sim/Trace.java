// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import java.util.ArrayList;
import java.util.List;

/** What happened in a run: always as a hash, on demand as text. Only under the baton. */
final class Trace {
  private final boolean kept;
  private final List<String> lines = new ArrayList<>();
  private long hash = 0x9E3779B97F4A7C15L;
  private long events;

  Trace(boolean kept) {
    this.kept = kept;
  }

  void add(long now, String who, String what) {
    events++;
    hash = mix(hash ^ now);
    hash = mix(hash ^ ((long) who.hashCode() << 32 ^ what.hashCode()));
    if (kept) {
      lines.add(String.format("%12.3f  %-22s %s", now / 1e9, who, what));
    }
  }

  private static long mix(long value) {
    long mixed = value * 0xff51afd7ed558ccdL;
    return mixed ^ mixed >>> 32;
  }

  long hash() {
    return hash;
  }

  long events() {
    return events;
  }

  List<String> lines() {
    return lines;
  }
}
