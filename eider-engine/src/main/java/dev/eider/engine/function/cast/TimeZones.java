// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import java.time.ZoneId;

/** Between instants and what the clocks of a time zone show. */
public final class TimeZones {
  private TimeZones() {}

  /** The local time in microseconds that a zone's clock shows at an instant; infinity stays. */
  public static long toLocal(long instantMicros, ZoneId zone) {
    return TemporalParser.toLocal(instantMicros, zone);
  }

  /** The instant at which a zone's clock shows a local time, the earlier of two; infinity stays. */
  public static long toInstant(long localMicros, ZoneId zone) {
    return TemporalParser.toInstant(localMicros, zone);
  }
}
